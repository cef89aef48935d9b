"""Numba, with a cache that can be trusted: kept in the user's cache folder, and never older than the sources."""

import gc
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
    """The cache folder, named after all sources, since Numba looks only at the file of a function; None if it cannot be written."""
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


def kernel(function: F, **options: bool) -> F:
    """A function that is called from Python: compiled at the first call, once for each version of the sources."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(FOLDER or "")
    try:
        return cast("F", njit(cache=FOLDER is not None, nogil=True, error_model="numpy", **options)(function))
    finally:
        config.CACHE_DIR = before  # kernels of other packages keep their cache


def plain_kernel(function: F) -> F:
    """A kernel that allocates no arrays, compiled without reference counts: they would cost more than the work itself."""
    return kernel(function, _nrt=False)


def inlined(function: F) -> F:
    """A part of kernels that Numba inlines before it infers types."""
    return cast("F", njit(inline="always")(function))


_PART = {"error_model": "numpy", "no_cfunc_wrapper": True}


def scalar(function: F) -> F:
    """A small part of kernels with scalars as arguments and result: compiled once, then inlined by LLVM."""
    return cast("F", njit(forceinline=True, **_PART)(function))


def part(function: F) -> F:
    """A part of kernels that is called, not inlined: it is large, recursive or seldom needed."""
    return cast("F", njit(**_PART)(function))


def leaf(function: F) -> F:
    """A part of kernels that allocates no arrays, compiled without reference counts."""
    return cast("F", njit(_nrt=False, **_PART)(function))


class _Progress(event.Listener):
    """Reports the first compilation of a kernel in a terminal. The cyclic collector is off meanwhile: it takes a tenth of the time."""

    def __init__(self) -> None:
        self._within, self._collects, self._wrote = 0, False, False

    def on_start(self, event: event.Event) -> None:
        function = event.data["dispatcher"].py_func
        if self._within == 0:
            self._collects, self._wrote = gc.isenabled(), False
            gc.disable()
            if function.__module__.startswith("kaiten."):
                self._say(f"Compiling {function.__module__.removeprefix('kaiten.')}.{function.__name__} (once)…")
        self._within += 1

    def on_end(self, event: event.Event) -> None:  # noqa: ARG002  (Numba's)
        self._within -= 1
        if self._within == 0:
            if self._wrote:
                self._say("")
            if self._collects:
                gc.enable()

    def _say(self, text: str) -> None:
        self._wrote = sys.stderr.isatty()
        if self._wrote:
            sys.stderr.write(f"\r\x1b[2K{text}")
            sys.stderr.flush()


if COMPILED:
    event.register("numba:compile", _Progress())  # type: ignore[no-untyped-call]
