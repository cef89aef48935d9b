"""Audit: invariants of the log after any fault."""

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import select

from kaiten.protocol import sushi_go as cards_wire
from kaiten.protocol import sushi_roll as dice_wire
from kaiten.protocol.commands import Choose
from kaiten.record import from_json, verify
from kaiten.store.engine import open_reader, parse_url
from kaiten.store.schema import commands, events
from kaiten.table import Event, Phase, Table, snapshot_for
from kaiten.table.events import BotSat, Chose, Renamed, Sat, Started
from tests.faults.reconnecting_client import CommandResult, ReconnectingClient

_decode = msgspec.json.Decoder(Event).decode
_VOLATILE = ("since", "news", "now")
"""Fields of a state that depend on when it is sent."""


@dataclass(frozen=True, slots=True)
class Log:
    """One table's rows, read without a server."""

    events: list[Event]
    answers: dict[tuple[str, str], bytes]
    """By player and command id."""

    @property
    def table(self) -> Table:
        return Table.rebuild(self.events)


async def read_log(url: str, table: str) -> Log:
    """Read a table's events, whose versions have no gap, and its stored answers."""
    written = select(events.c.version, events.c.event).where(events.c.table_id == table).order_by(events.c.version)
    asked = select(commands.c.player, commands.c.command_id, commands.c.answer).where(commands.c.table_id == table)
    line = open_reader(parse_url(url))
    try:
        # Both in one transaction, for a consistent snapshot.
        rows, answers = await line.run(
            lambda database: (database.execute(written).all(), database.execute(asked).all())
        )
    finally:
        await line.close()
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    keys = [(row.player, row.command_id) for row in answers]
    assert len(set(keys)) == len(keys)
    return Log([_decode(row.event) for row in rows], {key: bytes(row.answer) for key, row in zip(keys, answers)})


async def read_copy(database: Path, table: str) -> Log:
    """Read the log of a killed server from a copy: the next server has to recover the file itself."""
    with tempfile.TemporaryDirectory() as folder:
        for rest in ("", "-wal"):
            part = database.with_name(database.name + rest)
            if part.exists():
                shutil.copy(part, folder)
        return await read_log(f"sqlite:///{folder}/{database.name}", table)


def check_so_far(log: Log, people: Iterable[ReconnectingClient]) -> None:
    """Between a kill and a restart: everything answered or sent is in the log."""
    table = log.table
    for person in people:
        for done in person.done:
            assert ((person.player, done.id) in log.answers) == done.answered, done
        if person.table in person.states:
            assert person.state["version"] <= table.public_version


def check_whole_game(
    log: Log, people: Sequence[ReconnectingClient], record: dict[str, Any], opening: tuple[str, str]
) -> None:
    """After a game: every answered command once, one final choice per turn, and all clients agree with the log."""
    table = log.table
    assert table.phase is Phase.OVER
    sent = {(person.player, done.id) for person in people for done in person.done if done.answered}
    assert log.answers.keys() == {*sent, opening}
    asked = Counter(fact for person in people for done in person.done for fact in _asked(table, person.player, done))
    assert asked == Counter(_happened(log.events))
    choices = _final_choices(log.events)
    read = from_json(record)
    verify(read)
    assert read.choices == tuple(choices)
    assert read == table.record()
    for person in people:
        check_view(table, person)


def check_view(table: Table, person: ReconnectingClient) -> None:
    """The last state this player received equals the log's."""
    latest = msgspec.to_builtins(snapshot_for(table, person.player))
    # Through JSON, as on the wire.
    assert _stable_fields(msgspec.json.decode(msgspec.json.encode(latest))) == _stable_fields(person.state)


def _stable_fields(state: dict[str, Any]) -> dict[str, Any]:
    seats = [{**seat, "away": False} for seat in state["seats"]]
    return {**{name: value for name, value in state.items() if name not in _VOLATILE}, "seats": seats}


def _asked(table: Table, player: str, done: CommandResult) -> list[tuple[object, ...]]:
    """The facts that an answered command should have caused."""
    seat, command = table.seat_of(player), done.command
    if not done.answered:
        return []
    if command["type"] == "choose":
        choice = msgspec.convert(command, Choose)
        return [("chose", choice.round, choice.turn, seat, table.rules.format_move(_move(choice)))]
    if command["type"] == "add-bot":
        return [("bot", command["seat"], command["level"])]
    return [(command["type"], *([] if command["type"] == "start" else [seat, command["name"]]))]


def _move(choice: Choose) -> Any:
    if isinstance(choice.move, cards_wire.SushiGoMove):
        return cards_wire.move_from_wire(choice.move)
    return dice_wire.move_from_wire(choice.move)


def _happened(log: Sequence[Event]) -> list[tuple[object, ...]]:
    """The facts in the log caused by people's commands (not by bots)."""
    facts: list[tuple[object, ...]] = []
    people = {event.seat for event in log if isinstance(event, Sat)}
    for event, turn in _with_turns(log):
        if isinstance(event, Chose) and event.seat in people:
            facts.append(("chose", *turn, event.seat, event.move))
        elif isinstance(event, BotSat):
            facts.append(("bot", event.seat, event.level))
        elif isinstance(event, Sat):
            facts.append(("sit", event.seat, event.name))
        elif isinstance(event, Renamed):
            facts.append(("rename", event.seat, event.name))
        elif isinstance(event, Started):
            facts.append(("start",))
    return facts


def _final_choices(log: Sequence[Event]) -> list[tuple[int, str]]:
    """The final choices in order: in Sushi Go! each seat's last one of a turn, in Sushi Roll all."""
    table = Table.rebuild(log)
    seats = range(len(table.seats))
    standing: dict[tuple[int, int], dict[int, str]] = {}
    for event, turn in _with_turns(log):
        if isinstance(event, Chose):
            standing.setdefault(turn, {})[event.seat] = event.move
    for chosen in standing.values():
        assert sorted(chosen) == [*seats] if table.rules.NAME == "sushi-go" else len(chosen) == 1
    return [(seat, chosen[seat]) for _, chosen in sorted(standing.items()) for seat in sorted(chosen)]


def _with_turns(log: Sequence[Event]) -> list[tuple[Event, tuple[int, int]]]:
    """Each event with its round and turn."""
    table = Table.rebuild(log[:1])
    found = []
    for event in log[1:]:
        found.append((event, table.turn if table.phase is Phase.PLAYING else (0, 0)))
        table.apply([event])
    return found
