"""Score sheets over HTTP: clients converge for any order and repetition of edits."""

import itertools
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kaiten.server.sheets import MAX_EDITS, PAGE_SIZE
from tests.server.harness import Server, sqlite
from tests.server.test_pages import get

_numbers = itertools.count(1)


def new_sheet() -> str:
    return f"sheet-for-a-test-{next(_numbers)}"


def head(sheet: str, **changes: Any) -> dict[str, Any]:
    options = {"dummy": False, "dummy_pudding_penalty": False}
    plain = {"format": "kaiten-sheet/1", "sheet": sheet, "game": "sushi-go", "players": ["Ana", "Ben"]}
    return {**plain, "options": options, "started": 1794844800000, **changes}


def edit(name: str, **changes: Any) -> dict[str, Any]:
    plain = {"id": name, "cell": "1/0", "value": "W N3 T T", "after": [], "at": 1794844860000, "by": "Ana's phone"}
    return {**plain, **changes}


def sync(server: Server, sheet: str, *edits: Any, known: int = 0, **more: Any) -> tuple[int, Any]:
    return server.ask("POST", f"/api/sheets/{sheet}", {"edits": edits, "known": known, **more})


def test_two_clients_converge(server: Server) -> None:
    sheet = new_sheet()
    first = edit("edit-of-ana")
    undo = edit("undo-of-ana", value=None, after=["edit-of-ana"], undoes="edit-of-ana")
    answer = {"head": head(sheet), "edits": [first, undo], "known": 2, "more": False}
    assert sync(server, sheet, first, undo, head=head(sheet)) == (200, answer)
    # Another phone knows only the id.
    assert sync(server, sheet) == (200, answer)
    other = edit("edit-of-ben", cell="tokens/4", value="P4 U2 C1", by="")
    assert sync(server, sheet, other, known=2) == (200, {**answer, "edits": [other], "known": 3})
    assert sync(server, sheet, known=2) == (200, {**answer, "edits": [other], "known": 3})
    assert sync(server, sheet, known=3) == (200, {**answer, "edits": [], "known": 3})


def test_sync_is_idempotent(server: Server) -> None:
    sheet = new_sheet()
    one, two = edit("edit-one"), edit("edit-two")
    answers = [sync(server, sheet, one, one, two, head=head(sheet)) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][1]["edits"] == [one, two]
    # An edit's id counts once, and the first header stays.
    assert sync(server, sheet, edit("edit-one", value="P"), head=head(sheet, players=["Cy", "Di"])) == answers[0]


def test_unknown_sheet_needs_its_header(server: Server) -> None:
    sheet = new_sheet()
    for edits in ([], [edit("edit-one")]):
        status, problem = sync(server, sheet, *edits, known=7)
        assert (status, problem["code"]) == (404, "no-such-sheet")
    # The sheet was deleted, or a backup restored: the number is stale.
    status, found = sync(server, sheet, edit("edit-one"), known=7, head=head(sheet))
    assert (status, found["known"], len(found["edits"])) == (200, 1, 1)


def test_long_sheets_are_paged_and_limited(server: Server) -> None:
    sheet = new_sheet()
    every = [edit(f"edit-{number:04}") for number in range(MAX_EDITS)]
    batches = [every[start : start + 50] for start in range(0, MAX_EDITS, 50)]
    for batch in batches:
        assert len(json.dumps(batch)) < 8000
        assert sync(server, sheet, *batch, head=head(sheet), known=MAX_EDITS)[0] == 200
    status, problem = sync(server, sheet, edit("one-too-many"))
    assert (status, problem["code"]) == (409, "sheet-full")
    assert sync(server, sheet, *batches[3], known=MAX_EDITS)[0] == 200  # already there
    got: list[Any] = []
    more = True
    while more:
        _, found = sync(server, sheet, known=len(got))
        assert len(found["edits"]) <= PAGE_SIZE
        got += found["edits"]
        more = found["more"]
        assert found["known"] == len(got)
    assert got == every


@pytest.mark.parametrize(
    "spoilt",
    [
        {"edits": [edit("short")]},
        {"edits": [edit("x" * 65)]},
        {"edits": [edit("edit-one\n")]},
        {"edits": [edit("edit one")]},
        {"edits": [edit("edit-one", cell="4/0")]},
        {"edits": [edit("edit-one", cell="1/5")]},
        {"edits": [edit("edit-one", cell="1/0\n")]},
        {"edits": [edit("edit-one", cell="__proto__")]},
        {"edits": [edit("edit-one", value="x" * 201)]},
        {"edits": [edit("edit-one", value=7)]},
        {"edits": [edit("edit-one", after=["edit-two"] * 21)]},
        {"edits": [edit("edit-one", after=["x"])]},
        {"edits": [edit("edit-one", at=-1)]},
        {"edits": [edit("edit-one", at=2**53)]},
        {"edits": [edit("edit-one", by="x" * 41)]},
        {"edits": [edit("edit-one", undoes="x")]},
        {"edits": [edit("edit-one", admin=True)]},
        {"edits": [{"id": "edit-one"}]},
        {"edits": {"id": "edit-one"}},
        {"known": -1},
        {"known": 10**30},
        {"owner": "me"},
        {"head": head("another-sheet-than-this")},
        {"head": {"format": "kaiten-sheet/2"}},
        {"head": {"players": ["Ana"]}},
        {"head": {"players": ["Ana", "Ana"]}},
        {"head": {"players": ["Ana", ""]}},
        {"head": {"players": ["Ana", "x" * 41]}},
        {"head": {"players": [*"abcdef"]}},
        {"head": {"game": "chess"}},
        {"head": {"options": {"pass": True}}},
        {"head": {"options": {"dummy": 1}}},
        {"head": {"started": "now"}},
        {"head": {"edits": []}},
    ],
    ids=lambda spoilt: json.dumps(spoilt)[:60],
)
def test_invalid_sheet_is_refused_and_not_stored(server: Server, spoilt: dict[str, Any]) -> None:
    sheet = new_sheet()
    begin = {**head(sheet), **spoilt.get("head", {})}
    body = {"edits": [edit("edit-fine")], "known": 0, **spoilt, "head": begin}
    status, problem = server.ask("POST", f"/api/sheets/{sheet}", body)
    assert (status, problem["code"]) == (400, "bad-request"), problem
    assert sync(server, sheet)[0] == 404


@pytest.mark.parametrize(
    "sheet", ["short", "x" * 65, "x" * 15 + "%0a", "x" * 16 + "%0a", "x" * 16 + "%00", "%C3%A4" * 16]
)
def test_invalid_sheet_id_is_not_found(server: Server, sheet: str) -> None:
    status, problem = sync(server, sheet, head=head("x" * 16))
    assert (status, problem["code"]) == (404, "no-such-sheet")
    assert get(server, f"/s/{sheet}/qr.svg")[0].status == 404


def test_qr_code_of_a_sheet(server: Server) -> None:
    response, picture = get(server, "/s/q3T9q3T9q3T9q3T9/qr.svg")
    assert (response.status, response.headers["Content-Type"]) == (200, "image/svg+xml")
    assert picture.startswith(b"<svg")


def test_new_sheets_are_rate_limited(tmp_path: Path) -> None:
    with Server(sqlite(tmp_path), KAITEN_ADDRESS_RATE="5") as server:
        statuses = []
        for _ in range(7):
            sheet = new_sheet()
            statuses.append(sync(server, sheet, head=head(sheet))[0])
        assert statuses == [200] * 5 + [429] * 2


def test_acknowledged_edits_survive_kill_9(tmp_path: Path) -> None:
    sheet = new_sheet()
    acknowledged: list[Any] = []

    def write() -> None:
        for number in itertools.count():
            try:
                status, _ = sync(server, sheet, edit(f"edit-{number:04}"), known=MAX_EDITS, head=head(sheet))
            except OSError:
                return  # it is killed
            assert status == 200
            acknowledged.append(edit(f"edit-{number:04}"))

    with Server(sqlite(tmp_path)) as server:
        for _ in range(3):
            acknowledged.clear()
            writing = threading.Thread(target=write)
            writing.start()
            while len(acknowledged) < 5 and writing.is_alive():
                writing.join(0.01)
            server.kill()
            writing.join()
            assert len(acknowledged) >= 5
            server.start()
            got = sync(server, sheet)[1]["edits"]
            assert got[: len(acknowledged)] == acknowledged
            assert len({one["id"] for one in got}) == len(got)


@pytest.fixture
def pair(postgresql_url: str) -> Iterator[tuple[Server, Server]]:
    with Server(postgresql_url) as first, Server(postgresql_url) as second:
        yield first, second
        assert (first.stop(), second.stop()) == (0, 0)
    for server in (first, second):
        assert "Traceback" not in server.log, server.log


def test_concurrent_edits_at_two_servers(pair: tuple[Server, Server]) -> None:
    sheets = [new_sheet() for _ in range(3)]

    def phone(number: int) -> None:
        for step in range(10):
            for sheet in sheets:
                made = edit(f"edit-{number}-{step}")
                status, answer = sync(pair[number % 2], sheet, made, head=head(sheet))
                assert status == 200, answer
                assert made in answer["edits"]

    with ThreadPoolExecutor(6) as phones:
        list(phones.map(phone, range(6)))
    for sheet in sheets:
        (_, here), (_, there) = [sync(server, sheet) for server in pair]
        assert here == there
        assert here["known"] == 60
        assert len({one["id"] for one in here["edits"]}) == 60
