"""Numba, with a cache that can be trusted: kept in the user's cache folder, and never older than the sources."""

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import event
from platformdirs import user_cache_path

import kaiten

config: Any = numba.config
njit: Any = numba.njit
F = TypeVar("F", bound=Callable[..., Any])

COMPILED = not config.DISABLE_JIT
"""False with NUMBA_DISABLE_JIT=1: the same functions, in Python."""


def _folder() -> Path | None:
    """Where compiled kernels are kept; None where nothing can be written.

    Numba looks at the file that a function is in, not at those it takes numbers and helpers from: so the folder is named
    after all of them.
    """
    sources = hashlib.sha256(numba.__version__.encode())
    home = Path(kaiten.__file__).parent
    rooms = ("kit", "sushi_go", "sushi_roll", "fast", "players")
    for source in sorted([source for room in rooms for source in (home / room).rglob("*.py")]):
        sources.update(source.read_bytes())
    place = os.environ.get("NUMBA_CACHE_DIR")
    folder = (Path(place) if place else user_cache_path("kaiten")) / f"fast-{sources.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


FOLDER = _folder() if COMPILED else None


def kernel(function: F) -> F:
    """A function that is called from Python: compiled at the first call, once for each version of the sources."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(FOLDER or "")
    try:
        return cast("F", njit(cache=FOLDER is not None, nogil=True, error_model="numpy")(function))
    finally:
        config.CACHE_DIR = before  # kernels of other packages keep their cache


def inlined(function: F) -> F:
    """A part of kernels."""
    return cast("F", njit(inline="always")(function))


def part(function: F) -> F:
    """A part of kernels that is seldom on its way: a call keeps it out of the loop that is."""
    return cast("F", njit(error_model="numpy")(function))


def leaf(function: F) -> F:
    """A part of kernels that allocates no arrays, compiled without reference counts: they would cost more than the work itself."""
    return cast("F", njit(error_model="numpy", _nrt=False)(function))


class _Progress(event.Listener):
    """Says so, in a terminal, while kernels are compiled for the first time. Their parts are compiled within them."""

    def __init__(self) -> None:
        self._within = 0

    def on_start(self, event: event.Event) -> None:
        function = event.data["dispatcher"].py_func
        if self._within == 0 and function.__module__.startswith("kaiten."):
            self._say(f"Compiling {function.__module__.removeprefix('kaiten.')}.{function.__name__} (once)…")
        self._within += 1

    def on_end(self, event: event.Event) -> None:  # noqa: ARG002  (Numba's)
        self._within -= 1
        if self._within == 0:
            self._say("")

    def _say(self, text: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[2K{text}")
            sys.stderr.flush()


if COMPILED:
    event.register("numba:compile", _Progress())  # type: ignore[no-untyped-call]
