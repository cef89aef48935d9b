"""Bots in any language: programs that read a JSON line and write one (docs/bots.md has the protocol).

A program that exits, exceeds its time, or writes anything but a legal move forfeits its game: random moves are played in its
place. Its process group is killed when the game ends.
"""

import os
import selectors
import shlex
import signal
import subprocess
import threading
import time
from contextlib import suppress
from typing import Any

import msgspec

from kaiten.arena.job import PREFIX
from kaiten.kit.chance import RandomSource
from kaiten.kit.errors import OptionError
from kaiten.kit.game import GameName
from kaiten.players.bot import random
from kaiten.protocol.games import WIRES

VERSION = 1
FIRST_SECONDS, SECONDS = 10.0, 1.0
"""Time limits: for the first move of a game, which includes the start of the program, and for each later move."""
LONGEST = 65_536
"""The limit of an answer, in bytes."""
ERROR_BYTES, ERROR_LINES = 4096, 5
"""How much of the end of a program's standard error is kept, and how many lines of it a forfeit shows."""


class _ForfeitError(Exception):
    """The reason why a program forfeits its game."""


class SubprocessBot:
    """A program at a seat, for one game."""

    def __init__(self, game: GameName, name: str, seconds: float = SECONDS) -> None:
        self._wire = WIRES[game]
        self._game = game
        self._seconds = seconds
        self._asked = 0
        self._rest = b""
        self.forfeit: str | None = None
        """Why the program has forfeited; None while it has not."""
        command = shlex.split(name.removeprefix(PREFIX))
        if not command:
            raise OptionError(f"{name!r} names no program: write {PREFIX}PROGRAM, with its arguments")
        try:
            # In its own session (process group): its child processes do not outlive the game.
            self._process = subprocess.Popen(  # noqa: S603  (the user named it)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise OptionError(f"{command[0]!r} cannot be run: {error.strerror}") from None
        for pipe in (self._process.stdin, self._process.stdout):
            os.set_blocking(pipe.fileno(), False)  # type: ignore[union-attr]
        self._errors = b""
        self._listener = threading.Thread(target=self._keep_errors, daemon=True)
        self._listener.start()

    def __call__(self, view: Any, source: RandomSource) -> Any:
        """The move of the program, or a random one once it has forfeited."""
        if self.forfeit is None:
            try:
                return self._ask(view)
            except _ForfeitError as done:
                self.close()
                self.forfeit = f"{done}{self._last_errors()}"
        return random(view, source)

    def close(self) -> None:
        """Kill the program and its child processes."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._listener.join(timeout=1.0)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _keep_errors(self) -> None:
        """Drain standard error, so that the program never blocks on it, and keep its end."""
        with self._process.stderr as pipe:  # type: ignore[union-attr]
            while more := pipe.read(ERROR_BYTES):
                self._errors = (self._errors + more)[-ERROR_BYTES:]

    def _last_errors(self) -> str:
        lines = self._errors.decode(errors="replace").split("\n")
        kept = [line.strip()[:200] for line in lines if line.strip()][-ERROR_LINES:]
        return f"; its last lines of standard error: {' | '.join(kept)}" if kept else ""

    def _ask(self, view: Any) -> Any:
        seconds = FIRST_SECONDS if self._asked == 0 else self._seconds
        self._asked += 1
        until = time.monotonic() + seconds
        shown = self._wire.view_for_program(view)
        message = {"version": VERSION, "game": self._game, "number": self._asked, "seconds": seconds, "view": shown}
        self._write(msgspec.json.encode(message) + b"\n", until, seconds)
        line = self._read(until, seconds)
        return self._move(line, view)

    def _move(self, line: bytes, view: Any) -> Any:
        try:
            answer = msgspec.json.decode(line)
        except msgspec.DecodeError:
            raise _ForfeitError(f"answered with text that is not JSON: {line[:60]!r}") from None
        place = answer.get("move") if isinstance(answer, dict) else None
        if isinstance(place, int) and not isinstance(place, bool) and 0 <= place < len(view.legal):
            return view.legal[place]
        legal = msgspec.json.decode(msgspec.json.encode([self._wire.move_to_wire(move) for move in view.legal]))
        if place in legal:
            return view.legal[legal.index(place)]
        raise _ForfeitError(f"made a move that is not legal: {line[:60]!r}")

    def _write(self, data: bytes, until: float, seconds: float) -> None:
        while data:
            self._wait(self._process.stdin, selectors.EVENT_WRITE, until, f"did not read for {seconds:g} s")
            try:
                data = data[os.write(self._process.stdin.fileno(), data) :]  # type: ignore[union-attr]
            except OSError:
                raise _ForfeitError("ended") from None

    def _read(self, until: float, seconds: float) -> bytes:
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST:
                raise _ForfeitError(f"wrote more than {LONGEST} bytes without a line end")
            self._wait(self._process.stdout, selectors.EVENT_READ, until, f"was silent for {seconds:g} s")
            more = os.read(self._process.stdout.fileno(), LONGEST)  # type: ignore[union-attr]
            if not more:
                raise _ForfeitError("ended")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        if self._rest:
            raise _ForfeitError(f"wrote more than one line: {self._rest[:60]!r}")
        return line

    def _wait(self, pipe: Any, event: int, until: float, otherwise: str) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, until - time.monotonic())):
                raise _ForfeitError(otherwise)
