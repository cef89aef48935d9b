"""Scores of trays, as points (`score_round`) and as lines with reasons (`tally_round`): pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass

from kaiten.kit.ranking import fewest, most, winners
from kaiten.kit.tally import Line, Tally, line, spell
from kaiten.sushi_roll import tables
from kaiten.sushi_roll.dice import CHOPSTICKS_ICONS, MAKI_ICONS, MENU_ICONS, PUDDING_ICONS, WASABI_RULE, Face, Tray


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: points by seat for each round, for puddings and for unused tokens."""

    rounds: tuple[tuple[int, ...], ...]
    puddings: tuple[int, ...]
    tokens: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def end_points(self) -> dict[str, tuple[int, ...]]:
        """Points by seat that the end of the game gives, by what they are for."""
        return {"puddings": self.puddings, "tokens": self.tokens}


def score_round(trays: Sequence[Tray]) -> tuple[int, ...]:
    """The points of each tray at the end of a round (SR-10 to SR-12).

    >>> from kaiten.sushi_roll import parse_faces
    >>> score_round([parse_faces("T T T T S S"), parse_faces("W N3 M2")])
    (17, 15)
    """
    maki = maki_points([maki_icons(tray) for tray in trays])
    return tuple([score_alone(tray) + points for tray, points in zip(trays, maki, strict=True)])


def score_alone(tray: Tray) -> int:
    """What a tray is worth by itself, before maki are compared (SR-11, SR-12)."""
    points = set_points(tray.count(Face.TEMPURA), tables.TEMPURA_POINTS)
    points += set_points(tray.count(Face.SASHIMI), tables.SASHIMI_POINTS)
    points += set_points(tray.count(Face.DUMPLING), tables.DUMPLING_POINTS)
    return points + WASABI_RULE.score(tray)


def set_points(count: int, worth: Sequence[int]) -> int:
    """Points of the full sets and of the incomplete one (SR-12).

    >>> set_points(4, tables.TEMPURA_POINTS)
    11
    """
    sets, over = divmod(count, len(worth) - 1)
    return sets * worth[-1] + worth[over]


def maki_icons(tray: Tray) -> int:
    return sum([MAKI_ICONS[face] for face in tray])


def maki_places(icons: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats with the most icons and those with the second most, also after a tie for most (SR-10)."""
    taking_part = [seat for seat, count in enumerate(icons) if count]
    first = most(icons, taking_part)
    return first, most(icons, [seat for seat in taking_part if seat not in first])


def maki_points(icons: Sequence[int]) -> tuple[int, ...]:
    """Each place is paid in full to all who tie for it (SR-10).

    >>> maki_points([4, 4, 3, 3])
    (6, 6, 3, 3)
    """
    first, second = maki_places(icons)
    points = [0] * len(icons)
    for seat in first:
        points[seat] = tables.MAKI_MOST
    for seat in second:
        points[seat] = tables.MAKI_SECOND
    return tuple(points)


def pudding_points(counts: Sequence[int]) -> tuple[int, ...]:
    """Most tokens gain, fewest lose, ties in full; nobody loses with two players (SR-13).

    >>> pudding_points([6, 6, 0, 0]), pudding_points([3, 3, 3]), pudding_points([2, 2])
    ((6, 6, -6, -6), (0, 0, 0), (6, 6))
    """
    seats = range(len(counts))
    points = [0] * len(counts)
    for seat in most(counts, seats):
        points[seat] += tables.PUDDING_MOST
    if len(counts) >= tables.PUDDING_LOSS_FROM:
        for seat in fewest(counts, seats):
            points[seat] -= tables.PUDDING_FEWEST
    return tuple(points)


def token_points(menus: int, chopsticks: int) -> int:
    """A point for each two unused tokens, any mix (SR-13)."""
    return (menus + chopsticks) // tables.TOKENS_A_POINT


def outcome(
    past: Sequence[Sequence[Tray]], puddings: Sequence[int], menus: Sequence[int], chopsticks: Sequence[int]
) -> Outcome:
    """The final result from the trays of all rounds and the tokens kept."""
    rounds = tuple([score_round(trays) for trays in past])
    dessert = pudding_points(puddings)
    tokens = tuple([token_points(*held) for held in zip(menus, chopsticks, strict=True)])
    totals = tuple([sum(column) for column in zip(*rounds, dessert, tokens, strict=True)])
    return Outcome(rounds, dessert, tokens, totals, winners(totals, puddings, range(len(totals))))


def tally_round(trays: Sequence[Tray]) -> tuple[Tally, ...]:
    """The same points line by line, with reasons; in mid-round, what the trays are worth so far."""
    icons = [maki_icons(tray) for tray in trays]
    return tuple(
        [
            Tally((*_maki_lines(icons, seat), *_set_lines(tray), *WASABI_RULE.lines(tray), *_token_lines(tray)))
            for seat, tray in enumerate(trays)
        ]
    )


def tally_end(puddings: Sequence[int], menus: Sequence[int], chopsticks: Sequence[int]) -> tuple[Tally, ...]:
    """What puddings and unused tokens are worth if the game ends now."""
    points = pudding_points(puddings)
    return tuple(
        [
            Tally((_pudding_line(puddings, seat, points[seat]), _unused_line(menus[seat], chopsticks[seat])))
            for seat in range(len(puddings))
        ]
    )


def _with_others(place: Sequence[int], words: str) -> str:
    others = len(place) - 1
    return f"{words}, tied with {spell(others)}, each paid in full" if others else words


def _maki_lines(icons: Sequence[int], seat: int) -> list[Line]:
    count = icons[seat]
    if not count:
        return []
    first, second = maki_places(icons)
    points = maki_points(icons)[seat]
    name = f"Maki: {count} {'icon' if count == 1 else 'icons'}"
    if seat in first:
        words = _with_others(first, f"{name}, most")
        return [line("maki", count, points, "most", words, rivals=len(first) - 1)]
    if seat in second:
        words = _with_others(second, f"{name}, second")
        lacks = max(icons) - count
        return [line("maki", count, points, "second", words, lacks=lacks, rivals=len(second) - 1)]
    behind = icons[second[0]] - count
    return [line("maki", count, 0, "behind", f"{name}, {spell(behind)} behind second place", lacks=behind)]


_SETS = (
    ("tempura", Face.TEMPURA, tables.TEMPURA_POINTS),
    ("sashimi", Face.SASHIMI, tables.SASHIMI_POINTS),
    ("dumpling", Face.DUMPLING, tables.DUMPLING_POINTS),
)


def _set_lines(tray: Tray) -> list[Line]:
    lines = []
    for item, face, worth in _SETS:
        count = tray.count(face)
        if not count:
            continue
        sets, over = divmod(count, len(worth) - 1)
        lacks = len(worth) - 1 - over if over else 0
        words = [f"{item.capitalize()}: {count}"]
        if sets:
            words.append(f"{spell(sets)} full {'set' if sets == 1 else 'sets'}")
        if lacks:
            words.append(f"{spell(lacks)} short of {'another' if sets else 'a full set'}")
        reason = "short" if lacks else "complete"
        lines.append(line(item, count, set_points(count, worth), reason, ", ".join(words), lacks=lacks))
    return lines


def _token_lines(tray: Tray) -> list[Line]:
    """Dice that gave tokens: they score nothing themselves, and the line says so."""
    lines = []
    for item, icons in (("pudding", PUDDING_ICONS), ("menu", MENU_ICONS), ("chopsticks", CHOPSTICKS_ICONS)):
        dice = sum([1 for face in tray if icons[face]])
        if dice:
            words = f"{item.capitalize()}: {dice} {'die' if dice == 1 else 'dice'}, counted at the end as tokens"
            lines.append(line(item, dice, 0, "tokens", words))
    return lines


def _pudding_line(counts: Sequence[int], seat: int, points: int) -> Line:
    seats = range(len(counts))
    leaders, trailers = most(counts, seats), fewest(counts, seats)
    count, lacks = counts[seat], max(counts) - counts[seat]
    name = f"Pudding: {count} {'token' if count == 1 else 'tokens'}"
    if leaders == trailers:
        words = f"{name}, all equal" + (", most and fewest cancel out" if not points else ", everybody has the most")
        return line("pudding", count, points, "all-equal", words, rivals=len(counts) - 1)
    if seat in leaders:
        words = _with_others(leaders, f"{name}, most")
        return line("pudding", count, points, "most", words, rivals=len(leaders) - 1)
    if seat not in trailers:
        return line("pudding", count, 0, "between", f"{name}, neither most nor fewest", lacks=lacks)
    if not points:
        return line("pudding", count, 0, "fewest-free", f"{name}, fewest, no loss with two players", lacks=lacks)
    others = len(trailers) - 1
    words = f"{name}, fewest" + (f", tied with {spell(others)}, each loses in full" if others else "")
    return line("pudding", count, points, "fewest", words, lacks=lacks, rivals=others)


def _unused_line(menus: int, chopsticks: int) -> Line:
    unused = menus + chopsticks
    over = unused % tables.TOKENS_A_POINT
    words = f"Unused tokens: {unused}, a point for each two" if unused else "Unused tokens: none"
    if over and unused > 1:
        words += ", one over"
    lacks = tables.TOKENS_A_POINT - over if over else 0
    return line("tokens", unused, token_points(menus, chopsticks), "unused", words, lacks=lacks)
