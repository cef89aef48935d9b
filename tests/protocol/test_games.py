"""The `Game` and `GameWire` protocols: what both games offer, played through whole games."""

import json

import msgspec
import pytest
from hypothesis import given

from kaiten.kit.chance import Stream
from kaiten.kit.errors import OptionError
from kaiten.protocol import SushiGoOptions
from kaiten.protocol.games import WIRES
from kaiten.record import GAMES, Recording
from tests.playing import Setup, chance, key, random_move, seeds, setups


def test_every_game_has_a_wire() -> None:
    assert [*WIRES] == [*GAMES]


@given(setups, seeds)
def test_moves_options_and_views_convert_both_ways_in_every_turn(setup: Setup, seed: int) -> None:
    name, players, options = setup
    wire, source = WIRES[name], Stream(key(seed))
    game = Recording(name, [f"P{seat}" for seat in range(players)], options, chance(seed))
    rules, keys = game.rules, []
    while actors := rules.actors(game.state):
        keys.append(game.turn_key)
        seat = actors[0]
        view = rules.view(game.state, seat)
        sent = wire.view_for_program(view)
        assert [*sent["legal"]] == [msgspec.to_builtins(wire.move_to_wire(move)) for move in view.legal]
        assert isinstance(msgspec.convert(json.loads(json.dumps(_known(sent, wire.VIEW))), wire.VIEW), wire.VIEW)
        move = random_move(rules, game.state, seat, source)
        assert isinstance(wire.move_to_wire(move), wire.MOVES)
        assert wire.move_from_wire(wire.move_to_wire(move)) == move
        key_before = game.turn_key
        game.choose(seat, move)
        hidden = rules.hidden_choice(game.state, seat)
        assert hidden in (None, move)
        assert (wire.choice_news(game.state, seat, move, key_before) is None) == (hidden is not None)
        assert hidden is None or (game.turn_key == key_before and not rules.ends_turn(game.state, move))
        assert hidden is None or rules.SIMULTANEOUS
    assert keys == sorted(keys)
    assert rules.SIMULTANEOUS or len({*keys}) == len(keys)
    shown = wire.options_to_wire(options)
    assert wire.options_from_wire(shown) == options


def _known(sent: dict[str, object], view: type) -> dict[str, object]:
    """The view for programs, without their extra fields."""
    fields = {field.encode_name for field in msgspec.structs.fields(view)}
    return {name: value for name, value in sent.items() if name in fields or name == "type"}


def test_sushi_roll_refuses_the_options_of_the_other_game() -> None:
    with pytest.raises(OptionError, match="Sushi Roll has no options"):
        WIRES["sushi-roll"].options_from_wire(SushiGoOptions())
