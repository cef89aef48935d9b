"""Chat: preset phrases, with a rate limit for each player."""

from kaiten.protocol.commands import Say
from kaiten.table.errors import TableError
from kaiten.table.events import Event, Said
from kaiten.table.table import Table

MIN_INTERVAL_MS = 1_500
"""Between two phrases of one player."""

MOST_A_MINUTE = 8
MINUTE_MS = 60_000


def say(table: Table, seat: int, command: Say, now: int) -> list[Event]:
    """The event of a phrase, within the rate limit (a sliding window of one minute)."""
    recent = [at for at in table.said.get(seat, ()) if now - at < MINUTE_MS]
    if (recent and now - recent[-1] < MIN_INTERVAL_MS) or len(recent) >= MOST_A_MINUTE:
        seconds = MIN_INTERVAL_MS / 1000
        raise TableError("too-chatty", f"one phrase in {seconds} seconds, and {MOST_A_MINUTE} a minute, at the most")
    return [Said(seat, command.phrase, now)]
