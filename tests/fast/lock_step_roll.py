"""Lock-step of Sushi Roll: the rules and the kernels play the same games with the same dice, compared after each move."""

import numpy as np

from kaiten import sushi_roll
from kaiten.fast.packed_counts import Numbers, Words
from kaiten.fast.sushi_roll import codec
from kaiten.fast.sushi_roll.batch import kth_moves, move_counts, step_all
from kaiten.fast.sushi_roll.dice import place_belts, place_dice
from kaiten.fast.sushi_roll.state import States, new_games
from kaiten.kit.chance import SeededChance
from kaiten.kit.game import settled
from kaiten.sushi_roll import State
from tests.fast.differing import difference, first_game


def play(players: int, seeds: range) -> int:
    """Play a game for each seed, all in one batch; the number of moves that were compared."""
    chances = [SeededChance(seed.to_bytes(32, "big")) for seed in seeds]
    begun = sushi_roll.new(sushi_roll.Options(), players)
    states = [settled(sushi_roll, begun, chance) for chance in chances]
    batch = new_games(players, len(seeds))
    batch.red[:] = [state.red or 0 for state in states]
    drawing = np.random.default_rng(seeds.start)
    made: list[list[str]] = [[] for _ in seeds]
    compared = 0
    while True:
        _follow(batch, states, seeds, made)
        _compare(batch, states, seeds, made)
        if all(state.over for state in states):
            return compared
        moves = _choose(batch, states, drawing, seeds, made)
        step_all(batch, moves)
        for game, state in enumerate(states):
            if state.acting is None:
                continue
            move = codec.move_of(int(moves[game]), state.acting, players)
            made[game].append(sushi_roll.format_move(move))
            states[game] = settled(sushi_roll, sushi_roll.choose(state, state.acting, move), chances[game])
            compared += 1


def _follow(batch: States, states: list[State], seeds: range, made: list[list[str]]) -> None:
    """Settle the chance of the batch with the dice of the rules."""
    lie: Words = np.array(
        [[codec.belt_word(belt) for belt in state.belts] or [0] * state.players for state in states], np.uint64
    )
    place_belts(batch, lie)
    for game in np.flatnonzero(batch.owed):
        for seat, belt in enumerate(states[game].belts):
            before = codec.belt_of(int(batch.belts[game, seat]), len(belt))
            if [face.kind for face in before] != [face.kind for face in belt]:
                raise difference(seeds[game], made[game], f"other dice are rolled on the belt of seat {seat}")
    place_dice(batch, lie)


def _compare(batch: States, states: list[State], seeds: range, made: list[list[str]]) -> None:
    expected = codec.encode(states)
    if found := codec.differences(batch, expected):
        game = first_game(found, batch, expected)
        raise difference(seeds[game], made[game], f"{', '.join(found)} differ")
    # Decode one game at a time, another one after each move.
    game = len(made[0]) % len(states)
    if codec.differences(codec.encode([codec.decode(batch, game)]), codec.encode([states[game]])):
        raise difference(seeds[game], made[game], "the decoded state differs")


def _choose(
    batch: States, states: list[State], drawing: np.random.Generator, seeds: range, made: list[list[str]]
) -> Numbers:
    """A random legal move in each game, after the kernels' list was compared with the rules'."""
    counts = move_counts(batch)
    listed: list[list[int]] = [[] for _ in states]
    for k in range(int(counts.max())):
        found = kth_moves(batch, np.minimum(k, np.maximum(counts - 1, 0)))
        for where in np.flatnonzero(counts > k):
            listed[where].append(int(found[where]))
    moves = np.zeros(len(states), np.int64)
    for game, state in enumerate(states):
        if state.acting is None:
            continue
        wanted = sushi_roll.legal(state, state.acting)
        offered = {codec.move_of(move, state.acting, state.players) for move in listed[game]}
        if len(listed[game]) != len(wanted) or offered != {*wanted}:
            raise difference(seeds[game], made[game], f"the legal moves of seat {state.acting} differ")
        # Takes come first and are few beside the menus: one take in three moves keeps games short and tokens in play.
        own = int(batch.left[game])
        among = own if drawing.integers(3) == 0 else len(wanted)
        moves[game] = listed[game][drawing.integers(among)]
    return moves
