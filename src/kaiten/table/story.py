"""Events as everybody may hear of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kaiten import sushi_go
from kaiten.protocol import news as told
from kaiten.protocol import sushi_go as cards_wire
from kaiten.protocol import sushi_roll as dice_wire
from kaiten.table import events as log

if TYPE_CHECKING:
    from kaiten.table.table import Table


def news(table: "Table", event: log.Event, moment: tuple[int, int]) -> told.News | None:
    """What is told of an event that has just been put in; a choice was for this moment. Nothing, where nothing is to tell."""
    if isinstance(event, log.Chose):
        return _choice(table, event, moment)
    if isinstance(event, log.HostPassed):
        return told.HostNews(table.seat_of(event.host))
    tell = _TOLD.get(type(event))
    return None if tell is None else tell(event)


_TOLD: dict[type[log.Event], Callable[[Any], told.News]] = {
    log.Sat: lambda event: told.SatNews(event.seat, event.name, None),
    log.BotSat: lambda event: told.SatNews(event.seat, event.name, event.level),
    log.Freed: lambda event: told.FreedNews(event.seat),
    log.Renamed: lambda event: told.RenamedNews(event.seat, event.name),
    log.Started: lambda _: told.StartedNews(),
    log.HandedOver: lambda event: told.HandedOverNews(event.seat),
    log.Parted: lambda event: told.HandedOverNews(event.seat),
    log.TakenBack: lambda event: told.TakenBackNews(event.seat),
    log.Agreed: lambda event: told.AgreedNews(event.seat, event.what),
    log.Said: lambda event: told.SaidNews(event.seat, event.phrase),
    log.Ended: lambda event: told.EndedNews(event.why),
    log.Rematched: lambda event: told.RematchNews(event.table),
}


def _choice(table: "Table", event: log.Chose, moment: tuple[int, int]) -> told.News | None:
    state = table.game.state
    if not isinstance(state, sushi_go.State):
        return told.ActedNews(event.seat, dice_wire.move_to_wire(table.rules.parse_move(event.move)))
    if any(state.choices):
        return None  # it lies face down
    return told.RevealedNews(*moment, tuple([cards_wire.move_to_wire(move) for move in state.revealed]))
