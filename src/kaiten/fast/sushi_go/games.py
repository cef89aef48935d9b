"""Whole games from a seed, in which everybody takes one of their legal moves, each as likely."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded, upper
from kaiten.fast.compiling import kernel
from kaiten.fast.sushi_go import numbers
from kaiten.fast.sushi_go.choice import any_with_chopsticks, may_take_two, pick, picks, put_down, taken
from kaiten.fast.sushi_go.choice import laid as lay
from kaiten.fast.sushi_go.numbers import DECK, NOBODY, ROUNDS
from kaiten.fast.sushi_go.points import add_puddings, end_round
from kaiten.fast.words import NOTHING, Word, count, held, kth, one, popcount
from kaiten.sushi_go.scoring import pudding_loss
from kaiten.sushi_go.state import Options, check_setup, hand_size

Scores = NDArray[np.int16]
CARDS = len(DECK)


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
        deck = DECK.copy()
        hands, tables = np.zeros((1, players), np.uint64), np.zeros((1, laid), np.uint64)
        nigiri, points = np.zeros((1, laid), np.int64), np.zeros((1, laid), np.int64)
        icons = np.zeros(laid, np.int64)
        for game in range(len(scores)):
            for seat in range(laid):
                tables[0, seat], points[0, seat] = NOTHING, 0
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
                        # A shuffled deck that is shuffled further needs no reset.
                        place = dealt + below(lower(bits), CARDS - dealt)
                        card = deck[place]
                        deck[place] = deck[dealt]
                        deck[dealt] = card
                        hand += one(np.int64(card))
                        dealt += 1
                    hands[0, seat] = hand
                for turn in range(size):
                    if dummy:
                        counter = next_counter(counter)
                        place = dealt + below(lower(mixed(counter)), CARDS - dealt)
                        card = deck[place]
                        deck[place] = deck[dealt]
                        deck[dealt] = card
                        hands[0, control] += one(np.int64(card))
                        dealt += 1
                    for seat in range(players):
                        if seat & 1:
                            bits = upper(bits)
                        else:
                            counter = next_counter(counter)
                            bits = mixed(counter)
                        hand, table = hands[0, seat], tables[0, seat]
                        controls = dummy and seat == control
                        two = may_take_two(size - turn + controls, table, controls)
                        if not two and not controls:
                            some = held(hand, 1)
                            kind = kth(some, below(lower(bits), popcount(some)))
                            hands[0, seat] = hand - one(kind)
                            tables[0, seat], nigiri[0, seat] = put_down(table, nigiri[0, seat], kind)
                            continue
                        if not controls:
                            hands[0, seat], tables[0, seat], nigiri[0, seat] = any_with_chopsticks(
                                hand, table, nigiri[0, seat], lower(bits)
                            )
                        else:
                            among = picks(hand, table, two)
                            # Each pick and each kind in the hand, and another try where the pick has used up the kind.
                            kinds = popcount(held(hand, 1))
                            while True:
                                counter = next_counter(counter)
                                again = mixed(counter)
                                move = pick(hand, table, two, below(lower(again), among))
                                given = kth(held(hand, 1), below(upper(again), kinds))
                                used = (numbers.FIRST[move] == given) + (numbers.SECOND[move] == given)
                                if count(hand, given) > used:
                                    break
                            hand -= one(given)
                            tables[0, players], nigiri[0, players] = put_down(
                                tables[0, players], nigiri[0, players], given
                            )
                            hands[0, seat] = taken(hand, move)
                            tables[0, seat], nigiri[0, seat] = lay(table, nigiri[0, seat], move)
                    if both and number == 1:
                        last = hands[0, 0]
                        for seat in range(players - 1):
                            hands[0, seat] = hands[0, seat + 1]
                        hands[0, players - 1] = last
                    else:
                        last = hands[0, players - 1]
                        for seat in range(players - 1, 0, -1):
                            hands[0, seat] = hands[0, seat - 1]
                        hands[0, 0] = last
                    control = (control + 1) % players if dummy else control
                end_round(tables, nigiri, points, icons, 0, laid)
            add_puddings(tables, points, 0, laid, loss)
            for seat in range(laid):
                scores[game, seat] = points[0, seat]

    return play


def play_random(options: Options, players: int, games: int, seed: int = 0) -> Scores:
    """The scores of so many random games, the dummy's last. What is drawn follows from the seed, and is in no record."""
    check_setup(options, players)
    scores = np.zeros((games, players + options.dummy), np.int16)
    both, loss = int(options.passing == "both"), int(pudding_loss(options, players))
    start = NOBODY if options.first_control is None else options.first_control
    random_games(players, int(options.dummy))(seeded(seed), both, loss, start, scores)
    return scores
