"""`make release`: build the wheel and the source distribution of a commit, check both, and write the release notes.

Everything is built from `git archive HEAD`, never from the checkout, so that it contains only committed files. The output in `dist` is
the two distributions, `NOTES.md` (the section of the version in CHANGELOG.md) and `SHA256SUMS`. Nothing is published.
"""

import hashlib
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
UV = (sys.executable, "-m", "uv")
HAS_CLIENT = "from importlib.resources import files; print((files('kaiten.server') / 'web' / 'index.html').is_file())"


class ReleaseError(Exception):
    """This commit cannot be released."""


def notes(changelog: str, version: str) -> str:
    """The section of a version in the changelog, without its heading."""
    found = re.search(
        rf"^## {re.escape(version)} — \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |\Z)", changelog, re.DOTALL | re.MULTILINE
    )
    if found is None or not found[1].strip():
        raise ReleaseError(f"CHANGELOG.md has no section '## {version} — YEAR-MONTH-DAY' that is not empty")
    return found[1].strip() + "\n"


def build(folder: Path) -> tuple[Path, Path]:
    """The source distribution of the commit that is checked out, and the wheel built from it."""
    if changed := _run("git", "status", "--porcelain", cwd=ROOT):
        raise ReleaseError(f"commit or remove these first:\n{changed.rstrip()}")
    archive, source = folder / "source.tar", folder / "source"
    _run("git", "archive", "--output", archive, "HEAD", cwd=ROOT)
    with tarfile.open(archive) as packed:
        packed.extractall(source, filter="data")
    _run(sys.executable, "-m", "build", "--installer", "uv", "--outdir", folder / "built", source, cwd=folder)
    (sdist,) = (folder / "built").glob("*.tar.gz")
    (wheel,) = (folder / "built").glob("*.whl")
    return sdist, wheel


def install(distribution: Path, folder: Path) -> Path:
    """Install a distribution with the extra `all` in a clean environment; returns the folder of its programs."""
    folder.mkdir()
    _run(*UV, "venv", "--quiet", "--python", sys.executable, folder / "venv", cwd=folder)
    programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    command = (*UV, "pip", "install", "--quiet", "--python", programs / "python")
    _run(*command, "--constraint", ROOT / "requirements.lock", f"{distribution}[all]", cwd=folder)
    return programs


def check(programs: Path, version: str, folder: Path) -> None:
    """Check the installed version: it simulates and verifies games, and contains the web client."""
    if (says := _run(programs / "kaiten", "--version", cwd=folder)) != f"kaiten {version}\n":
        raise ReleaseError(f"the distribution reports {says!r}, not {version}")
    for game in ("sushi-go", "sushi-roll"):
        _run(programs / "kaiten", "simulate", game, "--games", "3", "--record", f"{game}.jsonl", cwd=folder)
        _run(programs / "kaiten", "verify", f"{game}.jsonl", cwd=folder)
    if _run(programs / "python", "-c", HAS_CLIENT, cwd=folder) != "True\n":
        raise ReleaseError("the distribution has no web client")


def _run(*command: str | Path, cwd: Path) -> str:
    words = [*map(str, command)]
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ReleaseError(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """Build, check, and only then fill `dist`."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    text = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        print(f"Building {version}")
        made = build(folder)
        for distribution in made:
            print(f"Checking {distribution.name}")
            clean = folder / f"check-{distribution.suffix[1:]}"
            check(install(distribution, clean), version, clean)
        dist = ROOT / "dist"
        dist.mkdir(exist_ok=True)
        for old in dist.iterdir():
            old.unlink()
        for distribution in made:
            (dist / distribution.name).write_bytes(distribution.read_bytes())
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(dist.iterdir())]
    (dist / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    (dist / "NOTES.md").write_text(f"# Kaiten {version}\n\n{text}", encoding="utf-8")
    print(*sorted([str(file.relative_to(ROOT)) for file in dist.iterdir()]), sep="\n")
    print(f"To release it: git tag v{version}, push the tag, and upload these with NOTES.md as the text.")


if __name__ == "__main__":
    try:
        main()
    except ReleaseError as error:
        sys.exit(f"release: {error}")
