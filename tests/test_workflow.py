"""The workflow for continuous integration names tests, files and commands that exist."""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")


def test_paths_and_tests_exist() -> None:
    named = re.findall(r"(?<![\w/])((?:tests|docs)/[\w./]+|README\.md|Containerfile)(?:::(\w+))?", TEXT)
    assert len(named) > 10
    for path, test in named:
        assert (ROOT / path).exists(), path
        assert not test or f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), test


def test_commands_of_npm_and_make_exist() -> None:
    scripts = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["scripts"]
    assert {*re.findall(r"npm run (\w+)", TEXT)} <= {*scripts}
    assert re.search(r"^test:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_every_python_that_can_be_installed_is_tested() -> None:
    bounds = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    first, end = map(int, re.findall(r"3\.(\d+)", bounds))
    (tested,) = re.findall(r"python: (\[.*\])\n    steps:\n      - uses: actions/checkout@v6", TEXT)[:1]
    assert json.loads(tested) == [f"3.{minor}" for minor in range(first, end)]
