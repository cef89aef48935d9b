"""Runs `kaiten` with the web client of another folder (KAITEN_TEST_WEB), without changing the installed one."""

import os
from pathlib import Path

from kaiten.__main__ import main
from kaiten.server import pages

if __name__ == "__main__":
    pages.FOLDER = Path(os.environ["KAITEN_TEST_WEB"])
    main()
