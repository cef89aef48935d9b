"""Scores line by line: the item, its count, its points, and the reason for them."""

from dataclasses import dataclass

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spell(number: int) -> str:
    """Small numbers in words, as in "one short".

    >>> spell(1), spell(12)
    ('one', '12')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def points_text(points: int) -> str:
    """A number of points with its unit.

    >>> points_text(1), points_text(-6)
    ('1 point', '-6 points')
    """
    return f"{points} point" if abs(points) == 1 else f"{points} points"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score.

    `item` and `reason` are stable codes for programs and translators; `count` is the number of items; `lacks` is how
    many more would complete a started set, tie with the place above, or cover the open wasabi; `rivals` is how many other
    seats share the place; `text` is the whole line in English.
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
