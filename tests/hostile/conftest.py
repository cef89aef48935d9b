"""A server for the tests of a file."""

from collections.abc import Iterator

import pytest

from tests.databases import *  # noqa: F403  (fixtures)
from tests.hostile.watched import WatchedServer, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedServer]:
    """A server; after the last test it stops in good order, and nothing has gone wrong inside."""
    with serving(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="module")
def token(server: WatchedServer) -> str:
    """Somebody's."""
    return server.new_player()
