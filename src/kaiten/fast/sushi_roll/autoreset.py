"""Chance for a batch: dice out of the bag, dice that fall, and new games in the place of those that are over."""

from collections.abc import Callable
from functools import cache

from kaiten.fast.chance import below, lower, mixed, next_counter, seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import NOTHING, Numbers, U, Word, Words
from kaiten.fast.rewards import Earned, Flags, Rewards, earn
from kaiten.fast.sushi_roll.batch import Batch, blank
from kaiten.fast.sushi_roll.constants import BITS, DICE, ROUNDS, START_CHOPSTICKS, START_MENUS
from kaiten.fast.sushi_roll.random_games import IN_THE_BAG, rerolled
from kaiten.sushi_roll.tables import DICE_EACH


@cache
def roller(players: int) -> Callable[..., Word]:
    """The kernel that fills belts from the bag where that is owed and lets all dice in the air fall, as `play.settle`.

    It returns the counter for the next. Unchecked.

    Compared by test_sushi_roll_vector.
    """
    each = DICE_EACH[players]

    @kernel
    def fall(counter: Word, belts: Words, sizes: Numbers, rolling: Numbers, bagged: Numbers) -> Word:
        bag = DICE.copy()
        for game in range(len(bagged)):
            if bagged[game]:
                # A bag that was drawn from needs no reset: any order of it is as good.
                bagged[game] = place = 0
                for seat in range(players):
                    belt = NOTHING
                    for die in range(each):
                        counter = next_counter(counter)
                        other = place + below(lower(mixed(counter)), IN_THE_BAG - place)
                        kind = bag[other]
                        bag[other] = bag[place]
                        bag[place] = kind
                        belt |= U(kind) << U(BITS * die)
                        place += 1
                    belts[game, seat], sizes[game, seat], rolling[game, seat] = belt, each, (1 << each) - 1
            for seat in range(players):
                if rolling[game, seat]:
                    counter = next_counter(counter)
                    belts[game, seat] = rerolled(
                        belts[game, seat], sizes[game, seat], rolling[game, seat], mixed(counter)
                    )
                    rolling[game, seat] = 0
        return counter

    return fall


@cache
def renewer(players: int) -> Callable[..., Word]:
    """The kernel that writes down what an action brought, and begins games anew that are over. Unchecked.

    It returns the counter for the next.

    Compared by test_sushi_roll_vector.
    """

    @kernel
    def renew(
        counter: Word,
        scores: Numbers,
        menus: Numbers,
        chopsticks: Numbers,
        puddings: Numbers,
        red: Numbers,
        rounds: Numbers,
        scored: Numbers,
        bagged: Numbers,
        rewards: Rewards,
        ended: Flags,
        final: Numbers,
        before: Numbers,
    ) -> Word:
        for game in range(len(red)):
            over = scored[game] == ROUNDS
            earn(scores, rewards, ended, final, before, game, players, players, over)
            if not over:
                continue
            counter = next_counter(counter)
            red[game] = below(lower(mixed(counter)), players)
            rounds[game], scored[game], bagged[game] = 1, 0, 1
            for seat in range(players):
                menus[game, seat], chopsticks[game, seat] = START_MENUS, START_CHOPSTICKS
                scores[game, seat] = puddings[game, seat] = 0
        return counter

    return renew


class Dealer:
    """Chance from a seed, for the games of a batch."""

    def __init__(self, seed: int) -> None:
        self._counter = seeded(seed)

    def begin(self, players: int, games: int) -> Batch:
        """So many games, with dice on the belts."""
        batch = blank(players, games)
        batch.scored[:] = ROUNDS
        self.renew(batch, Earned.nothing(games, players, players))
        self.settle(batch)
        return batch

    def settle(self, batch: Batch) -> None:
        """Fill belts from the bag where that is owed, and let all dice in the air fall."""
        # A word comes back from a kernel as a number of Python's.
        self._counter = U(roller(batch.players)(self._counter, batch.belts, batch.sizes, batch.rolling, batch.bagged))

    def renew(self, batch: Batch, earned: Earned) -> None:
        """Write down what the last action brought, and begin anew what is over; `settle` rolls the dice.

        The trays of past rounds are left as they are, and count for nothing in a new game.
        """
        counter = renewer(batch.players)(
            self._counter,
            batch.scores,
            batch.menus,
            batch.chopsticks,
            batch.puddings,
            batch.red,
            batch.rounds,
            batch.scored,
            batch.bagged,
            earned.rewards,
            earned.ended,
            earned.final,
            earned.before,
        )
        self._counter = U(counter)
