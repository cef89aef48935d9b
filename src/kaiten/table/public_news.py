"""Events as public news: what everybody at the table may know of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kaiten.protocol import news as told
from kaiten.table import events as log

if TYPE_CHECKING:
    from kaiten.table.table import Table


def news(table: "Table", event: log.Event, moment: tuple[int, int]) -> told.News | None:
    """The news of an event that has just been applied; `moment` is the key of a choice's turn. None where nothing is public."""
    if isinstance(event, log.Chose):
        move = table.rules.parse_move(event.move)
        return table.wire.choice_news(table.game.state, event.seat, move, moment)
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
