"""Whole games on a real server: all frames, answers and logs are searched for secrets."""

import asyncio
import contextlib
import json
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.raw_socket import LoggedServer, run_server
from tests.server.harness import Client, play_to_the_end

GAMES: list[dict[str, Any]] = [
    {"game": "sushi-go", "seats": 3},
    {"game": "sushi-go", "seats": 2, "options": {"dummy": True}},
    {"game": "sushi-go", "seats": 4, "options": {"pass": "both"}, "clock": "relaxed"},
    {"game": "sushi-roll", "seats": 3},
]


class Game:
    """A game of two people, bots and a spectator, with everything they were sent."""

    def __init__(self, server: LoggedServer) -> None:
        self.server = server
        self.tokens = [server.new_player() for _ in range(3)]
        self.frames: list[list[str]] = []
        self.answers: list[str] = []
        self.table = ""

    async def play(self, setup: dict[str, Any]) -> None:
        async with contextlib.AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(Client(self.server, token)) for token in self.tokens]
            ana, ben, looks_on = clients
            self.frames = [client.frames for client in clients]
            table = self.table = await asyncio.to_thread(self.server.new_table, ana.token, name="Ana", **setup)
            await ben.do(table, "sit", name="Ben", seed="5e" * 16)
            for seat in range(2, setup["seats"]):
                await ana.do(table, "add-bot", seat=seat, level="regular")
            for client in clients:
                await client.watch(table)
            await ana.do(table, "start")
            for client in clients:
                await client.until(lambda client=client: client.states[table]["phase"] == "playing")  # type: ignore[misc]
            await looks_on.do(table, "choose", round=1, turn=1, move={"type": "take", "die": 0})
            await ben.do(table, "leave")
            await asyncio.to_thread(self._look_around)
            await ben.do(table, "take-back")
            await ben.close()
            await ben.connect()
            await ben.watch(table, 1)
            await asyncio.gather(play_to_the_end(ana, table), play_to_the_end(ben, table))
            await looks_on.until(lambda: looks_on.states[table]["phase"] == "over")

    def _look_around(self) -> None:
        for token in (*self.tokens, None):
            for path in (f"/api/tables/{self.table}", f"/api/tables/{self.table}/record", "/api/tables"):
                self.answers.append(json.dumps(self.server.ask("GET", path, token=token)))

    def before_the_end(self) -> list[list[str]]:
        """What each client was sent before the game was over."""
        ends = [next(n for n, frame in enumerate(frames) if '"phase":"over"' in frame) for frames in self.frames]
        return [frames[:end] for frames, end in zip(self.frames, ends)]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Game]:
    """One game of each kind, played concurrently; the server has stopped."""

    async def play(games: list[Game]) -> None:
        await asyncio.gather(*[game.play(setup) for game, setup in zip(games, GAMES)])

    with run_server(tmp_path_factory.mktemp("leaks")) as server:
        played = [Game(server) for _ in GAMES]
        asyncio.run(play(played))
    return played


def test_server_seed_is_revealed_only_after_the_game(games: list[Game]) -> None:
    for game in games:
        seed = server_seed(game)
        early = [*[frame for frames in game.before_the_end() for frame in frames], *game.answers]
        assert len(early) > 100
        assert not any(seed in text for text in early)
        assert all(any(seed in frame for frame in frames) for frames in game.frames)
        assert seed not in game.server.logged()


def test_tokens_and_player_ids_are_not_leaked(games: list[Game]) -> None:
    everybody = [token for game in games for token in game.tokens]
    for game in games:
        for token, frames in zip(game.tokens, game.frames):
            text = "\n".join(frames)
            for other in everybody:
                player, _, secret = other.partition(".")
                assert secret not in text
                assert other == token or player not in text
        for other in everybody:
            player, _, secret = other.partition(".")
            assert not any(secret in answer or player in answer for answer in game.answers)
            assert secret not in game.server.logged()


def test_hands_show_only_known_cards(games: list[Game]) -> None:
    """Derived from the frames alone, without the rules' own views."""
    looked_at = 0
    for game, setup in zip(games, GAMES):
        if setup["game"] != "sushi-go":
            continue
        for frames in game.before_the_end():
            held: Counter[str] = Counter()
            this_round = 0
            for state in [message for frame in frames if (message := json.loads(frame))["type"] == "state"]:
                view = state["view"]
                if view is None:
                    continue
                if view["round"] != this_round:
                    this_round, held = view["round"], Counter()
                own = [] if state["you"] is None else view["hands"][state["you"]]["cards"]
                held |= Counter(own)
                for seat, hand in enumerate(view["hands"]):
                    if seat != state["you"]:
                        unseen = Counter(hand["cards"]) - held
                        assert set(unseen) <= {"C"}  # chopsticks returned in public
                        looked_at += 1
                assert view["drawn"] is None or view["in_control"] == state["you"]
                assert isinstance(view["undealt"], int)
                assert isinstance(view["pile"], int)
                assert state["server_seed"] is None
    assert looked_at > 200


def test_server_log_is_redacted(games: list[Game]) -> None:
    logged = games[0].server.logged()
    assert "5e" * 16 not in logged
    assert "Bearer" not in logged
    assert '"cards"' not in logged


def server_seed(game: Game) -> str:
    path = Path(game.server.database.partition("///")[2])
    with contextlib.closing(sqlite3.connect(path)) as database:
        row = database.execute("SELECT event FROM events WHERE table_id = ? AND version = 1", [game.table]).fetchone()
    seed: str = json.loads(row[0])["server_seed"]
    assert len(seed) == 64
    return seed
