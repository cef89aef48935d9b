"""Bots: legal moves in every game, pure functions of views without hidden information, and obvious moves are found."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from kaiten import sushi_go, sushi_roll
from kaiten.arena import Series, game_seed, play
from kaiten.kit.chance import Stream
from kaiten.kit.errors import OptionError
from kaiten.kit.game import GameName
from kaiten.players import BOTS, bot_named
from kaiten.record import verify
from kaiten.sushi_go import format_move
from tests.playing import (
    NAMES,
    SETUPS,
    Setup,
    act,
    card_position,
    dice_position,
    key,
    random_states,
    seeds,
    setups,
    trays,
)
from tests.redeal import redeal


def plays(name: str, state: sushi_go.State, seat: int = 0) -> str:
    move: sushi_go.Move = bot_named("sushi-go", name)(sushi_go.view(state, seat), Stream(key(1)))
    return format_move(move)


def acts(name: str, state: sushi_roll.State) -> sushi_roll.Move:
    move: sushi_roll.Move = bot_named("sushi-roll", name)(sushi_roll.view(state, state.acting), Stream(key(1)))
    return move


@pytest.mark.parametrize("bot", ["random", "greedy", "regular"])
@pytest.mark.parametrize("setup", SETUPS)
def test_every_bot_plays_every_setup_to_a_sound_record(setup: str, bot: str) -> None:
    game, players, options = SETUPS[setup]
    recording = play(game, options, NAMES[:players], [bot_named(game, bot)] * players, game_seed(1, 1))
    verify(recording.record())


@given(setups, seeds)
def test_a_bot_is_a_pure_function_of_its_view_and_its_dice(setup: Setup, seed: int) -> None:
    """The same view and source give the same move, also in another game with the same view."""
    game = sushi_go if setup[0] == "sushi-go" else sushi_roll
    states = [state for state in random_states(setup, seed) if game.actors(state)]
    state: Any = states[seed % len(states)]
    seat = game.actors(state)[0]
    twin = redeal(state, seat, Stream(key(seed))) if setup[0] == "sushi-go" else replace(state)
    for bot in BOTS[setup[0]].values():
        moves = {bot(game.view(position, seat), Stream(key(seed))) for position in (state, state, twin)}
        assert len(moves) == 1
        assert moves <= set(game.legal(state, seat))


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(
        OptionError,
        match="bot 'wasabi' is not known: the bots are mochi, soba, miso, yuzu, toro, random, greedy, regular",
    ):
        bot_named("sushi-go", "wasabi")


def test_greedy_takes_the_points_that_are_there() -> None:
    assert plays("greedy", card_position("T N3 S", "D D D", tableaus=("T", ""))) == "T"
    assert plays("greedy", card_position("T N3 S", "D D D")) == "N3"
    assert plays("greedy", card_position("N1 P S", "D D D", tableaus=("", "M1"))) == "P"
    dummy = sushi_go.Options(dummy=True, first_control=0)
    assert plays("greedy", card_position("T P P", "D D", options=dummy, turn=1, tableaus=("T", "", ""))) == "P/T"
    assert acts("greedy", dice_position("D M3 N1", "T T T")) == sushi_roll.Take(1)


def test_greedy_swaps_only_where_it_pays_at_once() -> None:
    wasabi = trays("W", "M3")
    move = acts("greedy", dice_position("T N1 N1", "N3 T T", trays=wasabi))
    assert isinstance(move, sushi_roll.Swap)
    assert (move.seat, move.theirs) == (1, 0)
    assert acts("greedy", dice_position("T N3 N1", "N3 T T", trays=wasabi)) == sushi_roll.Take(1)


def test_regular_finishes_sets_and_uses_its_wasabi() -> None:
    assert plays("regular", card_position("S N2 M1 T", "D D D D", tableaus=("S S", ""), turn=7)) == "S"
    assert plays("regular", card_position("N3 T M1 D", "D D D D", tableaus=("W", ""), turn=7)) == "N3"
    assert plays("regular", card_position("W N3 T", "D D D", tableaus=("C", ""), turn=8)) == "W+N3"


def test_regular_does_not_start_what_it_cannot_finish() -> None:
    assert plays("regular", card_position("S N1", "D D", turn=9)) == "N1"
    assert plays("regular", card_position("W N2", "T T", turn=9)) == "N2"


def test_regular_denies_the_next_player_the_last_of_a_set() -> None:
    state = card_position("S N2", "D D", tableaus=("", "S S"), turn=9)
    assert plays("regular", state) == "S"


def test_regular_rerolls_a_poor_belt_and_not_a_good_one() -> None:
    poor = dice_position("N1 N1", "N1 D", trays=((sushi_roll.Face.WASABI,), ()))
    assert isinstance(acts("regular", poor), sushi_roll.Menu)
    good = dice_position("N1 N3", "N1 D", trays=((sushi_roll.Face.WASABI,), ()))
    assert acts("regular", good) == sushi_roll.Take(1)


def test_regular_swaps_for_a_die_that_is_worth_it() -> None:
    state = dice_position("P1 U2", "N3 D", trays=((sushi_roll.Face.WASABI,), ()), menus=(0, 0), round=3)
    move = acts("regular", state)
    assert isinstance(move, sushi_roll.Swap)
    assert (move.seat, move.theirs) == (1, 0)
    after = act(state, sushi_roll.format_move(move))
    assert acts("regular", after) == sushi_roll.Take(move.mine)


@pytest.mark.parametrize("game", BOTS)
def test_each_bot_beats_the_weaker_one(game: GameName) -> None:
    """A coarse check; docs/bots.md has the figures, and the command that measures them."""
    options = sushi_go.Options() if game == "sushi-go" else sushi_roll.Options()
    for weaker, stronger in (("random", "greedy"), ("greedy", "regular")):
        series = Series(game, options, [stronger, weaker], seed=1)
        for _ in series.run(60):
            pass
        assert series.standings[0].wins > series.standings[1].wins
