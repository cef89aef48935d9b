"""Worker processes end with their parent. Real parents and workers are killed in tests/arena and tests/faults."""

import multiprocessing
import os
import threading

import pytest

from kaiten.kit import processes


def test_a_worker_exits_when_its_parent_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    exits: list[int] = []
    gone = threading.Event()
    parent = multiprocessing.get_context("spawn").Process(target=os.getpid)
    parent.start()
    monkeypatch.setattr(processes, "parent_process", lambda: parent)

    def record(code: int) -> None:
        exits.append(code)
        gone.set()

    monkeypatch.setattr("os._exit", record)
    processes.end_with_parent()
    parent.join()
    assert gone.wait(10)
    assert exits == [0]


def test_a_process_without_a_parent_keeps_running(monkeypatch: pytest.MonkeyPatch) -> None:
    exits: list[int] = []
    monkeypatch.setattr("os._exit", exits.append)
    processes.end_with_parent()
    for thread in threading.enumerate():
        if thread.daemon and thread.name.endswith("(_follow)"):
            thread.join(10)
    assert exits == []
