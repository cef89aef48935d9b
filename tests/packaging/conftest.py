"""The wheel and the source distribution, built once for all workers of a test run."""

import fcntl
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.packaging.environment import Environment, clone, run, without_node


@dataclass(frozen=True)
class Distributions:
    """The output of `python -m build` in an unbuilt clone, on a machine without Node."""

    sdist: Path
    wheel: Path


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Distributions:
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "distributions"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "dist").exists():
            source = clone(folder / "source")
            build = (sys.executable, "-m", "build", "--installer", "uv", "--outdir", folder / "made", source)
            run(*build, cwd=folder, env=without_node(folder))
            shutil.rmtree(source)
            (folder / "made").rename(folder / "dist")
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    return Distributions(sdist, wheel)


@pytest.fixture
def environment(built: Distributions, tmp_path: Path) -> Environment:
    """A clean virtual environment with the wheel, without any extra."""
    return Environment(tmp_path, built.wheel)
