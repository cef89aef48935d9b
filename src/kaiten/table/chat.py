"""Chat: preset phrases, with a rate limit for each player."""

from kaiten.protocol.commands import Say
from kaiten.table.errors import TableError
from kaiten.table.events import Event, Said
from kaiten.table.table import Table

BREATH = 1_500
"""Milliseconds between two phrases of one player."""

MOST_A_MINUTE = 8
MINUTE = 60_000


def say(table: Table, seat: int, command: Say, now: int) -> list[Event]:
    lately = [at for at in table.said.get(seat, ()) if now - at < MINUTE]
    if (lately and now - lately[-1] < BREATH) or len(lately) >= MOST_A_MINUTE:
        raise TableError("too-chatty", f"one phrase at a time, and {MOST_A_MINUTE} a minute")
    return [Said(seat, command.phrase, now)]
