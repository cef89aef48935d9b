"""One server for each test module that uses it; every test opens its own tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Server, sqlite


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with Server(sqlite(folder), "--log-format", "json") as running:
        yield running
        assert running.running
        assert running.stop() == 0
    assert "Traceback" not in running.log, running.log
