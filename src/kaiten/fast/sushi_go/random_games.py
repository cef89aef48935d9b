"""Whole games from a seed, in which everybody takes one of their legal moves, each as likely."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded, upper
from kaiten.fast.jit import kernel, part
from kaiten.fast.packed_counts import NOTHING, Int, Word, count, held, kth, one, popcount
from kaiten.fast.sushi_go.board import Board, draw_card, give_dummy, new_board, pass_left, pass_right, play_cards
from kaiten.fast.sushi_go.constants import DECK, FIRST, NOBODY, ROUNDS, SECOND
from kaiten.fast.sushi_go.moves import may_take_two, pick, picks
from kaiten.fast.sushi_go.scoring import add_puddings, end_round
from kaiten.sushi_go.scoring import pudding_loss
from kaiten.sushi_go.state import Options, check_setup, hand_size

Scores = NDArray[np.int16]


@part
def random_with_chopsticks(board: Board, seat: Int, bits: Word) -> None:
    """A random move of a seat that may take two cards; a call keeps it out of the loop. Compared by test_lock_step."""
    hand, table = board.hands[0, seat], board.tableaus[0, seat]
    move = pick(hand, table, True, below(bits, picks(hand, table, True)))
    play_cards(board, 0, seat, FIRST[move], SECOND[move])


@part
def random_with_dummy(counter: Word, board: Board, seat: Int, two: Int) -> Word:
    """A random move of the seat in control and a card for the dummy, by rejection: drawn again where the move has used up the card."""
    hand, table = board.hands[0, seat], board.tableaus[0, seat]
    among, kinds = picks(hand, table, two), popcount(held(hand, 1))
    while True:
        counter = next_counter(counter)
        bits = mixed(counter)
        move = pick(hand, table, two, below(lower(bits), among))
        given = kth(held(hand, 1), below(upper(bits), kinds))
        if count(hand, given) > np.int64(FIRST[move] == given) + np.int64(SECOND[move] == given):
            break
    give_dummy(board, 0, seat, given)
    play_cards(board, 0, seat, FIRST[move], SECOND[move])
    return counter


@cache
def random_games(players: int, dummy: int) -> Callable[[Word, int, int, int, Scores], None]:
    """A kernel that plays as many games as `scores` has rows; the dummy's score comes last.

    It is given a counter, whether hands pass both ways, whether the fewest puddings cost points, and who controls the dummy first
    (NOBODY: by lot). Unchecked: `scores` is C-contiguous int16, a column for each table.

    Compared by test_sushi_go.
    """
    size, laid = hand_size(Options(dummy=bool(dummy)), players), players + dummy

    @kernel
    def play(counter: Word, both: int, loss: int, start: int, scores: Scores) -> None:
        icons = np.zeros(laid, np.int64)
        deck, board = DECK.copy(), new_board(players, laid)
        hands, tableaus = board.hands, board.tableaus
        for game in range(len(scores)):
            for seat in range(laid):
                tableaus[0, seat], board.scores[0, seat] = NOTHING, 0
            control = start
            bits = NOTHING
            if start == NOBODY:
                counter = next_counter(counter)
                control = below(lower(mixed(counter)), players)
            dealt = 0
            for number in range(ROUNDS):
                for seat in range(players):
                    hand = NOTHING
                    for _ in range(size):
                        # 64 bits are enough for two cards.
                        if dealt & 1:
                            bits = upper(bits)
                        else:
                            counter = next_counter(counter)
                            bits = mixed(counter)
                        hand += one(draw_card(lower(bits), deck, dealt))
                        dealt += 1
                    hands[0, seat] = hand
                for turn in range(size):
                    if dummy:
                        counter = next_counter(counter)
                        hands[0, control] += one(draw_card(lower(mixed(counter)), deck, dealt))
                        dealt += 1
                    for seat in range(players):
                        if seat & 1:
                            bits = upper(bits)
                        else:
                            counter = next_counter(counter)
                            bits = mixed(counter)
                        hand, table = hands[0, seat], tableaus[0, seat]
                        controls = dummy and seat == control
                        two = may_take_two(size - turn + controls, table, controls)
                        if controls:
                            counter = random_with_dummy(counter, board, seat, two)
                        elif two:
                            random_with_chopsticks(board, seat, lower(bits))
                        else:
                            some = held(hand, 1)
                            play_cards(board, 0, seat, kth(some, below(lower(bits), popcount(some))), NOBODY)
                    if both and number == 1:
                        pass_right(hands, 0, players)
                    else:
                        pass_left(hands, 0, players)
                    control = (control + 1) % players if dummy else control
                end_round(tableaus, board.nigiri, board.scores, icons, 0, laid)
            add_puddings(tableaus, board.scores, 0, laid, loss)
            for seat in range(laid):
                scores[game, seat] = board.scores[0, seat]

    return play


def play_random(options: Options, players: int, games: int, seed: int = 0) -> Scores:
    """The scores of so many random games, the dummy's last. What is drawn follows from the seed, and is in no record."""
    check_setup(options, players)
    scores = np.zeros((games, players + options.dummy), np.int16)
    both, loss = int(options.passing == "both"), int(pudding_loss(options, players))
    start = NOBODY if options.first_control is None else options.first_control
    random_games(players, int(options.dummy))(seeded(seed), both, loss, start, scores)
    return scores
