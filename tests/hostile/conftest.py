"""A server per test module."""

from collections.abc import Iterator

import pytest

from tests.hostile.raw_socket import LoggedServer, run_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoggedServer]:
    """A server; at the end it has to stop cleanly, without errors in its log."""
    with run_server(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="module")
def token(server: LoggedServer) -> str:
    """A player's token."""
    return server.new_player()
