"""Games without end, for learners: what each turn brought, and new games in the place of those that are over."""

from collections.abc import Callable
from functools import cache

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import NOTHING, Bytes, Numbers, U, Word, Words
from kaiten.fast.rewards import Earned, Flags, Rewards, earn
from kaiten.fast.sushi_go.batch import Batch, Setup, blank, deal, draw
from kaiten.fast.sushi_go.constants import DECK, NOBODY, ROUNDS
from kaiten.sushi_go.state import Options, hand_size

CARDS = len(DECK)


@cache
def settler(players: int, dummy: int) -> Callable[..., Word]:
    """The kernel that writes down what a turn brought, deals what is over anew, and returns the counter for the next. Unchecked.

    A shuffled deck that is shuffled further needs no reset, and what is never dealt no shuffling.

    Compared by test_sushi_go_vector.
    """
    size, laid = hand_size(Options(dummy=bool(dummy)), players), players + dummy
    used = laid * size * ROUNDS

    @kernel
    def settle(
        counter: Word,
        first_control: int,
        decks: Bytes,
        hands: Words,
        tables: Words,
        nigiri: Numbers,
        scores: Numbers,
        returned: Numbers,
        rounds: Numbers,
        turns: Numbers,
        scored: Numbers,
        starts: Numbers,
        drawn: Numbers,
        rewards: Rewards,
        ended: Flags,
        final: Numbers,
        before: Numbers,
    ) -> Word:
        for game in range(len(turns)):
            over = scored[game] == ROUNDS
            earn(scores, rewards, ended, final, before, game, players, laid, over)
            if not over:
                continue
            for place in range(used):
                counter = next_counter(counter)
                other = place + below(lower(mixed(counter)), CARDS - place)
                card = decks[game, other]
                decks[game, other] = decks[game, place]
                decks[game, place] = card
            rounds[game] = turns[game] = 1
            scored[game], drawn[game] = 0, NOBODY
            for seat in range(laid):
                tables[game, seat] = NOTHING
                nigiri[game, seat] = scores[game, seat] = 0
            for seat in range(players):
                returned[game, seat] = 0
            deal(decks, hands, game, 1, players, laid, size)
            if dummy:
                counter = next_counter(counter)
                start = below(lower(mixed(counter)), players) if first_control == NOBODY else first_control
                starts[game] = start
                draw(decks, hands, drawn, game, 1, 1, start, laid, size)
        return counter

    return settle


class Dealer:
    """Chance from a seed, for the games of a batch."""

    def __init__(self, seed: int) -> None:
        self._counter = seeded(seed)

    def begin(self, setup: Setup, games: int) -> Batch:
        """So many games, dealt."""
        batch = blank(setup, games)
        batch.decks[:] = DECK
        batch.scored[:] = ROUNDS
        self.settle(batch, Earned.nothing(games, setup.players, setup.laid))
        return batch

    def settle(self, batch: Batch, earned: Earned) -> None:
        """Write down what the turn brought, and deal anew what is over.

        The tables of past rounds are left as they are, and count for nothing in a new game.
        """
        setup = batch.setup
        start = setup.options.first_control
        counter = settler(*setup.kind)(
            self._counter,
            NOBODY if start is None else start,
            batch.decks,
            batch.hands,
            batch.tables,
            batch.nigiri,
            batch.scores,
            batch.returned,
            batch.rounds,
            batch.turns,
            batch.scored,
            batch.starts,
            batch.drawn,
            earned.rewards,
            earned.ended,
            earned.final,
            earned.before,
        )
        self._counter = U(counter)  # a word comes back from a kernel as a number of Python's
