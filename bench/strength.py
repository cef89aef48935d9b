"""`make strength`: how the bots compare, each against a table full of the one before it. Prints the table of docs/bots.md.

The bots move up a seat from game to game. A win shared by two counts half. Intervals are 95%.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from rich.progress import track

from kaiten import sushi_go, sushi_roll
from kaiten.arena import Series, Standing

PAIRS = (("greedy", "random"), ("regular", "greedy"))
Pairing = tuple[str, str, Any, int, str, str, int]


def pairings(games: int) -> Iterator[Pairing]:
    for stronger, weaker in PAIRS:
        for players in range(2, 6):
            yield "Sushi Go!", sushi_go.NAME, sushi_go.Options(), players, stronger, weaker, games
        yield "Sushi Go!, dummy", sushi_go.NAME, sushi_go.Options(dummy=True), 2, stronger, weaker, games
        for players in range(2, 6):
            yield "Sushi Roll", sushi_roll.NAME, sushi_roll.Options(), players, stronger, weaker, games


def measure(pairing: Pairing) -> tuple[Standing, float]:
    """The standing of the stronger bot, and the mean score of the others."""
    _, game, options, players, stronger, weaker, games = pairing
    series = Series(game, options, [stronger, *[weaker] * (players - 1)], seed=1)
    for _ in series.run(games):
        pass
    one, *others = series.standings
    return one, sum(other.mean for other in others) / len(others)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="for each pairing (1000)")
    asked = [*pairings(parser.parse_args().games)]
    with ProcessPoolExecutor() as pool:
        results = [*track(pool.map(measure, asked), "Playing", total=len(asked), transient=True)]
    print("| game | players | one | against | wins | 95% interval | even share | mean scores |")
    print("|---|---|---|---|---|---|---|---|")
    for (title, _, _, players, stronger, weaker, _), (one, others) in zip(asked, results, strict=True):
        low, high = (100 * end for end in one.interval)
        wins = f"{100 * one.win_rate:.1f}% | {low:.1f} to {high:.1f} | {100 / players:.0f}%"
        print(f"| {title} | {players} | {stronger} | {weaker} | {wins} | {one.mean:.1f}, {others:.1f} |")


if __name__ == "__main__":
    main()
