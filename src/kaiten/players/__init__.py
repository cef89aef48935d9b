"""Bots. What a bot gets is a View, never a State; it is a pure function of the view and a random source.

Three so far, for both games: `random` plays anything, `greedy` wants points now, `regular` has plans. Imports the games
and `kit`.
"""

from kaiten.kit.errors import OptionError, shown
from kaiten.players import sushi_go, sushi_roll
from kaiten.players.bot import Bot, random

BOTS: dict[str, dict[str, Bot]] = {
    "sushi-go": {"random": random, "greedy": sushi_go.greedy, "regular": sushi_go.regular},
    "sushi-roll": {"random": random, "greedy": sushi_roll.greedy, "regular": sushi_roll.regular},
}
"""For each game its bots by name, the weakest first."""


def bot_named(game: str, name: str) -> Bot:
    """The bot of a game with this name."""
    try:
        return BOTS[game][name]
    except KeyError:
        raise OptionError(f"bot {shown(name)} is not known: the bots are {', '.join(BOTS[game])}") from None


__all__ = ["BOTS", "Bot", "bot_named"]
