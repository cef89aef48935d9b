"""Finished games: records, a player's history and statistics."""

from dataclasses import dataclass

from sqlalchemy import Integer, cast, func, select

from kaiten.store.schema import records, results
from kaiten.store.store import Store

_RESULTS_AND_RECORDS = results.join(records, records.c.table_id == results.c.table_id)

# A game stopped before its end has place 0 for everybody and does not count.
_COMPLETED = results.c.place > 0


@dataclass(frozen=True, slots=True)
class PastGame:
    """One finished game of a player."""

    table: str
    game: str
    seat: int
    name: str
    players: int
    bots: int
    points: int
    place: int
    won: bool
    finished_at: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """A player's results in one of the games."""

    game: str
    games: int
    wins: int
    best: int
    mean: float


async def record_of(store: Store, table: str) -> bytes | None:
    """The record of a table's finished game."""
    rows = await store.rows(select(records.c.record).where(records.c.table_id == table))
    return bytes(rows[0].record) if rows else None


async def history(store: Store, player: str, limit: int = 50, before: int | None = None) -> list[PastGame]:
    """A player's games, newest first; `before` is for paging."""
    query = select(
        records.c.table_id,
        records.c.game,
        results.c.seat,
        results.c.name,
        records.c.players,
        records.c.bots,
        results.c.points,
        results.c.place,
        results.c.won,
        records.c.finished_at,
    )
    query = query.select_from(_RESULTS_AND_RECORDS).where(results.c.player == player, _COMPLETED)
    if before is not None:
        query = query.where(records.c.finished_at < before)
    rows = await store.rows(query.order_by(records.c.finished_at.desc(), records.c.table_id).limit(limit))
    return [PastGame(*row) for row in rows]


async def statistics(store: Store, player: str) -> list[Statistics]:
    """A player's statistics, one row per game."""
    wins, points = func.sum(cast(results.c.won, Integer)), results.c.points
    query = select(records.c.game, func.count(), wins, func.max(points), func.avg(points)).select_from(
        _RESULTS_AND_RECORDS
    )
    query = query.where(results.c.player == player, _COMPLETED).group_by(records.c.game).order_by(records.c.game)
    return [
        Statistics(game, games, int(won), best, float(mean)) for game, games, won, best, mean in await store.rows(query)
    ]
