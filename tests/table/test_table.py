"""One table from opening to the end: commands in, events out, and everything rebuilt from the events alone."""

import hashlib
from typing import Any

import pytest
from hypothesis import given

from kaiten.kit.chance import Stream
from kaiten.kit.errors import IllegalMove, OptionError
from kaiten.protocol import sushi_go as cards_wire
from kaiten.protocol import sushi_roll as dice_wire
from kaiten.protocol.commands import (
    AddBot,
    Choose,
    Command,
    Leave,
    Remove,
    Rename,
    Sit,
    Start,
    TakeBack,
)
from kaiten.record import dumps, loads, verify
from kaiten.table import (
    Opened,
    Phase,
    Table,
    TableError,
    decide,
    decide_bot,
    remove_player,
)
from tests.playing import SETUPS, Setup, key, seeds, setups
from tests.table.log import SEED, Log, seated


@given(setups, seeds)
def test_whole_games_are_rebuilt_from_their_events(setup: Setup, seed: int) -> None:
    source = Stream(key(seed), [b"table"])
    log = Log(setup)
    people = ["ana", "ben", "cleo", "dan", "eva"][: 1 + source.uniform(setup[1])]
    for player in people:
        log.send(player, Sit(player.capitalize(), seed=SEED if source.uniform(2) else ""))
    for number, seat in enumerate(log.table.seats):
        if seat.free:
            log.send("ana", AddBot(number, "random"))
    log.send("ana", Start())
    while log.table.phase is Phase.PLAYING:
        log.play_bots(source)
        for player in people:
            seat_number = log.table.seat_of(player)
            assert seat_number is not None
            if log.table.phase is not Phase.PLAYING:
                break
            if log.table.seats[seat_number].bot is not None:
                if source.uniform(3) == 0 or not log.table.playing_people:
                    log.send(player, TakeBack())
            elif source.uniform(40) == 0:
                log.send(player, Leave())
            elif seat_number in log.table.rules.actors(log.table.game.state):
                log.choose(player, source)
    again = Table.rebuild(log.events())
    assert again.record() == log.table.record()
    assert (again.seats, again.host, again.version) == (log.table.seats, log.table.host, len(log.lines))
    record = loads(dumps(again.record()))
    verify(record)
    assert record.more["fairness"]["commitment"] == again.commitment


def test_decide_does_not_change_the_table() -> None:
    log = seated()
    before = (log.table.version, log.table.seats, log.table.host, log.table.phase)
    decide(log.table, "ana", Start())
    decide(log.table, "ben", Leave())
    assert (log.table.version, log.table.seats, log.table.host, log.table.phase) == before


def test_a_choice_may_be_changed_until_the_reveal_and_names_its_turn() -> None:
    log = seated("sushi-go-2")
    log.send("ana", Start())
    first, second = log.table.rules.legal(log.table.game.state, 0)[:2]
    log.send("ana", Choose(1, 1, cards_wire.move_to_wire(first)))
    log.send("ana", Choose(1, 1, cards_wire.move_to_wire(second)))
    assert log.table.view("ana").chosen == second
    assert log.table.view("ben").ready == (True, False)
    assert log.table.view(None).seat is None
    log.choose("ben", Stream(key(1)))
    assert log.table.turn == (1, 2)
    with pytest.raises(TableError, match="that choice is for round 1, turn 1: it is round 1, turn 2") as caught:
        log.send("ana", Choose(1, 1, cards_wire.move_to_wire(first)))
    assert caught.value.code == "wrong-turn"


def test_in_sushi_roll_a_turn_counts_the_actions_of_the_round() -> None:
    log = seated("sushi-roll-2")
    log.send("ana", Start())
    source = Stream(key(3))
    seen = []
    while log.table.turn[0] == 1:
        acting = log.table.view(None).acting
        seen.append(log.table.turn[1])
        log.choose(("ana", "ben")[acting], source)
    assert seen == [*range(1, len(seen) + 1)]
    assert log.table.turn == (2, 1)


def test_a_stand_in_takes_over_for_a_player_who_leaves_until_they_come_back() -> None:
    log = seated("sushi-go-2")
    log.send("ana", Start())
    log.send("ben", Leave())
    assert [*log.table.pending_bots] == [1]
    with pytest.raises(TableError, match="a bot plays your seat: take it back first"):
        log.send("ben", Choose(1, 1, protocol_move("T")))
    with pytest.raises(TableError, match="a bot plays your seat already"):
        log.send("ben", Leave())
    log.send("ben", TakeBack())
    assert not log.table.pending_bots
    with pytest.raises(TableError, match="no bot plays your seat"):
        log.send("ben", TakeBack())
    with pytest.raises(TableError, match="seat 1 does not wait for a bot's choice"):
        decide_bot(log.table, 1, None)


def protocol_move(code: Any) -> cards_wire.SushiGoMove:
    return cards_wire.SushiGoMove((code,))


def test_the_role_of_host_passes_to_a_remaining_person() -> None:
    log = seated("sushi-go-3", "ana", "ben")
    log.send("ana", Leave())
    assert log.table.host == "ben"
    assert log.table.seats[0].free
    log.send("ben", Leave())
    assert len(log.table.host) == 0  # nobody is left: the next player who sits down becomes host
    log.send("cleo", Sit("Cleo"))
    assert log.table.host == "cleo"
    playing = seated("sushi-go-3", "ana", "ben", "cleo")
    playing.send("ana", Start())
    playing.send("ben", Leave())
    playing.send("ana", Leave())
    assert playing.table.host == "cleo"


def test_seats_are_freed_and_filled_before_the_game() -> None:
    log = seated("sushi-go-3")
    assert [seat.name for seat in log.table.seats] == ["Ana", "Ben", "Nori"]
    log.send("ana", Remove(2))
    log.send("cleo", Sit("Cleo", 2))
    log.send("ana", Remove(1))
    log.send("ana", AddBot(1, "regular"))
    log.send("cleo", Rename("Cléo"))
    assert [(seat.player, seat.name, seat.bot) for seat in log.table.seats] == [
        ("ana", "Ana", None),
        (None, "Nori", "regular"),
        ("cleo", "Cléo", None),
    ]


def test_bots_of_a_level_have_its_name_and_different_ones() -> None:
    log = seated("sushi-go-3")
    for seat in (1, 2):
        log.send("ana", Remove(seat))
    log.send("ana", Rename("Toro-san"))
    for seat in (1, 2):
        log.send("ana", AddBot(seat, "toro"))
    assert [(seat.name, seat.bot) for seat in log.table.seats] == [
        ("Toro-san", None),
        ("Toro", "toro"),
        ("Toro-chan", "toro"),
    ]


@pytest.mark.parametrize(
    ("player", "command", "code"),
    [
        ("ana", Sit("Ana"), "seated"),
        ("dan", Sit("Dan"), "table-full"),
        ("dan", Leave(), "not-seated"),
        ("dan", Choose(1, 1, protocol_move("T")), "not-seated"),
        ("ben", Start(), "not-host"),
        ("ben", AddBot(2, "greedy"), "not-host"),
        ("ana", AddBot(2, "greedy"), "seat-taken"),
        ("ana", AddBot(9, "greedy"), "no-such-seat"),
        ("ana", Remove(-1), "no-such-seat"),
        ("ana", Choose(1, 1, protocol_move("T")), "wrong-phase-lobby"),
        ("ana", TakeBack(), "not-away"),
        ("ana", Rename("ben"), "name-taken"),
        ("ana", Rename(""), "bad-name"),
        ("ana", Rename("x" * 25), "bad-name"),
        ("ana", Rename("a\u202eb"), "bad-name"),
        ("ana", Rename("a\x1b[31m"), "bad-name"),
    ],
)
def test_refusals_before_the_game(player: str, command: Command, code: str) -> None:
    log = seated("sushi-go-3")
    with pytest.raises(TableError) as caught:
        decide(log.table, player, command)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


def test_refusals_at_a_table_with_free_seats() -> None:
    log = Log(SETUPS["sushi-go-3"])
    log.send("ana", Sit("Ana"))
    refusals: list[tuple[str, Command, str]] = [
        ("ana", Start(), "seats-free"),
        ("ana", Remove(1), "seat-free"),
        ("ben", Sit("Ben", 0), "seat-taken"),
        ("ben", Sit("ANA"), "name-taken"),
        ("ben", Sit("Ben", seed="zz"), "bad-seed"),
        ("ben", Sit("Ben", seed="00"), "bad-seed"),
        ("ben", Sit("Ben", seed="AB" * 16), "bad-seed"),
    ]
    for player, command, code in refusals:
        with pytest.raises(TableError) as caught:
            log.send(player, command)
        assert caught.value.code == code
    with pytest.raises(OptionError, match="bot 'wasabi' is not known"):
        log.send("ana", AddBot(1, "wasabi"))
    with pytest.raises(TableError, match="the game has not begun"):
        log.table.view("ana")


def test_refusals_during_the_game() -> None:
    log = seated("sushi-go-2")
    log.send("ana", Start())
    for player, command in (("ana", Start()), ("ana", Remove(1)), ("dan", Sit("Dan"))):
        with pytest.raises(TableError, match="not now: the game is being played"):
            log.send(player, command)
    with pytest.raises(TableError, match="that move belongs to the other game"):
        log.send("ana", Choose(1, 1, dice_wire.TakeMove(0)))
    hand = log.table.view("ana").hand
    absent = next(
        code for code in ("T", "S", "D", "P", "W", "C", "N1", "N2", "N3") if code not in {c.code for c in hand}
    )
    with pytest.raises(IllegalMove, match="the hand is "):
        log.send("ana", Choose(1, 1, protocol_move(absent)))


def test_a_log_that_does_not_begin_with_the_opening_is_refused() -> None:
    log = seated()
    with pytest.raises(TableError, match="the first event of a table is 'opened', not 'Sat'"):
        Table.rebuild(log.events()[1:])
    with pytest.raises(TableError, match="a table is opened only once"):
        log.table.apply(log.events()[:1])


def test_a_table_without_options_plays_the_plain_game() -> None:
    opened = Opened("t1", "sushi-go", 4, "ana", hashlib.sha256(b"seed").hexdigest())
    assert Table.rebuild([opened]).options == SETUPS["sushi-go-4"][2]


def test_a_table_for_a_game_that_cannot_be_is_refused() -> None:
    with pytest.raises(OptionError, match="6 players: this game is for 2 to 5"):
        Log(("sushi-roll", 6, SETUPS["sushi-roll-2"][2]))


def test_a_removed_player_is_redacted_and_cannot_return() -> None:
    log = seated("sushi-go-3", "ana", "ben", "cleo")
    assert remove_player(log.table, "zoe") == []
    log.write(remove_player(log.table, "cleo"))
    assert log.table.seats[2].free  # before the game the seat is free
    log.send("cleo", Sit("Cleo"))
    log.send("cleo", Rename("Seat 2"))
    log.send("ana", Start())
    log.send("ben", Leave())
    for player in ("ana", "ben"):
        log.write(remove_player(log.table, player))
    assert [(seat.player, seat.name, seat.bot) for seat in log.table.seats] == [
        (None, "Seat 1", "regular"),
        (None, "Seat 2 2", "regular"),
        ("cleo", "Seat 2", None),
    ]
    assert log.table.host == "cleo"
    with pytest.raises(TableError, match="you have no seat"):
        log.send("ana", TakeBack())
    source = Stream(bytes(32))
    while log.table.phase is Phase.PLAYING:
        log.play_bots(source)
        log.choose("cleo", source)
        log.play_bots(source)
    log.write(remove_player(log.table, "cleo"))
    assert log.table.record().players == ("Seat 1", "Seat 2 2", "Seat 3")
    verify(log.table.record())
    assert Table.rebuild(log.events()).seats == log.table.seats
