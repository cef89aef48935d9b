import pytest

from kaiten import sushi_go
from kaiten.kit.errors import NotationError, OptionError
from kaiten.sushi_go import Card, Move, Options, format_move, options_from_json, options_to_json, parse_move


def test_every_card_has_a_code_and_a_label_of_its_own() -> None:
    for card in Card:
        assert sushi_go.parse_card(card.code) is card
    assert len({card.label for card in Card}) == len({card.code for card in Card}) == 12


@pytest.mark.parametrize("text", ["T", "W+N3", "N3+W", "T/P", "W+N3/P", "C+C/C"])
def test_moves_round_trip(text: str) -> None:
    assert format_move(parse_move(text)) == text


def test_a_move_reads_in_order() -> None:
    assert parse_move("W+N3/P") == Move((Card.WASABI, Card.SQUID), Card.PUDDING)


@pytest.mark.parametrize("text", ["", "t", "T+", "+T", "T/", "/T", "T+S+D", "T/S/D", " T", "T T", "N4", "T+S/"])
def test_text_that_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a"):
        parse_move(text)


def test_options_of_the_dummy_are_normalised_without_a_dummy() -> None:
    assert Options(dummy_pudding_penalty=True) == Options()
    assert Options(first_control=None) == Options(first_control=0)
    assert options_to_json(Options(dummy=True))["first_control"] is None


def test_options_round_trip() -> None:
    options = Options(passing="both", dummy=True, dummy_pudding_penalty=True, first_control=1)
    assert options_from_json(options_to_json(options)) == options
    assert options_to_json(Options()) == {
        "pass": "left",
        "dummy": False,
        "dummy_pudding_penalty": False,
        "first_control": 0,
    }


def test_bad_options_are_refused() -> None:
    good = options_to_json(Options())
    with pytest.raises(OptionError, match="option 'dummy' is missing"):
        options_from_json({name: value for name, value in good.items() if name != "dummy"})
    with pytest.raises(OptionError, match="option 'dummy' is 1: it should be true or false"):
        options_from_json({**good, "dummy": 1})
    with pytest.raises(OptionError, match="option 'first_control' is False: it should be a seat number"):
        options_from_json({**good, "first_control": False})
    with pytest.raises(OptionError, match="option 'pass' is None: it should be a text"):
        options_from_json({**good, "pass": None})
    with pytest.raises(OptionError, match="option 'speed' is not known"):
        options_from_json({**good, "speed": 1})
