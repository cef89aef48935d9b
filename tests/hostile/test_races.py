"""Races and repeats: concurrent commands have one outcome, and everybody gets a clear answer."""

import asyncio
import contextlib
import itertools
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from kaiten.kit.chance import Stream
from kaiten.sushi_go.cards import CODES
from kaiten.sushi_go.cards import DECK as CARDS
from kaiten.table import Phase
from tests.databases import Postgres, Redis
from tests.hostile.in_process_server import InProcessServer, Script, scripted
from tests.hostile.raw_socket import LoggedServer, run_server
from tests.server.harness import Client, Server, first_move, play_to_the_end

MANY = 100
ORDERS = 1000
TURNS = 21
"""Turns of a game of five."""


SEAT_COMMANDS: list[dict[str, Any]] = [
    {"type": "leave"},
    {"type": "say", "phrase": "wow"},
    {"type": "end-game"},
    {"type": "rename", "name": "X"},
]
HOST_COMMANDS: list[dict[str, Any]] = [
    {"type": "start"},
    {"type": "remove", "seat": 0},
    {"type": "add-bot", "seat": 0, "level": "greedy"},
]


def events_of(server: LoggedServer, table: str) -> list[dict[str, Any]]:
    """A table's log in the database."""
    with contextlib.closing(sqlite3.connect(server.database.partition("///")[2], timeout=10)) as database:
        rows = database.execute("SELECT event FROM events WHERE table_id = ? ORDER BY version", [table])
        return [json.loads(row[0]) for row in rows]


async def seated(server: Server, *clients: Client) -> str:
    """A started table with these players."""
    table = await asyncio.to_thread(server.new_table, clients[0].token, seats=len(clients))
    for number, client in enumerate(clients):
        await client.do(table, "sit", name=f"P{number}", seat=number)
        await client.watch(table)
    await clients[0].do(table, "start")
    for client in clients:
        await client.until(lambda client=client: client.states[table]["phase"] == "playing")  # type: ignore[misc]
    return table


def choice(client: Client, table: str) -> dict[str, Any]:
    state = client.states[table]
    round_number, turn = state["turn"]
    return {
        "type": "choose",
        "round": round_number,
        "turn": turn,
        "move": first_move(state) or state["view"]["legal"][0],
    }


def test_concurrent_duplicates_of_a_command_execute_once(server: LoggedServer) -> None:
    async def play() -> str:
        async with contextlib.AsyncExitStack() as stack:
            token = server.new_player()
            tabs = [await stack.enter_async_context(Client(server, token)) for _ in range(5)]
            ben = await stack.enter_async_context(Client(server, server.new_player()))
            table = await seated(server, tabs[0], ben)
            message = {"type": "do", "id": "once", "table": table, "command": choice(tabs[0], table)}
            await asyncio.gather(*[tabs[number % 5].send(message) for number in range(MANY)])
            for tab in tabs:
                await tab.until(lambda tab=tab: sum('"once"' in frame for frame in tab.frames) == MANY / 5)  # type: ignore[misc]
            answers = [frame for tab in tabs for frame in tab.frames if '"once"' in frame]
            assert answers == ['{"type":"answer","id":"once"}'] * MANY
            return table

    table = asyncio.run(play())
    assert [event["type"] for event in events_of(server, table)].count("chose") == 1


def test_repeated_commands_get_the_stored_answer(server: LoggedServer) -> None:
    async def play() -> None:
        async with Client(server, server.new_player()) as ana, Client(server, server.new_player()) as ben:
            table = await seated(server, ana, ben)
            old = choice(ana, table)
            assert (await ana.do(table, "choose", **{name: old[name] for name in ("round", "turn", "move")}))[
                "type"
            ] == "answer"
            first = {"type": "do", "id": "first", "table": table, "command": old}
            assert (await ana.ask(first))["type"] == "answer"
            state = ana.states[table]
            await ben.ask({"type": "do", "table": table, "command": choice(ben, table)})
            await ana.changed(table, state)
            before = events_of(server, table)
            assert await ana.ask(first) == {"type": "answer", "id": "first"}
            refused = await ana.ask({**first, "id": "second"})
            assert (refused["type"], refused["code"]) == ("refused", "wrong-turn")
            assert (await ana.ask({**first, "id": "second"}))["code"] == "wrong-turn"
            # The id belongs to a player: the same id of another player is a different key.
            assert (await ben.ask(first))["code"] == "wrong-turn"
            assert events_of(server, table) == before

    asyncio.run(play())


def test_commands_without_a_seat_are_refused(server: LoggedServer) -> None:
    async def play() -> None:
        async with contextlib.AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Client(server, server.new_player())) for _ in range(5)]
            ana, ben, cleo, dan, stranger = people
            first, second = await seated(server, ana, ben), await seated(server, cleo, dan)
            before = events_of(server, first), events_of(server, second)
            its_choice = choice(ana, first)
            for outsider in (cleo, stranger):
                answer = await outsider.ask({"type": "do", "table": first, "command": its_choice})
                assert answer["code"] == "not-seated"
                for command in SEAT_COMMANDS:
                    answer = await outsider.ask({"type": "do", "table": first, "command": command})
                    assert answer["code"] == "not-seated"
                for command in HOST_COMMANDS:
                    answer = await outsider.ask({"type": "do", "table": first, "command": command})
                    assert answer["code"] == "not-host"
            assert (events_of(server, first), events_of(server, second)) == before
            assert stranger.frames[1:] == [frame for frame in stranger.frames if '"refused"' in frame]

            closed = await asyncio.to_thread(server.new_table, ana.token, spectators=False, name="Ana")
            await ana.do(closed, "add-bot", seat=1, level="greedy")
            await stranger.watch(closed)  # before the game anybody may look for a seat
            await ana.do(closed, "start")
            await stranger.until(lambda: '"no-spectators"' in stranger.frames[-1])
            refused = await stranger.ask({"type": "watch", "table": closed})
            assert (refused["type"], refused["code"]) == ("refused", "no-spectators")
            seen = len(stranger.frames)
            await ana.watch(closed)
            await play_to_the_end(ana, closed)
            assert len(stranger.frames) == seen

    asyncio.run(play())


async def _sit_all(clients: list[Client], table: str) -> list[dict[str, Any]]:
    return await asyncio.gather(
        *[client.do(table, "sit", name=f"P{number}", seat=1) for number, client in enumerate(clients)]
    )


async def crowd(servers: list[Server]) -> str:
    """A hundred players for one seat."""
    async with contextlib.AsyncExitStack() as stack:
        table = await asyncio.to_thread(servers[0].new_table, servers[0].new_player(), name="Ana")
        clients = []
        for number in range(MANY):
            client = Client(servers[number % len(servers)], servers[0].new_player())
            clients.append(await stack.enter_async_context(client))
        answers = await _sit_all(clients, table)
        assert [answer["type"] for answer in answers].count("answer") == 1
        refused = [answer for answer in answers if answer["type"] == "refused"]
        assert len(refused) == MANY - 1
        assert {answer["code"] for answer in refused} <= {"seat-taken", "table-full"}
        return table


def test_hundred_players_race_for_one_seat(server: LoggedServer) -> None:
    table = asyncio.run(crowd([server]))
    assert [event["type"] for event in events_of(server, table)].count("sat") == 2


def test_hundred_players_race_for_one_seat_at_two_servers(
    tmp_path: Path, postgresql_url: str, redis: Redis, postgres: Postgres
) -> None:
    shared = {"KAITEN_DATABASE": postgresql_url, "KAITEN_BUS": redis.url}
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with run_server(tmp_path / "one", **shared) as one, run_server(tmp_path / "two", **shared) as two:
        table = asyncio.run(crowd([one, two]))
        for path in ("/api/tables/%00", "/api/codes/%00", "/api/tables/%ed%a0%80"):
            assert one.ask("GET", path)[0] == 404
    sat = postgres.sql(
        f"SELECT count(*) FROM events WHERE table_id = '{table}' AND convert_from(event, 'UTF8') LIKE '%\"sat\"%'",  # noqa: S608
        postgresql_url.rpartition("/")[2],
    )
    assert sat.strip() == "2"


def test_two_devices_of_one_player_agree(server: LoggedServer) -> None:
    async def play() -> None:
        token = server.new_player()
        async with Client(server, token) as phone, Client(server, token) as laptop:
            table = await asyncio.to_thread(server.new_table, token, name="Ana")
            await phone.do(table, "add-bot", seat=1, level="greedy")
            await phone.watch(table)
            await laptop.watch(table)
            await phone.do(table, "start")
            turn = itertools.count()
            while phone.states[table]["phase"] != "over":
                acts, state = (phone, laptop)[next(turn) % 2], phone.states[table]
                if first_move(state) is None:
                    await phone.changed(table, state)
                    continue
                await acts.until(lambda acts=acts, state=state: acts.states[table]["version"] >= state["version"])  # type: ignore[misc]
                await acts.ask({"type": "do", "table": table, "command": choice(acts, table)})
                await phone.until(lambda state=state: phone.states[table] is not state or state["view"]["chosen"])  # type: ignore[misc]
            await laptop.until(lambda: laptop.states[table]["phase"] == "over")
            replies = [
                [frame for frame in client.frames if '"state"' in frame[:20] or '"ready"' in frame[:20]][-20:]
                for client in (phone, laptop)
            ]
            assert replies[0] == replies[1]

    asyncio.run(play())


async def in_orders(server: InProcessServer, name: str, source: Stream | None) -> list[str]:
    """A whole game of five with choices in random order each turn; the outcome of each turn."""
    server.begin(script := Script(name, f"{name.encode().hex():0>64}", drawn=(DECK,)))
    tokens = [await server.new_player(f"{name}-{seat}") for seat in range(5)]
    await server.ask("POST", "/api/tables", tokens[0], {"id": "o", "game": "sushi-go", "seats": 5})
    live = await server.service.hub.table(f"{name}-1")
    sockets = [server.socket(token, []) for token in tokens]
    for seat, socket in enumerate(sockets):
        await socket.connect()
        await socket.ask(_do(name, "s", {"type": "sit", "name": f"P{seat}", "seat": seat}))
    await sockets[0].ask(_do(name, "b", {"type": "start"}))
    outcomes = []
    while live.table.phase is Phase.PLAYING:
        number, turn = live.table.turn
        moves = [live.table.rules.legal(live.table.game.state, seat)[0].cards[0].code for seat in range(5)]
        commands = [
            {"type": "choose", "round": number, "turn": turn, "move": {"type": "cards", "cards": [move]}}
            for move in moves
        ]
        order = _shuffled(source) if source else range(5)
        await asyncio.gather(*[sockets[seat].ask(_do(name, f"c{number}.{turn}", commands[seat])) for seat in order])
        state = live.table.game.state
        outcomes.append(repr((state.hands, state.tableaus, state.puddings, state.turn, live.table.public_version)))
    for socket in sockets:
        await socket.close()
    server.end(script)
    frames = [frame for socket in sockets for frame in socket.frames]
    assert sum('"answer"' in frame for frame in frames) == 6 + 5 * TURNS
    assert not any('"refused"' in frame for frame in frames)
    return outcomes


def test_outcome_is_independent_of_choice_order(tmp_path: Path) -> None:
    """A thousand random orders against the outcome in seat order."""

    async def all_orders() -> None:
        with scripted():
            async with InProcessServer.open(f"sqlite:///{tmp_path / 'orders.db'}") as server:
                wanted = await in_orders(server, "seat-order", None)
                source = Stream(bytes(32), [b"orders"])
                for start in range(0, -(-ORDERS // TURNS), 12):
                    games = [in_orders(server, f"o{start + number}", source) for number in range(12)]
                    for outcomes in await asyncio.gather(*[asyncio.create_task(game) for game in games]):
                        assert outcomes == wanted

    asyncio.run(all_orders())


def _do(name: str, message_id: str, command: dict[str, Any]) -> dict[str, Any]:
    return {"type": "do", "id": message_id, "table": f"{name}-1", "command": command}


def _shuffled(source: Stream) -> list[int]:
    seats = [0, 1, 2, 3, 4]
    return [seats.pop(source.uniform(len(seats))) for _ in range(5)]


def _deck() -> tuple[str, ...]:
    source, cards = Stream(bytes(32), [b"deck"]), [CODES[card] for card in CARDS]
    return tuple([cards.pop(source.uniform(len(cards))) for _ in range(len(cards))])


DECK = _deck()


@pytest.mark.parametrize("game", ["sushi-go", "sushi-roll"])
def test_concurrent_choices_over_sockets_agree(server: LoggedServer, game: str) -> None:
    async def play() -> None:
        async with contextlib.AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Client(server, server.new_player())) for _ in range(4)]
            table = await asyncio.to_thread(server.new_table, people[0].token, game=game, seats=4)
            await asyncio.gather(*[client.do(table, "sit", name=f"P{n}", seat=n) for n, client in enumerate(people)])
            for client in people:
                await client.watch(table)
            await people[0].do(table, "start")
            for client in people:
                await client.until(lambda client=client: client.states[table]["phase"] == "playing")  # type: ignore[misc]
            finals = await asyncio.gather(*[play_to_the_end(client, table) for client in people])
            assert len({json.dumps(final["view"]["result"]) for final in finals}) == 1
            assert len({final["version"] for final in finals}) == 1

    asyncio.run(play())
