"""Whole games over real sockets: with bots, leaving and returning players, and spectators."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.server.harness import Client, Server, play_to_the_end

Play = Callable[[Client, Client, str], Awaitable[None]]


def two_people(server: Server, play: Play, game: str = "sushi-go", seats: int = 2, **more: Any) -> None:
    """A table in the lobby phase with Ana (host), Ben and bots."""
    tokens = server.new_player(), server.new_player()
    table = server.new_table(tokens[0], game, seats, name="Ana", **more)

    async def main() -> None:
        async with Client(server, tokens[0]) as ana, Client(server, tokens[1]) as ben:
            await ana.watch(table)
            await ben.watch(table)
            assert (await ben.do(table, "sit", name="Ben"))["type"] == "answer"
            for seat in range(2, seats):
                assert (await ana.do(table, "add-bot", seat=seat, level="regular"))["type"] == "answer"
            await play(ana, ben, table)

    asyncio.run(main())


async def choose(client: Client, table: str, number: int = 0) -> dict[str, Any]:
    state = client.states[table]
    round_number, turn = state["turn"]
    legal = state["view"]["legal"]
    return await client.do(table, "choose", round=round_number, turn=turn, move=legal[number % len(legal)])


@pytest.mark.parametrize(("game", "seats"), [("sushi-go", 2), ("sushi-go", 5), ("sushi-roll", 2), ("sushi-roll", 4)])
def test_whole_games_with_people_and_bots(server: Server, game: str, seats: int) -> None:
    async def play(ana: Client, ben: Client, table: str) -> None:
        assert (await ana.do(table, "start"))["type"] == "answer"
        await asyncio.gather(play_to_the_end(ana, table), play_to_the_end(ben, table))
        assert ana.states[table]["view"]["result"] == ben.states[table]["view"]["result"]
        assert len(ana.states[table]["view"]["result"]["totals"]) == seats

    two_people(server, play, game, seats)


def test_choice_is_hidden_until_the_reveal(server: Server) -> None:
    async def play(ana: Client, ben: Client, table: str) -> None:
        await ana.do(table, "start")
        await ben.until(lambda: ben.states[table]["phase"] == "playing")
        await choose(ana, table, 0)
        await choose(ana, table, 1)
        await ben.until(lambda: ben.states[table]["view"]["ready"][0])
        assert ana.states[table]["view"]["chosen"] == ana.states[table]["view"]["legal"][1]
        assert ben.states[table]["view"]["chosen"] is None
        before = len(ben.frames)
        await choose(ana, table, 0)
        await ben.ask({"type": "watch", "table": table})
        assert len(ben.frames) == before + 2  # the requested state and its answer, and nothing before

    two_people(server, play)


def test_reconnect_sends_missed_news(server: Server) -> None:
    async def play(ana: Client, ben: Client, table: str) -> None:
        await ana.do(table, "start")
        version = ben.states[table]["version"]
        await ben.close()
        await choose(ana, table)
        await ana.do(table, "say", phrase="thinking")
        await ben.connect()
        state = await ben.watch(table, version)
        assert state["since"] == version
        assert [entry["type"] for entry in state["news"]] in (["said"], ["started", "said"])
        assert state["view"]["ready"] == [True, False]
        assert (await ben.watch(table, 10_000))["since"] is None

    two_people(server, play)


def test_absent_player_can_be_replaced_by_vote(server: Server) -> None:
    async def play(ana: Client, ben: Client, table: str) -> None:
        await ana.do(table, "start")
        refused = await ana.do(table, "hand-over", seat=1)
        assert refused["code"] == "present"
        await ben.close()
        await ana.until(lambda: '"presence"' in ana.frames[-1])
        assert (await ana.do(table, "hand-over", seat=1))["type"] == "answer"
        await ana.until(lambda: ana.states[table]["view"]["ready"][1])  # the bot has chosen for Ben
        await ben.connect()
        state = await ben.watch(table)
        assert state["seats"][1]["bot"] == "regular"
        assert (await choose(ben, table))["code"] == "away"
        await ben.do(table, "take-back")
        assert ben.states[table]["seats"][1]["bot"] is None
        await asyncio.gather(play_to_the_end(ana, table), play_to_the_end(ben, table))

    two_people(server, play)


def test_bot_takes_over_when_a_player_leaves(server: Server) -> None:
    async def play(ana: Client, ben: Client, table: str) -> None:
        await ana.do(table, "start")
        await ben.do(table, "leave")
        await play_to_the_end(ana, table)
        assert ana.states[table]["seats"][1]["bot"] == "regular"
        assert ana.states[table]["seats"][1]["name"] == "Ben"

    two_people(server, play, "sushi-roll")


def test_rematch_rotates_seats(server: Server) -> None:
    async def play(ana: Client, ben: Client, table: str) -> None:
        await ana.do(table, "start")
        assert (await ben.do(table, "rematch"))["code"] == "wrong-phase-playing"
        for client in (ana, ben):
            await client.do(table, "end-game")
        assert (await ben.do(table, "rematch"))["type"] == "answer"
        await ana.until(lambda: ana.states[table]["next"] is not None)
        assert (await ana.do(table, "rematch"))["code"] == "rematch-exists"
        following = ana.states[table]["next"]
        state = await ben.watch(following)
        assert [seat["name"] for seat in state["seats"]] == ["Ben", "Ana"]
        assert state["hosting"]
        assert (await ben.do(following, "start"))["type"] == "answer"
        await ana.watch(following)
        await asyncio.gather(play_to_the_end(ana, following), play_to_the_end(ben, following))

    two_people(server, play)


def test_spectators_get_public_views_or_none(server: Server) -> None:
    looker = server.new_player()

    async def play(ana: Client, ben: Client, table: str) -> None:
        async with Client(server, looker) as zoe:
            lobby = await zoe.watch(table)
            await ana.do(table, "start")
            if lobby["spectators"]:
                await zoe.until(lambda: zoe.states[table]["phase"] == "playing")
                view = zoe.states[table]["view"]
                assert view["seat"] is None
                assert [hand["cards"] for hand in view["hands"]] == [[], []]
                assert view["legal"] == []
                assert (await zoe.do(table, "say", phrase="hello"))["code"] == "not-seated"
                await asyncio.gather(play_to_the_end(ana, table), play_to_the_end(ben, table))
                await zoe.until(lambda: zoe.states[table]["phase"] == "over")
            else:
                await zoe.until(lambda: "no-spectators" in zoe.frames[-1])
                assert (await zoe.ask({"type": "watch", "table": table}))["code"] == "no-spectators"
                before = len(zoe.frames)
                await choose(ana, table)
                await choose(ben, table)
                assert len(zoe.frames) == before

    two_people(server, play, spectators=True)
    two_people(server, play, spectators=False)


def test_one_socket_watches_many_tables(server: Server) -> None:
    token = server.new_player()
    tables = [server.new_table(token, name="Ana") for _ in range(51)]

    async def main() -> None:
        async with Client(server, token) as ana:
            for table in tables[:50]:
                await ana.watch(table)
            assert (await ana.ask({"type": "watch", "table": tables[50]}))["code"] == "too-many-tables"
            assert (await ana.ask({"type": "unwatch", "table": tables[0]}))["type"] == "answer"
            await ana.watch(tables[50])
            before = len(ana.frames)
            await ana.do(tables[0], "rename", name="Anna")  # accepted, but not watched any more
            assert len(ana.frames) == before + 1

    asyncio.run(main())


def test_game_continues_after_a_restart(tmp_path: Any) -> None:
    with Server(f"sqlite:///{tmp_path / 'kaiten.db'}") as server:
        tokens = server.new_player(), server.new_player()
        table = server.new_table(tokens[0], seats=3, name="Ana")

        async def main() -> None:
            ana, ben = Client(server, tokens[0]), Client(server, tokens[1])
            for client in (ana, ben):
                await client.connect()
                await client.watch(table)
            await ben.do(table, "sit", name="Ben")
            await ana.do(table, "add-bot", seat=2, level="greedy")
            await ana.do(table, "start")
            chosen = await choose(ana, table, 1)
            kept = ana.states[table]["view"]["chosen"]
            for stop in (server.kill, server.stop):
                await asyncio.to_thread(stop)
                await ana.until_closed()
                await ben.until_closed()
                await asyncio.to_thread(server.start)
                for client in (ana, ben):
                    await client.connect()
                    await client.watch(table)
                assert ana.states[table]["view"]["chosen"] == kept
                again = await ana.ask({"type": "do", "id": chosen["id"], "table": table, "command": {"type": "start"}})
                assert again == chosen
            await asyncio.gather(play_to_the_end(ana, table), play_to_the_end(ben, table))
            for client in (ana, ben):
                await client.close()

        asyncio.run(main())
