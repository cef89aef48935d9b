"""Bots: pure functions from a View, never a State, and a random source to a legal move. Imports the games, `kit` and `fast`.

`random`, `greedy` and `regular` are plain Python. `policy`, `search-10` and `champion` are trained, and need Numba. The map, by role:

- bots: `bot` (the interface), `levels` (five for people, by `noisy_policy`), `budget` (simulations or time for a move), and in
  each game `greedy`, `regular` (by `heuristics`; with noise `noisy_regular`) and `bots` (the trained ones)
- policy: `policy` in each game (features, log-linear), `categorical` (softmax, sampling), `weights` (the trained parameters)
- value: `win_model` (win probability after a round), and each game's own
- search: `sushi_go.mcts` (decoupled UCT), `sushi_go.dummy.ismcts`, `sushi_roll.sequential_halving`, with
  rollouts by the policy (`rollout`), over determinizations (`fast.sushi_go.determinize`)
- solver: `sushi_go.solver` (equilibrium of a two-player round, and the opponent model), `sushi_roll.endgame`
- training: `policy_gradient` (REINFORCE, Adam), `training` in each game (self-play), `sushi_go.fit_win_table`
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from kaiten.kit.errors import OptionError, shown
from kaiten.kit.extras import require
from kaiten.kit.game import GameName
from kaiten.players.bot import Bot, random
from kaiten.players.budget import PROMPT, Budget, parse_budget
from kaiten.players.levels import LEVELS, STAND_IN, USUAL
from kaiten.players.sushi_go.greedy import greedy as greedy_go
from kaiten.players.sushi_go.regular import regular as regular_go
from kaiten.players.sushi_roll.greedy import greedy as greedy_roll
from kaiten.players.sushi_roll.regular import regular as regular_roll

__all__ = ["BOTS", "LEVELS", "STAND_IN", "TRAINED", "USUAL", "bot_named", "check_bot", "is_trained", "prompt_bot"]

BOTS: dict[GameName, dict[str, Bot]] = {
    "sushi-go": {"random": random, "greedy": greedy_go, "regular": regular_go},
    "sushi-roll": {"random": random, "greedy": greedy_roll, "regular": regular_roll},
}
"""The bots of each game by name, the weakest first."""
TRAINED = {game: {"policy": "policy", "search-10": "search_10", "champion": "champion"} for game in BOTS}
"""The trained bots, and their functions in `bots` of their game, which is imported when one is asked for."""


def bot_named(game: GameName, name: str, budget: Budget | None = None) -> Bot:
    """The bot or level with this name. A budget, as in `champion@5000` and `champion@200ms`, limits the champion."""
    name, at, limit = name.partition("@")
    check_bot(game, name)
    if at:
        if name != "champion":
            raise OptionError(f"bot {shown(name + at + limit)}: only the champion takes a budget")
        budget = parse_budget(limit)
    if name in LEVELS:
        return LEVELS[name].bot(game, partial(bot_named, budget=budget))
    if name in BOTS[game]:
        return BOTS[game][name]
    require("fast", f"bot {name!r}")
    module = import_module(f"kaiten.players.{game.replace('-', '_')}.bots")
    bot: Callable[..., Any] = getattr(module, TRAINED[game][name])
    return partial(bot, budget=budget) if budget and name == "champion" else bot


prompt_bot = partial(bot_named, budget=PROMPT)
"""The same for people, who wait: the champion searches what it has not solved in half a second."""


def check_bot(game: GameName, name: str) -> None:
    """OptionError for an unknown name. Nothing is loaded."""
    if name not in LEVELS and name not in BOTS[game] and name not in TRAINED[game]:
        names = ", ".join([*LEVELS, *BOTS[game], *TRAINED[game]])
        raise OptionError(f"bot {shown(name)} is not known: the bots are {names}")


def is_trained(game: GameName, name: str, *, dummy: bool = False) -> bool:
    """Whether this bot or level plays as a trained bot, which needs Numba and takes a while to load."""
    return (LEVELS[name].plays_as(game, dummy=dummy) if name in LEVELS else name) in TRAINED[game]
