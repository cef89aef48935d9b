"""Bots in any language: programs that read a line and write one. docs/bots.md has the protocol.

Whatever such a program does, the game goes on: one that ends, is silent, is too slow, writes what is no move or makes one that
is not legal has lost its game, anything plays on in its place, and with the game its process is ended, with all it has started.
"""

import os
import selectors
import shlex
import signal
import subprocess
import time
from contextlib import suppress
from typing import Any

import msgspec

from kaiten.arena.job import PREFIX
from kaiten.kit.chance import RandomSource
from kaiten.kit.errors import OptionError
from kaiten.players.bot import random
from kaiten.protocol import sushi_go as go_wire
from kaiten.protocol import sushi_roll as roll_wire

VERSION = 1
FIRST_SECONDS, SECONDS = 10.0, 1.0
"""For the first move of a game, in which a program has to start, and for each of the others."""
LONGEST = 65_536
"""Bytes in an answer."""
_WIRE = {"sushi-go": go_wire, "sushi-roll": roll_wire}


class _Forfeit(Exception):  # noqa: N818  (it is no error of ours)
    """What it did."""


class Outside:
    """A program at a seat, for one game."""

    def __init__(self, game: str, name: str, seconds: float = SECONDS) -> None:
        self._wire: Any = _WIRE[game]
        self._game = game
        self._seconds = seconds
        self._asked = 0
        self._rest = b""
        self.forfeit: str | None = None
        """What lost it the game, if anything did."""
        command = shlex.split(name.removeprefix(PREFIX))
        if not command:
            raise OptionError(f"{name!r} names no program: write {PREFIX}PROGRAM, with what it is called with")
        try:
            # In a session of its own: nothing that it starts outlives the game.
            self._process = subprocess.Popen(  # noqa: S603  (the user named it)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise OptionError(f"{command[0]!r} cannot be run: {error.strerror}") from None
        for pipe in (self._process.stdin, self._process.stdout):
            os.set_blocking(pipe.fileno(), False)  # type: ignore[union-attr]

    def __call__(self, view: Any, source: RandomSource) -> Any:
        """Its move, or any legal one once it has lost."""
        if self.forfeit is None:
            try:
                return self._ask(view)
            except _Forfeit as done:
                self.forfeit = str(done)
                self.close()
        return random(view, source)

    def close(self) -> None:
        """End the program, and whatever it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _ask(self, view: Any) -> Any:
        seconds = FIRST_SECONDS if self._asked == 0 else self._seconds
        self._asked += 1
        until = time.monotonic() + seconds
        shown = self._wire.view_to_wire(view)
        message = {"version": VERSION, "game": self._game, "number": self._asked, "seconds": seconds, "view": shown}
        self._write(msgspec.json.encode(message) + b"\n", until, seconds)
        line = self._read(until, seconds)
        return self._move(line, view)

    def _move(self, line: bytes, view: Any) -> Any:
        try:
            answer = msgspec.json.decode(line)
        except msgspec.DecodeError:
            raise _Forfeit(f"answered what is no JSON: {line[:60]!r}") from None
        place = answer.get("move") if isinstance(answer, dict) else None
        if isinstance(place, int) and not isinstance(place, bool) and 0 <= place < len(view.legal):
            return view.legal[place]
        legal = msgspec.json.decode(msgspec.json.encode([self._wire.move_to_wire(move) for move in view.legal]))
        if place in legal:
            return view.legal[legal.index(place)]
        raise _Forfeit(f"made a move that is not legal: {line[:60]!r}")

    def _write(self, data: bytes, until: float, seconds: float) -> None:
        while data:
            self._wait(self._process.stdin, selectors.EVENT_WRITE, until, f"did not read for {seconds:g} s")
            try:
                data = data[os.write(self._process.stdin.fileno(), data) :]  # type: ignore[union-attr]
            except OSError:
                raise _Forfeit("ended") from None

    def _read(self, until: float, seconds: float) -> bytes:
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST:
                raise _Forfeit(f"wrote more than {LONGEST} bytes without an end")
            self._wait(self._process.stdout, selectors.EVENT_READ, until, f"was silent for {seconds:g} s")
            more = os.read(self._process.stdout.fileno(), LONGEST)  # type: ignore[union-attr]
            if not more:
                raise _Forfeit("ended")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        if self._rest:
            raise _Forfeit(f"wrote more than one line: {self._rest[:60]!r}")
        return line

    def _wait(self, pipe: Any, event: int, until: float, otherwise: str) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, until - time.monotonic())):
                raise _Forfeit(otherwise)
