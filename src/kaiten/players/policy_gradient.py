"""Learning to play from nothing: what both games share. Each game says how games are played, and how they stood on the way."""

import json
from concurrent.futures import Executor
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from kaiten.fast.chance import seeded
from kaiten.fast.packed_counts import U, Word, Words
from kaiten.kit.errors import OptionError
from kaiten.kit.seats import check_players

Floats = NDArray[np.float64]

GAMES = 1_000
"""In a part of a step."""
PACE = 0.05
_FIRST, _SECOND, _TINY = 0.9, 0.999, 1e-8
_REFITS, _LOGS = 20, 10
"""How often the chance to win is fitted anew on the way, and to how many steps' games."""
_FITS = 400
"""Steps towards the model that fits."""
_NONE = np.zeros(0)


@dataclass
class Training:
    """A run of so many steps of a thousand games, or of several thousand, which may be played in several places at once.

    The same players, steps, seed and parts give the same weights, stopped on the way or not, and wherever they were played.
    """

    players: int
    steps: int
    seed: int
    parts: int = 1
    """Of a step, a thousand games each."""
    step: int = 0
    weights: Floats = field(default_factory=lambda: _NONE)
    model: Floats = field(default_factory=lambda: _NONE)
    mean: Floats = field(default_factory=lambda: _NONE)
    square: Floats = field(default_factory=lambda: _NONE)
    logs: Floats = field(default_factory=lambda: _NONE)
    """How games went, of the last steps that were kept: step and game, round, seat, and what there was."""
    counters: Words = field(default_factory=lambda: np.zeros(0, np.uint64))
    """Where the chance of each part goes on."""

    WEIGHTS: ClassVar[int]
    LOGGED: ClassVar[int]
    """Numbers for each seat."""
    SCALE: ClassVar[Floats]
    """How large the weights of the chance to win are, more or less."""

    def __post_init__(self) -> None:
        check_players(self.players)
        if len(self.counters) == 0:
            self.counters = np.array([seeded(self.seed + (part << 32)) for part in range(self.parts)], np.uint64)
            self.weights, self.mean, self.square = (np.zeros(self.WEIGHTS) for _ in range(3))
            self.model = self.first_model()
            self.logs = np.zeros((0, 3, self.rows, self.LOGGED))

    @property
    def total(self) -> int:
        """Games in the end."""
        return self.steps * self.parts * GAMES

    @property
    def last(self) -> int:
        """The step after which there is nothing to do."""
        return self.steps

    @property
    def rows(self) -> int:
        """Of the log of a game: one for each player, and for a dummy."""
        return self.players

    @staticmethod
    def first_model() -> Floats:
        """A guess to begin with."""
        raise NotImplementedError

    @staticmethod
    def seen(log: Floats) -> Floats:
        """What the chance to win looks at, by game and seat, from what was logged after a round."""
        raise NotImplementedError

    def play(self, counter: Word, gradient: Floats, log: Floats) -> Word:
        """Play games, add up the gradient; the counter for the next."""
        raise NotImplementedError

    def played(self) -> tuple[Floats, Floats, int]:
        """The first part of a step: its gradient, its log, and where chance goes on. It changes nothing, and may be played anew."""
        log, gradient = np.zeros((GAMES, 3, self.rows, self.LOGGED)), np.zeros(self.WEIGHTS)
        counter = self.play(U(self.counters[0]), gradient, log)
        return gradient, log, int(counter)

    def games(self, pool: Executor | None = None) -> tuple[Floats, Floats]:
        """The games of a step, here or by a pool of workers: the sum of their gradients, and their log."""
        parts = [
            replace(self, parts=1, mean=_NONE, square=_NONE, logs=_NONE, counters=self.counters[part : part + 1])
            for part in range(self.parts)
        ]
        if pool is None:
            done = [part.played() for part in parts]
        else:
            done = [future.result() for future in [pool.submit(_played, part) for part in parts]]
        self.counters = np.array([counter for _, _, counter in done], np.uint64)
        total: Floats = np.sum([gradient for gradient, _, _ in done], axis=0)
        return total, np.concatenate([log for _, log, _ in done])

    def advance(self, pool: Executor | None = None) -> None:
        """One step: games, and the weights moved (Adam, slower and slower)."""
        gradient, log = self.games(pool)
        gradient /= GAMES * self.parts * self.players
        self.step += 1
        self.mean = _FIRST * self.mean + (1 - _FIRST) * gradient
        self.square = _SECOND * self.square + (1 - _SECOND) * gradient * gradient
        mean, square = self.mean / (1 - _FIRST**self.step), self.square / (1 - _SECOND**self.step)
        pace = PACE * (1 - self.step / self.steps) + PACE / 50
        self.weights = self.weights + pace * mean / (np.sqrt(square) + _TINY)
        if self.step % max(1, self.steps // (_REFITS * _LOGS)) == 0:
            self.logs = np.concatenate([self.logs, log])[-_LOGS * len(log) :]
            if self.step % max(1, self.steps // _REFITS) == 0:
                self.model = self.fitted()

    def fitted(self) -> Floats:
        """The chance to win that fits games best, by how they stood after the first and the second round."""
        found, won, scale = self.model.copy(), self.logs[:, 2, :, 0], self.SCALE
        for number in range(2):
            seen = self.seen(self.logs[:, number])
            theta = found[2 - number] / scale
            mean, square = np.zeros(len(scale)), np.zeros(len(scale))
            for step in range(1, _FITS + 1):
                worth = seen @ (theta * scale)
                chance = np.exp(worth - worth.max(axis=1, keepdims=True))
                chance /= chance.sum(axis=1, keepdims=True)
                gradient = ((won - chance)[:, :, None] * seen).mean(axis=(0, 1)) * scale
                mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient * gradient
                theta = theta + 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
            found[2 - number] = theta * scale
        return found

    def keep(self, file: Path) -> None:
        """All that it takes to go on, in a file that is whole or not there."""
        with_numbers: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        write(file, **with_numbers)

    @classmethod
    def kept(cls, file: Path, players: int, steps: int, seed: int, parts: int = 1) -> Self:
        """A run that was stopped."""
        try:
            with np.load(file, allow_pickle=False) as found:
                state = {each.name: found[each.name] for each in fields(cls)}
        except (OSError, ValueError, KeyError):
            raise OptionError(f"{file} is no training that was stopped: remove it, or name another file") from None
        for name in ("players", "steps", "seed", "parts", "step"):
            state[name] = int(state[name])
        run = cls(**state)
        if run.weights.shape != (cls.WEIGHTS,) or run.model.shape != cls.first_model().shape:
            raise OptionError(f"{file} is a training of another kind: say the same, or remove it")
        if (run.players, run.steps, run.seed, run.parts) != (players, steps, seed, parts):
            raise OptionError(
                f"{file} is a training for {run.players} players with {run.steps} steps, seed {run.seed} and {run.parts} parts:"
                " say the same, or remove it"
            )
        return run

    def ship(self, file: Path, card: dict[str, Any]) -> None:
        """The weights alone, as players load them, with a card that says where they come from."""
        write(file, weights=self.weights.astype(np.float32), model=self.model, card=json.dumps(card))


def _played(part: Training) -> tuple[Floats, Floats, int]:
    """What a worker does."""
    return part.played()


def write(file: Path, **arrays: Any) -> None:
    part = file.with_name(file.name + ".new")
    with part.open("wb") as out:
        np.savez_compressed(out, **arrays)
    part.replace(file)


def extremes(points: Floats, puddings: Floats) -> list[Floats]:
    """What both games look at: points behind the best, puddings, whether one has the most of them, whether the fewest."""
    return [
        points - points.max(axis=1, keepdims=True),
        puddings,
        puddings == puddings.max(axis=1, keepdims=True),
        puddings == puddings.min(axis=1, keepdims=True),
    ]
