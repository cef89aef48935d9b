"""`kill -9`, a thousand times, over whole games: `python -m tests.faults.kills --kills 1000`, or `make kills`.

Each game is played by two or three people and one or two bots at a server that is killed repeatedly, at a
crash point or at a random time, and restarted on the same database. `audit` has the checks.
"""

import argparse
import asyncio
import multiprocessing
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.faults.audit import check_so_far, check_whole_game, read_copy, read_log
from tests.faults.processes import CrashServer
from tests.faults.reconnecting_client import CONNECTION_ERRORS, RETRY_SECONDS, ReconnectingClient
from tests.server.harness import TIMEOUT_SECONDS, sqlite

AT_ANY_TIME = "any-time"
POINTS = ("before-write", "in-write", "after-commit", "before-answer", "mid-broadcast", AT_ANY_TIME)
KILLS_A_GAME = 25
"""With more kills a game makes no progress between them."""
SECONDS_A_GAME = 600


class KilledGame:
    """One game, and the server that is killed under it."""

    def __init__(self, folder: Path, game: str, seed: int, most_kills: int) -> None:
        self.rng = random.Random(seed)  # noqa: S311
        self.game = game
        self.kills: Counter[str] = Counter()
        self._most = most_kills
        self._database = folder / "kaiten.db"
        self._server = CrashServer(sqlite(folder))
        self._points = self._every_point()
        self._over = asyncio.Event()
        self._people: list[ReconnectingClient] = []
        self._table = ""
        self._point = ""

    async def run(self) -> None:
        """Play the whole game, then audit it."""
        try:
            async with asyncio.timeout(SECONDS_A_GAME), asyncio.TaskGroup() as tasks:
                tasks.create_task(self._kill_and_start())
                await self._play()
                self._over.set()
            await self._check()
        except BaseException as error:
            error.add_note(
                f"kills: {dict(self.kills)}, at {self._point}; the servers' last words: {self._server.log[-3000:]}"
            )
            raise
        finally:
            for person in self._people:
                await person.close()
            with suppress(OSError, ValueError):  # after a failure a thread may still wait for it to start
                self._server.kill()

    async def _play(self) -> None:
        people = self.rng.choice((2, 3))
        seats = self.rng.randint(people + 1, 4)
        host = await self._ask("POST", "/api/players", {"keep": "token"})
        opening = {"id": "open", "game": self.game, "seats": seats}
        opened = await self._ask("POST", "/api/tables", opening, host["token"])
        self._table = opened["table"]
        others = [await self._ask("POST", "/api/players", {"keep": "token"}) for _ in range(people - 1)]
        self._people = [
            ReconnectingClient([self._server], identity["token"], self.rng.randrange(10**9))
            for identity in [host, *others]
        ]
        for number, person in enumerate(self._people):
            await person.sit_at(self._table)
            await person.command("sit", name=f"Person {number}", seat=number)
        first = self._people[0]
        for seat in range(people, seats):
            await first.command("add-bot", seat=seat, level=self.rng.choice(("random", "regular")))
        await self._people[-1].command("rename", name="Last")
        await first.command("start")
        async with asyncio.TaskGroup() as tasks:
            for person in self._people:
                tasks.create_task(person.play(pause=0.01, repeat_rate=0.2))

    async def _ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Repeat an HTTP request until it is answered."""
        until = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < until:
            try:
                status, answer = await asyncio.to_thread(self._server.ask, method, path, body, token)
            except CONNECTION_ERRORS:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            assert status == 200, answer
            return answer
        raise TimeoutError(f"no answer to {method} {path}")

    async def _kill_and_start(self) -> None:
        """Until the game is over: wait for the crash, audit the log, restart."""
        while not self._over.is_set():
            self._point = point = next(self._points) if self.kills.total() < self._most else ""
            passage = self.rng.randint(1, 6)
            self._server.crash_at(point if point != AT_ANY_TIME else "", passage)
            await asyncio.to_thread(self._server.start)
            until = time.monotonic() + (self.rng.uniform(0, 0.3) if point == AT_ANY_TIME else SECONDS_A_GAME)
            while self._server.running and time.monotonic() < until and not self._over.is_set():
                await asyncio.sleep(0.005)
            if self._over.is_set():
                return
            await self._check_after_kill(point)

    async def _check_after_kill(self, point: str) -> None:
        if point == AT_ANY_TIME:
            self._server.kill()
        else:
            code = await asyncio.to_thread(self._server.wait)
            assert code == -9, (code, self._server.log)
        self.kills[point] += 1
        if self._table:
            check_so_far(await read_copy(self._database, self._table), self._people)
        assert await asyncio.to_thread(self._server.leftover_processes) == []

    async def _check(self) -> None:
        """Audit the end of the game through a fresh server and through the log alone."""
        server = self._server
        server.kill()
        server.crash_at("")
        await asyncio.to_thread(server.start)
        for person in self._people:
            await person.reconnect()
        record = await self._ask("GET", f"/api/tables/{self._table}/record")
        assert server.stop() == 0, server.log
        assert server.leftover_processes() == []
        log = await read_log(server.database, self._table)
        opening = (self._people[0].player, "open")
        check_whole_game(log, self._people, record, opening)

    def _every_point(self) -> Iterator[str]:
        """Every crash point in random order, repeated."""
        while True:
            yield from self.rng.sample(POINTS, len(POINTS))


def play_one(game: str, seed: int, most_kills: int) -> tuple[Counter[str], int]:
    """Play one game in a new folder; kills by point, and the number of reconnects."""

    async def main() -> tuple[Counter[str], int]:
        with tempfile.TemporaryDirectory(prefix="kaiten-kills-") as folder:
            game_run = KilledGame(Path(folder), game, seed, most_kills)
            await game_run.run()
            return game_run.kills, sum(person.returns for person in game_run._people)

    return asyncio.run(main())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    begun = time.monotonic()
    kills: Counter[str] = Counter()
    games: Counter[str] = Counter()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(args.jobs, mp_context=context) as pool:
        seed = args.seed
        while kills.total() < args.kills:
            wanted = -(-(args.kills - kills.total()) // KILLS_A_GAME)
            batch = {}
            for _ in range(max(wanted, 1)):
                game = ("sushi-go", "sushi-roll")[seed % 2]
                batch[pool.submit(play_one, game, seed, KILLS_A_GAME)] = game, seed
                seed += 1
            for played in as_completed(batch):
                game, number = batch[played]
                try:
                    found, _ = played.result()
                except BaseException as error:
                    print(f"\nseed {number}, {game}: this game does not add up", flush=True)
                    traceback.print_exception(error)
                    pool.shutdown(cancel_futures=True)
                    sys.exit(1)
                kills += found
                games[game] += 1
                seconds = time.monotonic() - begun
                print(f"\r{kills.total():5} kills, {games.total()} games, {seconds:.0f} s", end="", flush=True)
    print("\n" + "\n".join(f"{kills[point]:5}  {point}" for point in POINTS))
    print(f"{kills.total():5}  in {', '.join(f'{count} games of {game}' for game, count in sorted(games.items()))}:")
    print(f"       nothing lost, nothing twice, no process left; {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
