"""Many games at once, each wherever it is: arrays by game and seat, and the kernel that moves them all on by a turn."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.jit import inlined, kernel
from kaiten.fast.packed_counts import NOTHING, Bytes, Int, Numbers, Words, one
from kaiten.fast.sushi_go.constants import CHOPSTICKS, FIRST, NOBODY, ROUNDS, SECOND
from kaiten.fast.sushi_go.moves import laid as lay
from kaiten.fast.sushi_go.moves import put_down, taken
from kaiten.fast.sushi_go.scoring import add_puddings, end_round
from kaiten.sushi_go.scoring import pudding_loss
from kaiten.sushi_go.state import Options, check_setup, hand_size
from kaiten.sushi_go.tables import DUMMY_PLAYERS


@dataclass(frozen=True, slots=True)
class Setup:
    """How all the games of a batch are played."""

    options: Options
    players: int

    def __post_init__(self) -> None:
        check_setup(self.options, self.players)

    @property
    def size(self) -> int:
        """Turns a round."""
        return hand_size(self.options, self.players)

    @property
    def laid(self) -> int:
        """Tables, the dummy's included."""
        return self.players + self.dummy

    # For kernels, which are compiled for each number of players, with and without the dummy.

    @property
    def kind(self) -> tuple[int, int]:
        return self.players, self.dummy

    @property
    def dummy(self) -> int:
        return int(self.options.dummy)

    @property
    def both(self) -> int:
        return int(self.options.passing == "both")

    @property
    def loss(self) -> int:
        return int(pudding_loss(self.options, self.players))


@dataclass(frozen=True)
class Batch:
    """Games as arrays: the row is the game. Change them by `step` alone."""

    setup: Setup
    decks: Bytes
    """All 108 cards from the top, those already dealt included."""
    hands: Words
    tables: Words
    """What lies before each, puddings of all rounds included; the dummy last."""
    nigiri: Numbers
    """What the nigiri of this round are worth."""
    scores: Numbers
    """Points of the rounds that have been scored, and of puddings when the game is over."""
    returned: Numbers
    """Chopsticks that everybody knows to be in a hand (SG-4)."""
    rounds: Numbers
    turns: Numbers
    scored: Numbers
    """Rounds that have been scored."""
    starts: Numbers
    """Who controls the dummy first."""
    drawn: Numbers
    """The card drawn for the dummy this turn, or NOBODY."""
    past: Words
    """The tables of the scored rounds, as they lay: game, round, seat."""
    past_nigiri: Numbers

    def __len__(self) -> int:
        return len(self.turns)

    def __getitem__(self, games: Numbers) -> "Batch":
        """These games, each as often as it is named, in arrays of their own."""
        return Batch(self.setup, *[array[games] for array in self.arrays])  # type: ignore[arg-type]

    def step(self, moves: Numbers, given: Numbers | None = None) -> None:
        """Everybody's move, by game and seat, as numbers of moves; `given` is the dummy's card. Unchecked.

        Games that are over stay as they are.
        """
        setup = self.setup
        cards = self.drawn if given is None else given  # where there is no dummy nobody looks at them
        stepper(*setup.kind)(setup.both, setup.loss, moves, cards, *self.arrays)

    @property
    def arrays(self) -> tuple[NDArray[np.generic], ...]:
        return (
            self.decks,
            self.hands,
            self.tables,
            self.nigiri,
            self.scores,
            self.returned,
            self.rounds,
            self.turns,
            self.scored,
            self.starts,
            self.drawn,
            self.past,
            self.past_nigiri,
        )


def blank(setup: Setup, games: int) -> Batch:
    """Room for so many games."""
    players, laid = setup.players, setup.laid
    return Batch(
        setup=setup,
        decks=np.zeros((games, 108), np.uint8),
        hands=np.zeros((games, players), np.uint64),
        tables=np.zeros((games, laid), np.uint64),
        nigiri=np.zeros((games, laid), np.int64),
        scores=np.zeros((games, laid), np.int64),
        returned=np.zeros((games, players), np.int64),
        rounds=np.ones(games, np.int64),
        turns=np.ones(games, np.int64),
        scored=np.zeros(games, np.int64),
        starts=np.zeros(games, np.int64),
        drawn=np.full(games, NOBODY, np.int64),
        past=np.zeros((games, ROUNDS, laid), np.uint64),
        past_nigiri=np.zeros((games, ROUNDS, laid), np.int64),
    )


@inlined
def controller(start: Int, number: Int, turn: Int, size: Int) -> Int:
    """As `state.in_control` (SG-19). Compared by test_lock_step."""
    return (start + (number - 1) * size + turn - 1) % DUMMY_PLAYERS


@inlined
def deal(decks: Bytes, hands: Words, game: Int, number: Int, players: Int, laid: Int, size: Int) -> None:
    """Hands in blocks from the top of the draw pile, as `play._deal` (SG-3). Compared by test_lock_step."""
    top = (number - 1) * laid * size
    for seat in range(players):
        hand = NOTHING
        for place in range(top + seat * size, top + (seat + 1) * size):
            hand += one(np.int64(decks[game, place]))
        hands[game, seat] = hand


@inlined
def draw(
    decks: Bytes, hands: Words, drawn: Numbers, game: Int, number: Int, turn: Int, control: Int, laid: Int, size: Int
) -> None:
    """The top card of the dummy's pile, as `play._draw` (SG-19). Compared by test_lock_step."""
    card = np.int64(decks[game, (number * laid - 1) * size + turn - 1])
    hands[game, control] += one(card)
    drawn[game] = card


@cache
def stepper(players: int, dummy: int) -> Callable[..., None]:
    """The kernel that moves games on by a turn, as `play.choose` for every seat. Unchecked.

    Compared by test_lock_step.
    """
    size, laid = hand_size(Options(dummy=bool(dummy)), players), players + dummy

    @kernel
    def step(
        both: int,
        loss: int,
        moves: Numbers,
        given: Numbers,
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
        past: Words,
        past_nigiri: Numbers,
    ) -> None:
        icons = np.zeros(laid, np.int64)
        for game in range(len(turns)):
            if scored[game] == ROUNDS:
                continue
            number, turn = rounds[game], turns[game]
            control = controller(starts[game], number, turn, size) if dummy else NOBODY
            for seat in range(players):
                move, hand = moves[game, seat], hands[game, seat]
                gone = np.int64(FIRST[move] == CHOPSTICKS) + np.int64(SECOND[move] == CHOPSTICKS)
                if dummy and seat == control:
                    card = given[game]
                    hand -= one(card)
                    gone += card == CHOPSTICKS
                    tables[game, players], nigiri[game, players] = put_down(
                        tables[game, players], nigiri[game, players], card
                    )
                hands[game, seat] = taken(hand, move)
                tables[game, seat], nigiri[game, seat] = lay(tables[game, seat], nigiri[game, seat], move)
                returned[game, seat] = max(0, returned[game, seat] - gone) + (SECOND[move] >= 0)
            drawn[game] = NOBODY
            if turn < size:
                turn += 1
                if both and number == 2:
                    hand, known = hands[game, 0], returned[game, 0]
                    for seat in range(players - 1):
                        hands[game, seat] = hands[game, seat + 1]
                        returned[game, seat] = returned[game, seat + 1]
                    hands[game, players - 1], returned[game, players - 1] = hand, known
                else:
                    hand, known = hands[game, players - 1], returned[game, players - 1]
                    for seat in range(players - 1, 0, -1):
                        hands[game, seat] = hands[game, seat - 1]
                        returned[game, seat] = returned[game, seat - 1]
                    hands[game, 0], returned[game, 0] = hand, known
                turns[game] = turn
            else:
                for seat in range(laid):
                    past[game, number - 1, seat] = tables[game, seat]
                    past_nigiri[game, number - 1, seat] = nigiri[game, seat]
                end_round(tables, nigiri, scores, icons, game, laid)
                for seat in range(players):
                    returned[game, seat] = 0
                scored[game] += 1
                if scored[game] == ROUNDS:
                    add_puddings(tables, scores, game, laid, loss)
                    continue
                number, turn = number + 1, 1
                rounds[game], turns[game] = number, turn
                deal(decks, hands, game, number, players, laid, size)
            if dummy:
                control = controller(starts[game], number, turn, size)
                draw(decks, hands, drawn, game, number, turn, control, laid, size)

    return step


@cache
def dealer(players: int, dummy: int) -> Callable[..., None]:
    """The kernel that deals the first round from decks that lie there shuffled, as `play.settle`. Unchecked.

    Compared by test_lock_step.
    """
    size, laid = hand_size(Options(dummy=bool(dummy)), players), players + dummy

    @kernel
    def first_deal(decks: Bytes, hands: Words, starts: Numbers, drawn: Numbers) -> None:
        for game in range(len(decks)):
            deal(decks, hands, game, 1, players, laid, size)
            if dummy:
                draw(decks, hands, drawn, game, 1, 1, starts[game], laid, size)

    return first_deal


def dealt(setup: Setup, decks: Bytes, starts: Numbers | None = None) -> Batch:
    """Games that begin with these decks, a row each, and with these seats in control of the dummy."""
    batch = blank(setup, len(decks))
    batch.decks[:] = decks
    if starts is not None:
        batch.starts[:] = starts
    dealer(*setup.kind)(batch.decks, batch.hands, batch.starts, batch.drawn)
    return batch
