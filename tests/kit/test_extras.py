"""Optional dependencies: the table of packages, and the error for a missing one."""

import json
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kaiten.kit.errors import KaitenError, MissingExtra
from kaiten.kit.extras import EXTRAS, require

PYPROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))


def declared(extra: str) -> set[str]:
    """The modules of an extra in pyproject.toml, on every platform."""
    found: set[str] = set()
    for requirement in PYPROJECT["project"]["optional-dependencies"][extra]:
        if own := re.fullmatch(r"kaiten-sushi\[(\w+)\]", requirement):
            found |= declared(own[1])
        elif ";" not in requirement:
            found.add(re.match(r"[\w-]+", requirement)[0].replace("-", "_"))  # type: ignore[index]
    return found


def test_the_table_of_extras_equals_pyproject() -> None:
    # `train` is needed by an example only, and `all` is a union.
    assert set(EXTRAS) == set(PYPROJECT["project"]["optional-dependencies"]) - {"all", "train"}
    for extra, modules in EXTRAS.items():
        assert set(modules) == declared(extra), extra


def test_an_installed_extra_passes() -> None:
    for extra in EXTRAS:
        require(extra, "this test")


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (None, "pip install 'kaiten-sushi[env]'"),
        (
            {"url": "file:///home/ana/kaiten_sushi-0.2.0-py3-none-any.whl", "archive_info": {}},
            "pip install 'kaiten-sushi[env] @ file:///home/ana/kaiten_sushi-0.2.0-py3-none-any.whl'",
        ),
        (
            {"url": "file:///home/ana/kaiten", "dir_info": {}},
            "pip install 'kaiten-sushi[env] @ file:///home/ana/kaiten'",
        ),
        (
            {"url": "file:///home/ana/kaiten", "dir_info": {"editable": True}},
            "pip install --editable '/home/ana/kaiten[env]'",
        ),
        (
            {"url": "https://code.example/kaiten.git", "vcs_info": {"vcs": "git", "commit_id": "0"}},
            "pip install 'kaiten-sushi[env] @ git+https://code.example/kaiten.git'",
        ),
    ],
    ids=["index", "wheel", "folder", "editable", "git"],
)
def test_a_missing_extra_is_installed_from_where_kaiten_came(
    origin: Any, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = None if origin is None else json.dumps(origin)
    monkeypatch.setattr("importlib.metadata.distribution", lambda _: SimpleNamespace(read_text=lambda _: text))
    assert refused(monkeypatch).endswith(f": {command}")


def test_without_an_installation_the_sources_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.distribution", unknown)
    assert refused(monkeypatch) == (
        "kaiten.env needs the extra 'env' (not installed: gymnasium, pettingzoo): "
        "pip install '.[env]' in the folder of Kaiten's sources"
    )


def refused(monkeypatch: pytest.MonkeyPatch) -> str:
    """The error where two packages of `env` are missing."""
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(MissingExtra) as caught:
        require("env", "kaiten.env")
    assert isinstance(caught.value, KaitenError)
    assert isinstance(caught.value, ImportError)
    return str(caught.value)
