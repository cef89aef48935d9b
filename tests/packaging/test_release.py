"""`make release`: its notes, and the checks that a distribution has to pass."""

from pathlib import Path

import pytest
from tools.release import ReleaseError, check, install, notes

from kaiten import __version__
from tests.packaging.conftest import Distributions
from tests.packaging.environment import ROOT

CHANGELOG = "# Changelog\n\n## 0.3.0 — 2026-12-01\n\n- Three.\n  More of it.\n\n## 0.2.0 — 2026-11-18\n\n- Two.\n\n## 0.1.0 — 2026-11-16\n"


def test_the_notes_are_the_section_of_the_version() -> None:
    assert notes(CHANGELOG, "0.3.0") == "- Three.\n  More of it.\n"
    assert notes(CHANGELOG, "0.2.0") == "- Two.\n"


@pytest.mark.parametrize("version", ["0.1.0", "0.4.0", "0.2"])
def test_a_version_without_notes_is_refused(version: str) -> None:
    with pytest.raises(ReleaseError, match=f"CHANGELOG.md has no section '## {version} — "):
        notes(CHANGELOG, version)


def test_this_version_has_notes() -> None:
    assert notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), __version__)


def test_a_distribution_is_checked_in_an_environment_of_its_own(built: Distributions, tmp_path: Path) -> None:
    programs = install(built.wheel, tmp_path / "clean")
    check(programs, __version__, tmp_path)
    with pytest.raises(ReleaseError, match="the distribution reports 'kaiten "):
        check(programs, "9.9.9", tmp_path)
