"""Fixtures for all tests, Hypothesis profiles, and the groups of tests that compile kernels.

`make test` runs the same Hypothesis examples each time; `make fuzz` looks for new ones.
"""

import os
import signal
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import _postgres, _redis, database_url, postgres, postgresql_url, redis, sqlite_url

__all__ = ["_postgres", "_redis", "database_url", "postgres", "postgresql_url", "redis", "sqlite_url"]

ROOT = Path(__file__).parent.parent

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("test", max_examples=60, deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("fuzz", max_examples=3000, deadline=None, print_blob=True, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))

# A run in the background may ignore SIGINT, and the programs that it starts would inherit that.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


COMPILED = [ROOT / name for name in ("tests/fast", "tests/env", "src/kaiten/fast", "src/kaiten/env")]
COMPILED += [ROOT / name for name in ("docs/fast.md", "docs/environments.md")]
"""Everything in here compiles kernels, doctests included; elsewhere a test carries the marker `compiled` itself."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `-m compiled` or `-m "not compiled"`, do not import files with only the other kind: it takes seconds per worker."""
    wanted = config.option.markexpr
    if wanted not in ("compiled", "not compiled") or collection_path.is_dir():
        return None
    if any(collection_path.is_relative_to(place) for place in COMPILED):
        return True if wanted == "not compiled" else None
    return True if wanted == "compiled" and "mark.compiled" not in collection_path.read_text("utf-8") else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the tests of a `compiled` group to one xdist worker, so that a kernel is compiled once."""
    for item in items:
        if any(item.path.is_relative_to(place) for place in COMPILED):
            item.add_marker(pytest.mark.compiled("sushi-roll" if "roll" in item.nodeid.lower() else "sushi-go"))
        marker = item.get_closest_marker("compiled")
        if marker is not None:
            item.add_marker(pytest.mark.xdist_group(marker.args[0]))
