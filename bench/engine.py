"""Games a second of the rules engine, on one core.

Two ways to play at random: drawing from `legal`, and bots that get a view. The baseline, measured before and after, is
`random.shuffle` on a list of 108: the ratio of games to shuffles differs little between machines.
"""

import argparse
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from kaiten import sushi_go, sushi_roll
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.game import AnyGame, settled
from kaiten.players import BOTS

SETUPS: dict[str, tuple[AnyGame, Any, int]] = {
    **{f"Sushi Go!, {players} players": (sushi_go, sushi_go.Options(), players) for players in range(2, 6)},
    "Sushi Go!, 2 and the dummy": (sushi_go, sushi_go.Options(dummy=True), 2),
    **{f"Sushi Roll, {players} players": (sushi_roll, sushi_roll.Options(), players) for players in range(2, 6)},
}


def from_legal(game: AnyGame, options: Any, players: int, number: int) -> None:
    """Play a game by uniform draws from the legal moves of the state."""
    chance, uniform = SeededChance(number.to_bytes(32, "big")), Stream(number.to_bytes(32, "big"), [b"moves"]).uniform
    state = settled(game, game.new(options, players), chance)
    while actors := game.actors(state):
        for seat in actors:
            moves = game.legal(state, seat)
            state = game.choose(state, seat, moves[uniform(len(moves))])
        state = settled(game, state, chance)


def on_views(game: AnyGame, options: Any, players: int, number: int) -> None:
    """Play a game with random bots, which get a view."""
    chance, source = SeededChance(number.to_bytes(32, "big")), Stream(number.to_bytes(32, "big"), [b"moves"])
    bot = BOTS[game.NAME]["random"]
    state = settled(game, game.new(options, players), chance)
    while actors := game.actors(state):
        for seat in actors:
            state = game.choose(state, seat, bot(game.view(state, seat), source))
        state = settled(game, state, chance)


def rate(work: Callable[[int], object], seconds: float) -> float:
    """Calls of `work` a second."""
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        work(done)
        done += 1
    return done / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement (2)")
    seconds = parser.parse_args().seconds
    cards = [*range(108)]

    def shuffle(_: int) -> None:
        random.shuffle(cards)

    baselines = [rate(shuffle, seconds)]
    rows = []
    for name, setup in track(SETUPS.items(), "Playing", transient=True):
        speeds = [rate(partial(play, *setup), seconds) for play in (from_legal, on_views)]
        rows.append((name, speeds))
    baselines.append(rate(shuffle, seconds))
    baseline = sum(baselines) / 2
    table = Table(box=box.SIMPLE, caption=f"Ratio: games for 1,000 shuffles. Shuffles a second: {baseline:,.0f}.")
    table.add_column(no_wrap=True)
    for column in ("from legal", "ratio", "bots on views", "ratio"):
        table.add_column(column, justify="right")
    for name, speeds in rows:
        cells = [cell for speed in speeds for cell in (f"{speed:,.0f}", f"{1000 * speed / baseline:.1f}")]
        table.add_row(name, *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
