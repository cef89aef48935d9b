"""Solver: the entry from Python. A position in; out come the value, optimal mixed strategies, and values against an opponent model."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

import numpy as np

from kaiten.fast.packed_counts import Numbers, U
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go import constants as go
from kaiten.players.sushi_go.policy import MOST_CHOICES
from kaiten.players.sushi_go.solver.position import Position
from kaiten.players.sushi_go.solver.round_solver import LIMIT, SLOT, STORED, VISITED, TranspositionTable, solve_root
from kaiten.players.sushi_go.solver.round_state import MAKI_AT, Matrix, RoundState
from kaiten.players.sushi_go.solver.safe_exploitation import (
    UNLIKELY,
    Exploitation,
    OpponentModel,
    exploit,
    model_replies,
)
from kaiten.players.sushi_go.win_model import BETWEEN_TWO, WinTable
from kaiten.sushi_go import Move, tables
from kaiten.sushi_go.cards import DIP, Card
from kaiten.sushi_go.scoring import maki_icons

SLOTS = 1 << 21
"""Of a transposition table: 64 megabytes."""
NO_LIMIT = 1 << 62
EXPLOIT_SLOTS = 1 << 18
EXPLOIT_LIMIT = EXPLOIT_SLOTS // 2


@dataclass(frozen=True)
class MoveSolution:
    """One of a player's moves."""

    move: Move
    probability: float
    """In the optimal mixed strategy."""
    value: float
    """The player's win probability with it against the opponent's optimal strategy."""
    security_level: float
    """The same against the best reply to it; 0 where the value is below the best by more than the tolerance."""


@dataclass(frozen=True)
class Solution:
    """An equilibrium: optimal mixed strategies of both players."""

    value: float
    """The first player's win probability."""
    mine: tuple[MoveSolution, ...]
    theirs: tuple[MoveSolution, ...]
    """The opponent's moves, with the opponent's win probabilities."""


class Solver:
    """Solves positions, of any game, by one win model. Keeps a transposition table between queries."""

    def __init__(self, model: WinTable, slots: int = SLOTS) -> None:
        self._table, self._known = _new_table(model, slots), _new_table(model, EXPLOIT_SLOTS)

    @property
    def visited(self) -> int:
        """Positions visited for the last query, so far."""
        return int(self._table.counters[VISITED])

    def clear(self) -> None:
        """Empty the transposition table."""
        self._table.slots[:], self._table.counters[STORED] = 0, 0

    def cancel(self) -> None:
        """End the query that another thread has under way: its answer is None."""
        self._table.counters[LIMIT] = 0

    def solve(
        self, position: Position, limit: int = NO_LIMIT, tolerance: float = 0.0, seconds: float | None = None
    ) -> Solution | None:
        """Optimal mixed strategies; exact in the last round, else as exact as the win model.

        None where it takes more than `limit` positions or more than `seconds`. Security levels are found for moves whose value is within
        `tolerance` of the best.
        """
        report, moves = _report()
        with self._query(limit, seconds):
            value, *numbers = solve_root(pack(position), self._table, tolerance, report, moves)
        if _is_over_limit(self._table):
            return None
        mine, theirs = [
            [MoveSolution(codec.move_of(int(moves[side, k])), *map(float, report[:, side, k])) for k in range(number)]
            for side, number in enumerate(numbers)
        ]
        return Solution(float(value), tuple(mine), tuple(theirs))

    def exploit_values(
        self,
        position: Position,
        moves: Sequence[Move],
        opponent: OpponentModel,
        limit: int = NO_LIMIT,
        seconds: float | None = None,
    ) -> dict[Move, float] | None:
        """The win probability of each of these moves against an opponent model, with only safe moves after it. None as in `solve`."""
        state, values = pack(position), dict.fromkeys(moves, 0.0)
        self._known.slots[:], self._known.counters[:] = 0, (0, 0, EXPLOIT_LIMIT)
        query = Exploitation(opponent, self._table, self._known, *_report())
        replies = _replies(state, opponent, UNLIKELY)
        with self._query(limit, seconds):
            for move in moves:
                for reply, probability in replies:
                    if probability > 0:
                        values[move] += probability * exploit(state, codec.number_of(move), reply, query)
        return None if _is_over_limit(self._table) or _is_over_limit(self._known) else values

    @contextmanager
    def _query(self, limit: int, seconds: float | None) -> Iterator[None]:
        """A query that may visit so many positions, and is cancelled after so many seconds."""
        if self._table.counters[STORED] > len(self._table.slots) // 2:
            self.clear()
        self._table.counters[1:] = 0, limit
        timer = None if seconds is None else threading.Timer(seconds, self.cancel)
        if timer:
            timer.start()
        try:
            yield
        finally:
            if timer:
                timer.cancel()
                timer.join()


def _new_table(model: WinTable, slots: int) -> TranspositionTable:
    memory = np.zeros((slots, SLOT), np.uint64)
    return TranspositionTable(model, memory, memory.view(np.float64), np.zeros(3, np.int64))


def _is_over_limit(table: TranspositionTable) -> bool:
    return bool(table.counters[VISITED] > table.counters[LIMIT])


def _report() -> tuple[Matrix, Numbers]:
    """Room for what `solve_root` writes."""
    return np.empty((3, 2, MOST_CHOICES)), np.empty((2, MOST_CHOICES), np.int64)


@cache
def shared_solver(model: bytes) -> Solver:
    """The solver that all games of this process share, for a win model given as the bytes of its numbers."""
    return Solver(np.frombuffer(model).reshape(BETWEEN_TWO).copy())


def reply_probabilities(position: Position, opponent: OpponentModel) -> dict[Move, float]:
    """The probability of each of the opponent's moves by the model."""
    return {codec.move_of(reply): probability for reply, probability in _replies(pack(position), opponent, 0.0)}


def _replies(state: RoundState, opponent: OpponentModel, threshold: float) -> list[tuple[int, float]]:
    probabilities, moves = np.zeros(MOST_CHOICES), np.zeros(MOST_CHOICES, np.int64)
    number = model_replies(state, opponent, threshold, probabilities, moves)
    return [(int(moves[k]), float(probabilities[k])) for k in range(number)]


def pack(position: Position) -> RoundState:
    """A position as the kernels take it."""
    (mine, points), (theirs, others) = [_pack_tableau(position, player) for player in (0, 1)]
    hand, opponent_hand = [U(codec.word_of(cards)) for cards in position.hands]
    lead, pudding_lead = points - others, position.puddings[0] - position.puddings[1]
    rounds_left, cards = go.ROUNDS - position.round, len(position.hands[0])
    return RoundState(rounds_left, hand, opponent_hand, mine, theirs, lead, pudding_lead, cards)


def _pack_tableau(position: Position, player: int) -> tuple[U, int]:
    """A tableau without complete sets, nigiri and used wasabi, and its certain points, those of earlier rounds included."""
    tableau = position.tableaus[player]
    tempura, sashimi, dumplings = [tableau.count(card) for card in (Card.TEMPURA, Card.SASHIMI, Card.DUMPLING)]
    counted = [Card.TEMPURA] * (tempura % tables.TEMPURA_SET) + [Card.SASHIMI] * (sashimi % tables.SASHIMI_SET)
    counted += [card for card in tableau if card in (Card.DUMPLING, Card.CHOPSTICKS)]
    word = codec.word_of(counted) + (maki_icons(tableau) << int(MAKI_AT)) + DIP.waiting(tableau) * int(go.ONE_OPEN)
    sets = go.TEMPURA_POINTS[tempura] + go.SASHIMI_POINTS[sashimi] + go.DUMPLING_POINTS[dumplings]
    return U(word), int(sets) + DIP.score(tableau) + position.points[player]
