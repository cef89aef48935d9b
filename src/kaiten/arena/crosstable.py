"""A cross-table: every bot against every other, as experiments, as JSON and as an SVG picture."""

from collections.abc import Sequence
from html import escape
from itertools import combinations, permutations
from pathlib import PurePath
from typing import Any

from kaiten.arena.experiment import Estimate, Experiment
from kaiten.arena.job import PREFIX
from kaiten.arena.rating import Rating
from kaiten.kit.game import GameName

MAX_LABEL = 20
"""The longest name that fits into a cell, in characters."""
CELL, NAMES, ROW, TOP = 92, 150, 40, 84


def experiments(game: GameName, options: Any, players: int, names: Sequence[str], **limits: int) -> list[Experiment]:
    """An experiment for each pair of bots; with more than two players for each ordered pair, one bot among copies of the other."""
    pairs = combinations(names, 2) if players == 2 else permutations(names, 2)
    return [Experiment(game, options, players, one, others, 1 / players, **limits) for one, others in pairs]


def label(name: str) -> str:
    """A name as the cross-table shows it: for a program its file name.

    >>> label("run:node examples/bots/nigiri.mjs"), label("regular")
    ('nigiri.mjs', 'regular')
    """
    if not name.startswith(PREFIX):
        return name
    return PurePath(name.removeprefix(PREFIX).rsplit(maxsplit=1)[-1]).name[:MAX_LABEL]


def cells(estimates: Sequence[Estimate]) -> dict[tuple[str, str], tuple[float, int]]:
    """The win rate and the number of games of each pair."""
    found = {(each.experiment.one, each.experiment.others): (each.rate, each.games) for each in estimates}
    for each in estimates:
        if each.experiment.players == 2:
            found[each.experiment.others, each.experiment.one] = 1 - each.rate, each.games
    return found


def to_json(estimates: Sequence[Estimate], ratings: Sequence[Rating]) -> dict[str, Any]:
    """All estimates and ratings as JSON values."""
    return {
        "pairs": [
            {
                "one": each.experiment.one,
                "others": each.experiment.others,
                "games": each.games,
                "wins": round(each.wins, 3),
                "win_rate": round(each.rate, 4),
                "interval_95": [round(end, 4) for end in each.interval],
                "mean_score": round(each.points / max(1, each.games), 2),
                "mean_score_of_others": round(each.against / max(1, each.games), 2),
                "seconds_a_game": round(each.seconds / max(1, each.games), 4),
                "forfeits": each.forfeits,
                "settled": each.settled,
            }
            for each in estimates
        ],
        "ratings": [
            {
                "name": each.name,
                "rating": round(each.mean, 1),
                "uncertainty": round(each.spread, 1),
                "games": each.games,
            }
            for each in ratings
        ],
    }


def to_svg(title: str, estimates: Sequence[Estimate], ratings: Sequence[Rating]) -> str:
    """The cross-table as a picture: blue where the row wins more than its share, orange where less, and the figure in it."""
    names = [rating.name for rating in ratings]
    found, players = cells(estimates), estimates[0].experiment.players
    width, height = NAMES + CELL * (len(names) + 1) + 20, TOP + ROW * len(names) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' font-family="system-ui, sans-serif" font-size="14">',
        f'<rect width="{width}" height="{height}" fill="#fffaf2"/>',
        f'<text x="20" y="32" font-size="18" font-weight="600" fill="#3a2e28">{escape(title)}</text>',
    ]
    heads = [*names, "rating"]
    for column, name in enumerate(heads):
        x = NAMES + CELL * column + CELL / 2
        parts.append(f'<text x="{x}" y="{TOP - 14}" text-anchor="middle" fill="#6b5b50">{escape(label(name))}</text>')
    for row, (name, rating) in enumerate(zip(names, ratings, strict=True)):
        y = TOP + ROW * row
        parts.append(f'<text x="20" y="{y + 26}" fill="#3a2e28">{escape(label(name))}</text>')
        for column, other in enumerate(names):
            parts.append(_cell(NAMES + CELL * column, y, found.get((name, other)), 1 / players))
        x = NAMES + CELL * len(names) + CELL / 2
        parts.append(f'<text x="{x}" y="{y + 26}" text-anchor="middle" fill="#3a2e28">{rating.mean:.0f}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _cell(x: float, y: float, found: tuple[float, int] | None, fair: float) -> str:
    if found is None:
        return f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{ROW - 4}" rx="6" fill="#f1e7d8"/>'
    rate = found[0]
    lead = (rate - fair) / (1 - fair) if rate > fair else (rate - fair) / fair
    colour, strength = ("#2f6f9f" if lead > 0 else "#c8641b"), 0.12 + 0.6 * abs(lead)
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{ROW - 4}" rx="6" fill="{colour}" fill-opacity="{strength:.2f}"/>'
        f'<text x="{x + CELL / 2}" y="{y + 26}" text-anchor="middle" fill="#201814">{100 * rate:.1f}%</text>'
    )
