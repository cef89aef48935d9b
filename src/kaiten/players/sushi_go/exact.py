"""A view of two players in which nothing is hidden, solved: the chance to win, and how often to choose what."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.numbers import DUMPLING_POINTS, OPEN_AT, ROUNDS, SASHIMI_POINTS, TEMPURA_POINTS
from kaiten.fast.sushi_go.points import maki_icons
from kaiten.fast.words import U
from kaiten.kit.errors import OptionError
from kaiten.players.sushi_go.searching import MOST_CHOICES
from kaiten.players.sushi_go.solving import Matrix, compact, mixtures
from kaiten.players.sushi_go.winning import Model
from kaiten.sushi_go import Move, View
from kaiten.sushi_go.cards import DIP, Card

REMEMBERED = 1 << 21
"""Positions, and the room that was left between them."""
_ANY = 1 << 62
"""More positions than there are."""


@dataclass(frozen=True)
class Solution:
    """What is best for both: `mix` of the seat whose view it is, `answer` of the other."""

    value: float
    """The seat's chance to win."""
    mix: dict[Move, float]
    answer: dict[Move, float]


class _Memory:
    """Positions that were solved, of all games: a position is worth what it is worth."""

    def __init__(self) -> None:
        self.keys, self.checks = np.zeros(REMEMBERED, np.uint64), np.zeros(REMEMBERED, np.uint64)
        self.values, self.known = np.zeros(REMEMBERED), np.zeros(3, np.int64)


@cache
def _memory(_model: bytes) -> _Memory:
    return _Memory()


def can_be_solved(view: View) -> bool:
    """Two players, both hands known, no dummy, and a choice to be made."""
    known = all(len(hand.cards) == hand.size for hand in view.hands)
    return view.players == 2 and not view.options.dummy and known and view.outcome is None


def solution(view: View, model: Model) -> Solution:
    """The best mixtures, as far as the chance to win after this round is what the model says; in the last round, exactly."""
    found, _ = _solved(view, model, _ANY)
    return found


def solution_within(view: View, model: Model, most: int) -> Solution | None:
    """The same, or None where more positions than `most` would have to be looked at."""
    found, looked = _solved(view, model, most)
    return found if looked <= most else None


def _solved(view: View, model: Model, most: int) -> tuple[Solution, int]:
    """The best mixtures, if no more than `most` positions were looked at, and how many these were."""
    if not can_be_solved(view):
        raise OptionError("this cannot be solved: it takes two players, no dummy, and both hands known")
    seat = view.seat or 0
    other = 1 - seat
    memory = _memory(model.tobytes())
    if memory.known[0] > REMEMBERED // 2:
        memory.keys[:], memory.known[0] = 0, 0
    memory.known[1:] = 0, most
    mine, points, puddings = _table(view, seat)
    theirs, lost, fewer = _table(view, other)
    mix, answer = np.zeros(MOST_CHOICES), np.zeros(MOST_CHOICES)
    moves, replies = np.zeros(MOST_CHOICES, np.int64), np.zeros(MOST_CHOICES, np.int64)
    value, choices, others = mixtures(
        model,
        ROUNDS - view.round,
        U(codec.word_of(view.hands[seat].cards)),
        U(codec.word_of(view.hands[other].cards)),
        mine,
        theirs,
        points - lost,
        puddings - fewer,
        len(view.hand),
        memory.keys,
        memory.checks,
        memory.values,
        memory.known,
        mix,
        answer,
        moves,
        replies,
    )
    found = Solution(float(value), _mixture(moves[:choices], mix), _mixture(replies[:others], answer))
    return found, int(memory.known[1])


def _mixture(moves: "np.ndarray[tuple[int], np.dtype[np.int64]]", often: Matrix) -> dict[Move, float]:
    return {codec.move_of(int(move)): float(often[k]) for k, move in enumerate(moves)}


def _table(view: View, seat: int) -> tuple[int, int, int]:
    """What still matters of a table, the points that are certain so far, those of earlier rounds included, and puddings."""
    tableau = view.tableaus[seat]
    word = codec.table_of(tableau, 0)
    tempura, sashimi, dumplings, chopsticks = (
        tableau.count(card) for card in (Card.TEMPURA, Card.SASHIMI, Card.DUMPLING, Card.CHOPSTICKS)
    )
    table = compact(tempura % 2, sashimi % 3, dumplings, int(maki_icons(U(word))), word >> int(OPEN_AT), chopsticks)
    points = TEMPURA_POINTS[tempura] + SASHIMI_POINTS[sashimi] + DUMPLING_POINTS[dumplings] + DIP.score(tableau)
    return table, int(points) + sum(scores[seat] for scores in view.rounds), view.puddings[seat]
