"""Commands of a player to a table. Each is sent with an idempotency key, an id that the client makes: sending it again changes nothing."""

from typing import Literal

from kaiten.protocol.sushi_go import SushiGoMove
from kaiten.protocol.sushi_roll import SushiRollMove
from kaiten.protocol.wire import Wire


class Sit(Wire, frozen=True, tag="sit"):
    """Take a seat (any free one, if none is named) under a name. `seed` is 16 random bytes in hex for a fair deal, or empty."""

    name: str
    seat: int | None = None
    seed: str = ""


class Leave(Wire, frozen=True, tag="leave"):
    """Give the seat up. In a game that has begun a bot plays on, and the seat can be taken back."""


class Rename(Wire, frozen=True, tag="rename"):
    """Change the name of your seat."""

    name: str


class AddBot(Wire, frozen=True, tag="add-bot"):
    """The host puts a bot of this level on a free seat."""

    seat: int
    level: str


class Remove(Wire, frozen=True, tag="remove"):
    """The host frees a seat before the game."""

    seat: int


class Start(Wire, frozen=True, tag="start"):
    """The host begins, when every seat is taken."""


class Choose(Wire, frozen=True, tag="choose"):
    """A choice for this round and turn; in Sushi Go! it may be changed until the last player has chosen.

    In Sushi Roll, where a turn has several actions, `turn` counts the actions of the round.
    """

    round: int
    turn: int
    move: SushiGoMove | SushiRollMove


class TakeBack(Wire, frozen=True, tag="take-back"):
    """Take your seat back from the bot that plays it."""


class SendSeed(Wire, frozen=True, tag="send-seed"):
    """Send 16 random bytes in hex for a fair deal, before the game; after a rematch too, where the players are seated already."""

    seed: str


class MoreTime(Wire, frozen=True, tag="more-time"):
    """Vote for more time for this turn; it is given when all players who are not away agree."""


class EndGame(Wire, frozen=True, tag="end-game"):
    """Vote to stop the game here; it ends when all players who are not away agree."""


class HandOver(Wire, frozen=True, tag="hand-over"):
    """Vote to let a bot play for an absent player, at tables without a clock; it takes over when all the others agree."""

    seat: int


Phrase = Literal[
    "hello",
    "good-luck",
    "well-played",
    "thank-you",
    "thinking",
    "sorry",
    "yum",
    "one-more",
    "goodbye",
    "smile",
    "laugh",
    "wow",
    "cry",
    "clap",
]
"""The preset phrases of the chat: words first, then faces. Clients translate them."""


class Say(Wire, frozen=True, tag="say"):
    """Say one of the preset phrases to everybody at the table; rate-limited."""

    phrase: Phrase


class Rematch(Wire, frozen=True, tag="rematch"):
    """After the game: a new table for the same people and bots, everybody one seat further to the left."""


Command = (
    Sit | Leave | Rename | AddBot | Remove | Start | Choose | TakeBack | SendSeed | MoreTime | EndGame | HandOver | Say
)
