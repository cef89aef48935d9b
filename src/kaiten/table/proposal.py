"""Proposals that players vote on: more time, an early end, a stand-in for a player who is away."""

import re
from dataclasses import dataclass
from typing import Literal

from kaiten.kit.errors import shown
from kaiten.table.errors import TableError

_PROPOSAL = re.compile(r"(more-time|end-game)|hand-over ([0-4])")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal; `seat` is the one that a bot should play, for `hand-over`."""

    kind: Literal["more-time", "end-game", "hand-over"]
    seat: int | None = None

    def __str__(self) -> str:
        """The proposal as the event log and the wire write it: `more-time`, `end-game`, `hand-over 2`."""
        return self.kind if self.seat is None else f"{self.kind} {self.seat}"


MORE_TIME, END_GAME = Proposal("more-time"), Proposal("end-game")


def parse_proposal(text: str) -> Proposal:
    """A proposal from its text in the event log.

    >>> parse_proposal("hand-over 2"), parse_proposal("more-time")
    (Proposal(kind='hand-over', seat=2), Proposal(kind='more-time', seat=None))
    """
    match = _PROPOSAL.fullmatch(text)
    if match is None:
        raise TableError("bad-log", f"{shown(text)} is not a proposal: it is more-time, end-game or hand-over SEAT")
    if match[2] is not None:
        return Proposal("hand-over", int(match[2]))
    return MORE_TIME if match[1] == MORE_TIME.kind else END_GAME
