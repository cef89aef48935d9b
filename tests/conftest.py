"""The databases that tests ask for, and Hypothesis: the same examples in every run of `make test`.

`make fuzz` looks for new ones, and for longer.
"""

import os
import signal
import threading

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import _postgres, _redis, database_url, postgres, postgresql_url, redis, sqlite_url

__all__ = ["_postgres", "_redis", "database_url", "postgres", "postgresql_url", "redis", "sqlite_url"]

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("test", max_examples=60, deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("fuzz", max_examples=3000, deadline=None, print_blob=True, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))

# A run in the background may have been told to ignore Ctrl+C, and so would be the programs that it starts and interrupts.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The kernels of a game are compiled by one of the workers, once: all their tests go to the same."""
    for item in items:
        places = {*item.path.parts, item.path.stem}
        if "test_trained_roll" in places:
            item.add_marker(pytest.mark.xdist_group("trained-roll"))
        elif {
            "test_trained",
            "test_standing",
            "test_solving",
            "test_hoping",
            "test_planning",
            "test_exactness",
            "test_solve",
            "test_train",
        } & places:
            item.add_marker(pytest.mark.xdist_group("trained"))
        elif "test_trained_dummy" in places:
            item.add_marker(pytest.mark.xdist_group("trained-dummy"))
        elif {"fast", "env", "environments"} & places:
            item.add_marker(pytest.mark.xdist_group("sushi-roll" if "roll" in item.nodeid.lower() else "sushi-go"))
