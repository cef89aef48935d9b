"""The settings of a server, each typed once: `kaiten serve` makes its options, their defaults and their help from here."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from platformdirs import user_data_path

DAY = 24 * 60 * 60 * 1000

T = TypeVar("T")


def default_database() -> str:
    """SQLite in the user's data folder."""
    return f"sqlite:///{user_data_path('kaiten') / 'kaiten.db'}"


def _setting(default: T, text: str, **option: Any) -> T:
    """A field whose metadata is what `kaiten serve` needs for its option: `help`, and `metavar`, `min`, `max` or `names`."""
    made: T = field(default=default, metadata={"help": text, **option})
    return made


@dataclass(frozen=True, slots=True)
class Settings:
    """Rates are per second; names of times end in their unit."""

    host: str = _setting(
        "0.0.0.0",  # noqa: S104  (phones on the same network are whom it is for)
        "Address to listen at; 127.0.0.1 for this machine alone.",
        metavar="ADDRESS",
    )
    port: int = _setting(8080, "Port to listen at; 0 takes any that is free.", min=0, max=65535)
    database: str = _setting(
        "",
        "Where everything is kept: sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME. "
        "By default SQLite in your data folder.",
        metavar="URL",
    )
    bus: str = _setting("", "redis://HOST:PORT, where several servers share one PostgreSQL database.", metavar="URL")
    public_url: str = _setting(
        "", "The address people use, if a proxy stands in between: https://sushi.example.", metavar="URL"
    )
    trusted_proxies: str = _setting(
        "127.0.0.1",
        "Proxies whose X-Forwarded headers are believed, with commas between; empty for none.",
        metavar="ADDRESSES",
    )
    tls_cert: Path | None = _setting(None, "Certificate (PEM), to serve https without a proxy.", metavar="FILE")  # noqa: RUF009  (a field)
    tls_key: Path | None = _setting(None, "Key of the certificate (PEM).", metavar="FILE")  # noqa: RUF009  (a field)
    log_format: str = _setting("text", "Logs on standard error: lines for people, or JSON.", metavar="text|json")
    bot_processes: int = _setting(1, "Processes in which bots think.", min=1, max=64)
    warm_up: bool = _setting(
        True,
        "Make the strongest levels ready at the start, or only when somebody asks for one.",
        names=("--warm-up/--no-warm-up",),
    )
    socket_rate: int = _setting(20, "Messages a second from one socket; three times as many in a burst.", min=1)
    player_rate: int = _setting(30, "Messages and requests a second from one player.", min=1)
    address_rate: int = _setting(60, "Requests and new sockets a second from one address.", min=1)
    address_sockets: int = _setting(200, "Open sockets from one address.", min=1)
    most_sockets: int = _setting(10_000, "Open sockets in all.", min=1)
    metrics: bool = _setting(False, "Show /metrics to everybody, not only to this machine.", names=("--metrics",))
    abandoned_days: int = _setting(30, "Days until an unfinished table that nobody touches is removed.", min=1)
    finished_days: int = _setting(30, "Days until the table of a finished game is removed; its record stays.", min=1)
    sheet_days: int = _setting(
        90, "Days until a score sheet to which nobody writes is removed; phones keep their own copies.", min=1
    )

    @property
    def log_url(self) -> str:
        return self.database or default_database()

    @property
    def secure(self) -> bool:
        """Whether clients use https, so that cookies may require it."""
        return self.tls_cert is not None or self.public_url.startswith("https://")
