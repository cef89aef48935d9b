"""Scores with their reasons: what counted, how much of it, for how many points, and why not more."""

from dataclasses import dataclass

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spell(number: int) -> str:
    """Small numbers in words, as in "one short".

    >>> spell(1), spell(12)
    ('one', '12')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def points_text(points: int) -> str:
    """
    >>> points_text(1), points_text(-6)
    ('1 point', '-6 points')
    """
    return f"{points} point" if abs(points) == 1 else f"{points} points"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score.

    `item` and `reason` are stable codes for programs and translators; `count` is what was counted; `lacks` is how
    many more would complete a set that was begun, draw level with the place above, or fill what lies open; `rivals` is
    how many others share the place; `text` says it all in English.
    """

    item: str
    count: int
    points: int
    reason: str
    text: str
    lacks: int = 0
    rivals: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """One seat's lines."""

    lines: tuple[Line, ...]

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)


def line(item: str, count: int, points: int, reason: str, words: str, *, lacks: int = 0, rivals: int = 0) -> Line:
    """A line whose text is `words` and, where there are any, the points.

    >>> line("maki", 5, 6, "most", "Maki: 5 icons, most").text
    'Maki: 5 icons, most, 6 points'
    >>> line("sashimi", 2, 0, "short", "Sashimi: 2, one short", lacks=1).text
    'Sashimi: 2, one short'
    """
    text = f"{words}, {points_text(points)}" if points else words
    return Line(item, count, points, reason, text, lacks, rivals)
