"""`kaiten` with pages from another folder: to test a client that was built elsewhere, without touching what is installed."""

import os
from pathlib import Path

from kaiten.__main__ import main
from kaiten.server import pages

if __name__ == "__main__":
    pages.FOLDER = Path(os.environ["KAITEN_TEST_WEB"])
    main()
