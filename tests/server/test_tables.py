"""Tables over HTTP: opening, finding, listing, records; health, metrics and headers."""

import asyncio
import re
import urllib.error
import urllib.request
from pathlib import Path

from kaiten import __version__
from kaiten.record import loads, verify
from tests.cli.command import kaiten
from tests.server.harness import Client, Server, play_to_the_end


def test_opening_a_table_is_idempotent(server: Server) -> None:
    token = server.new_player()
    request = {"id": "first", "game": "sushi-go", "seats": 4, "name": "Ana", "options": {"pass": "both"}}
    answers = [server.ask("POST", "/api/tables", request, token) for _ in range(3)]
    assert answers[0][0] == 200
    assert answers[0] == answers[1] == answers[2]
    opened = answers[0][1]
    assert opened["link"] == f"{server.url}/t/{opened['code']}"
    found = server.ask("GET", f"/api/codes/{opened['code'].lower()}")
    assert found == server.ask("GET", f"/api/tables/{opened['table']}")
    assert found[1] == {
        "table": opened["table"],
        "code": opened["code"],
        "game": "sushi-go",
        "phase": "lobby",
        "seats": 4,
        "free": 3,
        "clock": "none",
        "host": "Ana",
        "spectators": True,
    }


def test_reused_id_of_another_command_is_refused(server: Server) -> None:
    token = server.new_player()
    table = server.new_table(token, name="Ana")

    async def rename() -> None:
        async with Client(server, token) as ana:
            await ana.ask({"type": "do", "id": "mine", "table": table, "command": {"type": "rename", "name": "Anna"}})

    asyncio.run(rename())
    status, problem = server.ask("POST", "/api/tables", {"id": "mine", "game": "sushi-go", "seats": 2}, token)
    assert (status, problem["code"]) == (400, "id-used")
    assert server.ask("POST", "/api/tables", {"id": "new", "game": "sushi-go", "seats": 2}, token)[0] == 200

    async def again() -> None:
        async with Client(server, token) as ana:
            refused = await ana.ask({"type": "do", "id": "new", "table": table, "command": {"type": "leave"}})
            assert refused["code"] == "id-used"

    asyncio.run(again())


def test_lobby_lists_listed_tables_with_a_free_seat(server: Server) -> None:
    token = server.new_player()
    shown = server.new_table(token, name="Ana", listed=True)
    hidden = server.new_table(token, name="Ana")
    listed = [entry["table"] for entry in server.ask("GET", "/api/tables")[1]["tables"]]
    assert shown in listed
    assert hidden not in listed

    async def fill() -> None:
        async with Client(server, token) as ana:
            await ana.do(shown, "add-bot", seat=1, level="random")

    asyncio.run(fill())
    assert shown not in [entry["table"] for entry in server.ask("GET", "/api/tables")[1]["tables"]]


def test_invalid_tables_are_refused_with_a_reason(server: Server) -> None:
    token = server.new_player()
    for wrong, code in [
        ({"game": "sushi-roll", "seats": 2, "options": {"pass": "left"}}, "bad-option"),
        ({"game": "sushi-go", "seats": 3, "options": {"dummy": True}}, "bad-option"),
        ({"game": "sushi-go", "seats": 6}, "bad-request"),
        ({"game": "chess", "seats": 2}, "bad-request"),
        ({"game": "sushi-go", "seats": 2, "clock": "hourglass"}, "bad-request"),
        ({"game": "sushi-go", "seats": 2, "name": "\u0007"}, "bad-name"),
        ({"game": "sushi-go", "seats": 2, "name": "Ana", "seed": "zz"}, "bad-seed"),
        ({"game": "sushi-go", "seats": 2, "colour": "red"}, "bad-request"),
    ]:
        status, problem = server.ask("POST", "/api/tables", {"id": "x", **wrong}, token)
        assert (status, problem["code"]) == (400, code), wrong
        assert problem["message"]


def test_unknown_tables_are_not_found(server: Server) -> None:
    for path, code in [
        ("/api/tables/none", "no-such-table"),
        ("/api/codes/ZZZZZZ", "no-such-table"),
        ("/api/tables/none/record", "no-record"),
        ("/api/nothing", "not-found"),
    ]:
        status, problem = server.ask("GET", path)
        assert (status, problem["code"]) == (404, code)
    assert server.ask("DELETE", "/api/tables")[1]["code"] == "not-allowed"


def test_record_of_a_finished_game_verifies(server: Server, tmp_path: Path) -> None:
    for game in ("sushi-go", "sushi-roll"):
        ana, ben = server.new_player(), server.new_player()
        table = server.new_table(ana, game, name="Ana", seed="0f" * 16)

        async def play(table: str = table, tokens: tuple[str, str] = (ana, ben)) -> None:
            async with Client(server, tokens[0]) as first, Client(server, tokens[1]) as second:
                await first.watch(table)
                await second.watch(table)
                await second.do(table, "sit", name="Ben")
                await first.do(table, "start")
                status, problem = server.ask("GET", f"/api/tables/{table}/record")
                assert (status, problem["code"]) == (409, "not-over")
                await asyncio.gather(play_to_the_end(first, table), play_to_the_end(second, table))
                state = first.states[table]
                assert state["server_seed"]

        asyncio.run(play())
        with_newline = Path(tmp_path / f"{game}.json")
        with urllib.request.urlopen(f"{server.url}/api/tables/{table}/record") as response:  # noqa: S310
            with_newline.write_bytes(response.read())
        assert kaiten("verify", str(with_newline)).returncode == 0
        record = loads(with_newline.read_text())
        verify(record)
        assert record.more["fairness"]["seat_seeds"] == ["0f" * 16, ""]
        past = server.ask("GET", "/api/me/games", token=ben)[1]["past"]
        assert [(entry["table"], entry["game"], entry["seat"], entry["players"]) for entry in past] == [
            (table, game, 1, 2)
        ]
        assert past[0]["points"] == record.scores["totals"][1] if record.scores else False
        assert past[0]["won"] == (1 in record.scores["winners"]) if record.scores else False


def test_health_and_metrics(server: Server) -> None:
    assert server.ask("GET", "/api/health")[1] == {
        "status": "ok",
        "version": __version__,
        "database": "ok",
        "bus": "none",
    }
    with urllib.request.urlopen(f"{server.url}/metrics") as response:  # noqa: S310
        numbers = response.read().decode()
    assert float(re.findall(r"^kaiten_commands_total{outcome=\"done\"} (.*)$", numbers, re.MULTILINE)[0]) > 0
    assert "kaiten_save_seconds_bucket" in numbers


def test_security_headers_on_every_response(server: Server) -> None:
    for path in ("/", "/t/ABCDEF", "/api/tables", "/api/none"):
        try:
            with urllib.request.urlopen(f"{server.url}{path}") as response:  # noqa: S310
                headers = response.headers
        except urllib.error.HTTPError as error:
            headers = error.headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "Server" not in headers
