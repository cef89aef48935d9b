"""`make exactness`: how much the champion gives away with two players, once both hands are known.

For up to seven cards, a proof by the rules: play its strategy through the whole rest of the round against every answer there is. What
the best answer leaves is what it gets for certain; the same for the other seat. The value of the position lies between the two, so
what is between them bounds what either gives away, and no solver has to be believed. For eight cards, where the champion may have to
search: what its choice gets against the best answer, when all that follows is played exactly, and how much less than the value it is.

In rounds 1 and 2 a round ends with the chance to win by the model; in round 3 the game ends, and nothing is guessed.

With --file it keeps what it finds as it comes: stopped with Ctrl+C, it goes on where it was when it is called again.
"""

import argparse
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from rich.progress import track

from kaiten import sushi_go
from kaiten.arena.match import game_seed
from kaiten.arena.workers import workers
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.game import settled
from kaiten.players.sushi_go.exact import Choice, Memory, Solution
from kaiten.players.sushi_go.hoping import SURE
from kaiten.players.sushi_go.position import position_of
from kaiten.players.sushi_go.standing import FEWEST_OF_TWO, between_two
from kaiten.players.sushi_go.trained import MOST_POSITIONS, SPARE, champion, policy, safe, standing_of
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


@dataclass(frozen=True)
class Task:
    """A position to look at."""

    seed: int
    round: int
    left: int
    proof: bool
    """Whether the strategy is played through to the end, or only the choice looked at."""

    def done(self) -> tuple[float, bool]:
        """What is given away, and whether the champion has searched."""
        if self.proof:
            return given_away(self.seed, self.round, self.left), False
        return given_away_at_once(self.seed, self.round, self.left)


def tasks(small: int, large: int) -> list[Task]:
    """As many of each round, and of each number of cards."""
    last = [Task(seed, 3, 2 + seed % 6, proof=True) for seed in range(small)]
    earlier = [Task(10_000 + seed, 1 + seed % 2, 2 + seed // 2 % 6, proof=True) for seed in range(small)]
    return [*last, *earlier, *[Task(20_000 + seed, 1 + seed % 3, 8, proof=False) for seed in range(large)]]


def kept(file: Path) -> dict[Task, tuple[float, bool]]:
    """What was found before. A last line that was cut off is looked at again."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        gap, searched = entry.pop("gap"), entry.pop("searched")
        found[Task(**entry)] = gap, searched
    return found


def report(found: Mapping[Task, tuple[float, bool]]) -> Iterator[str]:
    for title, rounds in (("round 3", (3,)), ("rounds 1 and 2", (1, 2))):
        gaps = [gap for task, (gap, _) in found.items() if task.proof and task.round in rounds]
        if gaps:
            yield f"2 to 7 cards, {title}: {len(gaps)} positions, at most {max(gaps):.1e} of the chance to win given away"
    large = [result for task, result in found.items() if not task.proof]
    if large:
        mean, searched = sum(gap for gap, _ in large) / len(large), sum(searched for _, searched in large)
        yield (
            f"8 cards: {len(large)} positions, {searched} of them searched,"
            f" {100 * mean:.3f} percentage points given away on average, at most {100 * max(large)[0]:.1f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--small", type=int, default=200, help="positions with 2 to 7 cards, of round 3 and of 1 and 2 (200 each)"
    )
    parser.add_argument("--large", type=int, default=1000, help="positions with 8 cards (1000)")
    parser.add_argument("--file", type=Path, help="keep what is found, and go on from there when called again")
    parser.add_argument("--processes", type=int, help="one for each processor")
    asked = parser.parse_args()
    wanted = tasks(asked.small, asked.large)
    before = kept(asked.file) if asked.file else {}
    found = {task: before[task] for task in wanted if task in before}
    with ExitStack() as open_things:
        out = open_things.enter_context(asked.file.open("a", encoding="utf-8")) if asked.file else None
        if out and out.tell():
            out.write("\n")  # ends a line that was cut off
        pool = open_things.enter_context(workers(None, asked.processes))
        futures = {pool.submit(Task.done, task): task for task in wanted if task not in found}
        for future in track(as_completed(futures), "Positions", total=len(futures), transient=True):
            task, (gap, searched) = futures[future], future.result()
            found[task] = gap, searched
            if out:
                out.write(json.dumps({**asdict(task), "gap": gap, "searched": searched}) + "\n")
                out.flush()
    for line in report(found):
        print(line)


if __name__ == "__main__":
    main()
