"""The documents agree with the code, and the project is self-contained."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

import kaiten.record
import kaiten.sheet
import kaiten.sushi_go
import kaiten.sushi_roll
from kaiten.cli import app, play, replay, rules, score, simulate, verify
from kaiten.kit.errors import KaitenError
from kaiten.players import BOTS, LEVELS

ROOT = Path(__file__).parent.parent
TRACKED = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()  # noqa: S607
DOCUMENTS = [ROOT / name for name in TRACKED if name.endswith(".md")]
COMMANDS = get_command(app.app).commands  # type: ignore[attr-defined]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_command_and_option_is_documented() -> None:
    page = text_of("docs/cli.md")
    assert {play.play.__name__, replay.replay.__name__, rules.rules.__name__} < set(COMMANDS)
    assert {score.score.__name__, simulate.simulate.__name__, verify.verify.__name__} < set(COMMANDS)
    for name, command in COMMANDS.items():
        section = re.search(rf"^## `kaiten {name}[^\n]*\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
        assert section, name
        for parameter in command.params:
            for option in parameter.opts:
                if option.startswith("--") and option != "--help":
                    assert option in section[1], f"{name} {option}"


def test_every_bot_and_every_error_code_is_documented() -> None:
    bots, library = text_of("docs/bots.md"), text_of("docs/library.md")
    for game in BOTS.values():
        for name in game:
            assert f"**{name}**" in bots
    for level in LEVELS.values():
        ratings = " | ".join([str(rating) for rating in level.rating.values()])
        assert f"| **{level.title}** | {level.character[0].lower()}{level.character[1:-1]} | {ratings} |" in bots
    # A command whose input ends stands alone.
    for error in KaitenError.__subclasses__():
        assert f"`{error.code}`" in library or error.code == "input-ended"


def test_the_glossary_names_modules_that_exist() -> None:
    named = [path for path in re.findall(r"`([a-z_/]+(?:\.py)?)`", text_of("docs/glossary.md")) if "/" in path]
    assert len(named) > 50
    missing = [path for path in named if not (ROOT / "src" / "kaiten" / path).exists() and not (ROOT / path).exists()]
    assert not missing, f"docs/glossary.md names modules that do not exist: {missing}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target


def test_makefile_commands_named_in_documents_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
    for document in DOCUMENTS:
        named = set(re.findall(r"(?:^ {4}|`)make ([a-z-]+)", document.read_text(encoding="utf-8"), re.MULTILINE))
        assert named <= targets, document


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_installation_is_from_a_checkout_or_a_wheel(document: Path) -> None:
    """Documents do not install from a package index, and wheels named in them have this version."""
    text = document.read_text(encoding="utf-8")
    assert not re.search(r"pip install [^\n]*kaiten-sushi", text)
    assert {*re.findall(r"kaiten_sushi-([\d.]+)-py3", text)} <= {kaiten.__version__}


def test_lock_files_contain_no_address() -> None:
    for name in ("requirements.lock", "requirements-dev.lock", "requirements-setup.lock"):
        assert "://" not in text_of(name)
        assert "--hash=sha256:" in text_of(name)


def test_the_version_has_one_source() -> None:
    assert f'version = "{kaiten.__version__}"' in text_of("pyproject.toml")


@pytest.mark.parametrize("room", [kaiten.sushi_go, kaiten.sushi_roll, kaiten.record, kaiten.sheet])
def test_exported_names_exist_and_are_sorted(room: object) -> None:
    names: list[str] = room.__all__  # type: ignore[attr-defined]
    assert len(set(names)) == len(names)
    assert all(hasattr(room, name) for name in names)


def test_the_rules_need_the_standard_library_only() -> None:
    code = (
        "import sys, kaiten.kit.game, kaiten.sushi_go, kaiten.sushi_roll, kaiten.record, kaiten.players, kaiten.arena, kaiten.sheet;"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    foreign = {name for name in loaded if name not in sys.stdlib_module_names and not name.startswith(("_", "kaiten"))}
    assert foreign <= {"sitecustomize", "site", "coverage", "editables"}


def test_importing_kaiten_imports_nothing() -> None:
    code = "import sys; before = {*sys.modules}; import kaiten; print(*sorted({*sys.modules} - before))"
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert loaded == ["kaiten"]
