"""Clocks, votes, and the rematch."""

import msgspec
import pytest

from kaiten.kit.chance import Stream
from kaiten.protocol import sushi_roll as dice_wire
from kaiten.protocol.commands import (
    AddBot,
    Choose,
    EndGame,
    HandOver,
    Leave,
    MoreTime,
    SendSeed,
    Start,
    TakeBack,
)
from kaiten.record import dumps, loads, verify
from kaiten.table import (
    CLOCKS,
    Opened,
    Phase,
    Table,
    TableError,
    decide,
    expire_turn,
    extend_deadline,
    rematch,
)
from kaiten.table.proposal import parse_proposal
from tests.playing import SETUPS, key
from tests.table.log import SEED, Log, rebuilt, seated


@pytest.mark.parametrize("name", ["sushi-go-3", "sushi-roll-3"])
def test_a_stand_in_takes_over_when_the_deadline_of_a_turn_has_passed(name: str) -> None:
    log = seated(name, "ana", "ben", clock="brisk")
    assert log.table.due is None
    log.send("ana", Start())
    allowance = CLOCKS["brisk"] or 0
    assert log.table.due == log.now + allowance
    source = Stream(key(5))
    log.play_bots(source)
    assert not expire_turn(log.table, (log.table.due or 0) - 1)
    late = log.table.pending_seats
    log.now = log.table.due or 0
    log.write(expire_turn(log.table, log.now))
    assert all(log.table.seats[seat].bot == "regular" for seat in late)
    back = log.table.seats[late[0]].player or ""
    log.now += 7
    log.send(back, TakeBack())
    assert log.table.due == log.now + allowance
    log.play_bots(source)
    assert log.table.pending_seats == late[:1]
    rebuilt(log)


def test_bots_do_not_play_on_while_all_people_are_away() -> None:
    log = seated("sushi-go-3", "ana", "ben", clock="brisk")
    log.send("ana", Start())
    for player in ("ana", "ben"):
        log.send(player, Leave())
    assert not log.table.pending_bots
    log.send("ben", TakeBack())
    assert [*log.table.pending_bots] == [0, 2]


def test_a_table_of_bots_only_plays_on() -> None:
    log = Log(SETUPS["sushi-roll-2"])
    for seat in (0, 1):
        log.send("ana", AddBot(seat, "greedy"))
    log.send("ana", Start())
    log.play_bots(Stream(key(1)))
    assert log.table.phase is Phase.OVER


def test_downtime_extends_the_deadline() -> None:
    log = seated("sushi-go-2", clock="days")
    assert extend_deadline(log.table, 500) == []
    log.send("ana", Start())
    before = log.table.due or 0
    log.write(extend_deadline(log.table, 500))
    assert log.table.due == before + 500
    rebuilt(log)


def test_a_turn_of_sushi_roll_keeps_its_deadline_through_menus_and_swaps() -> None:
    log = seated("sushi-roll-2", clock="relaxed")
    log.send("ana", Start())
    due = log.table.due
    acting = log.table.view(None).acting
    player = ("ana", "ben")[acting]
    log.now += 10
    log.send(player, Choose(*log.table.turn, dice_wire.MenuMove((0,))))
    assert log.table.due == due
    log.send(player, Choose(*log.table.turn, dice_wire.TakeMove(0)))
    assert log.table.due == log.now + 90_000


def test_there_is_no_deadline_after_the_game() -> None:
    log = seated("sushi-go-2", "ana", clock="brisk")
    log.send("ana", Start())
    source = Stream(key(2))
    while log.table.phase is Phase.PLAYING:
        log.play_bots(source)
        log.choose("ana", source)
    assert log.table.due is None
    assert expire_turn(log.table, 10**15) == []
    rebuilt(log)


def test_a_vote_for_more_time_needs_every_player() -> None:
    log = seated("sushi-go-3", "ana", "ben", clock="brisk")
    log.send("ana", Start())
    due = log.table.due or 0
    log.send("ana", MoreTime())
    assert log.table.due == due
    with pytest.raises(TableError, match="you have agreed to that already"):
        log.send("ana", MoreTime())
    log.send("ben", MoreTime())
    assert log.table.due == due + 30_000
    log.send("ana", MoreTime())
    assert log.table.due == due + 30_000
    rebuilt(log)
    untimed = seated("sushi-go-2")
    untimed.send("ana", Start())
    with pytest.raises(TableError, match="there is no clock at this table"):
        untimed.send("ana", MoreTime())


def test_a_vote_to_end_the_game_needs_every_player_present() -> None:
    log = seated("sushi-go-3", "ana", "ben", "cleo")
    log.send("ana", Start())
    log.choose("ana", Stream(key(1)))
    log.send("ana", EndGame(), "cleo")
    assert log.table.ended is None
    log.send("ben", EndGame(), "cleo")
    assert log.table.phase is Phase.OVER
    assert log.table.ended == "agreement"
    record = loads(dumps(rebuilt(log).record()))
    assert record.more["ended"] == "agreement"
    verify(record)
    with pytest.raises(TableError, match="not now: the game is over"):
        log.send("ben", EndGame())


def test_votes_are_dropped_when_a_player_joins_or_leaves() -> None:
    log = seated("sushi-go-3", "ana", "ben", "cleo")
    log.send("ana", Start())
    log.send("ana", EndGame())
    log.send("cleo", Leave())
    assert not log.table.votes
    rebuilt(log)


def test_a_vote_hands_an_absent_players_seat_to_a_stand_in() -> None:
    log = seated("sushi-go-3", "ana", "ben", "cleo")
    log.send("ana", Start())
    with pytest.raises(TableError, match="Cleo is present"):
        log.send("ana", HandOver(2))
    log.send("ana", HandOver(2), "cleo")
    assert log.table.seats[2].bot is None
    log.send("ben", HandOver(2), "cleo")
    assert log.table.seats[2].bot == "regular"
    for command, code in (
        (HandOver(2), "no-such-player"),
        (HandOver(0), "no-such-player"),
        (HandOver(7), "no-such-seat"),
    ):
        with pytest.raises(TableError) as caught:
            log.send("ana", command, "cleo")
        assert caught.value.code == code
    timed = seated("sushi-go-2", clock="brisk")
    timed.send("ana", Start())
    with pytest.raises(TableError, match="this table has a clock: a bot takes over"):
        timed.send("ana", HandOver(1), "ben")
    rebuilt(log)


def test_a_rematch_rotates_the_seats() -> None:
    log = seated("sushi-go-3", "ana", "ben")
    opened = log.events()[0]
    assert isinstance(opened, Opened)
    with pytest.raises(TableError, match="not now: the game has not begun"):
        rematch(log.table, "ana", opened)
    log.send("ana", Start())
    for player in ("ana", "ben"):
        log.send(player, EndGame())
    again = Table.rebuild(rematch(log.table, "ana", msgspec.structs.replace(opened, table="t2")))
    assert [(seat.player, seat.name, seat.bot) for seat in again.seats] == [
        (None, "Nori", "greedy"),
        ("ana", "Ana", None),
        ("ben", "Ben", None),
    ]
    assert again.phase is Phase.LOBBY
    again.apply(decide(again, "ben", SendSeed(SEED)))
    assert again.seats[2].seed == bytes(16)
    again.apply(decide(again, "ana", Start()))
    with pytest.raises(TableError, match="not now"):
        decide(again, "ben", SendSeed(SEED))


def test_an_unknown_clock_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'hourglass' - at `\\$.clock`"):
        Log(SETUPS["sushi-go-2"], clock="hourglass")  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "hand-over", "hand-over 9", "more-time 1", "pause"])
def test_a_log_with_an_unknown_proposal_is_refused(text: str) -> None:
    with pytest.raises(TableError, match="is not a proposal: it is more-time, end-game or hand-over SEAT"):
        parse_proposal(text)


def test_redaction_a_face_down_choice_is_sent_to_its_own_seat_only() -> None:
    log = seated("sushi-go-3", "ana", "ben")
    log.send("ana", Start())
    log.choose("ana", Stream(key(3)))
    seat = log.table.seat_of("ana")
    assert seat is not None
    assert [log.table.hidden_choice(other) is not None for other in range(3)] == [other == seat for other in range(3)]
