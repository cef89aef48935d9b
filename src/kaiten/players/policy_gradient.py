"""Policy gradient training by self-play: what both games share. A game adds its self-play and the features of its win model."""

import json
from concurrent.futures import Executor
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from kaiten.fast.chance import seeded
from kaiten.fast.packed_counts import U, Word, Words
from kaiten.kit.errors import OptionError
from kaiten.kit.seats import check_players
from kaiten.players.adam import Adam, Floats

GAMES = 1_000
"""In a part of a step."""
RATE = 0.05
"""Learning rate at the start."""
_REFITS, _LOGS = 20, 10
"""How often a run fits the win model again, and to the games of how many steps."""
_FIT_STEPS = 400
_NONE = np.zeros(0)


@dataclass
class Training:
    """A run of `steps` steps; each has `parts` parts of a thousand games, which may be played by several processes.

    The same players, steps, seed and parts give the same weights, whether or not the run was stopped and wherever it was played.
    """

    players: int
    steps: int
    seed: int
    parts: int = 1
    step: int = 0
    weights: Floats = field(default_factory=lambda: _NONE)
    model: Floats = field(default_factory=lambda: _NONE)
    """Of the win probability after a round, by rounds left: the baseline."""
    mean: Floats = field(default_factory=lambda: _NONE)
    square: Floats = field(default_factory=lambda: _NONE)
    logs: Floats = field(default_factory=lambda: _NONE)
    """Of the last logged steps: by game, round and seat what the game's self-play logs."""
    counters: Words = field(default_factory=lambda: np.zeros(0, np.uint64))
    """Random counter of each part."""

    WEIGHTS: ClassVar[int]
    LOGGED: ClassVar[int]
    """Numbers logged for each seat."""
    SCALE: ClassVar[Floats]
    """Typical sizes of the win model's weights."""

    def __post_init__(self) -> None:
        check_players(self.players)
        if len(self.counters) == 0:
            self.counters = np.array([seeded(self.seed + (part << 32)) for part in range(self.parts)], np.uint64)
            self.weights, self.mean, self.square = (np.zeros(self.WEIGHTS) for _ in range(3))
            self.model = self.first_model()
            self.logs = np.zeros((0, 3, self.rows, self.LOGGED))

    @property
    def total_games(self) -> int:
        return self.steps * self.parts * GAMES

    @property
    def last_step(self) -> int:
        return self.steps

    @property
    def rows(self) -> int:
        """Of a round's log: one for each player, and for a dummy."""
        return self.players

    @staticmethod
    def first_model() -> Floats:
        """The win model at the start."""
        raise NotImplementedError

    @staticmethod
    def features(log: Floats) -> Floats:
        """The features of the win model, by game and seat, from the log of a round."""
        raise NotImplementedError

    def play(self, counter: Word, gradient: Floats, log: Floats) -> Word:
        """Play games and add up the gradient; returns the next counter."""
        raise NotImplementedError

    def play_part(self) -> tuple[Floats, Floats, int]:
        """The gradient, the log and the next counter of the first part of a step. It changes nothing, and may be played again."""
        log, gradient = np.zeros((GAMES, 3, self.rows, self.LOGGED)), np.zeros(self.WEIGHTS)
        counter = self.play(U(self.counters[0]), gradient, log)
        return gradient, log, int(counter)

    def play_step(self, pool: Executor | None = None) -> tuple[Floats, Floats]:
        """The sum of gradients and the log of a step, played here or by a pool of workers."""
        parts = [
            replace(self, parts=1, mean=_NONE, square=_NONE, logs=_NONE, counters=self.counters[part : part + 1])
            for part in range(self.parts)
        ]
        if pool is None:
            done = [part.play_part() for part in parts]
        else:
            done = [future.result() for future in [pool.submit(_play_part, part) for part in parts]]
        self.counters = np.array([counter for _, _, counter in done], np.uint64)
        total: Floats = np.sum([gradient for gradient, _, _ in done], axis=0)
        return total, np.concatenate([log for _, log, _ in done])

    def advance(self, pool: Executor | None = None) -> None:
        """One step: play, and move the weights (Adam with a falling learning rate)."""
        gradient, log = self.play_step(pool)
        gradient /= GAMES * self.parts * self.players
        self.step += 1
        rate = RATE * (1 - self.step / self.steps) + RATE / 50
        self.weights = self.weights + Adam(self.mean, self.square).step(gradient, self.step, rate)
        if self.step % max(1, self.steps // (_REFITS * _LOGS)) == 0:
            self.logs = np.concatenate([self.logs, log])[-_LOGS * len(log) :]
            if self.step % max(1, self.steps // _REFITS) == 0:
                self.model = self.fit_model()

    def fit_model(self) -> Floats:
        """The maximum-likelihood win model of the logged games after the first and the second round (Adam)."""
        model, won = self.model.copy(), self.logs[:, 2, :, 0]
        for number in range(2):
            features = self.features(self.logs[:, number])
            theta, zeros = model[2 - number] / self.SCALE, np.zeros((2, len(self.SCALE)))
            adam = Adam(zeros[0], zeros[1], square_decay=0.99, epsilon=1e-9, gain=0.1, square_gain=0.01)
            for step in range(1, _FIT_STEPS + 1):
                error = won - softmax(features @ (theta * self.SCALE))
                gradient = (error[:, :, None] * features).mean(axis=(0, 1)) * self.SCALE
                theta = theta + adam.step(gradient, step, 0.05)
            model[2 - number] = theta * self.SCALE
        return model

    def save(self, file: Path) -> None:
        """Write a checkpoint."""
        state: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        write(file, **state)

    @classmethod
    def resume(cls, file: Path, players: int, steps: int, seed: int, parts: int = 1) -> Self:
        """The run of a checkpoint."""
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

    def export(self, file: Path, card: dict[str, Any]) -> None:
        """Write the weights as bots load them, with a card that says where they come from."""
        write(file, weights=self.weights.astype(np.float32), model=self.model, card=json.dumps(card))


def _play_part(part: Training) -> tuple[Floats, Floats, int]:
    return part.play_part()


def write(file: Path, **arrays: Any) -> None:
    """Write arrays to a file that is complete or not there."""
    part = file.with_name(file.name + ".new")
    with part.open("wb") as out:
        np.savez_compressed(out, **arrays)
    part.replace(file)


def softmax(logits: Floats) -> Floats:
    """Probabilities by row."""
    odds: Floats = np.exp(logits - logits.max(axis=1, keepdims=True))
    odds /= odds.sum(axis=1, keepdims=True)
    return odds


def standing_features(points: Floats, puddings: Floats) -> list[Floats]:
    """The features of `win_model.write_logits`, by game and seat."""
    return [
        points - points.max(axis=1, keepdims=True),
        puddings,
        puddings == puddings.max(axis=1, keepdims=True),
        puddings == puddings.min(axis=1, keepdims=True),
    ]
