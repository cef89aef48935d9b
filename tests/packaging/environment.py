"""A clean machine to install on: the files of a fresh clone, a PATH without Node, and virtual environments."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
UV = (sys.executable, "-m", "uv")
PROGRAMS = ("sh", "env")
"""The only programs on PATH: Node's scripts begin with `#!/usr/bin/env node`, and npm starts scripts with sh."""

IMPORT_ALL = """
import importlib, pkgutil
for package in {!r}:
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
        importlib.import_module(found.name)
"""
TRY_IMPORT = """
import importlib
for module in {!r}:
    try:
        importlib.import_module(module)
        print(module, "can be imported")
    except ImportError as error:
        print(type(error).__name__, error)
"""


def tracked_files() -> list[str]:
    """The files that a clone of the working tree would have."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def clone(folder: Path) -> Path:
    """A copy of these files. Nothing in it is built."""
    for name in tracked_files():
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, copy)
    return folder


def without_node(folder: Path) -> dict[str, str]:
    """Environment variables of a machine that has no Node, with `folder` for its programs and its users' data."""
    programs = folder / "bin"
    programs.mkdir(parents=True, exist_ok=True)
    for name in PROGRAMS:
        found = shutil.which(name)
        assert found, name
        (programs / name).symlink_to(found)
    assert not [name for name in ("node", "npm", "npx") if shutil.which(name, path=str(programs))]
    ours = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "KAITEN"))
    }
    own = {"PATH": str(programs), "XDG_DATA_HOME": str(folder / "data"), "NUMBA_CACHE_DIR": str(folder / "kernels")}
    # uv links files instead of copying them: what is installed here is read only.
    return {**ours, **own, "UV_LINK_MODE": "hardlink"}


def run(
    *command: str | Path, cwd: Path, env: Mapping[str, str], stdin: str = "", code: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run a program and check its exit code."""
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, env=env, input=stdin, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == code, f"{command}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


class Environment:
    """A virtual environment with the wheel only, to which extras can be added."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        self.wheel = wheel
        self.env = without_node(folder)
        self.bin = folder / "venv" / "bin"
        run(*UV, "venv", "--quiet", "--python", sys.executable, folder / "venv", cwd=folder, env=self.env)
        self.env["PATH"] = os.pathsep.join([str(self.bin), self.env["PATH"]])
        self.add()

    def add(self, *extras: str) -> None:
        """Install extras of the wheel, in the versions that the lock file pins."""
        wanted = f"{self.wheel}[{','.join(extras)}]" if extras else str(self.wheel)
        self.pip("--constraint", ROOT / "requirements-dev.lock", wanted)

    def pip(self, *words: str | Path) -> str:
        install = (*UV, "pip", "install", "--python", self.bin / "python")
        return run(*install, *words, cwd=self.folder, env=self.env).stderr

    def python(self, code: str) -> str:
        """The output of a program."""
        return run(self.bin / "python", "-W", "error", "-c", code, cwd=self.folder, env=self.env).stdout

    def kaiten(self, *words: str | Path, stdin: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
        return run(self.bin / "kaiten", *words, cwd=self.folder, env=self.env, stdin=stdin, code=code)

    def import_all(self, *packages: str) -> None:
        """Import every module of these packages, to detect imports that need another extra."""
        self.python(IMPORT_ALL.format(packages))

    def refuses(self, extra: str, *commands: tuple[str, ...]) -> None:
        """Each command says in one sentence that it needs this extra, and how to install it, with exit code 2."""
        sentence = re.compile(
            rf"kaiten: \S.* needs the extra '{extra}' \(not installed: [\w, ]+\): "
            rf"pip install 'kaiten-sushi\[{extra}\] @ {re.escape(self.wheel.as_uri())}'\n"
        )
        for words in commands:
            assert sentence.fullmatch(output := self.kaiten(*words, code=2).stderr), f"{words}: {output}"

    def cannot_import(self, extra: str, *modules: str) -> None:
        """Each of these modules raises an ImportError that names the extra."""
        output = self.python(TRY_IMPORT.format(modules)).splitlines()
        assert len(output) == len(modules)
        for line in output:
            assert re.match(rf"MissingExtra \S+ needs the extra '{extra}' \(", line), line


@contextmanager
def serving(command: Sequence[str | Path], cwd: Path, env: Mapping[str, str]) -> Iterator[str]:
    """Start a server with this command and give its address; it has to stop cleanly on SIGTERM."""
    with subprocess.Popen([*map(str, command)], cwd=cwd, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            output = server.stdout.readline()
            found = re.match(r"Kaiten serves at (http://\S+)", output)
            assert found, output
            yield found[1]
        finally:
            server.terminate()
            code = server.wait(30)
    assert code == 0
