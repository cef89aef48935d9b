"""All that can be set about a server. `kaiten serve --help` says the same for people."""

from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

DAY = 24 * 60 * 60 * 1000


def default_database() -> str:
    """SQLite in the user's data folder."""
    return f"sqlite:///{user_data_path('kaiten') / 'kaiten.db'}"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs. Rates are a second; times are in the unit that their name says."""

    database: str = ""
    """Where the log is; SQLite in the user's data folder when it is empty."""
    bus: str = ""
    """A Redis-protocol address, where several servers share a database."""
    host: str = "0.0.0.0"  # noqa: S104  (phones on the same network are whom it is for)
    port: int = 8080
    public_url: str = ""
    """The address that people use, where a proxy or a certificate stands before the server."""
    trusted_proxies: str = "127.0.0.1"
    tls_cert: Path | None = None
    tls_key: Path | None = None
    log_format: str = "text"
    bot_processes: int = 1
    warm_up: bool = False
    """Whether the levels that have learned are made ready at the start, and not when somebody first asks for them."""
    socket_rate: int = 20
    player_rate: int = 30
    address_rate: int = 60
    address_sockets: int = 200
    most_sockets: int = 10_000
    metrics: bool = False
    """Whether anybody may read the metrics, and not only this machine."""
    abandoned_days: int = 30
    finished_days: int = 30
    sheet_days: int = 90

    @property
    def log_url(self) -> str:
        return self.database or default_database()

    @property
    def secure(self) -> bool:
        """Whether people come by https, so that cookies may insist on it."""
        return self.tls_cert is not None or self.public_url.startswith("https://")
