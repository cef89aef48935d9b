"""Scores of tables, as points (`score_round`) and as lines with reasons (`tally_round`): pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass

from kaiten.kit.ranking import fewest, most, winners
from kaiten.kit.tally import Line, Tally, line, spell
from kaiten.sushi_go import tables
from kaiten.sushi_go.cards import MAKI_ICONS, WASABI_RULE, Card, Tableau
from kaiten.sushi_go.state import Options


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: points by seat for each round and for puddings; a dummy comes last, and never wins."""

    rounds: tuple[tuple[int, ...], ...]
    puddings: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def end_points(self) -> dict[str, tuple[int, ...]]:
        """Points by seat that the end of the game gives, by what they are for."""
        return {"puddings": self.puddings}


def score_round(tableaus: Sequence[Tableau]) -> tuple[int, ...]:
    """The points of each table at the end of a round (SG-14, SG-15).

    >>> from kaiten.sushi_go import parse_cards
    >>> score_round([parse_cards("W N3 T T"), parse_cards("M3 S S S")])
    (14, 16)
    """
    maki = maki_points([maki_icons(tableau) for tableau in tableaus])
    return tuple([score_alone(tableau) + points for tableau, points in zip(tableaus, maki, strict=True)])


def score_alone(tableau: Tableau) -> int:
    """What a table is worth by itself, before maki are compared (SG-15)."""
    points = tempura_points(tableau.count(Card.TEMPURA))
    points += sashimi_points(tableau.count(Card.SASHIMI))
    points += dumpling_points(tableau.count(Card.DUMPLING))
    return points + WASABI_RULE.score(tableau)


def tempura_points(count: int) -> int:
    return count // tables.TEMPURA_SET * tables.TEMPURA_POINTS


def sashimi_points(count: int) -> int:
    return count // tables.SASHIMI_SET * tables.SASHIMI_POINTS


def dumpling_points(count: int) -> int:
    return tables.DUMPLING_POINTS[min(count, len(tables.DUMPLING_POINTS) - 1)]


def maki_icons(tableau: Tableau) -> int:
    return sum([MAKI_ICONS[card] for card in tableau])


def maki_places(icons: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats with the most icons and those with the second most; no second place after a tie for most (SG-14)."""
    taking_part = [seat for seat, count in enumerate(icons) if count]
    first = most(icons, taking_part)
    second = most(icons, [seat for seat in taking_part if seat not in first]) if len(first) == 1 else ()
    return first, second


def maki_points(icons: Sequence[int]) -> tuple[int, ...]:
    """Shares of each place, the remainder dropped (SG-14).

    >>> maki_points([5, 3, 3, 2]), maki_points([1, 1, 1, 1, 1]), maki_points([4, 0])
    ((6, 1, 1, 0), (1, 1, 1, 1, 1), (6, 0))
    """
    first, second = maki_places(icons)
    points = [0] * len(icons)
    for seat in first:
        points[seat] = tables.MAKI_MOST // len(first)
    for seat in second:
        points[seat] = tables.MAKI_SECOND // len(second)
    return tuple(points)


def pudding_points(counts: Sequence[int], *, loss: bool) -> tuple[int, ...]:
    """Most puddings gain, fewest lose if `loss`; shares, the remainder dropped; all equal, nothing (SG-17).

    >>> pudding_points([4, 3, 0, 0], loss=True), pudding_points([5, 1, 1, 1, 1], loss=True)
    ((6, 0, -3, -3), (6, -1, -1, -1, -1))
    """
    seats = range(len(counts))
    leaders, trailers = most(counts, seats), fewest(counts, seats)
    points = [0] * len(counts)
    if leaders == trailers:
        return tuple(points)
    for seat in leaders:
        points[seat] = tables.PUDDING_MOST // len(leaders)
    if loss:
        for seat in trailers:
            points[seat] = -(tables.PUDDING_FEWEST // len(trailers))
    return tuple(points)


def pudding_loss(options: Options, players: int) -> bool:
    """Whether fewest puddings lose points here: not with two players (SG-17), with the dummy if wanted (SG-20)."""
    return options.dummy_pudding_penalty if options.dummy else players >= tables.PUDDING_LOSS_FROM


def outcome(past: Sequence[Sequence[Tableau]], puddings: Sequence[int], options: Options) -> Outcome:
    """The final result from the tables of all rounds and the pudding cards kept."""
    rounds = tuple([score_round(tableaus) for tableaus in past])
    people = len(puddings) - options.dummy
    dessert = pudding_points(puddings, loss=pudding_loss(options, people))
    totals = tuple([sum(column) for column in zip(*rounds, dessert, strict=True)])
    return Outcome(rounds, dessert, totals, winners(totals, puddings, range(people)))


def tally_round(tableaus: Sequence[Tableau]) -> tuple[Tally, ...]:
    """The same points line by line, with reasons; in mid-round, what the tables are worth so far."""
    icons = [maki_icons(tableau) for tableau in tableaus]
    return tuple(
        [
            Tally((*_maki_lines(icons, seat), *_set_lines(tableau), *WASABI_RULE.lines(tableau)))
            for seat, tableau in enumerate(tableaus)
        ]
    )


def tally_end(counts: Sequence[int], *, loss: bool) -> tuple[Tally, ...]:
    """What puddings are worth if the game ends now, one line a seat."""
    points = pudding_points(counts, loss=loss)
    return tuple([Tally((_pudding_line(counts, seat, points[seat], loss=loss),)) for seat in range(len(counts))])


def _with_others(place: Sequence[int], words: str) -> str:
    others = len(place) - 1
    if not others:
        return words
    return f"{words}, shared with {spell(others)} {'other' if others == 1 else 'others'}"


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
    behind = max(icons) - count
    if seat in second:
        words = _with_others(second, f"{name}, second") + ("" if points else ", too many to get any")
        return [line("maki", count, points, "second", words, lacks=behind, rivals=len(second) - 1)]
    if len(first) > 1:
        words = f"{name}, no second place after a tie for most"
        return [line("maki", count, 0, "no-second", words, lacks=behind)]
    behind = icons[second[0]] - count
    words = f"{name}, {spell(behind)} behind second place"
    return [line("maki", count, 0, "behind", words, lacks=behind)]


def _set_lines(tableau: Tableau) -> list[Line]:
    lines = []
    count = tableau.count(Card.TEMPURA)
    if count:
        lines.append(_sets_line("tempura", "pair", count, tables.TEMPURA_SET, tempura_points(count)))
    count = tableau.count(Card.SASHIMI)
    if count:
        lines.append(_sets_line("sashimi", "set", count, tables.SASHIMI_SET, sashimi_points(count)))
    count = tableau.count(Card.DUMPLING)
    if count:
        capped = count >= len(tables.DUMPLING_POINTS) - 1
        step = dumpling_points(count + 1) - dumpling_points(count)
        more = "more add nothing" if capped else f"one more adds {step}"
        reason = "full" if capped else "growing"
        words = f"Dumpling: {count} ({more})"
        lines.append(line("dumpling", count, dumpling_points(count), reason, words, lacks=0 if capped else 1))
    count = tableau.count(Card.CHOPSTICKS)
    if count:
        lines.append(line("chopsticks", count, 0, "no-points", f"Chopsticks: {count}, score nothing"))
    return lines


def _sets_line(item: str, set_name: str, count: int, size: int, points: int) -> Line:
    sets, over = divmod(count, size)
    lacks = size - over if over else 0
    words = [f"{item.capitalize()}: {count}"]
    if sets:
        words.append(f"{spell(sets)} {set_name}{'s' if sets > 1 else ''}")
    if lacks:
        words.append(f"{spell(lacks)} short{' of the next' if sets else ''}")
    return line(item, count, points, "short" if lacks else "complete", ", ".join(words), lacks=lacks)


def _pudding_line(counts: Sequence[int], seat: int, points: int, *, loss: bool) -> Line:
    seats = range(len(counts))
    leaders, trailers = most(counts, seats), fewest(counts, seats)
    count, name = counts[seat], f"Pudding: {counts[seat]}"
    if leaders == trailers:
        return line("pudding", count, 0, "all-equal", f"{name}, all equal", rivals=len(counts) - 1)
    if seat in leaders:
        words = _with_others(leaders, f"{name}, most")
        return line("pudding", count, points, "most", words, rivals=len(leaders) - 1)
    lacks = max(counts) - count
    if seat not in trailers:
        return line("pudding", count, 0, "between", f"{name}, neither most nor fewest", lacks=lacks)
    if not loss:
        return line("pudding", count, 0, "fewest-free", f"{name}, fewest, no loss here", lacks=lacks)
    words = _with_others(trailers, f"{name}, fewest")
    return line("pudding", count, points, "fewest", words, lacks=lacks, rivals=len(trailers) - 1)
