"""Five levels for people, from a cheerful beginner to the champion: who they are, and how each of them plays.

Weaker means less sure, not random: a level knows what `regular` knows of each choice, and now and then takes one that looks nearly
as good. The weaker ones also forget the hands that went by, and do not mind what they hand on. `python -m bench.levels` measures
them, and prints the ratings that stand here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from kaiten import sushi_go as cards
from kaiten import sushi_roll as dice
from kaiten.kit.chance import RandomSource
from kaiten.players.bot import Bot
from kaiten.players.noisy_policy import Manner
from kaiten.players.sushi_go.noisy_regular import wavering as cards_wavering
from kaiten.players.sushi_roll.noisy_regular import wavering as dice_wavering

Plays = Manner | str
"""How a level plays: in a manner of its own, or as the bot with this name does."""

STAND_IN = "regular"
"""The stand-in: takes over for a player who leaves or is late, and on a server for a trained bot until it is ready."""


@dataclass(frozen=True, slots=True)
class Level:
    """Somebody to play against."""

    name: str
    """On the wire, on the command line and in logs: for good."""
    title: str
    """What people call them, in every language."""
    character: str
    rating: Mapping[str, int]
    """By game, among the five with two players; 1500 is the middle."""
    plays: Mapping[str, Plays]
    with_dummy: Plays

    @property
    def names(self) -> tuple[str, ...]:
        """What several of them are called at one table: different names, the same in every language."""
        return self.title, *[f"{self.title}-{ending}" for ending in ("san", "chan", "kun", "sama")]

    def who(self, game: str, *, dummy: bool) -> Plays:
        """How it plays this game; the dummy is in Sushi Go! only."""
        return self.with_dummy if dummy else self.plays[game]

    def bot(self, game: str, named: Callable[[str, str], Bot]) -> Bot:
        """The function that plays this game; `named` gives the bots that are called by a name."""
        usual = _bot(game, self.plays[game], named)
        return partial(_by_variant, usual, _bot(game, self.with_dummy, named)) if game == cards.NAME else usual


def _bot(game: str, plays: Plays, named: Callable[[str, str], Bot]) -> Bot:
    if isinstance(plays, str):
        return named(game, plays)
    return partial(cards_wavering if game == cards.NAME else dice_wavering, manner=plays)


def _by_variant(usual: Bot, with_dummy: Bot, view: cards.View, source: RandomSource) -> Any:
    return (with_dummy if view.options.dummy else usual)(view, source)


def _by_game(of_cards: Any, of_dice: Any) -> dict[str, Any]:
    return {cards.NAME: of_cards, dice.NAME: of_dice}


_ALL = (
    Level(
        "mochi",
        "Mochi",
        "Takes whatever looks tasty, and laughs when it goes wrong.",
        _by_game(588, 839),
        _by_game(Manner(2.2, 6.0, memory=0, spiteful=False), Manner(3.6, 6.0)),
        Manner(2.6, 6.0, memory=0, spiteful=False),
    ),
    Level(
        "soba",
        "Soba",
        "Knows what scores, forgets what went by, wishes everybody well.",
        _by_game(956, 1155),
        _by_game(Manner(0.9, 4.0, memory=0, spiteful=False), Manner(1.7, 5.0)),
        Manner(1.1, 4.0, memory=0, spiteful=False),
    ),
    Level(
        "miso",
        "Miso",
        "Has a plan, keeps an eye on the neighbour, and slips now and then.",
        _by_game(1545, 1345),
        _by_game(Manner(0.4, 2.5, memory=1), Manner(0.95, 3.0)),
        Manner(1.1, 3.0, memory=1),
    ),
    Level(
        "yuzu",
        "Yuzu",
        "Sharp-eyed and well practised; seldom leaves you a gift.",
        _by_game(2106, 1855),
        _by_game("policy", "regular"),
        Manner(0.5, 2.5, memory=2),
    ),
    Level(
        "toro",
        "Toro",
        "The champion: thinks ahead, and misses nothing.",
        _by_game(2959, 2834),
        _by_game("champion", "champion"),
        "champion",
    ),
)

LEVELS: Mapping[str, Level] = {level.name: level for level in _ALL}
"""The five by name, the weakest first."""

USUAL = "miso"
"""Whom somebody plays against who has not said whom."""
