"""The built wheel, installed in a clean environment outside the checkout, plays, simulates and verifies."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLEAN = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}


def run(*command: str | Path, cwd: Path, stdin: str = "") -> str:
    result = subprocess.run(
        [*map(str, command)], cwd=cwd, input=stdin, capture_output=True, text=True, check=False, env=CLEAN, timeout=120
    )
    assert result.returncode == 0, f"{command}: {result.stdout}\n{result.stderr}"
    return result.stdout


def test_the_wheel_works_by_itself(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    run(sys.executable, "-m", "uv", "venv", "--quiet", "--python", sys.executable, tmp_path / "env", cwd=tmp_path)
    python = tmp_path / "env" / "bin" / "python"
    install = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", python)
    run(*install, "--no-deps", wheel, cwd=tmp_path)
    with zipfile.ZipFile(wheel) as held:
        names = held.namelist()
    assert "kaiten/server/web/index.html" in names
    assert [name for name in names if name.startswith("kaiten/server/web/assets/") and name.endswith(".js.br")]
    bare = run(python, "-c", "from kaiten import sushi_go; print(sushi_go.__file__)", cwd=tmp_path)
    assert str(tmp_path) in bare
    run(*install, "--constraint", ROOT / "requirements.lock", f"{wheel}[all]", cwd=tmp_path)
    kaiten = tmp_path / "env" / "bin" / "kaiten"
    game, games = tmp_path / "game.json", tmp_path / "games.jsonl"
    assert "The game is over." in run(kaiten, "play", "--quick", "--record", game, cwd=tmp_path, stdin="1\n" * 200)
    run(kaiten, "simulate", "sushi-roll", "--games", "3", "--record", games, cwd=tmp_path)
    assert "1 game adds up" in run(kaiten, "verify", game, cwd=tmp_path)
    assert "all 3 games add up" in run(kaiten, "verify", games, cwd=tmp_path)
