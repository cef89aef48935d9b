"""Perft: the number of lines of play from a position, which every engine for these rules must reproduce.

A position is an unfinished record. In Sushi Go! a depth is a turn: the choices of all seats together, each listed choice
once. In Sushi Roll a depth is an action; a roll multiplies by each set of faces that it can show.
"""

from itertools import product
from typing import Any

from kaiten import sushi_go, sushi_roll
from kaiten.kit.chance import Roll
from kaiten.record import to_json, verify
from tests.playing import SETUPS, random_record

# For each set-up the number of choices before the position, near the end of a round, and how deep to count. With hands
# passed both ways it is round 2, where they go right.
POSITIONS = {
    "sushi-go-2": (2 * 25, 4),
    "sushi-go-2-pass-both": (2 * 26, 4),
    "sushi-go-3": (3 * 23, 2),
    "sushi-go-3-pass-both": (3 * 15, 3),
    "sushi-go-4": (4 * 21, 2),
    "sushi-go-4-pass-both": (4 * 13, 2),
    "sushi-go-5": (5 * 18, 2),
    "sushi-go-5-pass-both": (5 * 12, 2),
    "sushi-go-2-dummy": (2 * 24, 3),
    "sushi-go-2-dummy-penalty": (2 * 24, 3),
    "sushi-roll-2": (0, 4),
    "sushi-roll-3": (0, 4),
    "sushi-roll-4": (0, 5),
    "sushi-roll-5": (0, 4),
}


def perft(game: Any, state: Any, depth: int) -> int:
    """The number of lines of play of this depth, including shorter ones that end the game."""
    if depth == 0 or state.over:
        return 1
    owed = game.owed(state)
    if isinstance(owed, Roll):
        shown = product(*[sorted(set(die)) for die in owed.dice])
        return sum(perft(game, game.settle(state, faces), depth) for faces in shown)
    return sum(perft(game, after, depth - 1) for after in following(game, state).values())


def following(game: Any, state: Any) -> dict[str, Any]:
    """The states after one more turn, by its choices."""
    seats = game.actors(state)
    after = {}
    for moves in product(*[game.legal(state, seat) for seat in seats]):
        end = state
        for seat, move in zip(seats, moves, strict=True):
            end = game.choose(end, seat, move)
        after[" ".join(map(game.format_move, moves))] = end
    return after


def divide(game: Any, state: Any, depth: int) -> dict[str, int]:
    """The count for each first turn, to locate differences between engines (divide)."""
    return {moves: perft(game, after, depth - 1) for moves, after in following(game, state).items()}


def positions() -> dict[str, Any]:
    """Every position with its counts by depth, as checked in."""
    entries = {}
    for name, (choices, depth) in POSITIONS.items():
        record = position(name, choices)
        game, state = record.rules, verify(record)
        counts = [perft(game, state, deep) for deep in range(1, depth + 1)]
        entries[name] = {"counts": counts, "position": to_json(record)}
    return entries


def position(name: str, choices: int) -> Any:
    """A random game, stopped after this number of choices; 0 stops Sushi Roll at the last dice, with few tokens."""
    seed = 0
    while choices:
        record = random_record(SETUPS[name], seed, choices)
        if _has_orders(verify(record)):
            return record
        seed += 1
    while True:
        whole = random_record(SETUPS[name], seed)
        players = SETUPS[name][1]
        for stop in range(len(whole.choices) - 3 * players, len(whole.choices)):
            record = random_record(SETUPS[name], seed, stop)
            state: sushi_roll.State = verify(record)
            tokens = max(state.menus) + max(state.chopsticks)
            if state.turns_taken == 0 and len(state.belts[0]) == 2 and 1 <= tokens <= 2:
                return record
        seed += 1


def _has_orders(state: sushi_go.State) -> bool:
    """Whether a seat may use chopsticks on two cards whose order matters."""
    for seat in range(state.players):
        moves = {move.cards for move in sushi_go.legal(state, seat)}
        if any(cards[::-1] in moves for cards in moves if len(set(cards)) == 2):
            return True
    return False


GAMES = {"sushi-go": sushi_go, "sushi-roll": sushi_roll}
