"""Messages of the WebSocket: those of a client, and those of a server."""

from typing import Annotated, Literal

from msgspec import Meta

from kaiten.kit.game import GameName
from kaiten.protocol.commands import Command, Rematch
from kaiten.protocol.news import News
from kaiten.protocol.sushi_go import SushiGoMove, SushiGoOptions, SushiGoView
from kaiten.protocol.sushi_roll import SushiRollView
from kaiten.protocol.wire import ClockName, Wire

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
"""Made by the client, new for every message; repeated only when the same message is sent again."""

TableId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


class Hello(Wire, frozen=True, tag="hello"):
    """The first message of a client: the version of the protocol that it speaks."""

    protocol: int


class Watch(Wire, frozen=True, tag="watch"):
    """Subscribe to a table; with `version`, first the news since that version."""

    id: Id
    table: TableId
    version: int | None = None


class Unwatch(Wire, frozen=True, tag="unwatch"):
    """Unsubscribe from a table."""

    id: Id
    table: TableId


class Do(Wire, frozen=True, tag="do"):
    """A command for a table. `id` is its idempotency key: the same id again gets the same answer and changes nothing."""

    id: Id
    table: TableId
    command: Command | Rematch


ClientMessage = Hello | Watch | Unwatch | Do


class Welcome(Wire, frozen=True, tag="welcome"):
    """The first message of a server: your identity."""

    protocol: int
    server: str
    player: str


class Answer(Wire, frozen=True, tag="answer"):
    """The message was carried out; the changes of a command are on disk."""

    id: str


class Refused(Wire, frozen=True, tag="refused"):
    """The message was refused: `code` is for programs, `message` for people.

    `id` is null if the message could not be read, and if the server refuses on its own: then the subscription to `table`, if that
    is named, has ended.
    """

    id: str | None
    code: str
    message: str
    table: str | None = None


class WireSeat(Wire, frozen=True):
    """A chair: `free`, a `person`'s or a `bot`'s. `bot` names the level that plays, also for a person who is away."""

    kind: Literal["free", "person", "bot"]
    name: str
    bot: str | None
    away: bool


class State(Wire, frozen=True, tag="state"):
    """A snapshot of a table for one viewer.

    `options` is null for Sushi Roll, which has none. `news` is what happened after version `since`; a null `since` means that the
    news is unknown or too long. `you` is your seat, `turn` the round and turn that a choice has to name, `due` and `now`
    milliseconds of UTC by the server's clock (null without a clock), `server_seed` the seed behind the `commitment`, revealed when
    the game is over, `next` the table of the rematch.
    """

    table: str
    code: str
    version: int
    since: int | None
    news: tuple[News, ...]
    game: GameName
    options: SushiGoOptions | None
    phase: Literal["lobby", "playing", "over"]
    seats: tuple[WireSeat, ...]
    you: int | None
    host: int | None
    hosting: bool
    clock: ClockName
    due: int | None
    now: int | None
    listed: bool
    spectators: bool
    agreed: dict[str, tuple[int, ...]]
    turn: tuple[int, int] | None
    commitment: str
    server_seed: str | None
    ended: str | None
    next: str | None
    view: SushiGoView | SushiRollView | None


class Ready(Wire, frozen=True, tag="ready"):
    """The player of a seat has chosen; nothing else has changed. Only that player gets the move, in `chosen`."""

    table: str
    version: int
    seat: int
    chosen: SushiGoMove | None


class Presence(Wire, frozen=True, tag="presence"):
    """Presence: the seats whose players are away now. It replaces `away` in the seats of `state`."""

    table: str
    away: tuple[int, ...]


class Closing(Wire, frozen=True, tag="closing"):
    """The server is about to stop; every answered command is stored. Reconnect after `back_in` milliseconds."""

    back_in: int


ServerMessage = Welcome | Answer | Refused | State | Ready | Presence | Closing
