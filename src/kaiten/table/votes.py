"""Votes: a proposal (more time, an early end, a stand-in for a player who is away) is carried out when all players present agree."""

from kaiten.players import STAND_IN
from kaiten.protocol.commands import EndGame, HandOver, MoreTime
from kaiten.table.checks import check_seat_number, require_phase
from kaiten.table.errors import TableError
from kaiten.table.events import Agreed, Due, Ended, Event, HandedOver
from kaiten.table.proposal import END_GAME, MORE_TIME, Proposal
from kaiten.table.table import CLOCKS, Phase, Table


def vote(table: Table, seat: int, command: MoreTime | EndGame | HandOver, away: frozenset[str]) -> list[Event]:
    """The event of a vote, and that of the proposal once all players have voted for it; players who are away do not count."""
    require_phase(table, Phase.PLAYING)
    proposal, carried = _propose(table, seat, command, away)
    voted = table.votes.get(proposal, frozenset())
    if seat in voted:
        raise TableError("agreed-already", "you have agreed to that already")
    present = {number for number in table.playing_people if table.seats[number].player not in away}
    events: list[Event] = [Agreed(seat, str(proposal))]
    return [*events, carried] if present <= {*voted, seat} else events


def _propose(
    table: Table, seat: int, command: MoreTime | EndGame | HandOver, away: frozenset[str]
) -> tuple[Proposal, Event]:
    """The proposal of a command, and the event that carries it out."""
    if isinstance(command, EndGame):
        return END_GAME, Ended("agreement")
    if isinstance(command, MoreTime):
        if table.due is None:
            raise TableError("no-clock", "there is no clock at this table, so a turn has no deadline")
        return MORE_TIME, Due(table.due + (CLOCKS[table.clock] or 0))
    number = check_seat_number(table, command.seat)
    if CLOCKS[table.clock] is not None:
        raise TableError("clock", "this table has a clock: a bot takes over when the time of a turn is up")
    if number == seat or number not in table.playing_people:
        raise TableError("no-such-player", f"nobody else plays at seat {number}")
    if table.seats[number].player not in away:
        raise TableError("present", f"{table.seats[number].name} is present")
    return Proposal("hand-over", number), HandedOver(number, STAND_IN)
