"""Invalid WebSocket input: refused, or closed with the right code; no server error."""

import json
import time
from typing import Any

import pytest

from tests.hostile.raw_socket import BINARY, CONTINUED, PING, TEXT, LoggedServer, RawSocket, open_socket

TOO_BIG, BAD_DATA, NOT_TEXT, PROTOCOL = 1009, 1007, 1003, 1002


def refused(wire: RawSocket) -> dict[str, Any]:
    """The next frame, which has to be a refusal."""
    opcode, payload = wire.next()
    assert opcode == TEXT, (opcode, payload)
    message: dict[str, Any] = json.loads(payload)
    assert set(message) == {"type", "id", "code", "message", "table"}
    assert message["type"] == "refused"
    assert "Traceback" not in message["message"]
    assert len(message["message"]) < 10_000
    return message


def do(command: str, message_id: str = '"a"') -> str:
    return f'{{"type":"do","id":{message_id},"table":"nowhere","command":{command}}}'


BAD = {
    "not JSON": "hello",
    "nothing": "",
    "deep": "[" * 8000,
    "deep object": '{"a":' * 1300,
    "deep inside": '{"type":"watch","id":"a","table":"t","version":' + "[" * 8000,
    "deep in an unknown field": '{"id":"a","x":' + "[" * 8000,
    "closed deep": '{"type":"watch","id":"a","table":' + "[" * 4000 + "]" * 4000 + "}",
    "NaN": '{"type":"watch","id":"a","table":"t","version":NaN}',
    "infinity": '{"type":"watch","id":"a","table":"t","version":1e999}',
    "fraction": '{"type":"watch","id":"a","table":"t","version":1.5}',
    "five thousand digits": '{"type":"watch","id":"a","table":"t","version":' + "9" * 5000 + "}",
    "unknown type": '{"type":"sudo","id":"a"}',
    "no type": '{"id":"a","table":"t"}',
    "unknown field": '{"type":"watch","id":"a","table":"t","seat":1}',
    "unknown command": do('{"type":"win"}'),
    "unknown field of a command": do('{"type":"leave","seat":0}'),
    "wrong type": '{"type":"watch","id":1,"table":"t"}',
    "text for a number": do('{"type":"remove","seat":"0"}'),
    "list": "[]",
    "null": "null",
    "number": "7",
    "lone surrogate": do('{"type":"rename","name":"\\ud800"}'),
    "surrogates the wrong way": do('{"type":"rename","name":"\\udc00\\ud800"}'),
    "surrogate at the end": do('{"type":"rename","name":"x\\udfff"}'),
    "surrogate in an id": '{"type":"watch","id":"\\ud800","table":"t"}',
    "long id": '{"type":"watch","id":"' + "a" * 65 + '","table":"t"}',
    "long table": '{"type":"watch","id":"a","table":"' + "a" * 41 + '"}',
    "path for a table": '{"type":"watch","id":"a","table":"../../etc/passwd"}',
    "markup for an id": '{"type":"watch","id":"<script>","table":"t"}',
    "null byte": '{"type":"watch","id":"a\\u0000","table":"t"}',
    "two messages": '{"type":"watch","id":"a","table":"t"}{"type":"watch","id":"b","table":"t"}',
    "byte order mark": '\ufeff{"type":"watch","id":"a","table":"t"}',
    "hello again": '{"type":"hello","protocol":1}',
}


@pytest.mark.parametrize("name", BAD)
def test_invalid_message_is_refused_and_the_socket_stays_open(server: LoggedServer, token: str, name: str) -> None:
    with open_socket(server, token) as wire:
        wire.text(BAD[name])
        assert refused(wire)["code"] == "bad-message"
        wire.text('{"type":"unwatch","id":"after","table":"t"}')
        assert json.loads(wire.next()[1]) == {"type": "answer", "id": "after"}


HUGE = "9" * 400


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (f'{{"type":"remove","seat":{HUGE}}}', "no-such-seat"),
        ('{"type":"remove","seat":-1}', "no-such-seat"),
        (f'{{"type":"choose","round":{HUGE},"turn":-{HUGE},"move":{{"type":"take","die":0}}}}', "wrong-phase-lobby"),
        ('{"type":"sit","name":"Ana","seed":"zz"}', "bad-seed"),
        (f'{{"type":"sit","name":"Ana","seat":{HUGE}}}', "no-such-seat"),
        (f'{{"type":"add-bot","seat":1,"level":"{"x" * 7000}"}}', "bad-option"),
        ('{"type":"remove","seat":0,"seat":1}', "seat-free"),  # of two keys the last counts, always
    ],
    ids=["huge", "negative", "huge turn", "bad seed", "huge seat", "long level", "key twice"],
)
def test_invalid_command_is_refused_with_a_reason(server: LoggedServer, token: str, command: str, code: str) -> None:
    table = server.new_table(token)
    with open_socket(server, token) as wire:
        if "choose" in command:
            wire.text(f'{{"type":"do","id":"s","table":"{table}","command":{{"type":"sit","name":"Ana"}}}}')
            assert b"answer" in wire.next()[1]
        wire.text(f'{{"type":"do","id":"{time.time_ns()}","table":"{table}","command":{command}}}')
        assert refused(wire)["code"] == code


def test_frame_size_limit_is_8_kib(server: LoggedServer, token: str) -> None:
    with open_socket(server, token) as wire:
        wire.frame(TEXT, b"x" * 8192)
        assert refused(wire)["code"] == "bad-message"
        wire.frame(TEXT, b"x" * 8193)
        assert wire.close_code() == TOO_BIG


def test_fragments_count_as_one_message(server: LoggedServer, token: str) -> None:
    message = b'{"type":"unwatch","id":"whole","table":"t"}'
    with open_socket(server, token) as wire:
        wire.frame(TEXT, message[:10], last=False)
        for byte in message[10:-1]:
            wire.frame(CONTINUED, bytes([byte]), last=False)
        wire.frame(CONTINUED, message[-1:])
        assert json.loads(wire.next()[1]) == {"type": "answer", "id": "whole"}
        wire.frame(TEXT, b"x" * 4096, last=False)
        wire.frame(CONTINUED, b"x" * 4096, last=False)
        wire.frame(CONTINUED, b"x", last=False)
        assert wire.close_code() == TOO_BIG


@pytest.mark.parametrize("size", [0, 1])
def test_endless_fragments_close_the_socket(server: LoggedServer, token: str, size: int) -> None:
    before = server.memory()
    with open_socket(server, token) as wire:
        wire.frame(TEXT, b"", last=False)
        try:
            for _ in range(200):
                wire.send((b"\x00" + bytes([0x80 | size]) + bytes(4) + b"x" * size) * 1000)
        except OSError:
            pass  # closed under our hands, which is right
        else:
            assert wire.closed_within(10)
    assert server.memory() < before + 20


def test_binary_frames_close_the_socket(server: LoggedServer, token: str) -> None:
    with open_socket(server, token) as wire:
        wire.frame(BINARY, b"\x00\x01")
        assert refused(wire)["code"] == "not-text"
        assert wire.close_code() == NOT_TEXT


@pytest.mark.parametrize(
    "payload", [b"\xff\xfe", b'{"type":"watch\xc3', "\ud800".encode("utf-8", "surrogatepass"), b"\xc0\xaf"]
)
def test_invalid_utf_8_closes_the_socket(server: LoggedServer, token: str, payload: bytes) -> None:
    with open_socket(server, token) as wire:
        wire.frame(TEXT, payload)
        assert wire.close_code() == BAD_DATA


@pytest.mark.parametrize(
    "frame", [b"\xf1\x80\0\0\0\0", b"\x83\x80\0\0\0\0", b"\x80\x80\0\0\0\0", b"\x81\x01x", b"\x09\x80\0\0\0\0"]
)
def test_protocol_violations_close_the_socket(server: LoggedServer, token: str, frame: bytes) -> None:
    with open_socket(server, token) as wire:
        wire.send(frame)
        assert wire.close_code() == PROTOCOL


@pytest.mark.parametrize(
    "first", ["", "{}", '{"type":"hello","protocol":2}', '{"type":"watch","id":"a","table":"t"}', "[" * 8000]
)
def test_first_message_must_be_hello(server: LoggedServer, token: str, first: str) -> None:
    with RawSocket(server) as wire:
        assert wire.upgrade(token)[0] == 101
        wire.text(first)
        assert refused(wire)["code"] == "bad-protocol"
        assert wire.close_code() == 4400


@pytest.mark.parametrize("token", [None, "nobody.nothing", "", "\xe4\xf6\xfc", "x" * 5000])
def test_socket_needs_a_valid_token(server: LoggedServer, token: str | None) -> None:
    with RawSocket(server) as wire:
        assert wire.upgrade(token)[0] == 101
        assert refused(wire)["code"] == "no-identity"
        assert wire.close_code() == 4401


def test_pings_are_answered_and_rate_limited(server: LoggedServer, token: str) -> None:
    before = server.memory()
    with open_socket(server, token) as wire:
        wire.frame(PING, b"there?")
        assert wire.next() == (10, b"there?")
        wire.socket.settimeout(3)
        ping = (b"\x89\xfd" + bytes(4) + b"x" * 125) * 500
        until = time.monotonic() + 4
        try:
            while time.monotonic() < until:
                wire.send(ping)
        except OSError:
            pass  # no longer read, or closed: either is right
        assert server.memory() < before + 20
        assert server.latency(5) < 1
