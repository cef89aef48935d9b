"""Fuzzing with input generated from the OpenAPI document and from the protocol's structs."""

import json
import time
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kaiten.protocol.commands import Command, Rematch
from kaiten.protocol.messages import Do, Hello, Unwatch, Watch
from tests.hostile.raw_socket import PING, PONG, TEXT, LoggedServer, RawSocket, open_socket

REQUESTS = 30
"""Requests to each operation of the HTTP API."""

MESSAGES = 300
"""Messages to each game's table."""


def fuzz(examples: int) -> settings:
    """The same examples in every run."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def ask_about(operation: Any, headers: dict[str, str]) -> int:
    """Fuzz one operation; the number of requests."""
    from schemathesis.checks import not_a_server_error  # noqa: PLC0415  (it takes seconds to import)
    from schemathesis.specs.openapi import checks  # noqa: PLC0415

    asked = 0
    wanted = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]

    @fuzz(REQUESTS)
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        nonlocal asked
        response = case.call(headers=headers)
        case.validate_response(response, checks=wanted)
        asked += 1
        if response.status_code >= 400:
            assert set(response.json()) == {"code", "message"}, response.text

    ask()
    return asked


@pytest.mark.parametrize("signed_in", [True, False])
def test_rest_api_conforms_to_openapi(server: LoggedServer, signed_in: bool) -> None:
    import schemathesis  # noqa: PLC0415  (it takes seconds to import)

    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) > 10
    asked = 0
    for operation in operations:
        # An erased player cannot go on: each operation has its own.
        headers = {"Authorization": f"Bearer {server.new_player()}"} if signed_in else {}
        asked += ask_about(operation, headers)
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
    """Paths in a value at which something can be replaced."""
    found = [path] if path else []
    if isinstance(value, dict):
        found += [place for name in value for place in places(value[name], (*path, name))]
    elif isinstance(value, list):
        found += [place for number, item in enumerate(value) for place in places(item, (*path, number))]
    return found


def spoil(value: Any, path: tuple[Any, ...], how: str, junk: Any) -> Any:
    """A value with something replaced, removed or added at this path."""
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
    """A valid message, a mutated one, or a truncated text."""
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
def test_fuzzed_messages_are_answered(server: LoggedServer, game: str) -> None:
    token = server.new_player()
    table = server.new_table(token, game=game, name="Ana")
    sent = 0
    with open_socket(server, token) as wire:
        for number, command in enumerate(({"type": "add-bot", "seat": 1, "level": "greedy"}, {"type": "start"})):
            wire.text(json.dumps({"type": "do", "id": f"begin{number}", "table": table, "command": command}))
            answered(wire)

        @fuzz(MESSAGES)
        @given(text=texts(table))
        def say(text: str) -> None:
            nonlocal sent
            payload = text.encode("utf-8", "replace")
            if len(payload) <= 8192:
                wire.frame(TEXT, payload)
                answered(wire)
                sent += 1

        say()
    assert sent > MESSAGES / 2


def answered(wire: RawSocket) -> None:
    """Read until the message's answer or refusal."""
    while True:
        opcode, payload = wire.next()
        if opcode == PING:  # the server's heartbeat
            wire.frame(PONG, payload)
            continue
        assert opcode == TEXT, (opcode, payload)
        if json.loads(payload)["type"] in ("answer", "refused"):
            return
