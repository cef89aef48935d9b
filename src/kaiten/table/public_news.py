"""Conversion of events into public news, which every viewer may have."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kaiten.protocol import news as wire
from kaiten.table import events as log

if TYPE_CHECKING:
    from kaiten.table.table import Table


def news(table: "Table", event: log.Event, moment: tuple[int, int]) -> wire.News | None:
    """The news of an event that has just been applied; `moment` is the key of a choice's turn. None where nothing is public."""
    if isinstance(event, log.Chose):
        move = table.rules.parse_move(event.move)
        return table.wire.choice_news(table.game.state, event.seat, move, moment)
    if isinstance(event, log.HostPassed):
        return wire.HostNews(table.seat_of(event.host))
    convert = _CONVERTERS.get(type(event))
    return None if convert is None else convert(event)


_CONVERTERS: dict[type[log.Event], Callable[[Any], wire.News]] = {
    log.Sat: lambda event: wire.SatNews(event.seat, event.name, None),
    log.BotSat: lambda event: wire.SatNews(event.seat, event.name, event.level),
    log.Freed: lambda event: wire.FreedNews(event.seat),
    log.Renamed: lambda event: wire.RenamedNews(event.seat, event.name),
    log.Started: lambda _: wire.StartedNews(),
    log.HandedOver: lambda event: wire.HandedOverNews(event.seat),
    log.Parted: lambda event: wire.HandedOverNews(event.seat),
    log.TakenBack: lambda event: wire.TakenBackNews(event.seat),
    log.Agreed: lambda event: wire.AgreedNews(event.seat, event.what),
    log.Said: lambda event: wire.SaidNews(event.seat, event.phrase),
    log.Ended: lambda event: wire.EndedNews(event.why),
    log.Rematched: lambda event: wire.RematchNews(event.table),
}
