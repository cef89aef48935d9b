"""Where bots think: levels that have learned are made ready in the background, and no table waits for them."""

import asyncio
import contextlib
import time
from unittest.mock import patch

from kaiten import sushi_go, sushi_roll
from kaiten.kit.chance import Stream
from kaiten.kit.errors import OptionError
from kaiten.players import STAND_IN, bot_named
from kaiten.server import warming
from kaiten.server.bots import Thinkers
from kaiten.server.warming import Warming, wanted
from tests.playing import card_position, key

PATIENCE = 120.0
"""Seconds that a kernel may take to be compiled, at the worst."""

VIEW = sushi_go.view(card_position("S N2 M1 T", "D D D D", tableaus=("S S", ""), turn=7), 0)


def test_until_a_level_is_ready_another_one_plays_and_then_it_plays_itself() -> None:
    """The real path, once: with the level that is ready soonest, in a process that has nothing compiled at hand."""
    stood_in = []

    async def main() -> None:
        thinkers = Thinkers(1, lambda: stood_in.append(time.monotonic()))
        try:
            moves = [await thinkers.think("sushi-go", "yuzu", VIEW)]
            assert len(stood_in) == 1
            until = time.monotonic() + PATIENCE
            while len(stood_in) == len(moves):
                assert time.monotonic() < until
                await asyncio.sleep(0.05)
                moves.append(await thinkers.think("sushi-go", "yuzu", VIEW))
            assert {*moves} <= {*VIEW.legal}
        finally:
            thinkers.close()

    asyncio.run(main())


def test_who_needs_nothing_plays_at_once() -> None:
    async def main() -> None:
        thinkers = Thinkers(1, lambda: stood_in.append(1))
        try:
            for level in ("mochi", "soba", "miso", "random", "regular"):
                assert await thinkers.think("sushi-go", level, VIEW) in VIEW.legal
        finally:
            thinkers.close()

    stood_in: list[int] = []
    asyncio.run(main())
    assert not stood_in


def test_levels_are_made_ready_the_soonest_first_and_for_every_count() -> None:
    players = wanted()
    assert len({*players}) == len(players)
    assert {count for game, level, count, _ in players if (game, level) == ("sushi-go", "toro")} == {2, 3, 4, 5}
    assert players[0][:2] == ("sushi-go", "yuzu")
    assert players[-1] == ("sushi-go", "toro", 2, True)


def test_a_round_is_played_to_make_ready() -> None:
    seen: list[tuple[int, int]] = []

    def bot(view: sushi_go.View | sushi_roll.View, source: Stream) -> object:
        seen.append((view.round, view.players))
        return bot_named("sushi-go", "random")(view, source)

    with patch.object(warming, "bot_named", lambda *_: bot):
        warming.warm("sushi-go", "toro", 5, False)
        warming.warm("sushi-roll", "toro", 2, False)
        warming.warm("sushi-go", "toro", 2, True)
    assert seen.count((1, 5)) == 7
    assert {*seen} == {(1, 5), (1, 2)}


def test_without_numba_another_one_plays_for_good() -> None:
    tried: list[str] = []

    def warm(game: str, level: str, players: int, dummy: bool) -> None:
        tried.append(f"{game} {level} {players}{' dummy' if dummy else ''}")
        if level == "yuzu":
            raise OptionError("bot 'policy' needs Numba")

    with patch.object(warming, "warm", warm), patch("atexit.register"):
        ready = Warming(contextlib.nullcontext())
        assert not ready.ready(("sushi-go", "yuzu", 2, False))
        assert not ready.ready(("sushi-go", "toro", 2, True))
        until = time.monotonic() + PATIENCE
        while not ready.ready(("sushi-go", "toro", 2, True)):
            assert time.monotonic() < until
            time.sleep(0.01)
        assert not ready.ready(("sushi-go", "yuzu", 2, False))
    assert tried == ["sushi-go yuzu 2", "sushi-go toro 2 dummy"]
    assert bot_named("sushi-go", STAND_IN)(VIEW, Stream(key(1))) in VIEW.legal
