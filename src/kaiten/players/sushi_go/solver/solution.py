"""Solver: the entry from Python. A position in; out come the value, optimal mixed strategies, and values against an opponent model."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

from kaiten.fast.packed_counts import U
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go import constants as go
from kaiten.players.sushi_go.solver import safe_exploitation
from kaiten.players.sushi_go.solver.position import Position
from kaiten.players.sushi_go.solver.round_solver import LIMIT, SLOT, STORED, VISITED, TranspositionTable, solve_root
from kaiten.players.sushi_go.solver.round_state import MAKI_AT, RoundState
from kaiten.players.sushi_go.solver.safe_exploitation import OpponentModel, exploit, model_replies
from kaiten.players.sushi_go.win_model import BETWEEN_TWO, WinTable
from kaiten.sushi_go import Move, tables
from kaiten.sushi_go.cards import WASABI_RULE, Card, Tableau
from kaiten.sushi_go.scoring import maki_icons, score_alone

SLOTS = 1 << 21
"""Of a transposition table: 64 megabytes."""
NO_LIMIT = 1 << 62
EXPLOIT_SLOTS = 1 << 18
EXPLOIT_LIMIT = EXPLOIT_SLOTS // 2


@dataclass(frozen=True)
class MoveSolution:
    """One of a player's moves: its probability in the optimal mixed strategy, and the player's win probability with it, against the
    opponent's optimal strategy and against the best reply. The latter is 0 where the value is below the best by more than the tolerance."""

    move: Move
    probability: float
    value: float
    security_level: float


@dataclass(frozen=True)
class Solution:
    """An equilibrium: the first player's win probability, and both players' moves, each with its own player's win probabilities."""

    value: float
    mine: tuple[MoveSolution, ...]
    theirs: tuple[MoveSolution, ...]


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
        with self._query(limit, seconds):
            value, game, report = solve_root(pack(position), self._table, tolerance)
        if self.visited > self._table.counters[LIMIT]:
            return None
        mine, theirs = [
            [MoveSolution(codec.move_of(int(game.moves[side, k])), *report[:, side, k].tolist()) for k in range(lines)]
            for side, lines in enumerate((game.rows, game.columns))
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
        query = safe_exploitation.Exploitation(opponent, self._table, self._known)
        replies = reply_probabilities(position, opponent, safe_exploitation.UNLIKELY)
        with self._query(limit, seconds):
            for move, (reply, probability) in product(moves, replies.items()):
                if probability > 0:
                    values[move] += probability * exploit(state, codec.number_of(move), codec.number_of(reply), query)
        given_up = [table.counters[VISITED] > table.counters[LIMIT] for table in (self._table, self._known)]
        return None if any(given_up) else values

    @contextmanager
    def _query(self, limit: int, seconds: float | None) -> Iterator[None]:
        """A query that may visit `limit` positions, and is cancelled after these seconds."""
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


@cache
def shared_solver(model: bytes) -> Solver:
    """The solver that all games of this process share, for a win model given as the bytes of its numbers."""
    return Solver(np.frombuffer(model).reshape(BETWEEN_TWO).copy())


def reply_probabilities(position: Position, opponent: OpponentModel, threshold: float = 0.0) -> dict[Move, float]:
    """The probability of each of the opponent's moves by the model; with a threshold as in `model_replies`."""
    probabilities, moves = model_replies(pack(position), opponent, threshold)
    return dict(zip(map(codec.move_of, moves.tolist()), probabilities.tolist(), strict=True))


def pack(position: Position) -> RoundState:
    """A position as the kernels take it."""
    hand, opponent_hand = [U(codec.word_of(cards)) for cards in position.hands]
    tableau, opponent_tableau = map(_pack_tableau, position.tableaus)
    certain, others = map(score_alone, position.tableaus)
    lead = certain + position.points[0] - others - position.points[1]
    pudding_lead, rounds_left = position.puddings[0] - position.puddings[1], go.ROUNDS - position.round
    cards = len(position.hands[0])
    return RoundState(rounds_left, hand, opponent_hand, tableau, opponent_tableau, lead, pudding_lead, cards)


def _pack_tableau(tableau: Tableau) -> U:
    """A tableau without complete sets, nigiri and used wasabi."""
    rest = [Card.TEMPURA] * (tableau.count(Card.TEMPURA) % tables.TEMPURA_SET)
    rest += [Card.SASHIMI] * (tableau.count(Card.SASHIMI) % tables.SASHIMI_SET)
    rest += [card for card in tableau if card in (Card.DUMPLING, Card.CHOPSTICKS)]
    wasabi = WASABI_RULE.waiting(tableau) * int(go.ONE_OPEN)
    return U(codec.word_of(rest) + (maki_icons(tableau) << int(MAKI_AT)) + wasabi)
