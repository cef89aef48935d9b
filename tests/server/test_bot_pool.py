"""Bot pool: trained bots compile in the background, and a stand-in plays meanwhile."""

import asyncio
import contextlib
import time
from unittest.mock import patch

import pytest

from kaiten import sushi_go, sushi_roll
from kaiten.kit.chance import Stream
from kaiten.kit.errors import OptionError
from kaiten.players import STAND_IN, bot_named
from kaiten.server import warmup
from kaiten.server.bot_pool import BotPool
from kaiten.server.warmup import Warmup, warmup_targets
from tests.playing import card_position, key

TIMEOUT_SECONDS = 120.0
"""Longest compilation of a kernel."""

VIEW = sushi_go.view(card_position("S N2 M1 T", "D D D D", tableaus=("S S", ""), turn=7), 0)


@pytest.mark.compiled("sushi-go-bots")
def test_stand_in_plays_until_the_bot_is_compiled() -> None:
    """With the level that compiles soonest, in a real worker process."""
    stood_in = []

    async def main() -> None:
        bot_pool = BotPool(1, lambda: stood_in.append(time.monotonic()))
        try:
            moves = [await bot_pool.choose_move("sushi-go", "yuzu", VIEW)]
            assert len(stood_in) == 1
            until = time.monotonic() + TIMEOUT_SECONDS
            while len(stood_in) == len(moves):
                assert time.monotonic() < until
                await asyncio.sleep(0.05)
                moves.append(await bot_pool.choose_move("sushi-go", "yuzu", VIEW))
            assert {*moves} <= {*VIEW.legal}
        finally:
            bot_pool.close()

    asyncio.run(main())


def test_bots_without_kernels_need_no_stand_in() -> None:
    async def main() -> None:
        bot_pool = BotPool(1, lambda: stood_in.append(1))
        try:
            for level in ("mochi", "soba", "miso", "random", "regular"):
                assert await bot_pool.choose_move("sushi-go", level, VIEW) in VIEW.legal
        finally:
            bot_pool.close()

    stood_in: list[int] = []
    asyncio.run(main())
    assert not stood_in


def test_warmup_order_and_coverage() -> None:
    players = warmup_targets()
    assert len({*players}) == len(players)
    assert {count for game, level, count, _ in players if (game, level) == ("sushi-go", "toro")} == {2, 3, 4, 5}
    assert players[0][:2] == ("sushi-go", "yuzu")
    assert players[-1] == ("sushi-go", "toro", 2, True)


def test_warmup_plays_one_round() -> None:
    seen: list[tuple[int, int]] = []

    def bot(view: sushi_go.View | sushi_roll.View, source: Stream) -> object:
        seen.append((view.round, view.players))
        return bot_named("sushi-go", "random")(view, source)

    with patch.object(warmup, "bot_named", lambda *_: bot):
        warmup.warm("sushi-go", "toro", 5, False)
        warmup.warm("sushi-roll", "toro", 2, False)
        warmup.warm("sushi-go", "toro", 2, True)
    assert seen.count((1, 5)) == 7
    assert {*seen} == {(1, 5), (1, 2)}


def test_without_numba_the_stand_in_keeps_playing() -> None:
    tried: list[str] = []

    def warm(game: str, level: str, players: int, dummy: bool) -> None:
        tried.append(f"{game} {level} {players}{' dummy' if dummy else ''}")
        if level == "yuzu":
            raise OptionError("bot 'policy' needs Numba")

    with patch.object(warmup, "warm", warm), patch("atexit.register"):
        started = Warmup(contextlib.nullcontext())
        assert not started.is_ready(("sushi-go", "yuzu", 2, False))
        assert not started.is_ready(("sushi-go", "toro", 2, True))
        until = time.monotonic() + TIMEOUT_SECONDS
        while not started.is_ready(("sushi-go", "toro", 2, True)):
            assert time.monotonic() < until
            time.sleep(0.01)
        assert not started.is_ready(("sushi-go", "yuzu", 2, False))
    assert tried == ["sushi-go yuzu 2", "sushi-go toro 2 dummy"]
    assert bot_named("sushi-go", STAND_IN)(VIEW, Stream(key(1))) in VIEW.legal
