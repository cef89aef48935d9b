"""`kaiten serve`: a server for the local network or the internet; `kaiten backup` and `kaiten restore`: its database."""

import socket
import sys
import webbrowser
from collections.abc import Callable
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from kaiten.cli.app import app
from kaiten.cli.console import out
from kaiten.kit.errors import OptionError
from kaiten.server.settings import Settings


def _option(name: str) -> Any:
    """A setting of the server as a parameter of a command: its option, environment variable, default and help."""
    setting = Settings.__dataclass_fields__[name]
    option = {**setting.metadata}
    names = option.pop("names", ())
    option = typer.Option(*names, envvar=f"KAITEN_{name.upper()}", **option)
    kind: Any = Annotated[get_type_hints(Settings)[name], option]
    return Parameter(name, Parameter.KEYWORD_ONLY, default=setting.default, annotation=kind)


def _with_settings(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorator: replace the `**chosen` of a command by an option for each of these settings."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = [parameter for parameter in signature(command).parameters.values() if parameter.name != "chosen"]
        asked = [_option(name) for name in names]
        after = names.index("port") + 1 if "port" in names else 0
        command.__signature__ = Signature([*asked[:after], *own, *asked[after:]])  # type: ignore[attr-defined]
        return command

    return decorate


@app.command(epilog="With several servers, a proxy, certificates or a container: docs/hosting.md.")
@_with_settings(*Settings.__dataclass_fields__)
def serve(
    *,
    open_page: Annotated[
        bool, typer.Option("--open", envvar="KAITEN_OPEN", help="Open the page in this machine's browser.")
    ] = False,
    **chosen: Any,
) -> None:
    """Serve tables for people and bots. No settings are needed: phones on the same network scan the QR code.

    Every setting can also come from the environment variable shown beside it. Ctrl+C or SIGTERM stops the server cleanly.
    """
    from kaiten.server.run import run  # noqa: PLC0415  (only this command pays for it)

    settings = Settings(**chosen)
    _check(settings)
    host, public_url, secure = settings.host, settings.public_url, settings.tls_cert is not None

    def announce(bound: int) -> None:
        address = _address(host, bound, secure=secure)
        _announce(address, public_url.rstrip("/"))
        if open_page:
            webbrowser.open(public_url or _address(_near(host), bound, secure=secure))

    run(settings, announce)


def _check(settings: Settings) -> None:
    """Refuse invalid settings and combinations."""
    if settings.log_format not in ("text", "json"):
        raise OptionError(f"--log-format {settings.log_format!r}: text or json")
    if (settings.tls_cert is None) != (settings.tls_key is None):
        raise OptionError("--tls-cert and --tls-key need each other")
    for file in (settings.tls_cert, settings.tls_key):
        if file is not None and not file.is_file():
            raise OptionError(f"there is no file {file}")
    if settings.public_url and not settings.public_url.startswith(("http://", "https://")):
        raise OptionError(f"--public-url {settings.public_url!r} has to begin with http:// or https://")
    if settings.bus and not settings.bus.startswith(("redis://", "rediss://", "unix://")):
        raise OptionError(f"--bus {settings.bus!r} has to begin with redis://, rediss:// or unix://")


@app.command()
@_with_settings("database")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
    **chosen: Any,
) -> None:
    """Copy the server's database to a file, even while the server runs."""
    from kaiten.store import backup as copies  # noqa: PLC0415

    copies.backup(Settings(**chosen).log_url, file)
    out.print(f"Saved to {file}.", markup=False, soft_wrap=True)


@app.command()
@_with_settings("database")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `kaiten backup` has written.")],
    **chosen: Any,
) -> None:
    """Replace the server's database by a backup. The server must be stopped; the old database is kept beside it."""
    from kaiten.store import backup as copies  # noqa: PLC0415

    copies.restore(Settings(**chosen).log_url, file)
    out.print(f"Restored from {file}.", markup=False, soft_wrap=True)


def _announce(address: str, public_url: str) -> None:
    """Print the address, also as a QR code for phones."""
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
    """The host as this machine's browser should name it: browsers treat localhost as a secure context."""
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
