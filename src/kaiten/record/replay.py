"""Replay of a record, choice by choice, and verification of its scores and its deal."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from kaiten.kit.errors import ChanceError, IllegalMove, KaitenError, NotationError
from kaiten.kit.game import Outcome, settled
from kaiten.record.errors import RecordError, as_json
from kaiten.record.fairness import check_fairness
from kaiten.record.record import Record, RecordedChance


@dataclass(frozen=True, slots=True)
class Step:
    """One choice of a replayed game; neither `before` nor `after` owes a draw."""

    turn: int
    seat: int
    move: Any
    before: Any
    after: Any


def start(record: Record) -> Any:
    """The state before the first choice."""
    return _start(record, RecordedChance(record.draws))


def replay(record: Record) -> Iterator[Step]:
    """Every choice in order. Raises RecordError at the first illegal one."""
    chance = RecordedChance(record.draws)
    return _replay(record, _start(record, chance), chance)


def verify(record: Record) -> Any:
    """Replay the record, compare the scores and check the deal; returns the last state, or raises RecordError."""
    chance = RecordedChance(record.draws)
    state = _start(record, chance)
    for step in _replay(record, state, chance):
        state = step.after
    _check_scores(record, record.rules.outcome(state))
    check_fairness(record, chance.trail)
    return state


def scores_of(outcome: Outcome) -> dict[str, Any]:
    """An outcome as a record's `scores`."""
    return {name: _plain(value) for name, value in asdict(outcome).items()}


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _replay(record: Record, state: Any, chance: RecordedChance) -> Iterator[Step]:
    game = record.rules
    for index, (seat, text) in enumerate(record.choices):
        turn = record.turn_of(index)
        try:
            move = game.parse_move(text)
            after = settled(game, game.choose(state, seat, move), chance)
        except IllegalMove as error:
            raise RecordError(error.problem, turn=turn, seat=seat, choice=text, legal=error.legal) from None
        except NotationError as error:
            raise RecordError(str(error), turn=turn, seat=seat) from None
        except ChanceError as error:
            raise RecordError(str(error), turn=turn, seat=seat, choice=text) from None
        yield Step(turn, seat, move, state, after)
        state = after
    if chance.unused:
        raise RecordError(f"chance holds more {chance.unused[0]} than the game drew")


def _start(record: Record, chance: RecordedChance) -> Any:
    game = record.rules
    try:
        return settled(game, game.new(record.options, len(record.players)), chance)
    except KaitenError as error:
        raise RecordError(str(error)) from None


def _check_scores(record: Record, outcome: Outcome | None) -> None:
    if outcome is None:
        if record.scores is not None:
            raise RecordError(f"the game stops after {len(record.choices)} choices, so it cannot have scores yet")
        return
    if record.scores is None:
        raise RecordError("the game is finished, so it must have scores")
    for name, expected in scores_of(outcome).items():
        _check_score(record.scores, name, expected)


def _check_score(scores: Mapping[str, Any], name: str, expected: Any) -> None:
    if name not in scores:
        raise RecordError(f"scores has no {name!r}: the game gives {expected}")
    if not _same(scores[name], expected):
        raise RecordError(f"scores: {name} is {as_json(scores[name])}, but the game gives {expected}")


def _same(value: Any, expected: Any) -> bool:
    """Equal, and of the same types: in Python 6 equals 6.0, and 1 equals True."""
    if isinstance(expected, list):
        alike = isinstance(value, list) and len(value) == len(expected)
        return alike and all(_same(*pair) for pair in zip(value, expected, strict=True))
    return type(value) is type(expected) and value == expected
