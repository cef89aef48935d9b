"""Trained players of Sushi Go!: `policy` plays as it leans, `search-10` looks ahead, and so does `champion`, farther; with two
players it solves what is left of the round as soon as it knows both hands. They see a view and nothing else.

With the dummy they have weights and a search of their own (`sushi_go.dummy`).
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from kaiten.fast.chance import seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import KINDS, NOTHING, Int, Numbers, U, Words
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.determinize import guesses
from kaiten.fast.sushi_go.moves import may_take_two, pick
from kaiten.kit.chance import RandomSource
from kaiten.players.budget import USUAL, Budget, within
from kaiten.players.sushi_go.dummy import bots as with_dummy
from kaiten.players.sushi_go.mcts import leanings, searcher
from kaiten.players.sushi_go.mcts_memory import MOST_CHOICES, room_for
from kaiten.players.sushi_go.policy import Weights, progresses
from kaiten.players.sushi_go.solver.position import can_be_solved, position_of, undo_turn
from kaiten.players.sushi_go.solver.safe_exploitation import TOLERANCE, OpponentModel
from kaiten.players.sushi_go.solver.solution import MoveSolution, Solution, reply_probabilities, shared_solver
from kaiten.players.sushi_go.win_table import Standing, between_two
from kaiten.players.weights import Trained, opened, shipped
from kaiten.sushi_go import NAME, Move, View
from kaiten.sushi_go.cards import DIP
from kaiten.sushi_go.scoring import pudding_loss

GUESSES = 64
"""Deals of the hands that are not known, each searched by itself."""
OFTEN = 20
"""A choice that was tried so many times less than another has not shown what it is worth."""
MOST_POSITIONS = 500_000
"""About a second, on a slow machine two. What would take more is searched instead."""
NINE, MOST_OF_NINE = 9, 250_000
"""The same with nine cards in each hand: a third of those positions take more, and it takes as long to find out."""
SHORTEST = 0.001
"""Seconds that a search has, however long it took to see that a position is too large."""
SPARE = {8: 0.004, 9: 0.004}
"""What may be given away for the hope of a mistake, by cards in each hand, while many of them are left to be made."""


@dataclass(frozen=True)
class Effort:
    """How a search is made."""

    simulations: int
    coarse: bool = False
    """Whether the chance to win after a round is that of version 1."""
    guesses: int = GUESSES
    apart: bool = False
    """Whether each guess is searched by itself, as in version 1, and what is tried most in all of them together is chosen."""
    trust: float = 0.0
    """How often the others are taken to play as the policy does, not as is best for them."""
    roughness: float = 1.0
    """How much of its leanings the policy keeps where positions are played on: the less, the more lines are tried."""
    by_worth: bool = False
    """Whether the choice is made of which the best came, of those that were tried often; else the one that was tried most."""


SEARCH_10 = Effort(2_000, coarse=True, guesses=8, apart=True)
"""About five milliseconds a move with two players."""
HOPEFUL = Effort(20_000, trust=0.5)
"""Chooses among what is equally safe, where it takes too long to find what may be hoped for."""
EFFORTS = {
    2: Effort(30_000, trust=0.25),
    3: Effort(24_000, trust=0.3, roughness=0.5, by_worth=True),
    4: Effort(24_000, trust=0.3, roughness=0.5, by_worth=True),
    5: Effort(24_000, trust=0.3, roughness=0.5, by_worth=True),
}
"""By players. To take the others now and then to be as weak as the policy wins more often against all who are, and no less against
search-10."""


def trained(which: int | str) -> Trained:
    """What is shipped for so many players, or for `dummy`."""
    return shipped(NAME, which)


@cache
def standing_of(players: int) -> Standing:
    """The champion's chance to win after a round, for so many players."""
    return opened(NAME, f"{players}-standing")[0]["model"].astype(np.float64)


@cache
def _between_two() -> bytes:
    """The same for two, as the solver of rounds takes it."""
    return between_two(standing_of(2)).tobytes()


def policy(view: View, source: RandomSource) -> Move:
    """A choice, as likely as the policy leans to it."""
    if view.options.dummy:
        return with_dummy.leaned(view, source, trained("dummy").factors)
    likely, moves = leaned(view)
    drawn = source.uniform(1 << 30) / (1 << 30) * likely.sum()
    chosen = int(np.searchsorted(np.cumsum(likely), drawn, side="right"))
    return codec.move_of(int(moves[min(chosen, len(moves) - 1)]))


def leaned(view: View) -> tuple[Weights, Numbers]:
    """How likely the policy makes each of a seat's choices, and which they are, as the numbers of moves."""
    hands = np.array([codec.word_of(hand.cards) for hand in view.hands], np.uint64)
    tables, _, _ = _arrays(view)
    likely, moves = np.zeros(MOST_CHOICES), np.zeros(MOST_CHOICES, np.int64)
    among = _lean(
        trained(view.players).weights,
        hands,
        tables,
        view.seat or 0,
        view.turns - view.turn + 1,
        view.round - 1,
        1 if view.passes_left else -1,
        view.turns,
        likely,
        moves,
    )
    return likely[:among], moves[:among]


def search_10(view: View, source: RandomSource) -> Move:
    """The choice that a search of a fixed number of games has tried most."""
    return searched(view, source, SEARCH_10)


def champion(view: View, source: RandomSource, budget: Budget = USUAL) -> Move:
    """As well as we can: with two players exactly, once both hands are known, and as often as is best; else by a long search."""
    if view.options.dummy:
        return _long(view, source, Effort(with_dummy.CHAMPIONS_SIMULATIONS), budget)
    solved, began = None, time.perf_counter()
    if len(view.legal) > 1 and can_be_solved(view):
        solved = _solved(view, budget)
    if solved is None:
        return _long(view, source, EFFORTS[view.players], _rest(budget, began))
    among = [choice.move for choice in safe(solved, len(view.hand))]
    if among:
        return _hopeful(view, among, _rest(budget, began)) or _long(view, source, HOPEFUL, _rest(budget, began), among)
    drawn = source.uniform(1 << 30) / (1 << 30) * sum(choice.probability for choice in solved.mine)
    for choice in solved.mine:
        drawn -= choice.probability
        if drawn < 0 < choice.probability:
            return choice.move
    return max(solved.mine, key=lambda choice: choice.probability).move


def _rest(budget: Budget, began: float) -> Budget:
    """What is left of a budget since then. Nothing is taken from one that is not a time."""
    if budget.seconds is None:
        return budget
    return Budget(seconds=max(budget.seconds - (time.perf_counter() - began), SHORTEST))


def _solved(view: View, budget: Budget) -> Solution | None:
    """What is best for both, where that can be found in the time there is."""
    cards = len(view.hand)
    most = MOST_OF_NINE if cards == NINE else MOST_POSITIONS
    return shared_solver(_between_two()).solve(position_of(view), most, SPARE.get(cards, TOLERANCE), budget.to_solve)


def _hopeful(view: View, among: Sequence[Move], budget: Budget) -> Move | None:
    """Of choices that are equally safe, the one that gets most out of somebody who plays as regular or as the policy does; None where
    that takes too long to find."""
    if len(among) == 1:
        return among[0]
    solver, opponent = (
        shared_solver(_between_two()),
        OpponentModel(trained(view.players).weights, share_of_regular(view)),
    )
    seconds = budget.to_solve and budget.to_solve / 2
    values = solver.exploit_values(position_of(view), among, opponent, MOST_POSITIONS, seconds)
    return max(among, key=values.__getitem__) if values else None


def share_of_regular(view: View) -> float:
    """How likely it is that the other is regular, and not the policy, by what they chose last."""
    if view.turn <= 2:
        return 0.5  # they did not know both hands when they last chose
    me = view.seat or 0
    chosen = view.revealed[me], view.revealed[1 - me]
    earlier, weights = undo_turn(position_of(view), chosen), trained(view.players).weights
    # Two cards may have been named in another order than they are listed in: that tells nothing.
    regular, other = (
        reply_probabilities(earlier, OpponentModel(weights, share)).get(chosen[1], 0.0) for share in (1.0, 0.0)
    )
    return regular / (regular + other) if regular + other else 0.5


def _long(view: View, source: RandomSource, effort: Effort, budget: Budget, among: Sequence[Move] = ()) -> Move:
    """The choice of a search that takes as long as the budget allows."""
    if len(among or view.legal) == 1:
        return (among or view.legal)[0]
    return within(
        budget, effort.simulations, lambda number: searched(view, source, replace(effort, simulations=number), among)
    )


def safe(solved: Solution, cards: int) -> tuple[MoveSolution, ...]:
    """The choices that the champion may make, however the other answers; which of them, the hope for mistakes says.

    None where it has to mix choices, or nothing is left to hope for.
    """
    if solved.value >= 1 - TOLERANCE:
        return ()
    return tuple(
        [choice for choice in solved.mine if choice.security_level >= solved.value - SPARE.get(cards, TOLERANCE)]
    )


def searched(view: View, source: RandomSource, effort: Effort, among: Sequence[Move] = ()) -> Move:
    """The choice (one of these, if any are named) that a search ends with; the same of all this gives the same."""
    if view.options.dummy:
        learned = trained("dummy")
        return with_dummy.searched(view, source, learned.factors, learned.model, effort.simulations)
    allowed = among or view.legal
    if len(allowed) == 1:
        return allowed[0]
    found = weighed(view, source, effort)
    if not effort.by_worth:
        return max(allowed, key=found.__getitem__)
    enough = max(found[move][0] for move in allowed) / OFTEN
    return max([move for move in allowed if found[move][0] >= enough], key=lambda move: found[move][1] / found[move][0])


def weighed(view: View, source: RandomSource, effort: Effort) -> dict[Move, tuple[float, float]]:
    """How often a search has tried each choice, and the sum of what came of it."""
    seat, known = view.seat or 0, all(len(hand.cards) == hand.size for hand in view.hands)
    seed = source.uniform(1 << 30)
    counter, chance = seeded(seed), np.random.default_rng(seed)
    learned = trained(view.players)
    visits, values = np.zeros(MOST_CHOICES), np.zeros(MOST_CHOICES)
    model = learned.model if effort.coarse else standing_of(view.players)
    loss = int(pudding_loss(view.options, view.players))
    rough = learned.weights * effort.roughness
    deals = guesses(view, chance, 1 if known else effort.guesses)
    hand, tables, nigiri, scores = deals[0, seat], *_arrays(view)
    searches = len(deals) if effort.apart else 1
    each = -(-effort.simulations // searches)
    room = room_for(view.players, each, len(deals) // searches)
    for hands in np.split(deals, searches):
        counter = U(
            searcher(view.players)(
                counter,
                learned.weights,
                model,
                int(not view.passes_left),
                loss,
                hands,
                tables,
                nigiri,
                scores,
                view.round - 1,
                view.turns - view.turn + 1,
                each,
                seat,
                effort.trust,
                rough,
                *room,
                visits,
                values,
            )
        )
    return {
        codec.move_of(int(_choice(hand, tables[seat], len(view.hand), k))): (visits[k], values[k])
        for k in range(len(view.legal))
    }


def _arrays(view: View) -> tuple[Words, Numbers, Numbers]:
    """Tables, what nigiri are worth, and points, by seat."""
    people = range(view.players)
    scores = [sum(column) for column in zip(*view.rounds, strict=True)] or [0] * view.players
    return (
        np.array([codec.table_of(view.tableaus[seat], view.puddings[seat]) for seat in people], np.uint64),
        np.array([DIP.score(view.tableaus[seat]) for seat in people], np.int64),
        np.array(scores, np.int64),
    )


@kernel
def _choice(hand: Int, table: Int, left: int, k: int) -> Int:
    """The k-th choice, as the number of a move. Unchecked."""
    return pick(hand, table, may_take_two(left, table, 0), k)


@kernel
def _lean(
    weights: Weights,
    hands: Words,
    all_tables: Words,
    seat: int,
    left: int,
    number: int,
    step: int,
    size: int,
    likely: Weights,
    moves: Numbers,
) -> Int:
    """How likely the policy makes each of a seat's choices, and which they are; returns how many. Unchecked."""
    players = len(hands)
    tables = all_tables.copy().reshape(1, players)
    icons, far = np.zeros(players, np.int64), np.zeros(players, np.uint64)
    progresses(tables, icons, far, players)
    coming = hands[(seat - step + players) % players] if size - left >= players - 1 else NOTHING
    hand, table, theirs = hands[seat], tables[0, seat], far[(seat + step + players) % players]
    two = may_take_two(left, table, 0)
    among = leanings(
        weights,
        np.zeros(KINDS),
        np.zeros(KINDS),
        hand,
        table,
        far[seat],
        theirs,
        coming,
        left,
        number,
        two,
        likely,
        np.int64(0),
    )
    for k in range(among):
        moves[k] = pick(hand, table, two, k)
    return among
