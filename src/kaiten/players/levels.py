"""Five levels for people, from a beginner to the champion: names, ratings, and how each of them plays.

Weaker means noisier, not random: a level rates the moves as `regular` does, and samples among those that look nearly as good. The
weaker ones also forget passed hands and ignore what they pass on. `python -m bench.levels` measures the ratings given here.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from kaiten import sushi_go as cards
from kaiten import sushi_roll as dice
from kaiten.kit.chance import RandomSource
from kaiten.kit.game import GameName
from kaiten.players.bot import Bot
from kaiten.players.noisy_policy import Noise
from kaiten.players.sushi_go.regular import noisy_regular as noisy_cards
from kaiten.players.sushi_roll.regular import noisy_regular as noisy_dice

Plays = Noise | str
"""How a level plays: as `regular` with noise, or as the bot with this name."""

STAND_IN = "regular"
"""Takes over for a player who leaves or is late, and on a server for a trained bot until it is ready."""
USUAL = "miso"
"""The default opponent."""


@dataclass(frozen=True, slots=True)
class Level:
    """A bot for people."""

    name: str
    """On the wire, on the command line and in logs: it never changes."""
    title: str
    """What people call it, in every language."""
    character: str
    rating: Mapping[str, int]
    """By game, among the five with two players; 1500 is the middle."""
    plays: Mapping[str, Plays]
    with_dummy: Plays

    @property
    def names(self) -> tuple[str, ...]:
        """Different names for several of them at one table, the same in every language."""
        return self.title, *[f"{self.title}-{ending}" for ending in ("san", "chan", "kun", "sama")]

    def plays_as(self, game: GameName, *, dummy: bool) -> Plays:
        """How it plays this game; the dummy is in Sushi Go! only."""
        return self.with_dummy if dummy else self.plays[game]

    def bot(self, game: GameName, named: Callable[[GameName, str], Bot]) -> Bot:
        """The function that plays this game; `named` gives the bots that are called by a name."""
        usual = _bot(game, self.plays[game], named)
        return partial(_by_variant, usual, _bot(game, self.with_dummy, named)) if game == cards.NAME else usual


def _bot(game: GameName, plays: Plays, named: Callable[[GameName, str], Bot]) -> Bot:
    if isinstance(plays, str):
        return named(game, plays)
    return partial(noisy_cards if game == cards.NAME else noisy_dice, noise=plays)


def _by_variant(usual: Bot, with_dummy: Bot, view: cards.View, source: RandomSource) -> Any:
    return (with_dummy if view.options.dummy else usual)(view, source)


def _by_game(of_cards: Any, of_dice: Any) -> dict[str, Any]:
    return {cards.NAME: of_cards, dice.NAME: of_dice}


_naive = partial(Noise, memory=0, spiteful=False)
_CHARACTERS = {
    "mochi": "Takes whatever looks tasty, and laughs when it goes wrong.",
    "soba": "Knows what scores, forgets what went by, wishes everybody well.",
    "miso": "Has a plan, keeps an eye on the neighbour, and slips now and then.",
    "yuzu": "Sharp-eyed and well practised; seldom leaves you a gift.",
    "toro": "The champion: thinks ahead, and misses nothing.",
}
_RATINGS_AND_PLAYS: dict[str, tuple[tuple[int, int], tuple[Plays, Plays], Plays]] = {
    # Both for Sushi Go! and Sushi Roll; last, how it plays with the dummy.
    "mochi": ((588, 839), (_naive(2.2, 6.0), Noise(3.6, 6.0)), _naive(2.6, 6.0)),
    "soba": ((956, 1155), (_naive(0.9, 4.0), Noise(1.7, 5.0)), _naive(1.1, 4.0)),
    "miso": ((1545, 1345), (Noise(0.4, 2.5, memory=1), Noise(0.95, 3.0)), Noise(1.1, 3.0, memory=1)),
    "yuzu": ((2106, 1855), ("policy", "regular"), Noise(0.5, 2.5, memory=2)),
    "toro": ((2959, 2834), ("champion", "champion"), "champion"),
}
LEVELS: Mapping[str, Level] = {
    name: Level(name, name.title(), _CHARACTERS[name], _by_game(*rating), _by_game(*plays), with_dummy)
    for name, (rating, plays, with_dummy) in _RATINGS_AND_PLAYS.items()
}
"""The five by name, the weakest first."""


def listing_text() -> str:
    """The levels as JSON, for `make gen`. Clients have their own words for the characters, in each language."""
    levels = [{"name": level.name, "title": level.title, "rating": dict(level.rating)} for level in LEVELS.values()]
    return json.dumps({"levels": levels, "usual": USUAL}, indent=2) + "\n"
