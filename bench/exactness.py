"""`make exactness`: how much the champion gives away with two players, once both hands are known.

For up to seven cards, a proof by the rules: play its strategy through the whole rest of the round against every answer there is. What
the best answer leaves is what it gets for certain; the same for the other seat. The value of the position lies between the two, so
what is between them bounds what either gives away, and no solver has to be believed. For eight cards, where the champion may have to
search: what its choice gets against the best answer, when all that follows is played exactly, and how much less than the value it is.

In rounds 1 and 2 a round ends with the chance to win by the model; in round 3 the game ends, and nothing is guessed.
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.progress import track

from kaiten import sushi_go
from kaiten.arena.match import game_seed
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.game import settled
from kaiten.players.sushi_go.exact import Choice, Memory, Solution
from kaiten.players.sushi_go.position import position_of
from kaiten.players.sushi_go.standing import FEWEST_OF_TWO, between_two
from kaiten.players.sushi_go.trained import MOST_POSITIONS, SPARE, SURE, champion, policy, safe, standing_of
from kaiten.sushi_go import Move, State
from kaiten.sushi_go.cards import DIP
from kaiten.sushi_go.scoring import score_round

MODEL = between_two(standing_of(2))
MEMORY = Memory(MODEL, 1 << 22)
SIZE = sushi_go.hand_size(sushi_go.Options(), 2)


def position(seed: int, number: int, left: int) -> State:
    """Out of a game between two policies: in a round, with so many cards in each hand."""
    chance, source = SeededChance(game_seed(seed, 0), [b""] * 2), Stream(seed.to_bytes(32, "big"))
    state = settled(sushi_go, sushi_go.new(sushi_go.Options(), 2), chance)
    while (state.round, state.turn) != (number, SIZE - left + 1):
        moves = [policy(sushi_go.view(state, seat), source) for seat in (0, 1)]
        state = settled(sushi_go, both(state, moves), chance)
    return state


def both(state: State, moves: Sequence[Move]) -> State:
    for seat, move in enumerate(moves):
        state = sushi_go.choose(state, seat, move)
    return state


def at_the_end(state: State) -> float:
    """The chance of seat 0, when the round has been played: by the rules if that was the last, else by the model, in Python."""
    outcome = sushi_go.outcome(state)
    if outcome is not None:
        return (0 in outcome.winners) / len(outcome.winners)
    first, second = (sum(column) for column in zip(*[score_round(tables) for tables in state.past], strict=True))
    left, ahead = 3 - len(state.past), state.puddings[0] - state.puddings[1]
    worth = MODEL[left, 0] * (first - second) + MODEL[left, 1 + ahead - FEWEST_OF_TWO]
    return float(1 / (1 + math.exp(-worth)))


def solution(state: State, seat: int) -> Solution:
    found = MEMORY.solution(position_of(sushi_go.view(state, seat)), spare=1.0)
    if found is None:
        raise RuntimeError("no limit was set")
    return found


def strategies(state: State, seat: int) -> tuple[tuple[Choice, ...], ...]:
    """What the champion may do: mix choices, each as often as it says; or make one of several, which all count here."""
    solved = solution(state, seat)
    among = safe(solved, len(state.hands[seat]))
    return tuple([(replace(choice, often=1.0),) for choice in among]) or (solved.mine,)


def certain(state: State, seat: int, number: int) -> float:
    """What the strategy of a seat gets against the best answer to it, all the way to the end of the round."""
    known: dict[tuple[object, ...], float] = {}

    def least(state: State) -> float:
        if state.over or state.round > number:
            chance = at_the_end(state)
            return chance if seat == 0 else 1 - chance
        laid = tuple([(tuple(sorted(table)), DIP.waiting(table), DIP.score(table)) for table in state.tableaus])
        key = (state.hands, laid, state.puddings)
        if key not in known:
            # Nobody has less than no chance: where there is none, nothing can be given away.
            lost = solution(state, seat).value < SURE
            known[key] = 0.0 if lost else min(against(state, often) for often in strategies(state, seat))
        return known[key]

    def against(state: State, often: tuple[Choice, ...]) -> float:
        return min(
            sum(each.often * least(both(state, _seated(seat, each.move, reply))) for each in often if each.often > 0)
            for reply in sushi_go.legal(state, 1 - seat)
        )

    return least(state)


def _seated(seat: int, mine: Move, reply: Move) -> tuple[Move, Move]:
    return (mine, reply) if seat == 0 else (reply, mine)


def given_away(seed: int, number: int, left: int) -> float:
    """What both strategies together leave open, proved by the rules: no more than this can be taken from either."""
    state = position(seed, number, left)
    return 1 - certain(state, 0, number) - certain(state, 1, number)


def given_away_at_once(seed: int, number: int, left: int) -> tuple[float, bool]:
    """What the champion's choice with many cards loses against the best answer, the rest played exactly; and whether it searched."""
    state = position(seed, number, left)
    view = sushi_go.view(state, 0)
    MEMORY.forget()
    found = MEMORY.solution(position_of(view), MOST_POSITIONS, SPARE.get(left, SURE))
    if found is not None and not safe(found, left):
        return 0.0, False
    move = champion(view, Stream(seed.to_bytes(32, "big")))
    solved = solution(state, 0)
    return solved.value - next(choice.least for choice in solved.mine if choice.move == move), found is None


def small(positions: int) -> Iterator[tuple[int, int, int]]:
    """Seeds, rounds and cards: as many of each."""
    for seed in range(positions):
        yield seed, 3, 2 + seed % 6
    for seed in range(positions):
        yield 10_000 + seed, 1 + seed % 2, 2 + seed // 2 % 6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--small", type=int, default=200, help="positions with 2 to 7 cards, of round 3 and of 1 and 2 (200 each)"
    )
    parser.add_argument("--large", type=int, default=1000, help="positions with 8 cards (1000)")
    asked = parser.parse_args()
    gaps: dict[bool, list[float]] = {True: [], False: []}
    for seed, number, left in track([*small(asked.small)], "Up to 7 cards", transient=True):
        gaps[number == 3].append(given_away(seed, number, left))
    for last, title in ((True, "round 3"), (False, "rounds 1 and 2")):
        if not gaps[last]:
            continue
        worst = max(gaps[last])
        print(
            f"2 to 7 cards, {title}: {len(gaps[last])} positions, at most {worst:.1e} of the chance to win given away"
        )
    large = [
        given_away_at_once(20_000 + seed, 1 + seed % 3, 8)
        for seed in track(range(asked.large), "8 cards", transient=True)
    ]
    if large:
        mean, searched = sum(gap for gap, _ in large) / len(large), sum(searched for _, searched in large)
        worst = max(gap for gap, _ in large)
        print(
            f"8 cards: {len(large)} positions, {searched} of them searched,"
            f" {100 * mean:.3f} percentage points given away on average, at most {100 * worst:.1f}"
        )


if __name__ == "__main__":
    main()
