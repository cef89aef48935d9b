"""The kernel cache: compiled once for each version of the sources, in a writable folder; and the Python mode without Numba."""

import os
import subprocess
import sys
from pathlib import Path

LOCK_STEP = """
from tests.fast import lock_step_go, lock_step_roll
print(lock_step_go.play(lock_step_go.SETUPS[0], range(2)), lock_step_go.play(lock_step_go.SETUPS[-1], range(2)))
print(lock_step_roll.play(3, range(1)) > 0)
"""
PLAY = "from kaiten.fast.sushi_roll.random_games import play_random; print(play_random(2, 3, 5).tolist())"


def run(program: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**{name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}, **environment},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_the_same_code_runs_in_python() -> None:
    assert run(LOCK_STEP, NUMBA_DISABLE_JIT="1").splitlines() == ["120 108", "True"]
    assert run(PLAY, NUMBA_DISABLE_JIT="1") == run(PLAY)


def test_kernels_are_kept_in_the_cache_folder_of_the_user(tmp_path: Path) -> None:
    def kept() -> set[Path]:
        return {file for file in tmp_path.rglob("*") if file.suffix in (".nbi", ".nbc")}

    first = run(PLAY, XDG_CACHE_HOME=str(tmp_path), HOME=str(tmp_path))
    compiled = kept()
    assert compiled
    assert run(PLAY, XDG_CACHE_HOME=str(tmp_path), HOME=str(tmp_path)) == first
    assert kept() == compiled


def test_without_a_writable_cache_kernels_compile_each_time(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("")  # a file where a folder would have to be
    assert run(PLAY, XDG_CACHE_HOME=str(nowhere), HOME=str(nowhere)) == run(PLAY)
