"""Raw TCP clients, and a server whose log goes to a file and whose memory can be read."""

import base64
import contextlib
import os
import socket
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.server.harness import TIMEOUT_SECONDS, Server, sqlite

CLOSED = -1
"""Stands for a connection closed without a close code."""

TEXT, BINARY, CONTINUED, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10


class LoggedServer(Server):
    """`kaiten serve` with its log in a file."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.log_file = folder / "server.log"
        command = [sys.executable, "-m", "kaiten"]
        # `exec`: the shell's process becomes the server.
        logged = ["/bin/sh", "-c", 'exec "$@" 2>>"$KAITEN_TEST_LOG"', "sh", *command]
        environment = {"KAITEN_TEST_LOG": str(self.log_file), **environment}
        database = environment.pop("KAITEN_DATABASE", sqlite(folder))
        super().__init__(database, program=logged, **environment)

    def logged(self) -> str:
        return self.log_file.read_text(errors="replace")

    def memory(self) -> float:
        """Resident memory in megabytes."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def latency(self, times: int = 20) -> float:
        """Second-longest latency of another client's requests, in seconds."""
        waits = []
        for _ in range(times):
            began = time.perf_counter()
            status, _ = self.ask("GET", "/api/health")
            assert status == 200
            waits.append(time.perf_counter() - began)
        return sorted(waits)[-2]


@contextlib.contextmanager
def run_server(folder: Path, **environment: str) -> Iterator[LoggedServer]:
    """A server that has to stop cleanly at the end, without errors in its log."""
    server = LoggedServer(folder, **environment)
    with server:
        yield server
        assert server.running, server.logged()
        assert server.stop() == 0
    logged = server.logged()
    assert "Traceback" not in logged, logged
    assert " error " not in logged, logged


class RawSocket:
    """A TCP connection to a server."""

    def __init__(self, server: Server, timeout: float = TIMEOUT_SECONDS) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=timeout)
        self._server = server
        self._rest = b""

    def __enter__(self) -> "RawSocket":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def read(self, size: int) -> bytes:
        while len(self._rest) < size:
            received = self.socket.recv(65536)
            if not received:
                raise ConnectionError("closed")
            self._rest += received
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

    def read_head(self) -> str:
        while b"\r\n\r\n" not in self._rest:
            received = self.socket.recv(65536)
            if not received:
                raise ConnectionError("closed")
            self._rest += received
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        return head.decode("latin-1")

    def request(self, data: bytes) -> tuple[int, str, bytes]:
        """Send a raw request: status, headers and body of the answer, or CLOSED."""
        self.send(data)
        try:
            head = self.read_head()
        except OSError:
            return CLOSED, "", b""
        length = [line.partition(":")[2] for line in head.split("\r\n") if line.lower().startswith("content-length:")]
        return int(head.split()[1]), head, self.read(int(length[0]) if length else 0)

    def upgrade(self, token: str | None = None, **headers: str) -> tuple[int, str, bytes]:
        """Request a WebSocket upgrade."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /api/play HTTP/1.1", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += ["Connection: Upgrade", "Upgrade: websocket"]
        sent = {"Host": f"127.0.0.1:{self._server.port}", **headers}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        lines += [f"{name}: {value}" for name, value in sent.items()]
        return self.request("\r\n".join([*lines, "", ""]).encode("latin-1"))

    def frame(self, opcode: int, payload: bytes, *, last: bool = True) -> None:
        self.send(masked(opcode, payload, last=last))

    def text(self, text: str) -> None:
        self.frame(TEXT, text.encode("utf-8", "surrogatepass"))

    def next(self) -> tuple[int, bytes]:
        """Opcode and payload of the next frame; CLOSE without payload if the connection just ends."""
        try:
            first, length = self.read(2)
            if length == 126:
                (length,) = struct.unpack("!H", self.read(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self.read(8))
            return first & 15, self.read(length)
        except OSError:
            return CLOSE, b""

    def close_code(self) -> int:
        """Read until the socket is closed; the close code."""
        while True:
            opcode, payload = self.next()
            if opcode == CLOSE:
                return int(struct.unpack("!H", payload[:2])[0]) if payload else CLOSED

    def closed_within(self, seconds: float) -> bool:
        """Whether the server closes the connection in this time; data is ignored."""
        self.socket.settimeout(seconds)
        try:
            while self.socket.recv(65536):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True


def masked(opcode: int, payload: bytes, *, last: bool = True) -> bytes:
    """A client frame, masked with zeros."""
    first = (0x80 if last else 0) | opcode
    if len(payload) < 126:
        head = struct.pack("!BB", first, 0x80 | len(payload))
    elif len(payload) < 65536:
        head = struct.pack("!BBH", first, 0x80 | 126, len(payload))
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, len(payload))
    return head + bytes(4) + payload


@contextlib.contextmanager
def open_socket(server: Server, token: str) -> Iterator[RawSocket]:
    """A WebSocket after its handshake and hello."""
    with RawSocket(server) as wire:
        status, _, _ = wire.upgrade(token)
        assert status == 101
        wire.text('{"type":"hello","protocol":1}')
        assert b"welcome" in wire.next()[1]
        yield wire
