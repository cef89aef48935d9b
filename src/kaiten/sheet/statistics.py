"""Statistics of each player over finished games: wins, best round, mean total, favourite dish."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from kaiten import sushi_go, sushi_roll
from kaiten.sheet.cells import table_cell
from kaiten.sheet.edits import Sheet
from kaiten.sheet.header import ROUNDS
from kaiten.sheet.scoring import score_sheet

_DISHES = {member.code: member.label.split()[0] for member in (*sushi_go.Card, *sushi_roll.Face)}
"""The dish of each code, as in score lines: all maki are one dish, each kind of nigiri is one."""
DISHES = tuple(dict.fromkeys(_DISHES.values()))
"""Each once, in the order of the deck; Sushi Roll's menus come last."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """The games under one name. A shared win is a win; `favourite` is the most frequent dish, ties broken by the deck's order."""

    name: str
    games: int
    wins: int
    best_round: int
    mean_total: float
    favourite: str | None


def player_statistics(sheets: Iterable[Sheet]) -> tuple[Statistics, ...]:
    """Statistics of every player who finished a game: most wins first, then the higher mean, then by name."""
    totals: defaultdict[str, list[int]] = defaultdict(list)
    rounds: defaultdict[str, list[int]] = defaultdict(list)
    dishes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    wins = Counter[str]()
    for sheet in sheets:
        standing = score_sheet(sheet)
        if not standing.finished:
            continue
        for seat, name in enumerate(sheet.names):
            totals[name].append(standing.totals[seat])
            rounds[name] += [entry.points[seat] for entry in standing.rounds]
            wins[name] += seat in standing.winners
            for number in ROUNDS:
                codes = (sheet.value(table_cell(number, seat)) or "").split()
                dishes[name].update([_DISHES[code] for code in codes])
    found = [
        Statistics(name, len(games), wins[name], max(rounds[name]), sum(games) / len(games), _most(dishes[name]))
        for name, games in totals.items()
    ]
    return tuple(sorted(found, key=lambda player: (-player.wins, -player.mean_total, player.name)))


def _most(counted: Counter[str]) -> str | None:
    return max(DISHES, key=counted.__getitem__) if counted else None
