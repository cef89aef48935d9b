"""The command as a person runs it: in a separate process."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from kaiten.cli.app import run

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("COV_", "COVERAGE"))}


def kaiten(
    *arguments: str, stdin: str = "", home: Path | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `kaiten` and wait for it. It saves its files in `home`."""
    return subprocess.run(
        [sys.executable, "-m", "kaiten", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**ENVIRONMENT, "XDG_DATA_HOME": str(home or os.devnull), "COLUMNS": "80", **(env or {})},
    )


def refused(result: subprocess.CompletedProcess[str]) -> str:
    """The single line of an error message."""
    assert result.returncode == 2, result
    assert "Traceback" not in result.stderr
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("kaiten: ")
    return lines[0].removeprefix("kaiten: ")


def kaiten_here(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The same in this process: faster, for the many cases of invalid arguments and answers."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    argv, usual = sys.argv, sys.stdin
    sys.argv, sys.stdin = ["kaiten", *arguments], io.StringIO(stdin)
    nowhere = {"XDG_DATA_HOME": os.devnull, "COLUMNS": "80"}
    try:
        with patch.dict(os.environ, nowhere), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            run()
    except SystemExit as leave:
        code = leave.code if isinstance(leave.code, int) else 1
    finally:
        sys.argv, sys.stdin = argv, usual
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())
