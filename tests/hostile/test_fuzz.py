"""Input that nobody thought of: made from the OpenAPI document and from the structs of the protocol, then spoilt."""

import contextlib
import json
import time
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kaiten.protocol.commands import Command, Rematch
from kaiten.protocol.messages import Do, Hello, Unwatch, Watch
from tests.hostile.watched import TEXT, WatchedServer, Wire, greeted

SECONDS = 10
"""How long each of these goes on at the most."""

FUZZ = settings(
    max_examples=10_000,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


class EnoughError(Exception):
    """Time is up."""


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def ask_about(operation: Any, headers: dict[str, str], seconds: float) -> int:
    """Ask one thing in many ways, for so long; how many."""
    until, asked = time.monotonic() + seconds, 0

    @FUZZ
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        nonlocal asked
        if time.monotonic() > until:
            raise EnoughError
        response = case.call(headers=headers)
        case.validate_response(response, checks=CHECKS)
        asked += 1
        if response.status_code >= 400:
            assert set(response.json()) == {"code", "message"}, response.text

    with contextlib.suppress(EnoughError):  # or there is nothing more to ask
        ask()
    return asked


@pytest.mark.parametrize("signed_in", [True, False])
def test_the_rest_api_does_what_its_document_says(server: WatchedServer, signed_in: bool) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) > 10
    asked = 0
    for operation in operations:
        # Whoever is forgotten cannot ask on: each operation has a player of its own.
        headers = {"Authorization": f"Bearer {server.new_player()}"} if signed_in else {}
        asked += ask_about(operation, headers, SECONDS / len(operations))
    assert asked > 100
    assert server.ask("GET", "/api/health")[0] == 200


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=30),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
    st.sampled_from([10**400, -1, 2**63, "\u202e", "\x00", "<script>", [[[[]]]], {"type": {"type": {}}}]),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where in a value something else can be put."""
    found = [path] if path else []
    if isinstance(value, dict):
        found += [place for name in value for place in places(value[name], (*path, name))]
    elif isinstance(value, list):
        found += [place for number, item in enumerate(value) for place in places(item, (*path, number))]
    return found


def spoil(value: Any, path: tuple[Any, ...], how: str, junk: Any) -> Any:
    """A value with something else in this place, with nothing there, or with more beside it."""
    copy = json.loads(json.dumps(value))
    inner = copy
    for step in path[:-1]:
        inner = inner[step]
    if how == "put":
        inner[path[-1]] = junk
    elif how == "drop":
        del inner[path[-1]]
    elif isinstance(inner, dict):
        inner[str(junk)] = junk
    else:
        inner.append(junk)
    return copy


@st.composite
def texts(draw: st.DrawFn, table: str) -> str:
    """What a client might send: a message of the protocol, one that is spoilt, or a text cut in two."""
    struct = draw(st.sampled_from([Do, Do, Do, Do, Watch, Unwatch, Hello]))
    made = draw(st.from_type(struct))
    message = json.loads(json.dumps(msgspec.to_builtins(made)))
    message["id"] = draw(st.sampled_from(["a", "b", "c-1", str(time.time_ns())]))
    if struct is not Hello:
        message["table"] = draw(st.sampled_from([table, table, table, "nowhere"]))
    else:
        del message["id"]
    for _ in range(draw(st.integers(0, 2))):
        found = places(message)
        if found:
            how = draw(st.sampled_from(["put", "drop", "add"]))
            message = spoil(message, draw(st.sampled_from(found)), how, draw(JUNK))
    text = json.dumps(message, ensure_ascii=draw(st.booleans()))
    if draw(st.integers(0, 9)) == 0:
        cut = draw(st.integers(0, len(text)))
        text = text[:cut] + draw(st.text(max_size=3)) + text[cut:]
    return text


st.register_type_strategy(
    Do,
    st.builds(
        Do,
        id=st.just("a"),
        table=st.just("t"),
        command=st.one_of([st.from_type(kind) for kind in (*Command.__args__, Rematch)]),
    ),
)


@pytest.mark.parametrize("game", ["sushi-go", "sushi-roll"])
def test_every_message_gets_an_answer_and_no_socket_is_lost(server: WatchedServer, game: str) -> None:
    token = server.new_player()
    table = server.new_table(token, game=game, name="Ana")
    until = time.monotonic() + SECONDS / 2
    sent = 0
    with greeted(server, token) as wire:
        for number, command in enumerate(({"type": "add-bot", "seat": 1, "level": "greedy"}, {"type": "start"})):
            wire.text(json.dumps({"type": "do", "id": f"begin{number}", "table": table, "command": command}))
            answered(wire)

        @FUZZ
        @given(text=texts(table))
        def say(text: str) -> None:
            nonlocal sent
            if time.monotonic() > until:
                raise EnoughError
            payload = text.encode("utf-8", "replace")
            if len(payload) <= 8192:
                wire.frame(TEXT, payload)
                answered(wire)
                sent += 1

        with pytest.raises(EnoughError):
            say()
    assert sent > 20


def answered(wire: Wire) -> None:
    """Read until the answer, or the refusal, that the message gets."""
    while True:
        opcode, payload = wire.next()
        assert opcode == TEXT, (opcode, payload)
        if json.loads(payload)["type"] in ("answer", "refused"):
            return
