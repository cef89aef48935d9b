"""`kaiten serve`: a server for people on the same network, or for the whole world. And its backup."""

import socket
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from kaiten.cli.app import app
from kaiten.cli.console import out
from kaiten.kit.errors import OptionError

Database = Annotated[
    str,
    typer.Option(
        envvar="KAITEN_DATABASE",
        metavar="URL",
        help="Where everything is kept: sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME. "
        "By default SQLite in your data folder.",
    ),
]


@app.command(epilog="With several servers, a proxy, certificates or a container: docs/hosting.md.")
def serve(
    host: Annotated[
        str,
        typer.Option(
            envvar="KAITEN_HOST", metavar="ADDRESS", help="Address to listen at; 127.0.0.1 for this machine alone."
        ),
    ] = "0.0.0.0",  # noqa: S104  (phones on the same network are whom it is for)
    port: Annotated[
        int, typer.Option(envvar="KAITEN_PORT", min=0, max=65535, help="Port to listen at; 0 takes any that is free.")
    ] = 8080,
    open_page: Annotated[
        bool, typer.Option("--open", envvar="KAITEN_OPEN", help="Open the game in this machine's browser.")
    ] = False,
    database: Database = "",
    bus: Annotated[
        str,
        typer.Option(
            envvar="KAITEN_BUS",
            metavar="URL",
            help="redis://HOST:PORT, where several servers share one PostgreSQL database.",
        ),
    ] = "",
    public_url: Annotated[
        str,
        typer.Option(
            envvar="KAITEN_PUBLIC_URL",
            metavar="URL",
            help="The address people use, if a proxy stands in between: https://sushi.example.",
        ),
    ] = "",
    trusted_proxies: Annotated[
        str,
        typer.Option(
            envvar="KAITEN_TRUSTED_PROXIES",
            metavar="ADDRESSES",
            help="Proxies whose X-Forwarded headers are believed, with commas between; empty for none.",
        ),
    ] = "127.0.0.1",
    tls_cert: Annotated[
        Path | None,
        typer.Option(
            envvar="KAITEN_TLS_CERT", metavar="FILE", help="Certificate (PEM), to serve https without a proxy."
        ),
    ] = None,
    tls_key: Annotated[
        Path | None, typer.Option(envvar="KAITEN_TLS_KEY", metavar="FILE", help="Key of the certificate (PEM).")
    ] = None,
    log_format: Annotated[
        str,
        typer.Option(
            envvar="KAITEN_LOG_FORMAT", metavar="text|json", help="Logs on standard error: lines for people, or JSON."
        ),
    ] = "text",
    bot_processes: Annotated[
        int, typer.Option(envvar="KAITEN_BOT_PROCESSES", min=1, max=64, help="Processes in which bots think.")
    ] = 1,
    warm_up: Annotated[
        bool,
        typer.Option(
            "--warm-up/--no-warm-up",
            envvar="KAITEN_WARM_UP",
            help="Make the strongest levels ready at the start, or only when somebody asks for one.",
        ),
    ] = True,
    socket_rate: Annotated[
        int,
        typer.Option(
            envvar="KAITEN_SOCKET_RATE",
            min=1,
            help="Messages a second from one socket; three times as many in a burst.",
        ),
    ] = 20,
    player_rate: Annotated[
        int, typer.Option(envvar="KAITEN_PLAYER_RATE", min=1, help="Messages and requests a second from one player.")
    ] = 30,
    address_rate: Annotated[
        int,
        typer.Option(envvar="KAITEN_ADDRESS_RATE", min=1, help="Requests and new sockets a second from one address."),
    ] = 60,
    address_sockets: Annotated[
        int, typer.Option(envvar="KAITEN_ADDRESS_SOCKETS", min=1, help="Open sockets from one address.")
    ] = 200,
    most_sockets: Annotated[
        int, typer.Option(envvar="KAITEN_MOST_SOCKETS", min=1, help="Open sockets in all.")
    ] = 10_000,
    metrics: Annotated[
        bool,
        typer.Option(
            "--metrics", envvar="KAITEN_METRICS", help="Show /metrics to everybody, not only to this machine."
        ),
    ] = False,
    abandoned_days: Annotated[
        int,
        typer.Option(
            envvar="KAITEN_ABANDONED_DAYS", min=1, help="Days until an unfinished table that nobody touches is removed."
        ),
    ] = 30,
    finished_days: Annotated[
        int,
        typer.Option(
            envvar="KAITEN_FINISHED_DAYS",
            min=1,
            help="Days until the table of a finished game is removed; its record stays.",
        ),
    ] = 30,
    sheet_days: Annotated[
        int,
        typer.Option(
            envvar="KAITEN_SHEET_DAYS",
            min=1,
            help="Days until a score sheet to which nobody writes is removed; phones keep their own copies.",
        ),
    ] = 90,
) -> None:
    """Serve tables for people and bots. No settings are needed: phones on the same network find it by the QR code.

    Every setting can also come from the environment variable that stands beside it. Ctrl+C, or SIGTERM, stops it cleanly.
    """
    from kaiten.server.run import run  # noqa: PLC0415  (only this command pays for it)
    from kaiten.server.settings import Settings  # noqa: PLC0415

    if log_format not in ("text", "json"):
        raise OptionError(f"--log-format {log_format!r}: text or json")
    if (tls_cert is None) != (tls_key is None):
        raise OptionError("--tls-cert and --tls-key go together")
    for file in (tls_cert, tls_key):
        if file is not None and not file.is_file():
            raise OptionError(f"there is no file {file}")
    if public_url and not public_url.startswith(("http://", "https://")):
        raise OptionError(f"--public-url {public_url!r} has to begin with http:// or https://")
    if bus and not bus.startswith(("redis://", "rediss://", "unix://")):
        raise OptionError(f"--bus {bus!r} has to begin with redis://, rediss:// or unix://")
    settings = Settings(
        database=database,
        bus=bus,
        host=host,
        port=port,
        public_url=public_url,
        trusted_proxies=trusted_proxies,
        tls_cert=tls_cert,
        tls_key=tls_key,
        log_format=log_format,
        bot_processes=bot_processes,
        warm_up=warm_up,
        socket_rate=socket_rate,
        player_rate=player_rate,
        address_rate=address_rate,
        address_sockets=address_sockets,
        most_sockets=most_sockets,
        metrics=metrics,
        abandoned_days=abandoned_days,
        finished_days=finished_days,
        sheet_days=sheet_days,
    )

    def announce(bound: int) -> None:
        address = _address(host, bound, secure=tls_cert is not None)
        _announce(address, public_url.rstrip("/"))
        if open_page:
            webbrowser.open(public_url or _address(_near(host), bound, secure=tls_cert is not None))

    run(settings, announce)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
    database: Database = "",
) -> None:
    """Copy the server's database to a file, also while the server runs."""
    from kaiten.server.settings import Settings  # noqa: PLC0415
    from kaiten.store import backup as copies  # noqa: PLC0415

    copies.backup(Settings(database=database).log_url, file)
    out.print(f"Saved to {file}.", markup=False, soft_wrap=True)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `kaiten backup` has written.")],
    database: Database = "",
) -> None:
    """Put a backup in the place of the server's database. The server must be stopped; the old database is kept beside it."""
    from kaiten.server.settings import Settings  # noqa: PLC0415
    from kaiten.store import backup as copies  # noqa: PLC0415

    copies.restore(Settings(database=database).log_url, file)
    out.print(f"Restored from {file}.", markup=False, soft_wrap=True)


def _announce(address: str, public_url: str) -> None:
    """The address, and the same as a QR code for phones."""
    import segno  # noqa: PLC0415

    through = f" (listening at {address})" if public_url else ""
    out.print(f"Kaiten serves at {public_url or address}{through}", markup=False, soft_wrap=True, highlight=False)
    if out.is_terminal and out.width >= 40:
        segno.make(public_url or address, micro=False).terminal(sys.stdout, compact=True, border=2)
        out.print("Phones on the same network: scan the code. Ctrl+C stops.", markup=False)
    out.file.flush()


def _address(host: str, port: int, *, secure: bool) -> str:
    """The address that others on the network can use."""
    scheme = "https" if secure else "http"
    shown = _own_address() if host in ("0.0.0.0", "::", "") else host  # noqa: S104
    return f"{scheme}://[{shown}]:{port}" if ":" in shown else f"{scheme}://{shown}:{port}"


def _near(host: str) -> str:
    """The same place, seen from this machine: a page on localhost is trusted with more by browsers."""
    return "localhost" if host in ("0.0.0.0", "::", "", "127.0.0.1") else host  # noqa: S104


def _own_address() -> str:
    """This machine's address on its network. No packet is sent: connecting a datagram socket only chooses a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address set aside for documentation
            found: str = probe.getsockname()[0]
        except OSError:
            return "localhost"
    return found
