"""Trained bots of Sushi Go!: `policy` samples the policy, `search-10` and `champion` search, and with two players the champion solves the
rest of the round once it knows both hands. With the dummy they have weights and a search (ISMCTS) of their own.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain

import numpy as np

from kaiten.fast.chance import seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Int, Numbers, U, Word
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.board import Board
from kaiten.fast.sushi_go.constants import NOBODY
from kaiten.fast.sushi_go.determinize import draw_determinizations
from kaiten.kit.chance import RandomSource
from kaiten.players.budget import USUAL, Budget, within
from kaiten.players.sushi_go.dummy import ismcts
from kaiten.players.sushi_go.dummy import rollout as with_dummy
from kaiten.players.sushi_go.mcts import Agents, new_workspace, search, tree_memory
from kaiten.players.sushi_go.policy import MOST_CHOICES, Weights, write_probabilities, write_progress
from kaiten.players.sushi_go.rollout import Round, allocate_scratch, board_of, context_of
from kaiten.players.sushi_go.solver.position import can_be_solved, position_of, undo_turn
from kaiten.players.sushi_go.solver.safe_exploitation import TOLERANCE, OpponentModel
from kaiten.players.sushi_go.solver.solution import MoveSolution, Solution, Solver, reply_probabilities, shared_solver
from kaiten.players.sushi_go.win_model import WinTable, between_two
from kaiten.players.weights import load_file, load_trained
from kaiten.sushi_go import DECK, NAME, Card, Move, View
from kaiten.sushi_go.scoring import pudding_loss

MOST_POSITIONS = 500_000
"""To solve, about a second, on a slow machine two. A larger problem is searched instead."""
NINE, MOST_OF_NINE = 9, 250_000
"""The same with nine cards in each hand: a third of those positions take more, and it takes as long to find out."""
SHORTEST = 0.001
"""Seconds that a search has at least, however long it took to find out that a position is too large to solve."""
SPARE = {8: 0.004, 9: 0.004}
"""Win probability that the champion may give away to exploit a weak opponent, by cards in each hand."""
MOST_RATIO = 20
"""A move with fewer visits than the most visited one by this factor has no reliable mean value."""


@dataclass(frozen=True)
class SearchOptions:
    """How a search is made."""

    simulations: int
    determinizations: int = 64
    """Deals of the unknown hands."""
    separate: bool = False
    """Whether each determinization is searched by itself, as in version 1, and the visits are added up."""
    version_1_model: bool = False
    """Whether rounds are evaluated by the win model of version 1."""
    trust: float = 0.0
    """The probability with which an opponent plays by the policy, and not by its own search."""
    rollout_scale: float = 1.0
    """Factor of the rollout policy's logits, an inverse temperature: the less, the more lines are tried."""
    by_value: bool = False
    """Whether the move with the best mean value among those visited enough is chosen; else the one with the most visits."""


SEARCH_10 = SearchOptions(2_000, determinizations=8, separate=True, version_1_model=True)
"""About five milliseconds a move with two players."""
SAFE_SEARCH = SearchOptions(20_000, trust=0.5)
"""Breaks ties between safe moves where their value against the opponent model takes too long to compute."""
_SEVERAL = SearchOptions(24_000, trust=0.3, rollout_scale=0.5, by_value=True)
CHAMPION = {2: SearchOptions(30_000, trust=0.25), 3: _SEVERAL, 4: _SEVERAL, 5: _SEVERAL}
"""By players. Some trust in the policy wins more often against all who are as weak as it, and no less against search-10."""
CHAMPION_WITH_DUMMY = SearchOptions(12_000)
"""About fifty milliseconds a move."""
DEALS_WITH_DUMMY = 16
"""Determinizations of the opponent's hand in the first turn of a round, when nothing of it is known."""


trained = partial(load_trained, NAME)
"""The weights for a number of players, or for `dummy`."""


@cache
def load_win_table(players: int) -> WinTable:
    return load_file(NAME, f"{players}-standing")[0]["model"].astype(np.float64)


@cache
def _solver() -> Solver:
    return shared_solver(between_two(load_win_table(2)).tobytes())


def policy(view: View, source: RandomSource) -> Move:
    """A move, sampled from the policy."""
    return _policy_with_dummy(view, source) if view.options.dummy else _sample(policy_probabilities(view), source)


def _sample(probabilities: dict[Move, float], source: RandomSource) -> Move:
    totals = np.cumsum([*probabilities.values()])
    drawn = source.uniform(1 << 30) / (1 << 30) * totals[-1]
    return [*probabilities][int(np.searchsorted(totals, drawn, side="right"))]


def policy_probabilities(view: View) -> dict[Move, float]:
    """The policy's probability of each of a seat's moves."""
    weights, board, left = trained(view.players).weights, board_of(view), view.turns - view.turn + 1
    out = np.zeros(MOST_CHOICES)
    number = _write_policy(weights, board, round_of(view), view.seat or 0, left, out)
    return dict(zip(sorted(view.legal, key=codec.number_of), out[:number].tolist(), strict=True))


def champion(view: View, source: RandomSource, budget: Budget = USUAL) -> Move:
    """The strongest play: the equilibrium of the rest of the round with two players once both hands are known, else a long search."""
    if len(view.legal) == 1:
        return view.legal[0]
    if view.options.dummy:
        return _search(view, source, CHAMPION_WITH_DUMMY, budget)
    solution, began, cards = None, time.perf_counter(), len(view.hand)
    if can_be_solved(view):
        most = MOST_OF_NINE if cards == NINE else MOST_POSITIONS
        solution = _solver().solve(position_of(view), most, SPARE.get(cards, TOLERANCE), budget.to_solve)
    if solution is None:
        return _search(view, source, CHAMPION[view.players], _remaining(budget, began))
    among = [choice.move for choice in safe_moves(solution, cards)]
    if among:
        found = _exploit(view, among, _remaining(budget, began))
        return found or _search(view, source, SAFE_SEARCH, _remaining(budget, began), among)
    return _sample({choice.move: choice.probability for choice in solution.mine}, source)


def _remaining(budget: Budget, began: float) -> Budget:
    """What is left of a time budget; one of simulations stays."""
    if budget.seconds is None:
        return budget
    return Budget(seconds=max(budget.seconds - (time.perf_counter() - began), SHORTEST))


def safe_moves(solution: Solution, cards: int) -> tuple[MoveSolution, ...]:
    """The moves that guarantee the value up to what may be given away; none where the best strategy is mixed, or the game won."""
    if solution.value >= 1 - TOLERANCE:
        return ()
    least = solution.value - SPARE.get(cards, TOLERANCE)
    return tuple([choice for choice in solution.mine if choice.security_level >= least])


def _exploit(view: View, among: Sequence[Move], budget: Budget) -> Move | None:
    """The safe move with the highest value against the opponent model; None where that takes too long to compute."""
    if len(among) == 1:
        return among[0]
    opponent = OpponentModel(trained(view.players).weights, regular_probability(view))
    seconds = budget.to_solve and budget.to_solve / 2
    values = _solver().exploit_values(position_of(view), among, opponent, MOST_POSITIONS, seconds)
    return max(among, key=values.__getitem__) if values else None


def regular_probability(view: View) -> float:
    """The posterior probability that the opponent is `regular`, and not the policy, by their last move."""
    if view.turn <= 2:
        return 0.5  # they did not know both hands when they last chose
    me, weights = view.seat or 0, trained(view.players).weights
    chosen = view.revealed[me], view.revealed[1 - me]
    earlier = undo_turn(position_of(view), chosen)
    # Two cards may have been named in another order than they are listed in: that tells nothing.
    replies = [reply_probabilities(earlier, OpponentModel(weights, share)) for share in (1.0, 0.0)]
    regular, other = (probabilities.get(chosen[1], 0.0) for probabilities in replies)
    return regular / (regular + other) if regular + other else 0.5


def _search(
    view: View, source: RandomSource, options: SearchOptions, budget: Budget, among: Sequence[Move] = ()
) -> Move:
    """The move of a search that takes as long as the budget allows."""
    return within(
        budget, options.simulations, lambda n: search_move(view, source, replace(options, simulations=n), among)
    )


def search_move(view: View, source: RandomSource, options: SearchOptions, among: Sequence[Move] = ()) -> Move:
    """The move (one of `among`, if given) that a search chooses; the same arguments and source give the same."""
    allowed = among or view.legal
    if len(allowed) == 1:
        return allowed[0]
    if view.options.dummy:
        return _search_with_dummy(view, source, options.simulations)
    found = root_statistics(view, source, options)
    if not options.by_value:
        return max(allowed, key=found.__getitem__)
    enough = max(found[move][0] for move in allowed) / MOST_RATIO
    return max([move for move in allowed if found[move][0] >= enough], key=lambda move: found[move][1] / found[move][0])


search_10 = partial(search_move, options=SEARCH_10)
"""The most visited move of a search with a fixed number of simulations."""


def root_statistics(view: View, source: RandomSource, options: SearchOptions) -> dict[Move, tuple[float, float]]:
    """A search's visits of each move at the root, and the sums of its payoffs."""
    seat, is_known = view.seat or 0, all(len(hand.cards) == hand.size for hand in view.hands)
    seed = source.uniform(1 << 30)
    counter, chance = seeded(seed), np.random.default_rng(seed)
    learned, left, round_ = trained(view.players), view.turns - view.turn + 1, round_of(view)
    model = learned.model if options.version_1_model else load_win_table(view.players)
    agents = Agents(seat, options.trust, learned.weights, learned.weights * options.rollout_scale, model)
    deals = draw_determinizations(view, chance, 1 if is_known else options.determinizations)
    searches = len(deals) if options.separate else 1
    each = -(-options.simulations // searches)
    determinizations = len(deals) // searches
    tree, space = tree_memory(view.players, each, determinizations), new_workspace(view.players, determinizations)
    board = board_of(view, deals)
    for hands in np.split(deals, searches):
        counter = U(search(counter, board._replace(hands=hands), round_, left, each, agents, tree, space))
    return {
        move: (space.found[0, k], space.found[1, k]) for k, move in enumerate(sorted(view.legal, key=codec.number_of))
    }


def round_of(view: View) -> Round:
    loss = int(pudding_loss(view.options, view.players))
    return Round(view.round - 1, view.turns, view.players, 1 if view.passes_left else -1, loss)


@kernel
def _write_policy(weights: Weights, board: Board, round_: Round, seat: int, left: int, out: Weights) -> Int:
    """Write the policy's probabilities of a seat's moves; returns how many there are. Unchecked."""
    scratch = allocate_scratch(round_.players)
    write_progress(board.tableaus, scratch.icons, scratch.progress)
    context = context_of(board.hands, scratch.progress, round_, left, seat)
    return write_probabilities(weights, context, board.tableaus[0, seat], scratch.pairs, out)


def _policy_with_dummy(view: View, source: RandomSource) -> Move:
    seat, counter, factors = view.seat or 0, seeded(source.uniform(1 << 30)), trained("dummy").factors
    return _move(view, _sample_picks(counter, factors, board_of(view), _turn_of(view), seat)[seat])


def _search_with_dummy(view: View, source: RandomSource, simulations: int) -> Move:
    """The most visited move of an ISMCTS."""
    seat, control, seed = view.seat or 0, view.in_control or 0, source.uniform(1 << 30)
    deals = draw_determinizations(view, np.random.default_rng(seed), DEALS_WITH_DUMMY if view.turn == 1 else 1)
    if control != seat:
        # Each simulation draws the opponent's card for the dummy anew.
        known = codec.word_of(view.hands[control].cards)
        for hands in deals:
            hands[control] -= U(codec.word_of(codec.cards_of(int(hands[control]) - known)[:1]))
    played = [*chain(*view.tableaus, *chain(*view.past)), *[Card.PUDDING] * sum(view.puddings)]
    unseen = codec.word_of(DECK) - codec.word_of(played)
    piles = np.array([codec.cards_of(unseen - sum(map(int, hands))) for hands in deals], np.uint8)
    root = ismcts.Root(board_of(view, deals), piles, _turn_of(view), seat, int(pudding_loss(view.options, 2)))
    learned, tree = trained("dummy"), ismcts.new_tree(simulations)
    return _move(view, ismcts.search(seeded(seed), learned.factors, learned.model, root, simulations, tree))


def _move(view: View, picks: Numbers) -> Move:
    """A move of the rules from its picks."""
    own, second, given = (None if card == NOBODY else Card(int(card)) for card in picks)
    move = Move(tuple([card for card in (own, second) if card is not None]), given)
    # Two cards whose order does not matter are legal in one order only.
    return move if move in view.legal else Move(move.cards[::-1], given)


def _turn_of(view: View) -> with_dummy.Turn:
    drawn = NOBODY if view.drawn is None else int(view.drawn)
    return with_dummy.Turn(view.turns - view.turn + 1, view.round - 1, view.in_control or 0, drawn, 0)


@kernel
def _sample_picks(counter: Word, factors: Weights, board: Board, turn: with_dummy.Turn, seat: int) -> Numbers:
    """The picks of a move sampled from the policy with the dummy."""
    scratch = with_dummy.new_scratch()
    with_dummy.sample_move(counter, factors, scratch, with_dummy.knowledge(board, seat, turn), None)
    return scratch.moves
