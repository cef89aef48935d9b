"""Worker processes: one ends when the process that started it is gone."""

import os
import threading
from multiprocessing import connection, parent_process


def end_with_parent() -> None:
    """End this process as soon as its parent is gone, however it went: a daemon thread waits for the parent's sentinel."""
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
