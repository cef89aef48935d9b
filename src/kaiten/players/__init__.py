"""Bots. What a bot gets is a View, never a State; it is a pure function of the view and a random source.

Three for both games: `random` plays anything, `greedy` wants points now, `regular` has plans. Three have learned: `policy`,
`search-10` and the `champion`, which need Numba. And five `levels` for people. Imports the games, `kit`, and for those that have
learned `fast`.
"""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any

from kaiten.kit.errors import OptionError, shown
from kaiten.kit.extras import require
from kaiten.players import sushi_go, sushi_roll
from kaiten.players.bot import Bot, random
from kaiten.players.budget import PROMPT, Budget, parse_budget
from kaiten.players.levels import LEVELS, STAND_IN, USUAL, Level

BOTS: dict[str, dict[str, Bot]] = {
    "sushi-go": {"random": random, "greedy": sushi_go.greedy, "regular": sushi_go.regular},
    "sushi-roll": {"random": random, "greedy": sushi_roll.greedy, "regular": sushi_roll.regular},
}
"""For each game its bots by name, the weakest first."""


TRAINED = {game: {"policy": "policy", "search-10": "search_10", "champion": "champion"} for game in BOTS}
"""Bots that have learned, and what they are called in `trained` of their game. They need Numba, and are loaded when asked for."""


def bot_named(game: str, name: str) -> Bot:
    """The bot of a game with this name, or that of a level; the champion with a budget is `champion@5000` or `champion@200ms`."""
    name, at, budget = name.partition("@")
    check_bot(game, name)
    if at:
        if name != "champion":
            raise OptionError(f"bot {shown(name + at + budget)}: only the champion takes a budget")
        return _champion(game, parse_budget(budget))
    if name in LEVELS:
        return LEVELS[name].bot(game, bot_named)
    return BOTS[game][name] if name in BOTS[game] else _trained(game, TRAINED[game][name])


def company(game: str, name: str) -> Bot:
    """The same for people, who wait for it: the champion searches what it has not solved in half a second."""
    if name in LEVELS:
        return LEVELS[name].bot(game, company)
    return _champion(game, PROMPT) if name == "champion" else bot_named(game, name)


def check_bot(game: str, name: str) -> None:
    """OptionError where nobody who plays this game is called so. It loads nothing."""
    if name not in LEVELS and name not in BOTS[game] and name not in TRAINED[game]:
        names = ", ".join([*LEVELS, *BOTS[game], *TRAINED[game]])
        raise OptionError(f"bot {shown(name)} is not known: the bots are {names}")


def has_learned(game: str, name: str, *, dummy: bool = False) -> bool:
    """Whether who plays under this name has learned, so that it takes Numba, and a while until it is loaded."""
    plays = LEVELS[name].who(game, dummy=dummy) if name in LEVELS else name
    return plays in TRAINED[game]


def _champion(game: str, budget: Budget) -> Bot:
    thinks: Callable[..., Any] = _trained(game, "champion")
    return partial(thinks, budget=budget)


@cache
def _trained(game: str, name: str) -> Bot:
    require("fast", f"bot {name.replace('_', '-')!r}")
    module = import_module(f"kaiten.players.{game.replace('-', '_')}.bots")
    bot: Bot = getattr(module, name)
    return bot


__all__ = [
    "BOTS",
    "LEVELS",
    "STAND_IN",
    "TRAINED",
    "USUAL",
    "Bot",
    "Level",
    "bot_named",
    "check_bot",
    "company",
    "has_learned",
]
