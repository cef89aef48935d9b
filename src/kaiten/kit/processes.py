"""Worker processes that end with the process that started them."""

import os
import threading
from multiprocessing import connection, parent_process


def end_with_parent() -> None:
    """End this process as soon as its parent has ended, even by a kill: a daemon thread waits for the parent's sentinel."""
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
