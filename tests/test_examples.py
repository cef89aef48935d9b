"""The examples run and print something."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
APART = {"train_ppo.py"}
"""`make train` runs it: PyTorch is not installed for the tests."""


@pytest.mark.parametrize("example", sorted({path.name for path in EXAMPLES.glob("*.py")} - APART))
def test_the_example_runs(example: str, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / example)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert result.stdout.strip()
    assert result.stderr == ""
