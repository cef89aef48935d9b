"""Hostile names: markup, control characters, look-alikes."""

import asyncio
import json

import pytest

from kaiten.table import TableError
from kaiten.table.names import tidy_name
from tests.hostile.raw_socket import LoggedServer
from tests.server.harness import Client

MARKUP = [
    "<script>alert(1)</script>"[:24],
    "<img src=x onerror=a()>",
    '"><b>',
    "a&amp;b",
    "${7*7}{{7*7}}",
    "'; DROP TABLE t; --",
]

HIDDEN = {
    "right-to-left override": "a\u202eb",
    "isolate": "a\u2066b",
    "zero-width space": "a\u200bb",
    "zero-width joiner": "a\u200db",
    "soft hyphen": "a\u00adb",
    "byte order mark": "\ufeffa",
    "control": "a\x07b",
    "escape": "a\x1b[31mb",
    "null": "a\x00b",
    "delete": "a\x7fb",
    "line separator": "\u2028",
    "private use": "a\ue000b",
    "unassigned": "a\u0378b",
    "tag": "a\U000e0041b",
    "interlinear": "a\ufff9b",
    "spaces alone": " \u2003 \u3000",
}


@pytest.mark.parametrize("kind", HIDDEN)
def test_invisible_characters_in_names(kind: str) -> None:
    with pytest.raises(TableError) as refused:
        tidy_name(HIDDEN[kind])
    assert refused.value.code == "bad-name"
    assert str(refused.value).isprintable()


LOOKALIKES = {
    "variation selector": "Ana\ufe0f",
    "variation selector supplement": "Ana\U000e0100",
    "grapheme joiner": "An\u034fa",
    "khmer vowel that is not shown": "Ana\u17b4",
    "mongolian selector": "Ana\u180b",
    "hangul filler": "Ana\u3164",
    "halfwidth filler": "Ana\uffa0",
    "braille blank": "Ana\u2800",
    "full width": "\uff21\uff4e\uff41",
    "only fillers": "\u3164\u3164",
}


@pytest.mark.parametrize("kind", LOOKALIKES)
def test_lookalike_names(kind: str) -> None:
    try:
        tidy = tidy_name(LOOKALIKES[kind])
    except TableError:
        return
    assert tidy == "Ana"


def test_markup_in_names_is_data(server: LoggedServer) -> None:
    async def play() -> None:
        for name in MARKUP:
            token = server.new_player()
            table = server.new_table(token, listed=True, name=name)
            async with Client(server, token) as client:
                state = await client.watch(table)
                assert state["seats"][0]["name"] == name
                assert json.dumps(name, ensure_ascii=False) in client.frames[-2]
            status, found = server.ask("GET", "/api/tables")
            assert status == 200
            assert found["tables"][0]["host"] == name

    asyncio.run(play())


def test_control_and_bidi_characters_in_a_name_are_refused(server: LoggedServer, token: str) -> None:
    async def play() -> None:
        table = server.new_table(token)
        async with Client(server, token) as client:
            for name in HIDDEN.values():
                answer = await client.do(table, "sit", name=name)
                assert answer["code"] == "bad-name"

    asyncio.run(play())


def test_names_differ_in_more_than_case(server: LoggedServer, token: str) -> None:
    async def play() -> None:
        table = server.new_table(token, seats=3)
        async with Client(server, token) as ana, Client(server, server.new_player()) as other:
            assert (await ana.do(table, "sit", name="Straße É"))["type"] == "answer"
            for name in ("STRASSE É", "straße e\u0301", "  Straße   É "):
                assert (await other.do(table, "sit", name=name))["code"] == "name-taken"

    asyncio.run(play())
