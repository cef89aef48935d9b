"""How long a table of four bots of the strongest level keeps a person waiting, who chooses at once: a real server, real sockets.

It plays until every level is ready, and then measures a game of each kind: from the person's choice to their next turn.
"""

import argparse
import asyncio
import re
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from tests.server.running import Client, Server, first_move, sqlite

GAMES = ("sushi-go", "sushi-roll")


def stand_ins(server: Server) -> float:
    with urlopen(f"{server.url}/metrics") as response:  # noqa: S310  (our own)
        return float(re.findall(r"^kaiten_bot_stand_ins_total (.*)$", response.read().decode(), re.MULTILINE)[0])


async def game(server: Server, name: str, level: str) -> list[float]:
    """Seconds from each choice to the next turn, in a game of one person and four bots."""
    token = await asyncio.to_thread(server.new_player)
    table = await asyncio.to_thread(server.new_table, token, name, 5, name="Ana")
    waits: list[float] = []
    async with Client(server, token) as ana:
        await ana.watch(table)
        for seat in range(1, 5):
            await ana.do(table, "add-bot", seat=seat, level=level)
        await ana.do(table, "start")
        chose = None
        while ana.states[table]["phase"] != "over":
            state = ana.states[table]
            move = first_move(state)
            if move is None:
                await ana.changed(table, state)
                continue
            if chose is not None:
                waits.append(time.perf_counter() - chose)
            chose = time.perf_counter()
            await ana.do(table, "choose", round=state["turn"][0], turn=state["turn"][1], move=move)
            if first_move(ana.states[table]) is not None:
                await ana.changed(table, state)
    return waits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="toro", help="of the four bots (toro)")
    level = parser.parse_args().level
    with tempfile.TemporaryDirectory() as folder, Server(sqlite(Path(folder)), KAITEN_WARM_UP="1") as server:
        began = time.perf_counter()
        for name in GAMES:
            meanwhile = 0.0
            while True:
                before = stand_ins(server)
                waits = sorted(asyncio.run(game(server, name, level)))
                if stand_ins(server) == before:
                    break
                meanwhile = max(meanwhile, waits[-1])
            ready = time.perf_counter() - began
            print(f"{name}: ready, and a game played, within {ready:.0f} s; longest wait until then {meanwhile:.3f} s")
            half = waits[len(waits) // 2]
            print(f"{name}: {len(waits)} turns against four of {level}: median {half:.3f} s, longest {waits[-1]:.3f} s")


if __name__ == "__main__":
    main()
