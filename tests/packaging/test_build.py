"""`python -m build` on a machine without Node: what is in the wheel and in the source distribution."""

import tarfile
import zipfile

from tests.packaging.conftest import Distributions
from tests.packaging.environment import tracked_files

CLIENT = "kaiten/server/web/"


def names_in(built: Distributions) -> tuple[set[str], set[str]]:
    """The files of the source distribution, without its own folder, and those of the wheel."""
    with tarfile.open(built.sdist) as packed:
        packed_names = {name.partition("/")[2] for name in packed.getnames()}
    with zipfile.ZipFile(built.wheel) as held:
        return packed_names, {*held.namelist()}


def test_the_wheel_has_the_package_and_the_built_client(built: Distributions) -> None:
    _, wheel = names_in(built)
    package = {name.removeprefix("src/") for name in tracked_files() if name.startswith("src/")}
    client = {name for name in wheel if name.startswith(CLIENT)}
    assert {name for name in wheel if ".dist-info/" not in name} == package | client
    assert {CLIENT + "index.html", CLIENT + "index.html.br", CLIENT + "sw.js"} < client
    assert [name for name in client if name.startswith(CLIENT + "assets/") and name.endswith(".js.br")]


def test_the_source_distribution_has_the_built_client_and_all_that_builds_it(built: Distributions) -> None:
    sdist, wheel = names_in(built)
    assert {"src/" + name for name in wheel if name.startswith(CLIENT)} < sdist
    needed = ("src/", "web/", "docs/", "examples/", "tests/", "hatch_build.py", "pyproject.toml", "Makefile", "LICENSE")
    assert {name for name in tracked_files() if name.startswith(needed)} < sdist
    assert not [name for name in sdist if "node_modules" in name]
