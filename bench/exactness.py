"""`make exactness`: exploitability of the champion with two players, once both hands are known.

For up to seven cards, a proof by the rules: play its strategy through the rest of the round against every reply. The value against the best
response is its guaranteed value; the same for the other seat. The value of the position lies between the two, so the gap bounds the
exploitability of both, without trust in the solver. For eight cards, where the champion may have to search: its equity loss, which is the
value of the position less the value of its move against the best reply, with optimal play after it.

In rounds 1 and 2 the round ends with the win model; in round 3 with the game.

With --file it appends each result: after Ctrl+C the same command resumes.
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
from kaiten.players.sushi_go.bots import MOST_POSITIONS, SPARE, champion, load_win_table, policy, safe_moves
from kaiten.players.sushi_go.solver.position import position_of
from kaiten.players.sushi_go.solver.safe_exploitation import TOLERANCE
from kaiten.players.sushi_go.solver.solution import MoveSolution, Solution, Solver
from kaiten.players.sushi_go.win_model import FEWEST_OF_TWO, between_two
from kaiten.sushi_go import Move, State
from kaiten.sushi_go.cards import WASABI_RULE
from kaiten.sushi_go.scoring import score_round

MODEL = between_two(load_win_table(2))
SOLVER = Solver(MODEL, 1 << 22)
SIZE = sushi_go.hand_size(sushi_go.Options(), 2)


def position(seed: int, number: int, left: int) -> State:
    """A position of a game between two policies: round `number`, `left` cards in each hand."""
    chance, source = SeededChance(game_seed(seed, 0), [b""] * 2), Stream(seed.to_bytes(32, "big"))
    state = settled(sushi_go, sushi_go.new(sushi_go.Options(), 2), chance)
    while (state.round, state.turn) != (number, SIZE - left + 1):
        moves = [policy(sushi_go.view(state, seat), source) for seat in (0, 1)]
        state = settled(sushi_go, step(state, moves), chance)
    return state


def step(state: State, moves: Sequence[Move]) -> State:
    for seat, move in enumerate(moves):
        state = sushi_go.choose(state, seat, move)
    return state


def final_value(state: State) -> float:
    """The win probability of seat 0 after the round: by the rules if it was the last, else by the win model in Python."""
    outcome = sushi_go.outcome(state)
    if outcome is not None:
        return (0 in outcome.winners) / len(outcome.winners)
    first, second = (sum(column) for column in zip(*[score_round(tables) for tables in state.past], strict=True))
    left, ahead = 3 - len(state.past), state.puddings[0] - state.puddings[1]
    odds = MODEL[left, 0] * (first - second) + MODEL[left, 1 + ahead - FEWEST_OF_TWO]
    return float(1 / (1 + math.exp(-odds)))


def solve(state: State, seat: int) -> Solution:
    found = SOLVER.solve(position_of(sushi_go.view(state, seat)), tolerance=1.0)
    if found is None:
        raise RuntimeError("no limit was set")
    return found


def strategies(state: State, seat: int) -> tuple[tuple[MoveSolution, ...], ...]:
    """The strategies that the champion may play: each safe move by itself, or else the optimal mixed strategy."""
    solved = solve(state, seat)
    moves = safe_moves(solved, len(state.hands[seat]))
    return tuple([(replace(move, probability=1.0),) for move in moves]) or (solved.mine,)


def guaranteed(state: State, seat: int, number: int) -> float:
    """The value of a seat's strategy against the best response to it, to the end of the round."""
    known: dict[tuple[object, ...], float] = {}

    def least(state: State) -> float:
        if state.over or state.round > number:
            value = final_value(state)
            return value if seat == 0 else 1 - value
        laid = tuple(
            [(tuple(sorted(table)), WASABI_RULE.waiting(table), WASABI_RULE.score(table)) for table in state.tableaus]
        )
        key = (state.hands, laid, state.puddings)
        if key not in known:
            # A value of 0 cannot get worse.
            lost = solve(state, seat).value < TOLERANCE
            known[key] = 0.0 if lost else min(against(state, strategy) for strategy in strategies(state, seat))
        return known[key]

    def against(state: State, strategy: tuple[MoveSolution, ...]) -> float:
        played = [move for move in strategy if move.probability > 0]
        return min(
            sum(each.probability * least(step(state, _by_seat(seat, each.move, reply))) for each in played)
            for reply in sushi_go.legal(state, 1 - seat)
        )

    return least(state)


def _by_seat(seat: int, mine: Move, reply: Move) -> tuple[Move, Move]:
    return (mine, reply) if seat == 0 else (reply, mine)


def exploitability(seed: int, number: int, left: int) -> float:
    """An upper bound of the exploitability of both strategies, proved by the rules."""
    state = position(seed, number, left)
    return 1 - guaranteed(state, 0, number) - guaranteed(state, 1, number)


def equity_loss(seed: int, number: int, left: int) -> tuple[float, bool]:
    """The equity loss of the champion's move: the value lost to the best reply, with optimal play after it; and whether it searched."""
    state = position(seed, number, left)
    view = sushi_go.view(state, 0)
    SOLVER.clear()
    found = SOLVER.solve(position_of(view), MOST_POSITIONS, SPARE.get(left, TOLERANCE))
    if found is not None and not safe_moves(found, left):
        return 0.0, False
    move = champion(view, Stream(seed.to_bytes(32, "big")))
    solved = solve(state, 0)
    return solved.value - next(each.security_level for each in solved.mine if each.move == move), found is None


@dataclass(frozen=True)
class Task:
    """A position to examine."""

    seed: int
    round: int
    left: int
    proof: bool
    """Whether to prove the exploitability of the strategy, or only measure the equity loss of one move."""

    def run(self) -> tuple[float, bool]:
        """The exploitability or equity loss, and whether the champion has searched."""
        if self.proof:
            return exploitability(self.seed, self.round, self.left), False
        return equity_loss(self.seed, self.round, self.left)


def tasks(small: int, large: int) -> list[Task]:
    """Positions, spread evenly over rounds and numbers of cards."""
    last = [Task(seed, 3, 2 + seed % 6, proof=True) for seed in range(small)]
    earlier = [Task(10_000 + seed, 1 + seed % 2, 2 + seed // 2 % 6, proof=True) for seed in range(small)]
    return [*last, *earlier, *[Task(20_000 + seed, 1 + seed % 3, 8, proof=False) for seed in range(large)]]


def read_results(file: Path) -> dict[Task, tuple[float, bool]]:
    """The results in a file, except for a truncated last line."""
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
            yield f"2 to 7 cards, {title}: {len(gaps)} positions, exploitability of at most {max(gaps):.1e} (win probability)"
    large = [result for task, result in found.items() if not task.proof]
    if large:
        mean, searched = sum(gap for gap, _ in large) / len(large), sum(searched for _, searched in large)
        yield (
            f"8 cards: {len(large)} positions, {searched} of them searched,"
            f" mean equity loss {100 * mean:.3f} percentage points, at most {100 * max(large)[0]:.1f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--small", type=int, default=200, help="positions with 2 to 7 cards, of round 3 and of 1 and 2 (200 each)"
    )
    parser.add_argument("--large", type=int, default=1000, help="positions with 8 cards (1000)")
    parser.add_argument("--file", type=Path, help="append the results to this file, and resume from it")
    parser.add_argument("--processes", type=int, help="worker processes (one for each processor)")
    asked = parser.parse_args()
    wanted = tasks(asked.small, asked.large)
    before = read_results(asked.file) if asked.file else {}
    found = {task: before[task] for task in wanted if task in before}
    with ExitStack() as open_things:
        out = open_things.enter_context(asked.file.open("a", encoding="utf-8")) if asked.file else None
        if out and out.tell():
            out.write("\n")  # ends a truncated line
        pool = open_things.enter_context(workers(None, asked.processes))
        futures = {pool.submit(Task.run, task): task for task in wanted if task not in found}
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
