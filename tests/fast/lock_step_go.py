"""Sushi Go! played by the rules and by the kernels at once: same chance, same moves, compared after every turn."""

import numpy as np

from kaiten import sushi_go
from kaiten.fast.packed_counts import Numbers
from kaiten.fast.sushi_go import codec, legal
from kaiten.fast.sushi_go.batch import Batch, Setup, deal_batch
from kaiten.fast.sushi_go.constants import NOBODY
from kaiten.kit.chance import SeededChance
from kaiten.kit.game import settled
from kaiten.sushi_go import Options, State
from kaiten.sushi_go.play import controller
from kaiten.sushi_go.scoring import outcome
from tests.fast.differing import difference

SETUPS = (
    *[Setup(Options(passing), players) for passing in ("left", "both") for players in (2, 3, 4, 5)],
    *[Setup(Options(passing, True, loss), 2) for passing in ("left", "both") for loss in (False, True)],
)


def play(setup: Setup, seeds: range) -> int:
    """Play a game for each seed, all in one batch; the number of moves compared."""
    states = [begun(setup, seed) for seed in seeds]
    starts = np.array([state.options.first_control or 0 for state in states])
    batch = deal_batch(setup, np.array([state.deck for state in states], np.uint8), starts)
    chance = np.random.default_rng(seeds.start)
    made: list[list[str]] = [[] for _ in seeds]
    compared = 0
    while True:
        _compare(batch, states, seeds, made)
        if states[0].over:
            return compared
        actions = _choose(batch, states, chance, seeds, made)
        batch.step(actions)
        for game, state in enumerate(states):
            for seat in range(setup.players):
                move = codec.move_of_action(int(actions[game, seat]))
                made[game].append(sushi_go.format_move(move))
                state = sushi_go.choose(state, seat, move)  # noqa: PLW2901
                compared += 1
            states[game] = state


def begun(setup: Setup, seed: int) -> State:
    chance = SeededChance(seed.to_bytes(32, "big"))
    return settled(sushi_go, sushi_go.new(setup.options, setup.players), chance)


def _compare(batch: Batch, states: list[State], seeds: range, made: list[list[str]]) -> None:
    expected = codec.encode(states)
    if found := codec.differences(batch, expected):
        game = min(found.values())
        raise difference(seeds[game], made[game], f"{', '.join(found)} differ")
    known = legal.known_hands(batch)
    for game, state in enumerate(states):
        for seat in range(batch.setup.players):
            view = sushi_go.view(state, seat)
            theirs = [codec.word_of(hand.cards) for hand in view.hands]
            if known[game, seat].tolist() != theirs:
                raise difference(seeds[game], made[game], f"what seat {seat} knows of the hands differs")
        if state.over:
            result = outcome(state.past, state.puddings, state.options)
            if batch.scores[game].tolist() != [*result.totals]:
                raise difference(seeds[game], made[game], "the scores differ")
    # Decoding is slow: one game at a time, another one each turn.
    game = len(made[0]) // batch.setup.players % len(states)
    if codec.differences(codec.encode([codec.decode(batch, game)]), codec.encode([states[game]])):
        raise difference(seeds[game], made[game], "the decoded state differs")


def _choose(
    batch: Batch, states: list[State], chance: np.random.Generator, seeds: range, made: list[list[str]]
) -> Numbers:
    """A legal action for every seat, drawn from the kernels' lists after they were compared with the rules'."""
    counts = legal.pick_counts(batch)
    listed: list[list[list[int]]] = [[[] for _ in row] for row in counts]
    for k in range(int(counts.max())):
        found = legal.kth_picks(batch, np.minimum(k, counts - 1))
        for game, seat in np.argwhere(counts > k):
            listed[game][seat].append(int(found[game, seat]))
    actions = np.zeros_like(counts)
    for game, state in enumerate(states):
        control = controller(state)
        for seat in range(batch.setup.players):
            offered = _with_dummy(
                int(batch.state.board.hands[game, seat]), listed[game][seat], controls=seat == control
            )
            expected = sushi_go.legal(state, seat)
            if len(offered) != len(expected) or {codec.move_of(*each) for each in offered} != {*expected}:
                raise difference(seeds[game], made[game], f"the moves of seat {seat} differ")
            actions[game, seat] = codec.action_of(codec.move_of(*offered[chance.integers(len(offered))]))
    return actions


def _with_dummy(hand: int, picks: list[int], *, controls: bool) -> list[tuple[int, int]]:
    if not controls:
        return [(move, NOBODY) for move in picks]
    return [(move, card) for move in picks for card in range(12) if legal.can_be_given(hand, move, card)]
