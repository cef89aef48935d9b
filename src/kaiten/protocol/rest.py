"""Bodies of HTTP requests and responses: identity, tables, games played."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from kaiten.kit.game import GameName
from kaiten.protocol.messages import Id
from kaiten.protocol.sushi_go import SushiGoOptions
from kaiten.protocol.wire import ClockName, Wire

Keep = Literal["cookie", "token"]


class Problem(Wire, frozen=True):
    """Why a request was refused: `code` is for programs, `message` for people."""

    code: str
    message: str


class NewPlayer(Wire, frozen=True):
    """Create a guest identity. A browser gets the token as an HttpOnly cookie; a program asks for the token itself."""

    keep: Keep = "cookie"


class Identity(Wire, frozen=True):
    """Your identity. The token is sent once, and only on request."""

    player: str
    token: str | None = None


class NewTable(Wire, frozen=True):
    """Open a table. With a `name` you take a seat as well. `id` is an idempotency key: the same id again opens no second table."""

    id: Id
    game: GameName
    seats: Annotated[int, Meta(ge=2, le=5)]
    options: SushiGoOptions | None = None
    clock: ClockName = "none"
    listed: bool = False
    spectators: bool = True
    name: str | None = None
    seed: str = ""


class TableOpened(Wire, frozen=True):
    """A table: its id for programs, its code for people, its link to share."""

    table: str
    code: str
    link: str


class TableFound(Wire, frozen=True):
    """The summary of a table."""

    table: str
    code: str
    game: GameName
    phase: Literal["lobby", "playing", "over"]
    seats: int
    free: int
    clock: ClockName
    host: str
    spectators: bool


class OpenTables(Wire, frozen=True):
    """Tables with free seats, newest first."""

    tables: tuple[TableFound, ...]


class OpenGame(Wire, frozen=True):
    """A table at which you have a seat; `waits` says whether it waits for your choice."""

    table: str
    code: str
    game: GameName
    phase: Literal["lobby", "playing", "over"]
    seat: int
    names: tuple[str, ...]
    waits: bool
    due: int | None


class PastGame(Wire, frozen=True):
    """A game that you have played to its end."""

    table: str
    game: GameName
    seat: int
    name: str
    players: int
    bots: int
    points: int
    place: int
    won: bool
    finished_at: int


class Statistics(Wire, frozen=True):
    """Totals of your games of one kind."""

    game: GameName
    games: int
    wins: int
    best: int
    mean: float


class MyGames(Wire, frozen=True):
    """Your seats, your finished games, and their totals."""

    open: tuple[OpenGame, ...]
    past: tuple[PastGame, ...]
    statistics: tuple[Statistics, ...]


class DeviceLink(Wire, frozen=True):
    """A one-time link that signs in another device as you; `qr` is the same link as an SVG picture."""

    link: str
    token: str
    expires_at: int
    qr: str


class ClaimLink(Wire, frozen=True):
    """Sign in this device as the player whose link this is."""

    token: Annotated[str, Meta(min_length=1, max_length=100)]
    keep: Keep = "cookie"


class MyData(Wire, frozen=True):
    """All data stored about you."""

    player: str
    data: dict[str, Any]


class Health(Wire, frozen=True):
    """Whether the server can do its work; `database` and `bus` are `ok`, `down`, or `none` where there is none."""

    status: Literal["ok", "down"]
    version: str
    database: Literal["ok", "down"]
    bus: Literal["ok", "down", "none"]
