"""Floods, slow readers and incomplete requests: the client is dropped, and others do not notice."""

import asyncio
import contextlib
import socket
import time
from pathlib import Path

from tests.hostile.raw_socket import TEXT, LoggedServer, RawSocket, masked, open_socket, run_server
from tests.server.harness import Client

REQUEST_SECONDS = 10
"""The server's deadline for a complete request."""

USUAL = {"KAITEN_SOCKET_RATE": "20", "KAITEN_PLAYER_RATE": "30"}
"""Default limits."""

HALF_OPEN = 1000


def test_message_flood_closes_the_socket(tmp_path: Path) -> None:
    with run_server(tmp_path, **USUAL) as server:
        before, token = server.memory(), server.new_player()
        flood = masked(TEXT, b'{"type":"unwatch","id":"x","table":"t"}') * 1000
        for _ in range(5):
            with open_socket(server, server.new_player()) as wire:
                with contextlib.suppress(OSError):
                    for _ in range(10):
                        wire.send(flood)
                assert server.latency(5) < 1
                assert wire.close_code() in (1008, -1)  # the connection may end before the code is read
        with open_socket(server, token) as wire:
            wire.send(flood[: len(flood) // 10])
            assert wire.close_code() == 1008
        assert server.memory() < before + 20


def test_rate_limit_per_player_spans_sockets(tmp_path: Path) -> None:
    with run_server(tmp_path, **USUAL) as server, contextlib.ExitStack() as stack:
        token = server.new_player()
        wires = [stack.enter_context(open_socket(server, token)) for _ in range(8)]
        for wire in wires:
            wire.send(masked(TEXT, b'{"type":"unwatch","id":"x","table":"t"}') * 30)
        assert any(wire.close_code() == 1008 for wire in wires[3:])


def test_rate_limit_on_requests(tmp_path: Path) -> None:
    with run_server(tmp_path, KAITEN_ADDRESS_RATE="5", **USUAL) as server:
        answers = [server.ask("GET", "/api/health") for _ in range(40)]
        assert {status for status, _ in answers} == {200, 429}
        assert {body["code"] for status, body in answers if status == 429} == {"too-fast"}
        with RawSocket(server) as wire:
            status, _, body = wire.upgrade()
            assert status == 429
            assert b"too-fast" in body


def test_slow_reader_is_dropped(server: LoggedServer) -> None:
    host = server.new_player()
    table = server.new_table(host, name="Ana")

    async def begin() -> None:
        async with Client(server, host) as ana:
            await ana.do(table, "add-bot", seat=1, level="greedy")
            await ana.do(table, "start")

    asyncio.run(begin())
    with contextlib.ExitStack() as stack:
        before = server.memory()
        ask = masked(TEXT, f'{{"type":"watch","id":"w","table":"{table}"}}'.encode())
        wires = []
        for _ in range(5):
            wire = stack.enter_context(RawSocket(server))
            # A small buffer, so that it is full soon.
            wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            assert wire.upgrade(server.new_player())[0] == 101
            wire.text('{"type":"hello","protocol":1}')
            wires.append(wire)
        for _ in range(2):  # twice a burst: the system's buffers hold a good deal
            for wire in wires:
                with contextlib.suppress(OSError):
                    wire.send(ask * 2900)
            time.sleep(3)
        until = time.monotonic() + 20
        while b'why="slow"} 5.0' not in (metrics := _metrics(server)):
            assert time.monotonic() < until, metrics
            assert server.latency(5) < 1
            time.sleep(0.2)
        assert b"kaiten_sockets 0.0" in metrics
        assert server.memory() < before + 40


def _metrics(server: LoggedServer) -> bytes:
    with RawSocket(server) as wire:
        return wire.request(f"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())[2]


def test_incomplete_requests_time_out(server: LoggedServer, token: str) -> None:
    """A thousand silent connections, partial lines, endless headers, partial bodies, empty lines, or no hello."""
    before, host = server.memory(), f"Host: 127.0.0.1:{server.port}\r\n".encode()
    beginnings = [
        b"",
        b"GET /api/hea",
        b"GET /api/health HTTP/1.1\r\n" + host,
        b"\r\n",
        b"POST /api/players HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        b"POST /api/players HTTP/1.1\r\n"
        + host
        + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET /api/health HTTP/1.1\r\n" + host + b"Content-Length: 1000\r\n\r\n.",
        b"GET /api/health HTTP/1.1\r\n" + host + b"\r\nGET",
        b"GET /api/health HTTP/1.1\r\n" + host + b"\r\n",
    ]
    with contextlib.ExitStack() as stack:
        began = time.monotonic()
        wires = [stack.enter_context(RawSocket(server)) for _ in range(HALF_OPEN)]
        for number, wire in enumerate(wires):
            wire.send(beginnings[number % len(beginnings)])
        plays = stack.enter_context(open_socket(server, token))
        silent = stack.enter_context(RawSocket(server))
        assert silent.upgrade(token)[0] == 101
        assert server.latency() < 1
        time.sleep(REQUEST_SECONDS / 2)
        for number, wire in enumerate(wires):
            if number % len(beginnings) in (1, 2, 3, 6, 8):  # sending a little now and then does not help
                with contextlib.suppress(OSError):
                    wire.send(b"\r\n" if number % len(beginnings) in (3, 8) else b"X")
        assert server.latency() < 1
        assert server.memory() < before + 60
        time.sleep(max(0, began + REQUEST_SECONDS + 1 - time.monotonic()))
        # After an answer a connection may stay open a little for the next request.
        assert all(wire.closed_within(8) for wire in wires)
        assert silent.close_code() == 4400
        plays.text('{"type":"unwatch","id":"still","table":"t"}')
        assert b"still" in plays.next()[1]
        assert server.latency() < 1
    assert server.memory() < before + 60
