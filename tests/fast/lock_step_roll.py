"""Sushi Roll played by the rules and by the kernels at once: the same rolls, the same choices, compared after each of them."""

import numpy as np

from kaiten import sushi_roll
from kaiten.fast.packed_counts import Numbers, Words
from kaiten.fast.sushi_roll import codec
from kaiten.fast.sushi_roll.batch import Batch, blank, choice_counts, fill, kth_choices, roll
from kaiten.kit.chance import SeededChance
from kaiten.kit.game import settled
from kaiten.sushi_roll import State
from tests.fast.differing import difference, first_game


def play(players: int, seeds: range) -> int:
    """Play a game for each seed, all in one batch; how many choices were compared."""
    chances = [SeededChance(seed.to_bytes(32, "big")) for seed in seeds]
    begun = sushi_roll.new(sushi_roll.Options(), players)
    states = [settled(sushi_roll, begun, chance) for chance in chances]
    batch = blank(players, len(seeds))
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
        batch.act(moves)
        for game, state in enumerate(states):
            if state.acting is None:
                continue
            move = codec.move_of(int(moves[game]), state.acting, players)
            made[game].append(sushi_roll.format_move(move))
            states[game] = settled(sushi_roll, sushi_roll.choose(state, state.acting, move), chances[game])
            compared += 1


def _follow(batch: Batch, states: list[State], seeds: range, made: list[list[str]]) -> None:
    """Let the dice of the batch fall as they fell for the rules."""
    lie: Words = np.array(
        [[codec.belt_word(belt) for belt in state.belts] or [0] * state.players for state in states], np.uint64
    )
    fill(batch, lie)
    for game, seat in np.argwhere(batch.rolling):
        before = codec.belt_of(int(batch.belts[game, seat]), int(batch.sizes[game, seat]))
        if [face.kind for face in before] != [face.kind for face in states[game].belts[seat]]:
            raise difference(seeds[game], made[game], f"other dice are rolled on the belt of seat {seat}")
    roll(batch, lie)


def _compare(batch: Batch, states: list[State], seeds: range, made: list[list[str]]) -> None:
    expected = codec.encode(states)
    if found := codec.same(batch, expected):
        game = first_game(found, batch, expected)
        raise difference(seeds[game], made[game], f"{', '.join(found)} differ")
    # Back from the arrays: one game at a time, another one after each choice.
    game = len(made[0]) % len(states)
    if codec.same(codec.encode([codec.decode(batch, game)]), codec.encode([states[game]])):
        raise difference(seeds[game], made[game], "what comes back from the arrays differs")


def _choose(
    batch: Batch, states: list[State], drawing: np.random.Generator, seeds: range, made: list[list[str]]
) -> Numbers:
    """A legal move for whoever acts, drawn by the kernels, after their list was compared with the rules'."""
    counts = choice_counts(batch)
    listed: list[list[int]] = [[] for _ in states]
    for k in range(int(counts.max())):
        found = kth_choices(batch, np.minimum(k, np.maximum(counts - 1, 0)))
        for where in np.flatnonzero(counts > k):
            listed[where].append(int(found[where]))
    moves = np.zeros(len(states), np.int64)
    for game, state in enumerate(states):
        if state.acting is None:
            continue
        wanted = sushi_roll.legal(state, state.acting)
        offered = {codec.move_of(move, state.acting, batch.players) for move in listed[game]}
        if len(listed[game]) != len(wanted) or offered != {*wanted}:
            raise difference(seeds[game], made[game], f"the choices of seat {state.acting} differ")
        # Takes come first, and are few beside the menus: one in three keeps games short and tokens in play.
        own = int(batch.sizes[game, state.acting])
        among = own if drawing.integers(3) == 0 else len(wanted)
        moves[game] = listed[game][drawing.integers(among)]
    return moves
