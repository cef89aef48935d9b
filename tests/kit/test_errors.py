from kaiten.kit.errors import IllegalMove, KaitenError, shown
from kaiten.record import FileError, RecordError


def test_every_error_has_a_code_of_its_own() -> None:
    family: list[type[KaitenError]] = [KaitenError, *KaitenError.__subclasses__()]
    assert {FileError, RecordError} < set(family)
    assert len({error.code for error in family}) == len(family)


def test_an_illegal_move_names_seat_move_problem_and_legal_moves() -> None:
    error = IllegalMove(1, "T", "the hand is S D", "S, D")
    assert str(error) == "seat 1 cannot play T: the hand is S D (legal: S, D)"
    assert (error.seat, error.move, error.problem, error.legal) == (1, "T", "the hand is S D", "S, D")
    assert str(IllegalMove(1, "T", "the game is over")) == "seat 1 cannot play T: the game is over"


def test_values_are_shown_on_one_line_and_cut_when_long() -> None:
    assert shown("a\nb") == "'a\\nb'"
    assert shown("x" * 100) == "'" + "x" * 56 + "..."
    assert shown(10**5000) == "a number too long to show"
