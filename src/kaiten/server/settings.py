"""The settings of a server: the single source of the options of `kaiten serve`, their defaults and their help."""

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
    """A field with the metadata of its option in `kaiten serve`: `help`, and `metavar`, `min`, `max` or `names`."""
    made: T = field(default=default, metadata={"help": text, **option})
    return made


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server. Rates are per second; names of times end in their unit."""

    host: str = _setting(
        "0.0.0.0",  # noqa: S104  (phones on the same network have to reach it)
        "Address to listen at; 127.0.0.1 for this machine only.",
        metavar="ADDRESS",
    )
    port: int = _setting(8080, "Port to listen at; 0 for any free port.", min=0, max=65535)
    database: str = _setting(
        "",
        "The database: sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME. By default SQLite in your data folder.",
        metavar="URL",
    )
    bus: str = _setting("", "redis://HOST:PORT, needed if several servers share a PostgreSQL database.", metavar="URL")
    public_url: str = _setting(
        "", "The public address, if the server is behind a proxy: https://sushi.example.", metavar="URL"
    )
    trusted_proxies: str = _setting(
        "127.0.0.1",
        "Proxies whose X-Forwarded headers are trusted, separated by commas; empty for none.",
        metavar="ADDRESSES",
    )
    tls_cert: Path | None = _setting(None, "Certificate (PEM), to serve HTTPS without a proxy.", metavar="FILE")  # noqa: RUF009  (a field)
    tls_key: Path | None = _setting(None, "Key of the certificate (PEM).", metavar="FILE")  # noqa: RUF009  (a field)
    log_format: str = _setting("text", "Format of the logs on standard error: text lines or JSON.", metavar="text|json")
    bot_processes: int = _setting(1, "Processes in which bots choose their moves.", min=1, max=64)
    warm_up: bool = _setting(
        True,
        "Compile the strongest levels at the start, or only when one is first used.",
        names=("--warm-up/--no-warm-up",),
    )
    socket_rate: int = _setting(20, "Messages a second from one socket; bursts of three times this rate.", min=1)
    player_rate: int = _setting(30, "Messages and requests a second from one player.", min=1)
    address_rate: int = _setting(60, "Requests and new sockets a second from one address.", min=1)
    address_sockets: int = _setting(200, "Open sockets from one address.", min=1)
    most_sockets: int = _setting(10_000, "Open sockets in total.", min=1)
    metrics: bool = _setting(False, "Serve /metrics to all addresses, not only to this machine.", names=("--metrics",))
    abandoned_days: int = _setting(30, "Days without activity until an unfinished table is deleted.", min=1)
    finished_days: int = _setting(30, "Days until the table of a finished game is deleted; its record stays.", min=1)
    sheet_days: int = _setting(
        90, "Days without edits until a score sheet is deleted; phones keep their own copies.", min=1
    )

    @property
    def log_url(self) -> str:
        return self.database or default_database()

    @property
    def secure(self) -> bool:
        """Whether clients use https, so that cookies may require it."""
        return self.tls_cert is not None or self.public_url.startswith("https://")
