"""A position of two players, solved: the chance to win, how often to choose what, and what each choice is worth."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.numbers import DUMPLING_POINTS, OPEN_AT, ROUNDS, SASHIMI_POINTS, TEMPURA_POINTS
from kaiten.fast.sushi_go.points import maki_icons
from kaiten.fast.words import U
from kaiten.players.sushi_go.hoping import Expected, Hoped, hopes_by, replies_by
from kaiten.players.sushi_go.leaning import Weights
from kaiten.players.sushi_go.lying import Rest, compact
from kaiten.players.sushi_go.position import Position
from kaiten.players.sushi_go.room import MOST_CHOICES
from kaiten.players.sushi_go.solving import PLACE, Solved, mixtures
from kaiten.players.sushi_go.standing import BETWEEN_TWO, Standing
from kaiten.sushi_go import Move
from kaiten.sushi_go.cards import DIP, Card

REMEMBERED = 1 << 21
"""Positions, and the room that was left between them: 64 megabytes."""
ANY = 1 << 62
"""More positions than there are."""
HOPED = 1 << 18
"""Positions for which it is remembered what one may hope for, and the room between them."""
MOST_HOPED = HOPED // 2


@dataclass(frozen=True)
class Choice:
    """One of a player's choices."""

    move: Move
    often: float
    """How often it should be made."""
    worth: float
    """The player's chance to win by it, when the other plays as well as can be."""
    least: float
    """The same, should the other know of this choice; 0 where it is worth less than the best by more than was to be spared."""


@dataclass(frozen=True)
class Solution:
    """What is best for both."""

    value: float
    """The first player's chance to win."""
    mine: tuple[Choice, ...]
    theirs: tuple[Choice, ...]
    """What the other should do; `worth` is their chance."""


class Memory:
    """Positions that were solved with one model, of any game: a position is worth what it is worth."""

    def __init__(self, model: Standing, size: int = REMEMBERED) -> None:
        self.model = model
        self._places, self._known = np.zeros((size, PLACE), np.uint64), np.zeros(3, np.int64)
        self._solved = Solved(model, self._places, self._places.view(np.float64), self._known)
        self._hopes = np.zeros((HOPED, PLACE), np.uint64)

    @property
    def looked_at(self) -> int:
        """Positions that were looked at for the last question, so far."""
        return int(self._known[1])

    def forget(self) -> None:
        """Everything; what is asked next takes as long as it would have at first."""
        self._places[:], self._known[0] = 0, 0

    def give_up(self) -> None:
        """Answer what is being asked at once, with None; from another thread."""
        self._known[2] = 0

    @contextmanager
    def _bell(self, seconds: float | None) -> Iterator[None]:
        """Gives up when the time is over. It begins when the question has been put: a bell that rings before is not heard."""
        if seconds is None:
            yield
            return
        bell = threading.Timer(seconds, self.give_up)
        bell.start()
        try:
            yield
        finally:
            bell.cancel()
            bell.join()

    def solution(
        self, position: Position, most: int = ANY, spare: float = 0.0, seconds: float | None = None
    ) -> Solution | None:
        """The best mixtures, as far as the chance to win after this round is what the model says; in the last round, exactly.

        None where more positions than `most` would have to be looked at, or it would take longer than `seconds`. Of choices that
        are worth less than the best by more than `spare`, it is not asked what is the least that they get.
        """
        self._begin(most)
        often, worth, least = np.zeros((3, 2, MOST_CHOICES))
        moves = np.zeros((2, MOST_CHOICES), np.int64)
        with self._bell(seconds):
            value, *choices = mixtures(rest_of(position), self._solved, spare, often, worth, least, moves)
        if self._known[1] > self._known[2]:
            return None
        mine, theirs = (_choices(moves[k, :n], often[k], worth[k], least[k]) for k, n in enumerate(choices))
        return Solution(float(value), mine, theirs)

    def hopes(
        self,
        position: Position,
        moves: Sequence[Move],
        weights: Weights,
        share: float,
        most: int = ANY,
        seconds: float | None = None,
    ) -> dict[Move, float] | None:
        """The chance to win by each of these choices, when nothing is given away after it, and the other plays to the end of the round as
        regular does, with this share, or else as a policy with these weights. None as for `solution`, or where too many positions
        would have to be looked at.
        """
        self._begin(most)
        self._hopes[:] = 0
        hoped = Hoped(self._hopes, self._hopes.view(np.float64), np.array([0, MOST_HOPED]))
        numbers, found = np.array([codec.number_of(move) for move in moves]), np.zeros(MOST_CHOICES)
        with self._bell(seconds):
            hopes_by(rest_of(position), Expected(weights, share), self._solved, hoped, numbers, found)
        if self._known[1] > self._known[2] or hoped.asked[0] > hoped.asked[1]:
            return None
        return {move: float(found[k]) for k, move in enumerate(moves)}

    def _begin(self, most: int) -> None:
        """A question for which so many positions may be looked at."""
        if self._known[0] > len(self._places) // 2:
            self.forget()
        self._known[1:] = 0, most


def replied(position: Position, weights: Weights, share: float) -> dict[Move, float]:
    """How likely the other makes each choice, who is regular with this share, or else the policy."""
    likely, moves = np.zeros(MOST_CHOICES), np.zeros(MOST_CHOICES, np.int64)
    number = replies_by(rest_of(position), Expected(weights, share), likely, moves)
    return {codec.move_of(int(moves[k])): float(likely[k]) for k in range(number)}


@cache
def memory_of(model: bytes) -> Memory:
    """The memory that all games of this process share, for a model given as the bytes of its numbers."""
    return Memory(np.frombuffer(model).reshape(BETWEEN_TWO).copy())


def _choices(moves: NDArray[np.int64], *numbers: NDArray[np.float64]) -> tuple[Choice, ...]:
    return tuple([Choice(codec.move_of(int(m)), *[float(each[k]) for each in numbers]) for k, m in enumerate(moves)])


def rest_of(position: Position) -> Rest:
    """A position as the kernels take it."""
    tables = [_table(position, player) for player in (0, 1)]
    return Rest(
        ROUNDS - position.round,
        U(codec.word_of(position.hands[0])),
        U(codec.word_of(position.hands[1])),
        tables[0][0],
        tables[1][0],
        tables[0][1] - tables[1][1],
        position.puddings[0] - position.puddings[1],
        len(position.hands[0]),
    )


def _table(position: Position, player: int) -> tuple[int, int]:
    """What still matters of a table, and the points that are certain so far, those of earlier rounds included."""
    tableau = position.tableaus[player]
    word = codec.table_of(tableau, 0)
    tempura, sashimi, dumplings, chopsticks = (
        tableau.count(card) for card in (Card.TEMPURA, Card.SASHIMI, Card.DUMPLING, Card.CHOPSTICKS)
    )
    table = compact(tempura % 2, sashimi % 3, dumplings, int(maki_icons(U(word))), word >> int(OPEN_AT), chopsticks)
    points = TEMPURA_POINTS[tempura] + SASHIMI_POINTS[sashimi] + DUMPLING_POINTS[dumplings] + DIP.score(tableau)
    return table, int(points) + position.points[player]
