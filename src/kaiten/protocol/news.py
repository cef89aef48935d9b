"""Public news of a table, in order, for clients that show it, read it aloud, or catch up after a reconnect."""

from kaiten.protocol.commands import Phrase
from kaiten.protocol.sushi_go import RevealedNews
from kaiten.protocol.sushi_roll import ActedNews
from kaiten.protocol.wire import Wire


class SatNews(Wire, frozen=True, tag="sat"):
    """A player took a seat; `bot` is the level of a bot, null for a person."""

    seat: int
    name: str
    bot: str | None


class FreedNews(Wire, frozen=True, tag="freed"):
    """A seat is free again."""

    seat: int


class RenamedNews(Wire, frozen=True, tag="renamed"):
    """The player of a seat changed their name."""

    seat: int
    name: str


class HostNews(Wire, frozen=True, tag="host"):
    """The player of this seat is host now; null while there is none."""

    seat: int | None


class StartedNews(Wire, frozen=True, tag="started"):
    """The game began."""


class HandedOverNews(Wire, frozen=True, tag="handed-over"):
    """A bot plays on for the player of a seat, who left or was late."""

    seat: int


class TakenBackNews(Wire, frozen=True, tag="taken-back"):
    """The player of a seat plays again."""

    seat: int


class AgreedNews(Wire, frozen=True, tag="agreed"):
    """The player of a seat agreed to `more-time`, `end-game` or `hand-over N`."""

    seat: int
    what: str


class SaidNews(Wire, frozen=True, tag="said"):
    """The player of a seat said a preset phrase."""

    seat: int
    phrase: Phrase


class EndedNews(Wire, frozen=True, tag="ended"):
    """The game was stopped before its end."""

    why: str


class RematchNews(Wire, frozen=True, tag="rematch"):
    """The next game of the same people is at this table."""

    table: str


News = (
    SatNews
    | FreedNews
    | RenamedNews
    | HostNews
    | StartedNews
    | RevealedNews
    | ActedNews
    | HandedOverNews
    | TakenBackNews
    | AgreedNews
    | SaidNews
    | EndedNews
    | RematchNews
)
