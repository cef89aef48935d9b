"""Speed of the search of Sushi Go!: simulations a second on one core, compared with the rules engine.

A simulation goes from a position to the end of its round, in the tree and by a rollout, and ends with the win probability of each player.
The rules engine plays the same positions to the end of the round with random legal moves and scores them, which is less work.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from kaiten import sushi_go
from kaiten.arena.match import game_seed
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.game import settled
from kaiten.players.sushi_go.bots import SearchOptions, policy, search_move
from kaiten.sushi_go import State
from kaiten.sushi_go.scoring import score_round


def positions(players: int, number: int = 6) -> list[State]:
    """Positions of round 1 after as many turns as players, or one more: all hands are known."""
    found = []
    for seed in range(number):
        chance, source = SeededChance(game_seed(seed, 0), [b""] * players), Stream(seed.to_bytes(32, "big"))
        state = settled(sushi_go, sushi_go.new(sushi_go.Options(), players), chance)
        for _ in range(players + seed % 2):
            for seat in range(players):
                state = sushi_go.choose(state, seat, policy(sushi_go.view(state, seat), source))
        found.append(state)
    return found


def by_rules(state: State, source: Stream) -> tuple[int, ...]:
    """The points of a round that is played to its end with random legal moves."""
    number = state.round
    while state.round == number:
        for seat in range(state.players):
            moves = sushi_go.legal(state, seat)
            state = sushi_go.choose(state, seat, moves[source.uniform(len(moves))])
    return score_round(state.past[-1])


def search(state: State, simulations: int) -> object:
    """A search of seat 0, as the bots make it."""
    return search_move(sushi_go.view(state, 0), Stream(b"1" * 32), SearchOptions(simulations))


def rate(work: Callable[[State], Any], states: list[State], each: int, slices: int) -> float:
    """Simulations a second: the median of several slices."""
    rates = []
    for _ in range(slices):
        began = time.perf_counter()
        for state in states:
            work(state)
        rates.append(each * len(states) / (time.perf_counter() - began))
    return median(rates)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slices", type=int, default=5, help="measurements, of which the median counts (5)")
    parser.add_argument("--simulations", type=int, default=2000, help="simulations of each search (2000)")
    asked = parser.parse_args()
    for players in range(2, 6):
        states, source = positions(players), Stream(b"s" * 32)

        def rules(state: State, source: Stream = source) -> object:
            return [by_rules(state, source) for _ in range(20)]

        look = partial(search, simulations=asked.simulations)
        look(states[0])
        fast = rate(look, states, asked.simulations, asked.slices)
        slow = rate(rules, states, 20, asked.slices)
        print(
            f"{players} players: {fast:,.0f} simulations a second; by the rules {slow:,.0f}: {fast / slow:,.0f} times"
        )


if __name__ == "__main__":
    main()
