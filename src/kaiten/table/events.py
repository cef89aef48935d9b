"""The event log of a table: the single source of truth, from which its state is rebuilt.

Events are kept as JSON for as long as there are tables, so fields are added with a default and never change their meaning.
`Opened` holds the server seed: events never leave the server as they are.
"""

from kaiten.kit.game import GameName
from kaiten.protocol.commands import Phrase
from kaiten.protocol.sushi_go import SushiGoOptions
from kaiten.protocol.wire import ClockName, Wire


class Opened(Wire, frozen=True, tag="opened"):
    """A table for this game was opened by its host."""

    table: str
    game: GameName
    seats: int
    host: str
    server_seed: str
    options: SushiGoOptions | None = None
    """None for Sushi Roll, which has none."""
    listed: bool = False
    spectators: bool = True
    clock: ClockName = "none"
    code: str = ""
    """The join code that people type to find the table."""


class Sat(Wire, frozen=True, tag="sat"):
    """A player took a seat."""

    seat: int
    player: str
    name: str
    seed: str = ""


class BotSat(Wire, frozen=True, tag="bot-sat"):
    """A bot was put on a seat."""

    seat: int
    level: str
    name: str


class Freed(Wire, frozen=True, tag="freed"):
    """A seat is free again."""

    seat: int


class Renamed(Wire, frozen=True, tag="renamed"):
    """The player of a seat changed their name."""

    seat: int
    name: str


class HostPassed(Wire, frozen=True, tag="host-passed"):
    """Another player is host; if empty, the next player who sits down will be."""

    host: str


class Started(Wire, frozen=True, tag="started"):
    """The game began: the deal follows from the seeds."""


class Chose(Wire, frozen=True, tag="chose"):
    """A seat chose, in notation; in Sushi Go! the last one of a turn counts."""

    seat: int
    move: str


class HandedOver(Wire, frozen=True, tag="handed-over"):
    """A stand-in takes over: a bot plays on for the player of a seat, who left or was late."""

    seat: int
    level: str


class TakenBack(Wire, frozen=True, tag="taken-back"):
    """The player of a seat plays again."""

    seat: int


class Seeded(Wire, frozen=True, tag="seeded"):
    """The player of a seat sent their seed for the deal."""

    seat: int
    seed: str


class Due(Wire, frozen=True, tag="due"):
    """The deadline of this turn, in milliseconds of UTC; null for none."""

    at: int | None


class Agreed(Wire, frozen=True, tag="agreed"):
    """The player of a seat voted for a proposal (`kaiten.table.proposal`), which needs the others too."""

    seat: int
    what: str


class Ended(Wire, frozen=True, tag="ended"):
    """The game was stopped before its end."""

    why: str


class Said(Wire, frozen=True, tag="said"):
    """The player of a seat said a preset phrase, at this moment in milliseconds of UTC."""

    seat: int
    phrase: Phrase
    at: int


class Parted(Wire, frozen=True, tag="parted"):
    """The player of a seat has left for good; a bot has the seat from now on."""

    seat: int
    level: str


class Rematched(Wire, frozen=True, tag="rematched"):
    """The rematch of the same people is at another table."""

    table: str


Event = (
    Opened
    | Sat
    | BotSat
    | Freed
    | Renamed
    | Seeded
    | HostPassed
    | Started
    | Chose
    | HandedOver
    | TakenBack
    | Due
    | Agreed
    | Ended
    | Said
    | Parted
    | Rematched
)
