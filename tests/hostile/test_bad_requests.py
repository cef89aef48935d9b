"""Invalid HTTP input: refused as a JSON problem with the right status; no server error."""

import json
import re
import sqlite3
import time
from typing import Any

import pytest

from tests.hostile.raw_socket import CLOSED, LoggedServer, RawSocket


def ask(server: LoggedServer, head: str, sent_body: bytes = b"", /, **headers: str) -> tuple[int, str, Any]:
    """A raw request; any error has to be a JSON problem."""
    sent = {"Host": f"127.0.0.1:{server.port}", **headers}
    lines = [f"{head} HTTP/1.1", *[f"{name.replace('_', '-')}: {value}" for name, value in sent.items()], "", ""]
    with RawSocket(server) as wire:
        status, received, text = wire.request("\r\n".join(lines).encode("latin-1") + sent_body)
    if status < 400:
        return status, received, text
    problem = json.loads(text)
    assert set(problem) == {"code", "message"}
    assert "Traceback" not in problem["message"]
    return status, received, problem


def post(server: LoggedServer, path: str, body: bytes, token: str = "", **headers: str) -> tuple[int, str, Any]:
    sent = {"Content_Type": "application/json", "Content_Length": str(len(body)), **headers}
    if token:
        sent["Authorization"] = f"Bearer {token}"
    return ask(server, f"POST {path}", body, **sent)


BODIES = {
    "nothing": b"",
    "not JSON": b"keep=token",
    "not UTF-8": b'{"keep":"\xff"}',
    "deep": b"[" * 8000,
    "deep object": b'{"a":' * 1500,
    "NaN": b'{"keep":NaN}',
    "list": b"[]",
    "unknown field": b'{"keep":"token","admin":true}',
    "unknown value": b'{"keep":"forever"}',
    "lone surrogate": b'{"keep":"\\ud800"}',
    "null byte": b'{"keep":"\x00"}',
}


@pytest.mark.parametrize("name", BODIES)
def test_invalid_body_is_refused(server: LoggedServer, name: str) -> None:
    status, _, problem = post(server, "/api/players", BODIES[name])
    assert (status, problem["code"]) == (400, "bad-request")


@pytest.mark.parametrize(
    "body",
    [
        {"seats": 6},
        {"seats": -1},
        {"seats": 10**30},
        {"seats": True},
        {"game": "chess"},
        {"id": "a b"},
        {"id": "x" * 65},
        {"clock": "fast"},
        {"options": {"pass": "up"}},
        {"options": {"first_control": 10**30}},
        {"options": {"dummy": True}, "seats": 5},
        {"name": ""},
        {"name": "x" * 25},
        {"name": "a\u0000b"},
        {"name": "a\u202eb"},
        {"name": "Ana", "seed": "00"},
        {"game": "sushi-roll", "options": {}},
    ],
    ids=json.dumps,
)
def test_invalid_table_is_refused(server: LoggedServer, token: str, body: dict[str, Any]) -> None:
    whole = {"id": f"t{time.time_ns()}", "game": "sushi-go", "seats": 2, **body}
    status, _, problem = post(server, "/api/tables", json.dumps(whole).encode(), token)
    assert status == 400, problem


def test_body_must_be_json_of_at_most_8_kib(server: LoggedServer) -> None:
    large = b'{"keep":"token"' + b" " * 8192 + b"}"
    assert post(server, "/api/players", large)[0] == 413
    chunks = b"1000\r\n" + b" " * 4096 + b"\r\n"
    status, _, problem = ask(
        server, "POST /api/players", chunks * 3, Content_Type="application/json", Transfer_Encoding="chunked"
    )
    assert (status, problem["code"]) == (413, "too-large")
    for kind in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "",
        "application/jsonx",
    ):
        status, _, problem = post(server, "/api/players", b"{}", Content_Type=kind)
        assert (status, problem["code"]) == (415, "not-json"), kind


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"Transfer_Encoding": "chunked"}, b"zz\r\n{}\r\n0\r\n\r\n"),
        ({"Transfer_Encoding": "chunked"}, b"ffffffffffffffffff\r\n{}"),
        ({"Transfer_Encoding": "chunked"}, b"-2\r\n{}\r\n0\r\n\r\n"),
        ({"Transfer_Encoding": "chunked", "Content_Length": "2"}, b"{}"),
        ({"Content_Length": "-5"}, b"{}"),
        ({"Content_Length": "2, 3"}, b"{}"),
        ({"Content_Length": "9" * 40}, b"{}"),
        ({"Transfer_Encoding": "chunked, identity"}, b"{}"),
    ],
)
def test_wrong_content_length_is_refused(server: LoggedServer, headers: dict[str, str], body: bytes) -> None:
    status, _, _ = ask(server, "POST /api/players", body, Content_Type="application/json", **headers)
    assert status in (400, CLOSED)


@pytest.mark.parametrize(
    "head",
    [
        "GET",
        "GET / HTTP/9.9\r\nX:",
        "G\x00T /",
        "GET /\x00",
        "GET http://[/",
        "GET /api/health HTTP/1.1\r\nX\x00: 1",
        "GET /api/health HTTP/1.1\r\n: nameless",
        "GET /api/health HTTP/1.1\r\nX: " + "x" * 20_000,
        "GET /" + "x" * 20_000,
        "GET /api/health HTTP/1.1\r\n" + "X: y\r\n" * 5_000 + "Z: z",
    ],
    ids=[
        "no path",
        "version",
        "method",
        "null in path",
        "url",
        "null in name",
        "nameless",
        "long",
        "long path",
        "many",
    ],
)
def test_invalid_http_is_refused(server: LoggedServer, head: str) -> None:
    with RawSocket(server) as wire:
        status, _, body = wire.request(f"{head}\r\n\r\n".encode("latin-1"))
    assert status in (400, CLOSED)
    if body:
        assert set(json.loads(body)) == {"code", "message"}


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/t/../../etc/passwd",
        "/t/..%2f..%2fetc",
        "/api/tables/..%2f..%2fkaiten.db",
        "/api/tables/%00",
        "/api/codes/%00%ff",
        "/api/tables/%ed%a0%80",
        "/api/tables/x%0d%0aSet-Cookie:%20kaiten=stolen",
        "/api/tables/x%0d%0aSet-Cookie:%20kaiten=stolen/record",
        "/api/codes/%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
        "/api/codes/%27%20OR%201=1--",
        "/api/tables/" + "x" * 5000,
        "//evil.example/",
        "/api//tables",
        "/api/openapi.json/",
        "/\\evil.example",
    ],
    ids=lambda path: path[:40],
)
def test_path_traversal_and_header_injection(server: LoggedServer, path: str) -> None:
    status, received, body = ask(server, f"GET {path}")
    assert status in (200, 307, 400, 404), body
    assert "stolen" not in received
    for place in re.findall(r"(?im)^location: *(.*)$", received):
        assert place.startswith(f"http://127.0.0.1:{server.port}/")
    text = body.decode() if isinstance(body, bytes) else json.dumps(body)
    assert "<script>" not in text
    assert "root:" not in text
    if status == 200:
        assert "<h1>Kaiten</h1>" in text  # the page for any code


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "POST", "OPTIONS", "TRACE", "PROPFIND", "CONNECT"])
def test_unknown_method_gives_405(server: LoggedServer, method: str) -> None:
    status, received, problem = ask(server, f"{method} /api/health", Content_Length="0")
    assert status in (405, 400), problem
    if status == 405:
        assert problem["code"] == "not-allowed"
        assert "allow:" in received.lower()


def origins(server: LoggedServer) -> list[str]:
    """Origins that look much like ours."""
    here = f"127.0.0.1:{server.port}"
    return [
        "null",
        "",
        f"https://{here}",
        f"ws://{here}",
        "http://127.0.0.1",
        f"http://127.0.0.1:{server.port + 1}",
        f"http://127.0.0.1.:{server.port}",
        f"http://sub.{here}",
        f"http://{here}.evil.example",
        f"http://{here}/",
        f"http://user@{here}",
        f"http://localhost:{server.port}",
        f"HTTP://{here}",
        f"http://{here} http://evil.example",
        "http://evil.example",
        "file://",
    ]


def test_foreign_origins_are_refused(server: LoggedServer, token: str) -> None:
    here = f"http://127.0.0.1:{server.port}"
    cookie = {"Cookie": f"kaiten={token}"}
    for origin in origins(server):
        for headers in (
            {"Origin": origin},
            {"Origin": origin, **cookie},
            {"Origin": origin, "Authorization": f"Bearer {token}"},
        ):
            status, _, problem = ask(server, "POST /api/me/links", Content_Length="0", **headers)
            assert (status, problem["code"]) == (403, "wrong-origin"), origin
            with RawSocket(server) as wire:
                status, _, body = wire.upgrade(**headers)
            assert status == 403, origin
            assert json.loads(body)["code"] == "wrong-origin"
    assert ask(server, "GET /api/me", Origin=here, **cookie)[0] == 200
    assert ask(server, "GET /api/me", **cookie)[0] == 200  # a browser sends no Origin when it only looks
    with RawSocket(server) as wire:
        assert wire.upgrade(**cookie)[0] == 403  # but always with a socket
    with RawSocket(server) as wire:
        assert wire.upgrade(Origin=here, **cookie)[0] == 101
    with RawSocket(server) as wire:
        assert wire.upgrade(token)[0] == 101  # a program has none, and no cookie


@pytest.mark.parametrize("token", ["", "x", "nobody.nothing", "\xe4", "x" * 8000, "' OR 1=1 --"])
def test_unknown_token_is_refused(server: LoggedServer, token: str) -> None:
    status, _, problem = ask(server, "GET /api/me", Authorization=f"Bearer {token}")
    assert status == 401, problem
    status, _, problem = ask(server, "GET /api/me", Authorization=f"Basic {token}")
    assert (status, problem["code"]) == (401, "no-identity")


def test_device_link_works_once_and_expires(server: LoggedServer, token: str) -> None:
    _, made = server.ask("POST", "/api/me/links", token=token)
    claim = {"token": made["token"], "keep": "token"}
    status, claimed = server.ask("POST", "/api/links", claim)
    assert status == 200
    assert server.ask("GET", "/api/me", token=claimed["token"])[1]["player"] == token.partition(".")[0]
    status, again = server.ask("POST", "/api/links", claim)
    assert (status, again["code"]) == (404, "no-such-link")
    _, made = server.ask("POST", "/api/me/links", token=token)
    with sqlite3.connect(server.database.partition("///")[2], timeout=10) as database:
        database.execute("UPDATE links SET expires_at = 1")
    database.close()
    status, late = server.ask("POST", "/api/links", {"token": made["token"], "keep": "token"})
    assert (status, late["code"]) == (404, "no-such-link")


def test_guessing_links_and_codes_is_rate_limited(server: LoggedServer) -> None:
    tried = [server.ask("POST", "/api/links", {"token": f"guess{n}"})[0] for n in range(30)]
    assert tried[-1] == 429
    assert set(tried) == {404, 429}
    assert {server.ask("GET", f"/api/codes/GUESS{n}")[0] for n in range(30)} <= {404, 429}
