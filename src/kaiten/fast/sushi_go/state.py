"""The packed state of a game of Sushi Go!, and one `step`: a turn of all seats, with scoring and the next deal.

Batches, autoreset and the environments step games by it. These kernels are unchecked. Compared by test_lock_step.
"""

from typing import NamedTuple

import numpy as np

from kaiten.fast.jit import inlined, kernel
from kaiten.fast.packed_counts import NOTHING, Bytes, Int, Numbers, Words, one
from kaiten.fast.sushi_go.board import Board, give_dummy, pass_left, pass_right, passes_left, play_cards
from kaiten.fast.sushi_go.constants import CHOPSTICKS, DECK, FIRST, MOVES, NOBODY, ROUNDS, SECOND
from kaiten.fast.sushi_go.scoring import add_puddings, end_round
from kaiten.sushi_go.tables import DUMMY_PLAYERS


class Rules(NamedTuple):
    """The setup of a game, as kernels need it."""

    players: Int
    tableaus: Int
    """The players', and the dummy's."""
    size: Int
    """Turns in a round."""
    dummy: Int
    both: Int
    """Whether round 2 passes to the right."""
    loss: Int
    """Whether the fewest puddings lose points."""
    first_control: Int
    """The seat that controls the dummy first, or NOBODY: by lot."""


class State(NamedTuple):
    """Games as arrays, with a row for each game."""

    board: Board
    decks: Bytes
    """All 108 cards from the top, those already dealt included."""
    returned: Numbers
    """Chopsticks in each hand that everybody knows of (SG-4)."""
    rounds: Numbers
    turns: Numbers
    scored: Numbers
    """Rounds that have been scored."""
    starts: Numbers
    """The seat that controls the dummy first."""
    drawn: Numbers
    """The card drawn for the dummy this turn, or NOBODY."""
    past: Words
    """The tableaus of the scored rounds: game, round, seat."""
    past_nigiri: Numbers


def new_state(rules: Rules, games: int) -> State:
    """Games that have not been dealt."""
    players, tableaus = rules.players, rules.tableaus

    def numbers(*shape: Int) -> Numbers:
        return np.zeros((games, *shape), np.int64)

    def words(*shape: Int) -> Words:
        return np.zeros((games, *shape), np.uint64)

    return State(
        Board(words(players), words(tableaus), numbers(tableaus), numbers(tableaus)),
        np.tile(DECK, (games, 1)),
        numbers(players),
        numbers() + 1,
        numbers() + 1,
        numbers(),
        numbers(),
        numbers() + NOBODY,
        words(ROUNDS, tableaus),
        numbers(ROUNDS, tableaus),
    )


@inlined
def in_control(rules: Rules, state: State, game: Int) -> Int:
    """The seat that controls the dummy, as `state.in_control` (SG-19), or NOBODY."""
    turn = state.starts[game] + (state.rounds[game] - 1) * rules.size + state.turns[game] - 1
    return turn % DUMMY_PLAYERS if rules.dummy else NOBODY


@inlined
def deal(rules: Rules, state: State, game: Int) -> None:
    """Deal a round in blocks from the top of the draw pile, as `play._deal` (SG-3)."""
    top = (state.rounds[game] - 1) * rules.tableaus * rules.size
    for seat in range(rules.players):
        hand = NOTHING
        for place in range(top + seat * rules.size, top + (seat + 1) * rules.size):
            hand += one(np.int64(state.decks[game, place]))
        state.board.hands[game, seat] = hand


@inlined
def draw_for_dummy(rules: Rules, state: State, game: Int) -> None:
    """Draw the top card of the dummy's pile, as `play._draw` (SG-19)."""
    place = (state.rounds[game] * rules.tableaus - 1) * rules.size + state.turns[game] - 1
    card = np.int64(state.decks[game, place])
    state.board.hands[game, in_control(rules, state, game)] += one(card)
    state.drawn[game] = card


@inlined
def start(rules: Rules, state: State, game: Int) -> None:
    """Reset a game and deal its first round from its deck, as `play.settle`."""
    board = state.board
    state.rounds[game] = state.turns[game] = 1
    state.scored[game], state.drawn[game] = 0, NOBODY
    for seat in range(rules.tableaus):
        board.tableaus[game, seat] = NOTHING
        board.nigiri[game, seat] = board.scores[game, seat] = 0
    for seat in range(rules.players):
        state.returned[game, seat] = 0
    deal(rules, state, game)
    if rules.dummy:
        draw_for_dummy(rules, state, game)


@kernel
def start_all(rules: Rules, state: State) -> None:
    """Reset and deal all games; decks and `starts` are given."""
    for game in range(len(state.turns)):
        start(rules, state, game)


@inlined
def play_action(rules: Rules, state: State, game: Int, seat: Int, action: Int) -> None:
    """Play the cards of an action (`codec.action_of`) and track returned chopsticks (SG-4)."""
    move, card = (action % MOVES, action // MOVES - 1) if rules.dummy else (action, NOBODY)
    first, second = FIRST[move], SECOND[move]
    gone = np.int64(first == CHOPSTICKS) + np.int64(second == CHOPSTICKS)
    if card != NOBODY:
        gone += card == CHOPSTICKS
        give_dummy(state.board, game, seat, card)
    play_cards(state.board, game, seat, first, second)
    state.returned[game, seat] = max(0, state.returned[game, seat] - gone) + (second >= 0)


@inlined
def step(rules: Rules, state: State, game: Int, actions: Numbers, icons: Numbers) -> None:
    """Play a turn of a game that is not over, as `play.choose` for every seat. `icons` is scratch for `end_round`."""
    board, number = state.board, state.rounds[game]
    for seat in range(rules.players):
        play_action(rules, state, game, seat, actions[game, seat])
    state.drawn[game] = NOBODY
    if state.turns[game] < rules.size:
        state.turns[game] += 1
        if passes_left(rules.both, number):
            pass_left(board.hands, game, rules.players)
            pass_left(state.returned, game, rules.players)
        else:
            pass_right(board.hands, game, rules.players)
            pass_right(state.returned, game, rules.players)
    else:
        score(rules, state, game, icons)
        if number < ROUNDS:
            state.rounds[game], state.turns[game] = number + 1, 1
            deal(rules, state, game)
    if rules.dummy and state.scored[game] < ROUNDS:
        draw_for_dummy(rules, state, game)


@inlined
def score(rules: Rules, state: State, game: Int, icons: Numbers) -> None:
    """Score a round, after the last one also the puddings, and keep its tableaus (SG-14 to SG-17)."""
    board, number = state.board, state.rounds[game]
    for seat in range(rules.tableaus):
        state.past[game, number - 1, seat] = board.tableaus[game, seat]
        state.past_nigiri[game, number - 1, seat] = board.nigiri[game, seat]
    for seat in range(rules.players):
        state.returned[game, seat] = 0
    end_round(board.tableaus, board.nigiri, board.scores, icons, game, rules.tableaus)
    state.scored[game] = number
    if number == ROUNDS:
        add_puddings(board.tableaus, board.scores, game, rules.tableaus, rules.loss)
