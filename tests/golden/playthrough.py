"""Golden file: whole games as text to be checked by hand: hands, choices, tables, known cards, scores."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from kaiten import sushi_go, sushi_roll
from kaiten.record import Record, Step, dumps, replay, start
from tests.playing import SETUPS, random_record

SEED = 2026


def playthrough(name: str) -> str:
    """The golden game of a set-up."""
    record = random_record(SETUPS[name], SEED)
    lines = _cards(record) if record.game == sushi_go.NAME else _dice(record)
    return "\n".join([f"{name}: {', '.join(record.players)}; {record.options}", *lines, "", dumps(record), ""])


def _cards(record: Record) -> Iterator[str]:
    for turn, group in groupby(replay(record), key=lambda step: step.turn):
        steps = [*group]
        before: sushi_go.State = steps[0].before
        after: sushi_go.State = steps[-1].after
        control = sushi_go.view(before, None).in_control
        yield ""
        yield f"turn {turn}: round {before.round}, turn {before.turn}" + (
            "" if control is None else f", seat {control} in control, drew {before.drawn.code if before.drawn else '-'}"
        )
        for step in steps:
            seat = step.seat
            legal = " ".join(map(sushi_go.format_move, sushi_go.legal(before, seat)))
            yield f"  seat {seat} holds {sushi_go.format_cards(before.hands[seat])}"
            yield f"         may choose {legal}"
            yield f"         knows {_known(before, seat)}"
            yield f"         chooses {sushi_go.format_move(step.move)}"
        yield from _tables(after.past[-1] if len(after.past) > len(before.past) else after.tableaus, after.puddings)
        if len(after.past) > len(before.past):
            yield from _tally(f"round {before.round}", sushi_go.tally_round(after.past[-1]))
        if after.over:
            yield from _tally("puddings", sushi_go.view(after, None).dessert)
            yield f"  {sushi_go.outcome(after)}"


def _known(state: sushi_go.State, seat: int) -> str:
    hands = sushi_go.view(state, seat).hands
    return "; ".join(
        f"{holder}: {sushi_go.format_cards(known.cards) or '-'} and {known.size - len(known.cards)} unseen"
        for holder, known in enumerate(hands)
        if holder != seat
    )


def _tables(tableaus: tuple[sushi_go.Tableau, ...], puddings: tuple[int, ...]) -> Iterator[str]:
    for seat, tableau in enumerate(tableaus):
        yield f"  table {seat}: {sushi_go.format_cards(tableau) or '-'}; puddings {puddings[seat]}"


def _tally(title: str, tallies: Any) -> Iterator[str]:
    yield f"  {title} scored"
    for seat, tally in enumerate(tallies):
        yield f"    seat {seat}: {tally.points}"
        for line in tally.lines:
            yield f"      {line.text}"


def _dice(record: Record) -> Iterator[str]:
    yield from _belts(start(record))
    for step in replay(record):
        yield from _action(step)


def _belts(state: sushi_roll.State) -> Iterator[str]:
    yield ""
    yield f"round {state.round}, roll {state.cycle}"
    for seat, belt in enumerate(state.belts):
        tokens = f"menus {state.menus[seat]} chopsticks {state.chopsticks[seat]} puddings {state.puddings[seat]}"
        red = " red" if seat == state.red else ""
        tray = sushi_roll.format_faces(state.trays[seat]) or "-"
        yield f"  seat {seat}:{red} belt {sushi_roll.format_faces(belt) or '-'}; tray {tray}; {tokens}"


def _action(step: Step) -> Iterator[str]:
    before: sushi_roll.State = step.before
    after: sushi_roll.State = step.after
    moves = sushi_roll.legal(before, step.seat)
    kinds = [
        sum(isinstance(move, kind) for move in moves) for kind in (sushi_roll.Take, sushi_roll.Swap, sushi_roll.Menu)
    ]
    yield f"  turn {step.turn}: seat {step.seat} may take {kinds[0]}, swap {kinds[1]}, menu {kinds[2]}"
    shown = f" -> {sushi_roll.format_faces(after.belts[step.seat])}" if isinstance(step.move, sushi_roll.Menu) else ""
    yield f"    {sushi_roll.format_move(step.move)}{shown}"
    if len(after.past) > len(before.past):
        for seat, tray in enumerate(after.past[-1]):
            yield f"  tray {seat}: {sushi_roll.format_faces(tray)}"
        yield from _tally(f"round {before.round}", sushi_roll.tally_round(after.past[-1]))
    if after.over:
        yield from _tally("puddings and tokens", sushi_roll.view(after, None).dessert)
        yield f"  {sushi_roll.outcome(after)}"
    elif after.turns_taken == 0 and isinstance(step.move, sushi_roll.Take):
        yield from _belts(after)
