"""The typer application: its commands in order, and errors as one line with exit code 2."""

import io
import sys
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from kaiten import __version__
from kaiten.cli.console import discard_output, err, printable
from kaiten.kit.errors import KaitenError


class _Commands(TyperGroup):
    """The commands in the order of the help, the most used first."""

    def list_commands(self, ctx: Any) -> list[str]:
        order = (
            "play",
            "rules",
            "score",
            "scorekeeper",
            "serve",
            "simulate",
            "arena",
            "solve",
            "train",
            "replay",
            "verify",
            "backup",
            "restore",
        )
        return sorted(super().list_commands(ctx), key=order.index)


app = typer.Typer(
    name="kaiten",
    cls=_Commands,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with [bold]kaiten play[/bold]. Each command has its own --help with examples.",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kaiten {__version__}")
        raise typer.Exit


@app.callback()
def kaiten(
    version: Annotated[
        bool,
        typer.Option("--version", metavar=" ", callback=_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Sushi Go! (cards) and Sushi Roll (dice): play, serve, simulate, replay, verify, score."""


def run() -> None:
    """Run the command. An error is printed as one line, with exit code 2."""
    from kaiten.cli import (  # noqa: PLC0415  (each registers its command)
        arena,  # noqa: F401
        play,  # noqa: F401
        replay,  # noqa: F401
        rules,  # noqa: F401
        score,  # noqa: F401
        scorekeeper,  # noqa: F401
        serve,  # noqa: F401
        simulate,  # noqa: F401
        solve,  # noqa: F401
        train,  # noqa: F401
        verify,  # noqa: F401
    )

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # Characters that the terminal cannot encode become question marks instead of errors.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = app(sys.argv[1:] or ["--help"], prog_name="kaiten", standalone_mode=False) or 0
        sys.stdout.flush()
        sys.exit(code)
    except TyperException as error:
        message = error.format_message() if hasattr(error, "format_message") else str(error)
        _fail(message)
    except KaitenError as error:
        _fail(str(error))
    except (KeyboardInterrupt, typer.Abort):
        err.print()
        sys.exit(130)
    except BrokenPipeError:
        # The reader of the output has closed it, as `head` does: not an error.
        discard_output()
        sys.exit(0)
    except OSError as error:
        discard_output()
        _fail(f"the output cannot be written: {(error.strerror or str(error)).lower()}")


def _fail(message: str) -> NoReturn:
    one_line = " ".join(message.replace("Value error, ", "").split())
    err.print(f"kaiten: {printable(one_line)}", markup=False, soft_wrap=True)
    sys.exit(2)
