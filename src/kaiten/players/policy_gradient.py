"""Policy gradient training by self-play (REINFORCE) with Adam, and the fit of the win model that is its baseline. Both games share it."""

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
from kaiten.players.categorical import Weights

GAMES = 1_000
"""In a part of a step."""
RATE = 0.05
"""Learning rate at the start."""
_REFITS, _LOGS = 20, 10
"""Number of fits of the win model in a run, and the logged steps that each uses."""
_FIT_STEPS = 400
_NONE = np.zeros(0)


@dataclass
class Adam:
    """Adam (Kingma and Ba, 2015): gradient ascent by running means of the gradient and of its square."""

    mean: Weights
    square: Weights
    decay: float = 0.9
    square_decay: float = 0.999
    epsilon: float = 1e-8
    gain: float = 1 - 0.9
    square_gain: float = 1 - 0.999
    """Weights of the new gradient: 1 - decay. Given, so that weights stay the same to the last bit."""

    def step(self, gradient: Weights, number: int, rate: float) -> Weights:
        """The change of the weights by step `number`, from 1. The means are changed in place."""
        self.mean[...] = self.decay * self.mean + self.gain * gradient
        self.square[...] = self.square_decay * self.square + self.square_gain * gradient * gradient
        mean, square = self.mean / (1 - self.decay**number), self.square / (1 - self.square_decay**number)
        change: Weights = rate * mean / (np.sqrt(square) + self.epsilon)
        return change


@dataclass
class Training:
    """A run of `steps` steps, each of `parts` times a thousand games, which may be played by several processes.

    The same players, steps, seed and parts give the same weights, whether or not the run was stopped and wherever it was played.
    """

    players: int
    steps: int
    seed: int
    parts: int = 1
    step: int = 0
    weights: Weights = field(default_factory=lambda: _NONE)
    model: Weights = field(default_factory=lambda: _NONE)
    """The win model, by rounds left."""
    mean: Weights = field(default_factory=lambda: _NONE)
    square: Weights = field(default_factory=lambda: _NONE)
    logs: Weights = field(default_factory=lambda: _NONE)
    """Of the last logged steps: by game, round and seat what the game's self-play logs."""
    counters: Words = field(default_factory=lambda: np.zeros(0, np.uint64))
    """Random counter of each part."""

    WEIGHTS: ClassVar[int]
    LOGGED: ClassVar[int]
    """Numbers logged for each seat: points, puddings, and what else is a feature of the game's win model."""
    DUMMIES: ClassVar[int] = 0
    """Seats that are logged beside the players'."""
    FIRST_MODEL: ClassVar[Weights]
    """The win model at the start."""
    SCALE: ClassVar[Weights]
    """Typical sizes of the win model's weights."""

    def __post_init__(self) -> None:
        check_players(self.players)
        if len(self.counters) == 0:
            self.counters = np.array([seeded(self.seed + (part << 32)) for part in range(self.parts)], np.uint64)
            self.weights, self.mean, self.square = np.zeros((3, self.WEIGHTS))
            self.model = self.FIRST_MODEL.copy()
            self.logs = np.zeros((0, 3, self.players + self.DUMMIES, self.LOGGED))

    @property
    def total_games(self) -> int:
        return self.steps * self.parts * GAMES

    @property
    def last_step(self) -> int:
        return self.steps

    @staticmethod
    def features(log: Weights) -> Weights:
        """The features of the win model, by game and seat, from the log of a round: those of `write_logits`, and what else it has."""
        points, puddings, others = np.split(log, (1, 2), axis=-1)
        behind = points - points.max(axis=1, keepdims=True)
        most, fewest = (puddings == end(puddings, axis=1, keepdims=True) for end in (np.max, np.min))
        return np.concatenate([behind, puddings, most, fewest, others], axis=-1)

    def play(self, counter: Word, gradient: Weights, log: Weights) -> Word:
        """Play games and add up the gradient; returns the next counter."""
        raise NotImplementedError

    def play_part(self) -> tuple[Weights, Weights, int]:
        """The gradient, the log and the next counter of the first part of a step. It changes nothing, and may be played again."""
        log, gradient = np.zeros((GAMES, 3, self.players + self.DUMMIES, self.LOGGED)), np.zeros(self.WEIGHTS)
        return gradient, log, int(self.play(U(self.counters[0]), gradient, log))

    def play_step(self, pool: Executor | None = None) -> tuple[Weights, Weights]:
        """The sum of gradients and the log of a step, played here or by a pool of workers."""
        state = replace(self, parts=1, mean=_NONE, square=_NONE, logs=_NONE)
        parts = [replace(state, counters=self.counters[part : part + 1]) for part in range(self.parts)]
        played = map(Training.play_part, parts) if pool is None else pool.map(Training.play_part, parts)
        gradients, logs, counters = zip(*played, strict=True)
        self.counters = np.array(counters, np.uint64)
        total: Weights = np.sum(gradients, axis=0)
        return total, np.concatenate(logs)

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

    def fit_model(self) -> Weights:
        """The maximum-likelihood win model of the logged games after the first and the second round (Adam)."""
        model, won = self.model.copy(), self.logs[:, 2, :, 0]
        for number in range(2):
            features = self.features(self.logs[:, number])
            theta, (mean, square) = model[2 - number] / self.SCALE, np.zeros((2, len(self.SCALE)))
            adam = Adam(mean, square, square_decay=0.99, epsilon=1e-9, gain=0.1, square_gain=0.01)
            for step in range(1, _FIT_STEPS + 1):
                error = won - softmax(features @ (theta * self.SCALE))
                gradient = (error[:, :, None] * features).mean(axis=(0, 1)) * self.SCALE
                theta = theta + adam.step(gradient, step, 0.05)
            model[2 - number] = theta * self.SCALE
        return model

    def save(self, file: Path) -> None:
        """Write a checkpoint."""
        write(file, **vars(self))

    @classmethod
    def resume(cls, file: Path, players: int, steps: int, seed: int, parts: int = 1) -> Self:
        """The run of a checkpoint."""
        try:
            with np.load(file, allow_pickle=False) as found:
                state: dict[str, Any] = {each.name: found[each.name] for each in fields(cls)}
        except (OSError, ValueError, KeyError):
            raise OptionError(f"{file} is no training that was stopped: remove it, or name another file") from None
        run = cls(**{name: array if array.ndim else array.item() for name, array in state.items()})
        if run.weights.shape != (cls.WEIGHTS,) or run.model.shape != cls.FIRST_MODEL.shape:
            raise OptionError(f"{file} is a training of another kind: say the same, or remove it")
        if (run.players, run.steps, run.seed, run.parts) != (players, steps, seed, parts):
            kind = f"{run.players} players with {run.steps} steps, seed {run.seed} and {run.parts} parts"
            raise OptionError(f"{file} is a training for {kind}: say the same, or remove it")
        return run

    def export(self, file: Path, card: dict[str, Any]) -> None:
        """Write the weights as bots load them, with a card that says where they come from."""
        write(file, weights=self.weights.astype(np.float32), model=self.model, card=json.dumps(card))


def write(file: Path, **arrays: Any) -> None:
    """Write arrays to a file that is complete or not there."""
    part = file.with_name(file.name + ".new")
    with part.open("wb") as out:
        np.savez_compressed(out, **arrays)
    part.replace(file)


def softmax(logits: Weights) -> Weights:
    """Probabilities by row."""
    odds: Weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    odds /= odds.sum(axis=1, keepdims=True)
    return odds
