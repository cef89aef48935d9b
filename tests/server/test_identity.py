"""Identity without accounts: tokens, cookies, device links, export and erasure."""

import asyncio
import http.client
import json
import sqlite3
from typing import Any

import pytest

from tests.server.harness import Client, Server, play_to_the_end


def post(server: Server, path: str, body: Any, **headers: str) -> tuple[http.client.HTTPResponse, Any]:
    """A request with headers, as a browser sends it."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    sent = {"Content-Type": "application/json", **headers}
    line.request("POST", path, json.dumps(body), sent)
    response = line.getresponse()
    text = response.read()
    line.close()
    return response, json.loads(text) if text else None


def test_program_authenticates_by_token(server: Server) -> None:
    status, identity = server.ask("POST", "/api/players", {"keep": "token"})
    assert status == 200
    assert len(identity["token"].partition(".")[2]) >= 22  # 128 bits in base64 have 22 letters; these are 256
    assert server.ask("GET", "/api/me", token=identity["token"]) == (200, {"player": identity["player"], "token": None})
    # A known player gets no new identity and no token.
    again = server.ask("POST", "/api/players", {"keep": "token"}, identity["token"])
    assert again == (200, {"player": identity["player"], "token": None})


def test_browser_gets_an_http_only_cookie(server: Server) -> None:
    response, identity = post(server, "/api/players", {})
    cookie = response.headers["Set-Cookie"]
    assert identity["token"] is None
    for flag in ("HttpOnly", "SameSite=strict", "Path=/", "Max-Age="):
        assert flag in cookie
    assert "Secure" not in cookie  # plain http at home
    pair = cookie.partition(";")[0]
    assert server.ask("GET", "/api/me", Cookie=pair)[1]["player"] == identity["player"]


def test_cookie_is_secure_behind_https(tmp_path: Any) -> None:
    with Server(f"sqlite:///{tmp_path / 'kaiten.db'}", "--public-url", "https://sushi.example") as secure:
        response, _ = post(secure, "/api/players", {})
        assert "Secure" in response.headers["Set-Cookie"]
        assert response.headers["Strict-Transport-Security"]
        table = secure.new_table(secure.new_player(), name="Ana")
        assert secure.ask("GET", f"/api/tables/{table}")[0] == 200


@pytest.mark.parametrize("token", ["nonsense", "", "a.b", "x" * 5000])
def test_unknown_token_is_refused(server: Server, token: str) -> None:
    status, problem = server.ask("GET", "/api/me", token=token)
    assert status == 401
    assert problem["code"] in ("unknown-token", "no-identity")


def test_opening_a_table_needs_a_token(server: Server) -> None:
    status, problem = server.ask("POST", "/api/tables", {"id": "1", "game": "sushi-go", "seats": 2})
    assert (status, problem["code"]) == (401, "no-identity")


def test_device_link_works_once(server: Server) -> None:
    token = server.new_player()
    player = server.ask("GET", "/api/me", token=token)[1]["player"]
    status, link = server.ask("POST", "/api/me/links", token=token)
    assert status == 200
    assert link["link"] == f"{server.url}/link#{link['token']}"
    assert link["qr"].startswith("<svg")
    status, other = server.ask("POST", "/api/links", {"token": link["token"], "keep": "token"})
    assert (status, other["player"]) == (200, player)
    assert other["token"] != token
    assert server.ask("GET", "/api/me", token=other["token"])[1]["player"] == player
    assert server.ask("GET", "/api/me", token=token)[1]["player"] == player
    status, problem = server.ask("POST", "/api/links", {"token": link["token"], "keep": "token"})
    assert (status, problem["code"]) == (404, "no-such-link")
    response, identity = post(
        server, "/api/links", {"token": server.ask("POST", "/api/me/links", token=token)[1]["token"]}
    )
    assert identity == {"player": player, "token": None}
    assert "HttpOnly" in response.headers["Set-Cookie"]


def test_only_token_hashes_are_stored(server: Server) -> None:
    token = server.new_player()
    link = server.ask("POST", "/api/me/links", token=token)[1]["token"]
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        dump = "\n".join(database.iterdump())
    database.close()
    assert token not in dump
    assert token.partition(".")[2] not in dump
    assert link not in dump


def test_export_and_erasure_of_my_data(server: Server) -> None:
    token, other = server.new_player(), server.new_player()

    async def play() -> tuple[str, str]:
        over = server.new_table(token, name="Ana")
        lobby = server.new_table(token, name="Anna", seats=3)
        async with Client(server, token) as ana, Client(server, other) as ben:
            for client in (ana, ben):
                await client.watch(over)
            await ben.do(over, "sit", name="Ben")
            await ben.do(lobby, "sit", name="Ben")
            await ana.do(over, "start")
            await asyncio.gather(play_to_the_end(ana, over), play_to_the_end(ben, over))
        return over, lobby

    over, lobby = asyncio.run(play())
    status, data = server.ask("GET", "/api/me/data", token=token)
    assert status == 200
    assert "Ana" in json.dumps(data)
    assert over in json.dumps(data)
    assert server.ask("DELETE", "/api/me", token=token) == (204, None)
    assert server.ask("GET", "/api/me", token=token)[0] == 401
    record = server.ask("GET", f"/api/tables/{over}/record")[1]
    assert record["players"] == ["Seat 1", "Ben"]
    assert server.ask("GET", f"/api/tables/{lobby}")[1]["free"] == 2  # Ben still sits there, and is host now
    assert server.ask("GET", f"/api/tables/{lobby}")[1]["host"] == "Ben"
    assert server.ask("GET", "/api/me/games", token=other)[1]["statistics"][0]["games"] == 1


def test_erasure_in_mid_game_redacts_the_record(server: Server) -> None:
    token, other = server.new_player(), server.new_player()
    table = server.new_table(token, name="Ana")

    async def play() -> None:
        async with Client(server, token) as ana, Client(server, other) as ben:
            await ana.watch(table)
            await ben.watch(table)
            await ben.do(table, "sit", name="Ben")
            await ana.do(table, "start")
            assert server.ask("DELETE", "/api/me", token=token)[0] == 204
            assert await ana.until_closed() == 4401
            await play_to_the_end(ben, table)

    asyncio.run(play())
    assert server.ask("GET", f"/api/tables/{table}/record")[1]["players"] == ["Seat 1", "Ben"]
    assert server.ask("GET", "/api/me/games", token=other)[1]["past"][0]["bots"] == 1


def test_stopped_game_does_not_count_and_is_erased(server: Server) -> None:
    token, other = server.new_player(), server.new_player()
    table = server.new_table(token, name="Ana")

    async def play() -> None:
        async with Client(server, token) as ana, Client(server, other) as ben:
            await ben.do(table, "sit", name="Ben")
            await ana.watch(table)
            await ben.watch(table)
            await ana.do(table, "start")
            await ana.do(table, "end-game")
            await ben.do(table, "end-game")

    asyncio.run(play())
    games = server.ask("GET", "/api/me/games", token=token)[1]
    assert (games["past"], games["statistics"]) == ([], [])
    assert table in json.dumps(server.ask("GET", "/api/me/data", token=token)[1])
    server.ask("DELETE", "/api/me", token=token)
    assert server.ask("GET", f"/api/tables/{table}/record")[1]["players"] == ["Seat 1", "Ben"]


def test_stale_cookie_does_not_lock_a_browser_out(server: Server) -> None:
    old = "kaiten=somebody.who-is-gone"
    assert server.ask("GET", "/api/tables", Cookie=old)[0] == 200
    assert server.ask("GET", "/api/me", Cookie=old)[0] == 401
    response, identity = post(server, "/api/players", {}, Cookie=old)
    assert identity["player"]
    assert "kaiten=" in response.headers["Set-Cookie"]
