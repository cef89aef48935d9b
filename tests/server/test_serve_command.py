"""`kaiten serve`: output, refused options, shutdown, backup and restore."""

import asyncio
import json
import os
import pty
import socket
import ssl
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.cli.command import kaiten
from tests.server.harness import Client, Server, sqlite

TLS = Path(__file__).parent / "tls"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--log-format", "xml"], "--log-format 'xml': text or json"),
        (["--tls-cert", "cert.pem"], "--tls-cert and --tls-key need each other"),
        (["--tls-cert", "no.pem", "--tls-key", "no.pem"], "there is no file no.pem"),
        (["--public-url", "sushi.example"], "has to begin with http:// or https://"),
        (["--bus", "localhost:6379"], "has to begin with redis://"),
        (["--port", "70000"], "less than or equal to 65535"),
        (["--database", "mysql://x"], "mysql"),
        (["--database", "sqlite:////proc/nowhere/kaiten.db"], "kaiten: "),
        (["--database", "postgresql://nobody@127.0.0.1:1/none"], "kaiten: "),
    ],
)
def test_bad_options_are_reported_in_one_line(options: list[str], says: str) -> None:
    done = kaiten("serve", "--host", "127.0.0.1", *options)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_taken_port_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = kaiten("serve", "--host", "127.0.0.1", "--port", port, "--database", sqlite(tmp_path))
    assert done.returncode == 2
    assert f"cannot listen at 127.0.0.1, port {port}" in done.stderr


def test_clean_stop_notifies_clients(tmp_path: Path) -> None:
    with Server(sqlite(tmp_path), "--log-format", "json") as server:
        tokens = [server.new_player() for _ in range(3)]

        async def main() -> list[int]:
            clients = [Client(server, token) for token in tokens]
            for client in clients:
                await client.connect()
                await client.until(lambda client=client: bool(client.frames))  # type: ignore[misc]
            stopped = await asyncio.to_thread(server.stop)
            assert stopped == 0
            codes = [await client.until_closed() for client in clients]
            for client in clients:
                assert json.loads(client.frames[-1]) == {"type": "closing", "back_in": 2000}
            return codes

        assert asyncio.run(main()) == [1012] * 3
    for line in server.log.splitlines():
        assert {"at", "level", "logger", "message"} <= json.loads(line).keys()


def test_https_with_a_certificate(tmp_path: Path) -> None:
    options = ["--tls-cert", str(TLS / "cert.pem"), "--tls-key", str(TLS / "key.pem")]
    with Server(sqlite(tmp_path), *options) as server:
        context = ssl.create_default_context(cafile=str(TLS / "cert.pem"))
        address = f"https://localhost:{server.port}/api/health"
        with urllib.request.urlopen(address, context=context) as response:
            assert response.status == 200
            assert "max-age" in response.headers["Strict-Transport-Security"]
        assert server.stop() == 0


def test_terminal_shows_a_qr_code(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "KAITEN_DATABASE": sqlite(tmp_path)}
    command = [sys.executable, "-m", "kaiten", "serve", "--port", "0"]
    process = subprocess.Popen(command, stdout=theirs, stderr=theirs, stdin=theirs, env=environment)
    os.close(theirs)
    said = b""
    try:
        while b"Ctrl+C stops" not in said:
            said += os.read(ours, 4096)
    finally:
        process.terminate()
        process.wait(30)
        os.close(ours)
    assert b"Kaiten serves at http://" in said
    assert said.count("▄".encode()) > 20
    assert process.returncode == 0


def test_backup_while_serving_and_restore(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with Server(sqlite(tmp_path)) as server:
        token = server.new_player()
        table = server.new_table(token, name="Ana")
        done = kaiten("backup", str(copy), "--database", server.database)
        assert (done.returncode, done.stderr) == (0, "")
        assert "exists already" in kaiten("backup", str(copy), "--database", server.database).stderr
        refused = kaiten("restore", str(copy), "--database", server.database)
        assert refused.returncode == 2
        assert "a server uses" in refused.stderr
        later = server.new_table(token, name="Ana")
        assert server.stop() == 0
        restored = kaiten("restore", str(copy), "--database", server.database)
        assert (restored.returncode, restored.stderr) == (0, "")
        server.start()
        assert server.ask("GET", f"/api/tables/{table}", token=token)[0] == 200
        assert server.ask("GET", f"/api/tables/{later}", token=token)[0] == 404


def test_the_default_database_is_in_the_users_data_folder(tmp_path: Path) -> None:
    with Server("", XDG_DATA_HOME=str(tmp_path)) as server:
        server.new_player()
        assert (tmp_path / "kaiten" / "kaiten.db").exists()
        assert server.stop() == 0
