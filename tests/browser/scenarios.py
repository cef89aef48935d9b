"""Tables in a wanted state, reached by playing over the protocol; a browser then takes the seat."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from tests.server.harness import Client, Server, first_move

MAX_DEALS = 60

T = TypeVar("T")


def run_in_thread(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine in another thread: in this one Playwright has its event loop."""
    done: list[T] = []
    thread = threading.Thread(target=lambda: done.append(asyncio.run(work())))
    thread.start()
    thread.join()
    (result,) = done
    return result


def seat_with_chopsticks(server: Server) -> tuple[str, str]:
    """A seat against a bot with chopsticks on its table: the player's token, and the table's code."""

    async def search() -> tuple[str, str]:
        token = server.new_player()
        async with Client(server, token) as client:
            for _ in range(MAX_DEALS):
                table = server.new_table(token, name="Ana")
                await client.do(table, "add-bot", seat=1, level="random")
                await client.do(table, "start")
                state = await client.watch(table)
                if "C" not in state["view"]["hands"][0]["cards"]:
                    continue
                move = {"type": "cards", "cards": ["C"], "dummy": None}
                await client.do(table, "choose", round=1, turn=1, move=move)
                await client.until(lambda table=table: client.states[table]["turn"] == [1, 2])  # type: ignore[misc]
                return token, str(client.states[table]["code"])
        raise AssertionError(f"no chopsticks in {MAX_DEALS} deals")

    return run_in_thread(search)


def finished_table(server: Server, game: str) -> str:
    """Play a game to its end; returns the table's code."""

    async def finish() -> str:
        token = server.new_player()
        async with Client(server, token) as client:
            table = server.new_table(token, game, name="Ana")
            await client.do(table, "add-bot", seat=1, level="random")
            await client.do(table, "start")
            state = await client.watch(table)
            while state["phase"] != "over":
                if (move := first_move(state)) is not None:
                    number, turn = state["turn"]
                    await client.do(table, "choose", round=number, turn=turn, move=move)
                if first_move(client.states[table]) is None and client.states[table]["phase"] != "over":
                    await client.changed(table, state)
                state = client.states[table]
            return str(state["code"])

    return run_in_thread(finish)
