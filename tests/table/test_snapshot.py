"""Snapshots of a table: public news, missed news, and redaction of other players' secrets."""

from typing import Any

import msgspec
import pytest
from hypothesis import given

from kaiten.kit.chance import Stream
from kaiten.protocol import news as told
from kaiten.protocol.commands import (
    EndGame,
    HandOver,
    Leave,
    Remove,
    Rename,
    Say,
    SendSeed,
    Sit,
    Start,
    TakeBack,
)
from kaiten.protocol.messages import State
from kaiten.protocol.sushi_go import RevealedNews
from kaiten.protocol.sushi_roll import ActedNews
from kaiten.table import Phase, Table, TableError, absent_seats, rematch, snapshot_for
from kaiten.table.events import Opened, Rematched
from tests.playing import key, seeds
from tests.table.log import SEED, Log, rebuilt, seated


def bytes_for(table: Table, player: str | None, since: int | None = None) -> bytes:
    return msgspec.json.encode(snapshot_for(table, player, since=since))


def happened(log: Log) -> list[told.News]:
    return [entry for _, entry in log.table.public_news]


def test_public_news_is_complete_and_in_order() -> None:
    log = seated("sushi-go-3", "ana", "ben")
    log.send("ana", Rename("Anna"))
    log.send("ana", Remove(2))
    log.send("cleo", Sit("Cleo"))
    log.send("ana", Leave())
    log.send("ana", Sit("Ana"))
    log.send("ben", Start())
    log.send("ben", Leave())
    log.send("ben", TakeBack())
    for player in ("ana", "ben", "cleo"):
        log.send(player, Say("well-played"))
        log.send(player, EndGame())
    assert happened(log) == [
        told.SatNews(0, "Ana", None),
        told.SatNews(1, "Ben", None),
        told.SatNews(2, "Nori", "greedy"),
        told.RenamedNews(0, "Anna"),
        told.FreedNews(2),
        told.SatNews(2, "Cleo", None),
        told.FreedNews(0),
        told.HostNews(1),
        told.SatNews(0, "Ana", None),
        told.StartedNews(),
        told.HandedOverNews(1),
        told.HostNews(0),
        told.TakenBackNews(1),
        *[
            entry
            for seat in range(3)
            for entry in (told.SaidNews(seat, "well-played"), told.AgreedNews(seat, "end-game"))
        ],
        told.EndedNews("agreement"),
    ]
    again = rebuilt(log)
    assert again.public_news == log.table.public_news
    assert again.public_version == log.table.public_version


@given(seeds)
def test_choices_become_news_at_the_reveal(seed: int) -> None:
    source = Stream(key(seed), [b"story"])
    log = seated("sushi-go-2", "ana", "ben")
    log.send("ana", Start())
    log.choose("ana", source)
    assert isinstance(happened(log)[-1], told.StartedNews)
    log.choose("ben", source)
    entry = happened(log)[-1]
    assert isinstance(entry, RevealedNews)
    assert (entry.round, entry.turn, len(entry.moves)) == (1, 1, 2)
    dice = seated("sushi-roll-2", "ana", "ben")
    dice.send("ana", Start())
    seat = dice.table.pending_seats[0]
    dice.choose(("ana", "ben")[seat], source)
    entry = happened(dice)[-1]
    assert isinstance(entry, ActedNews)
    assert entry.seat == seat


@given(seeds)
def test_redaction_private_events_change_nothing_for_the_other_viewers(seed: int) -> None:
    source = Stream(key(seed), [b"secret"])
    log = seated("sushi-go-3", "ana", "ben", "cleo")
    before = [bytes_for(log.table, player) for player in ("ben", None)]
    log.send("ana", SendSeed(SEED))
    assert [bytes_for(log.table, player) for player in ("ben", None)] == before
    log.send("ana", Start())
    log.choose("ana", source)
    before = [bytes_for(log.table, player, since=3) for player in ("ben", None)]
    own = snapshot_for(log.table, "ana")
    for _ in range(20):
        log.choose("ana", source)
    assert [bytes_for(log.table, player, since=3) for player in ("ben", None)] == before
    assert snapshot_for(log.table, "ana").version == own.version
    assert log.table.version == own.version + 1 + 20  # the seed and the changes, which only the log counts


def test_a_reconnected_viewer_gets_the_missed_news_or_a_snapshot_without() -> None:
    log = seated("sushi-go-2", "ana", "ben")
    version = log.table.public_version
    log.send("ana", Start())
    log.now = 0
    log.send("ana", Say("hello"))
    state = snapshot_for(log.table, "ben", since=version)
    assert (state.since, state.news) == (version, (told.StartedNews(), told.SaidNews(0, "hello")))
    assert snapshot_for(log.table, "ben", since=log.table.public_version).news == ()
    for unknown in (None, 0, -1, log.table.public_version + 1):
        state = snapshot_for(log.table, "ben", since=unknown)
        assert (state.since, state.news) == (None, ())
    for number in range(60):
        log.now += 10_000
        log.send("ana", Say("wow" if number % 2 else "smile"))
    assert snapshot_for(log.table, "ben", since=version).since is None
    assert len(snapshot_for(log.table, "ben", since=log.table.public_version - 60).news) == 60


def test_a_snapshot_has_every_seat_and_round_trips() -> None:
    log = seated("sushi-roll-3", "ana", "ben", clock="brisk")
    log.send("ana", Start())
    state = snapshot_for(log.table, "ben", now=5, away=frozenset({"ana"}))
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    assert [(seat.kind, seat.name, seat.bot, seat.away) for seat in state.seats] == [
        ("person", "Ana", None, True),
        ("person", "Ben", None, False),
        ("bot", "Nori", "greedy", False),
    ]
    assert (state.you, state.host, state.hosting, state.now, state.due) == (1, 0, False, 5, 31_000)
    assert (state.turn, state.options, state.server_seed) == ((1, 1), None, None)
    assert snapshot_for(log.table, "ana").hosting
    assert absent_seats(log.table, frozenset({"ben", "zoe"})) == (1,)
    lobby: Any = snapshot_for(seated().table, None)
    assert (lobby.view, lobby.turn, lobby.you, lobby.phase) == (None, None, None, "lobby")


def test_the_server_seed_is_revealed_when_the_game_is_over() -> None:
    log = seated("sushi-go-2", "ana", "ben")
    opened = log.events()[0]
    assert isinstance(opened, Opened)
    log.send("ana", Start())
    for player in ("ana", "ben", None):
        assert opened.server_seed.encode() not in bytes_for(log.table, player)
    for player in ("ana", "ben"):
        log.send(player, EndGame())
    assert snapshot_for(log.table, None).server_seed == opened.server_seed


def test_a_table_may_keep_spectators_out() -> None:
    log = seated("sushi-go-2", "ana", "ben")
    log.table.spectators = False
    assert snapshot_for(log.table, "zoe").phase == "lobby"  # in the lobby everyone may see a table, to sit down
    log.send("ana", Start())
    assert snapshot_for(log.table, "ben").you == 1
    for viewer in ("zoe", None):
        with pytest.raises(TableError, match="this table admits no spectators"):
            snapshot_for(log.table, viewer)


def test_chat_is_rate_limited() -> None:
    log = seated()
    log.send("ana", Say("hello"))
    log.send("ben", Say("hello"))
    log.now += 1_400
    with pytest.raises(TableError, match="one phrase in 1.5 seconds, and 8 a minute"):
        log.send("ana", Say("yum"))
    for _ in range(7):
        log.now += 2_000
        log.send("ana", Say("yum"))
    log.now += 2_000
    with pytest.raises(TableError, match="8 a minute"):
        log.send("ana", Say("yum"))
    log.now += 60_000
    log.send("ana", Say("thank-you"))
    with pytest.raises(TableError, match="you have no seat"):
        log.send("zoe", Say("hello"))
    rebuilt(log)


def test_a_rematch_is_created_once_by_a_player_of_the_game() -> None:
    log = seated("sushi-go-2", "ana", "ben")
    opened = log.events()[0]
    assert isinstance(opened, Opened)
    log.send("ana", Start())
    log.send("ana", Leave())
    with pytest.raises(TableError, match="nobody else plays at seat 0"):
        log.send("ben", HandOver(0))
    log.send("ben", EndGame())
    assert log.table.phase is Phase.OVER
    with pytest.raises(TableError, match="you had no seat"):
        rematch(log.table, "zoe", opened)
    assert len(rematch(log.table, "ana", opened)) == 3
    log.write([Rematched("t2")])
    assert snapshot_for(log.table, "ben").next == "t2"
    assert happened(log)[-1] == told.RematchNews("t2")
    with pytest.raises(TableError, match="the rematch has been set up already"):
        rematch(log.table, "ben", opened)
