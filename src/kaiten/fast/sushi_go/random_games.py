"""Uniformly random legal moves: whole games from a seed, and batches played to their end."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.chance import below, draw, lower, mixed, next_counter, seeded, upper
from kaiten.fast.jit import inlined, kernel, leaf, plain_kernel
from kaiten.fast.packed_counts import NOTHING, Bytes, Int, Numbers, U, Word, held, kth, one, popcount
from kaiten.fast.sushi_go.batch import Batch, Setup
from kaiten.fast.sushi_go.board import Board, give_dummy, new_board, pass_left, pass_right, passes_left, play_cards
from kaiten.fast.sushi_go.constants import DECK, FIRST, MOVES, NOBODY, ROUNDS, SECOND
from kaiten.fast.sushi_go.legal import takes_two
from kaiten.fast.sushi_go.moves import may_take_two, pick, picks, sample_with_dummy
from kaiten.fast.sushi_go.scoring import add_puddings, end_round
from kaiten.fast.sushi_go.state import Rules, State, in_control
from kaiten.sushi_go.state import Options

Scores = NDArray[np.int16]


@leaf
def random_pick(hand: Word, tableau: Word, bits: Word) -> Int:
    """The number of a random move of a seat that may take two cards; rare, so a call."""
    return pick(hand, tableau, True, below(bits, picks(hand, tableau, True)))


@inlined
def deal_hand(counter: Word, bits: Word, deck: Bytes, top: Int, size: Int) -> tuple[Word, Word, Word]:
    """Draw a hand from place `top` of the deck on. 64 bits serve two cards; the counter and the bits come back for the next."""
    hand = NOTHING
    for place in range(top, top + size):
        if place & 1:
            bits = upper(bits)
        else:
            counter = next_counter(counter)
            bits = mixed(counter)
        hand += one(draw(lower(bits), deck, place))
    return counter, bits, hand


@inlined
def play_turn(counter: Word, bits: Word, board: Board, players: Int, size: Int, control: Int) -> tuple[Word, Word]:
    """Play a random move of every seat, with `size` cards in a hand; `control` is the seat that controls the dummy."""
    for seat in range(players):
        if seat & 1:
            bits = upper(bits)
        else:
            counter = next_counter(counter)
            bits = mixed(counter)
        hand, tableau, controls = board.hands[0, seat], board.tableaus[0, seat], seat == control
        two = may_take_two(size + controls, tableau, controls)
        if controls:
            counter, move, card = sample_with_dummy(counter, hand, tableau, two)
            give_dummy(board, 0, seat, card)
            play_cards(board, 0, seat, FIRST[move], SECOND[move])
        elif two:
            move = random_pick(hand, tableau, lower(bits))
            play_cards(board, 0, seat, FIRST[move], SECOND[move])
        else:
            some = held(hand, 1)
            play_cards(board, 0, seat, kth(some, below(lower(bits), popcount(some))), NOBODY)
    return counter, bits


@cache
def _games(players: int, size: int, dummy: int) -> Callable[..., None]:
    """The kernel that plays a game for each row of `scores`, the dummy's last. Unchecked. Compared by test_sushi_go."""
    tableaus = players + dummy

    @plain_kernel
    def play(counter: Word, rules: Rules, scores: Scores, board: Board, deck: Bytes, icons: Numbers) -> None:
        hands = board.hands
        for game in range(len(scores)):
            for seat in range(tableaus):
                board.tableaus[0, seat], board.scores[0, seat] = NOTHING, 0
            bits, dealt = NOTHING, 0
            control = rules.first_control
            if dummy and control == NOBODY:
                counter = next_counter(counter)
                control = below(lower(mixed(counter)), players)
            for number in range(1, ROUNDS + 1):
                for seat in range(players):
                    counter, bits, hands[0, seat] = deal_hand(counter, bits, deck, dealt, size)
                    dealt += size
                for turn in range(size):
                    if dummy:
                        counter = next_counter(counter)
                        hands[0, control] += one(draw(lower(mixed(counter)), deck, dealt))
                        dealt += 1
                    counter, bits = play_turn(counter, bits, board, players, size - turn, control if dummy else NOBODY)
                    if passes_left(rules.both, number):
                        pass_left(hands, 0, players)
                    else:
                        pass_right(hands, 0, players)
                    control = (control + 1) % players if dummy else control
                end_round(board.tableaus, board.nigiri, board.scores, icons, 0, tableaus)
            add_puddings(board.tableaus, board.scores, 0, tableaus, rules.loss)
            for seat in range(tableaus):
                scores[game, seat] = board.scores[0, seat]

    return play


def play_random(options: Options, players: int, games: int, seed: int = 0) -> Scores:
    """The scores of random games, by game and seat, the dummy's last. The deals follow from the seed and are in no record."""
    rules = Setup(options, players).rules
    scores = np.zeros((games, rules.tableaus), np.int16)
    board = new_board(players, rules.tableaus)
    _games(players, rules.size, rules.dummy)(
        seeded(seed), rules, scores, board, DECK.copy(), np.zeros(rules.tableaus, np.int64)
    )
    return scores


@kernel
def _sample(counter: Word, rules: Rules, state: State, actions: Numbers) -> Word:
    """Draw a legal action for every seat; returns the next counter. Unchecked. Compared by test_sushi_go."""
    for game in range(len(state.turns)):
        if state.scored[game] == ROUNDS:
            continue
        control = in_control(rules, state, game)
        for seat in range(rules.players):
            hand, tableau = state.board.hands[game, seat], state.board.tableaus[game, seat]
            two = takes_two(rules, state, game, seat, seat == control)
            if seat == control:
                counter, move, card = sample_with_dummy(counter, hand, tableau, two)
                actions[game, seat] = MOVES * (1 + card) + move
            else:
                counter = next_counter(counter)
                actions[game, seat] = pick(hand, tableau, two, below(lower(mixed(counter)), picks(hand, tableau, two)))
    return counter


def play_out(batch: Batch, seed: int = 0) -> Numbers:
    """Play all games of a batch to the end at random; the final scores, the dummy's last. Changes the batch."""
    actions, counter = np.zeros((len(batch), batch.setup.players), np.int64), seeded(seed)
    while not batch.is_over.all():
        counter = U(_sample(counter, batch.setup.rules, batch.state, actions))  # a kernel returns a Python int
        batch.step(actions)
    return batch.scores
