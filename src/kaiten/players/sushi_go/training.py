"""Learning to play Sushi Go! from nothing: self-play, and a model of the chance to win that learns from the same games."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from kaiten.fast.chance import seeded
from kaiten.fast.words import U, Word
from kaiten.kit.errors import OptionError
from kaiten.kit.seats import check_players
from kaiten.players.sushi_go.leaning import WEIGHTS, Weights
from kaiten.players.sushi_go.selfplay import player
from kaiten.players.sushi_go.winning import SHAPE, Model
from kaiten.sushi_go.scoring import pudding_loss
from kaiten.sushi_go.state import Options

GAMES = 1_000
"""In a step."""
PACE = 0.05
_FIRST, _SECOND, _TINY = 0.9, 0.999, 1e-8
_REFITS, _LOGS = 20, 10
"""How often the chance to win is fitted anew on the way, and to how many steps' games."""
_SCALE = np.array([0.05, 0.3, 0.3, 0.3])


def first_model() -> Model:
    """A guess to begin with: by rounds left, points, puddings, the most of them, the fewest."""
    model = np.zeros(SHAPE)
    model[2], model[1] = (0.1, 0.12, 0.1, -0.1), (0.15, 0.25, 0.2, -0.2)
    return model


@dataclass
class Training:
    """A run of so many steps of a thousand games. The same seed and number give the same weights, stopped on the way or not."""

    players: int
    steps: int
    seed: int
    step: int = 0
    weights: Weights = field(default_factory=lambda: np.zeros(WEIGHTS))
    model: Model = field(default_factory=first_model)
    mean: Weights = field(default_factory=lambda: np.zeros(WEIGHTS))
    square: Weights = field(default_factory=lambda: np.zeros(WEIGHTS))
    logs: Weights | None = None
    """How games went, of the last steps that were kept: step and game, round, seat, points and puddings."""
    counter: Word = None

    def __post_init__(self) -> None:
        check_players(self.players)
        if self.counter is None:
            self.counter = seeded(self.seed)
        self.counter = U(self.counter)
        if self.logs is None:
            self.logs = np.zeros((0, 3, self.players, 2))

    def advance(self) -> None:
        """One step: a thousand games, and the weights moved (Adam, slower and slower)."""
        log = np.zeros((GAMES, 3, self.players, 2))
        gradient, loss = np.zeros(WEIGHTS), int(pudding_loss(Options(), self.players))
        self.counter = U(player(self.players)(self.counter, self.weights, self.model, 0, loss, gradient, log))
        gradient /= GAMES * self.players
        self.step += 1
        self.mean = _FIRST * self.mean + (1 - _FIRST) * gradient
        self.square = _SECOND * self.square + (1 - _SECOND) * gradient * gradient
        mean, square = self.mean / (1 - _FIRST**self.step), self.square / (1 - _SECOND**self.step)
        pace = PACE * (1 - self.step / self.steps) + PACE / 50
        self.weights = self.weights + pace * mean / (np.sqrt(square) + _TINY)
        if self.step % max(1, self.steps // (_REFITS * _LOGS)) == 0 and self.logs is not None:
            self.logs = np.concatenate([self.logs, log])[-_LOGS * GAMES :]
            if self.step % max(1, self.steps // _REFITS) == 0:
                self.model = fitted(self.logs, self.model)

    def keep(self, file: Path) -> None:
        """All that it takes to go on, in a file that is whole or not there."""
        with_numbers: dict[str, Any] = {name: getattr(self, name) for name in self.__dataclass_fields__}
        _write(file, **with_numbers)

    @classmethod
    def kept(cls, file: Path, players: int, steps: int, seed: int) -> "Training":
        """A run that was stopped."""
        try:
            with np.load(file, allow_pickle=False) as found:
                state = {name: found[name] for name in cls.__dataclass_fields__}
        except (OSError, ValueError, KeyError):
            raise OptionError(f"{file} is no training that was stopped: remove it, or name another file") from None
        for name in ("players", "steps", "seed", "step"):
            state[name] = int(state[name])
        state["counter"] = int(state["counter"])
        run = cls(**state)
        if (run.players, run.steps, run.seed) != (players, steps, seed):
            raise OptionError(
                f"{file} is a training for {run.players} players with {run.steps} steps and seed {run.seed}:"
                " say the same, or remove it"
            )
        return run

    def ship(self, file: Path, card: dict[str, Any]) -> None:
        """The weights alone, as players load them, with a card that says where they come from."""
        _write(file, weights=self.weights.astype(np.float32), model=self.model, card=json.dumps(card))


def _write(file: Path, **arrays: Any) -> None:
    part = file.with_name(file.name + ".new")
    with part.open("wb") as out:
        np.savez_compressed(out, **arrays)
    part.replace(file)


def fitted(log: Weights, model: Model, rounds: int = 400) -> Model:
    """The chance to win that fits games best, by how they stood after the first and the second round."""
    found, won = model.copy(), log[:, 2, :, 0]
    for number in range(2):
        points, puddings = log[:, number, :, 0], log[:, number, :, 1]
        seen = np.stack(
            [
                points - points.max(axis=1, keepdims=True),
                puddings,
                puddings == puddings.max(axis=1, keepdims=True),
                puddings == puddings.min(axis=1, keepdims=True),
            ],
            axis=-1,
        )
        theta = found[2 - number] / _SCALE
        mean, square = np.zeros(4), np.zeros(4)
        for step in range(1, rounds + 1):
            worth = seen @ (theta * _SCALE)
            chance = np.exp(worth - worth.max(axis=1, keepdims=True))
            chance /= chance.sum(axis=1, keepdims=True)
            gradient = ((won - chance)[:, :, None] * seen).mean(axis=(0, 1)) * _SCALE
            mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient * gradient
            theta = theta + 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
        found[2 - number] = theta * _SCALE
    return found
