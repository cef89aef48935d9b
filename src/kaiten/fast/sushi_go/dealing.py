"""New games in the place of those that are over, shuffled inside a kernel."""

from collections.abc import Callable
from functools import cache

import numpy as np

from kaiten.fast.chance import below, lower, mixed, next_counter
from kaiten.fast.compiling import kernel
from kaiten.fast.sushi_go.batch import Batch, Setup, blank, deal
from kaiten.fast.sushi_go.numbers import DECK, NOBODY, ROUNDS
from kaiten.fast.words import NOTHING, Bytes, Numbers, U, Word, Words
from kaiten.kit.errors import OptionError
from kaiten.sushi_go.state import Options, hand_size

CARDS = len(DECK)


@cache
def redealer(players: int) -> Callable[..., Word]:
    """The kernel that shuffles and deals each game that is over anew, and returns the counter for the next. Unchecked.

    A shuffled deck that is shuffled further needs no reset, and what is never dealt no shuffling.
    """
    size = hand_size(Options(), players)
    used = players * size * ROUNDS

    @kernel
    def redeal(
        counter: Word,
        decks: Bytes,
        hands: Words,
        tables: Words,
        nigiri: Numbers,
        scores: Numbers,
        returned: Numbers,
        rounds: Numbers,
        turns: Numbers,
        scored: Numbers,
        drawn: Numbers,
    ) -> Word:
        for game in range(len(turns)):
            if scored[game] < ROUNDS:
                continue
            for place in range(used):
                counter = next_counter(counter)
                other = place + below(lower(mixed(counter)), CARDS - place)
                card = decks[game, other]
                decks[game, other] = decks[game, place]
                decks[game, place] = card
            rounds[game] = turns[game] = 1
            scored[game], drawn[game] = 0, NOBODY
            for seat in range(players):
                tables[game, seat] = NOTHING
                nigiri[game, seat] = scores[game, seat] = returned[game, seat] = 0
            deal(decks, hands, game, 1, players, players, size)
        return counter

    return redeal


class Dealer:
    """Chance from a seed, for the games of a batch without the dummy."""

    def __init__(self, seed: int) -> None:
        self._counter = U(mixed(U(seed)))

    def begin(self, setup: Setup, games: int) -> Batch:
        """So many games, dealt."""
        if setup.dummy:
            raise OptionError("a batch that deals itself has no dummy")
        batch = blank(setup, games)
        batch.decks[:] = DECK
        batch.scored[:] = ROUNDS
        self.again(batch)
        return batch

    def again(self, batch: Batch) -> None:
        """Deal those anew that are over. The tables of their past rounds are left as they are, and count for nothing."""
        self._counter = np.uint64(
            redealer(batch.setup.players)(
                self._counter,
                batch.decks,
                batch.hands,
                batch.tables,
                batch.nigiri,
                batch.scores,
                batch.returned,
                batch.rounds,
                batch.turns,
                batch.scored,
                batch.drawn,
            )
        )
