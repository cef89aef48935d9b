"""Records, history and statistics of finished games."""

from kaiten.store import PlayerResult, Store, Write, games
from tests.store.samples import Clock, finished, run

ANA = PlayerResult("ana", 0, "Ana", 40, 2, False)
BEN = PlayerResult("ben", 1, "Ben", 50, 1, True)


def test_record_exists_once_the_game_is_over(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("t1", 0, [b"a"]))
        assert await games.record_of(store, "t1") is None
        await store.append(Write("t1", 1, [b"b"], finished=finished(ANA, BEN, record=b'{"format":"kaiten/1"}')))
        assert await games.record_of(store, "t1") == b'{"format":"kaiten/1"}'
        await store.append(Write("t2", 0, [b"a"], finished=finished()))  # only bots played

    run(database_url, work)


def test_history_is_newest_first_and_paged(database_url: str) -> None:
    clock = Clock(0)

    async def work(store: Store) -> None:
        for number in range(5):
            clock.at += 10
            await store.append(Write(f"t{number}", 0, [b"a"], finished=finished(ANA, BEN)))
        past = await games.history(store, "ben", limit=2)
        assert past[0] == games.PastGame("t4", "sushi-go", 1, "Ben", 2, 0, 50, 1, True, 50)
        assert [game.table for game in past] == ["t4", "t3"]
        older = await games.history(store, "ben", before=past[-1].finished_at)
        assert [game.table for game in older] == ["t2", "t1", "t0"]
        assert await games.history(store, "cy") == []

    run(database_url, work, clock)


def test_statistics_by_game(database_url: str) -> None:
    async def work(store: Store) -> None:
        for number, (game, points, won) in enumerate(
            [("sushi-roll", 30, True), ("sushi-go", 41, False), ("sushi-go", 44, True), ("sushi-go", 50, True)]
        ):
            ana = PlayerResult("ana", 0, "Ana", points, 1, won)
            await store.append(Write(f"t{number}", 0, [b"a"], finished=finished(ana, BEN, game=game)))
        assert await games.statistics(store, "ana") == [
            games.Statistics("sushi-go", 3, 2, 50, 45.0),
            games.Statistics("sushi-roll", 1, 1, 30, 30.0),
        ]
        assert await games.statistics(store, "cy") == []

    run(database_url, work)
