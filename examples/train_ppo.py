"""Train a small network for Sushi Go! by self-play with MaskablePPO of sb3-contrib, then evaluate it against the greedy bot.

`make train` installs the dependencies (the extra `train`, with PyTorch) and runs this: a few minutes on two processors.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import kaiten.env  # noqa: F401  (registers the environment)
from kaiten.env.sushi_go_vector import Stepped, SushiGoVector

GREEDY = "kaiten/SushiGo-v1"
MOVES = 96
SCALE = 1 / 10
"""Scale of observations, which are small counts: a network learns best from inputs of about one."""
POINTS = 1 / 10


class AllSeats(VecEnv):  # type: ignore[misc]  # no type stubs
    """A batch of games as a vectorized environment of Stable-Baselines3: each seat of each game is one environment."""

    def __init__(self, games: int, players: int = 2, seed: int = 0) -> None:
        self._seed = seed
        self._batch = SushiGoVector(games, players, seed=seed, version=1)
        row = self._batch.reset(seed).observations.shape[2]
        super().__init__(games * players, spaces.Box(0, 26, (row,), np.float32), spaces.Discrete(MOVES))

    def reset(self) -> np.ndarray:
        return self._seen(self._batch.reset(self._seed))

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        players = self._batch.setup.players
        stepped = self._batch.step(self._actions.reshape(-1, players).astype(np.int64))
        ended = np.repeat(stepped.ended, players)
        seen = self._seen(stepped)
        # Where a game ended, the observation is the first of the next game. No episode is truncated, so no terminal observation is needed.
        infos: list[dict[str, Any]] = [{}] * self.num_envs
        return seen, (stepped.rewards * POINTS).ravel().astype(np.float32), ended, infos

    def _seen(self, stepped: Stepped) -> np.ndarray:
        self._masks = stepped.masks.reshape(self.num_envs, MOVES).astype(np.bool_)
        seen: np.ndarray = stepped.observations.reshape(self.num_envs, -1).astype(np.float32) * np.float32(SCALE)
        return seen

    def env_method(self, method_name: str, *_args: Any, indices: Any = None, **_kwargs: Any) -> Any:
        if (method_name, indices) != ("action_masks", None):
            raise NotImplementedError(method_name)
        return self._masks

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:  # noqa: ARG002  (Stable-Baselines3's)
        return [{"action_masks": True, "render_mode": None}[attr_name]] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:  # noqa: ARG002
        return [False] * self.num_envs

    def close(self) -> None:
        """No resources to release."""


def against_greedy(model: MaskablePPO, games: int) -> tuple[int, int, float]:
    """Games won and drawn, and the mean margin in points, against the greedy bot."""
    env = gymnasium.make(GREEDY, players=2, bots="greedy")
    won = drawn = 0
    margins = 0.0
    for game in range(games):
        seen, info = env.reset(seed=game)
        margin, over = 0.0, False
        while not over:
            row = seen.astype(np.float32) * np.float32(SCALE)
            action, _ = model.predict(row, action_masks=info["action_mask"].astype(np.bool_), deterministic=True)
            seen, reward, over, _, info = env.step(action)
            margin += float(reward)
        won += bool(info["won"] and margin > 0)
        drawn += margin == 0
        margins += margin
    return won, drawn, margins / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=2_000_000, help="training steps: moves of one seat (2000000)")
    parser.add_argument("--games", type=int, default=1_000, help="games against the greedy bot at the end (1000)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    env = AllSeats(games=512, seed=asked.seed)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda left: 1e-3 * left + 1e-5,
        n_steps=60,
        batch_size=8_192,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [256, 128], "activation_fn": torch.nn.ReLU},
        seed=asked.seed,
        device="cpu",
    )
    model.learn(asked.steps, progress_bar=True)
    won, drawn, margin = against_greedy(model, asked.games)
    print(f"{won} of {asked.games} games won against the greedy bot, {drawn} drawn; {margin:+.1f} points a game")


if __name__ == "__main__":
    main()
