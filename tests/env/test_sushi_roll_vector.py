"""The vector environment of Sushi Roll."""

from dataclasses import replace

import numpy as np
import pytest

from kaiten import sushi_roll
from kaiten.env.sushi_roll_vector import Stepped, SushiRollVector
from kaiten.fast.errors import IllegalActionError
from kaiten.fast.policies import Anything
from kaiten.fast.sushi_roll import codec
from kaiten.kit.errors import OptionError

GAMES = 64


@pytest.mark.parametrize("players", [2, 5])
def test_finished_games_restart(players: int) -> None:
    env, anything = SushiRollVector(GAMES, players), Anything(1)
    stepped = env.reset(5)
    margin, ended = np.zeros((GAMES, players)), np.zeros(GAMES, np.int64)
    while ended.min() < 2:
        compare(env, stepped)
        stepped = env.step(anything(stepped.observations, stepped.masks))
        margin += stepped.rewards
        for game in np.flatnonzero(stepped.ended):
            final = stepped.final[game]
            assert np.allclose(margin[game], final - (final.sum() - final) / (players - 1))
            state = codec.decode(env._batch, int(game))
            begun = sushi_roll.new(sushi_roll.Options(), players)
            assert state == replace(begun, red=state.red, belts=state.belts)
            margin[game] = 0
        assert not stepped.final[~stepped.ended].any()
        ended += stepped.ended


def compare(env: SushiRollVector, stepped: Stepped) -> None:
    """The mask of a game is what the rules allow."""
    game = int(stepped.acting.sum()) % GAMES
    state, seat = codec.decode(env._batch, game), int(stepped.acting[game])
    assert state.acting == seat
    legal = {codec.number_of(move, seat, env.players) for move in sushi_roll.legal(state, seat)}
    assert set(np.flatnonzero(stepped.masks[game]).tolist()) == legal


def test_dice_follow_from_the_seed() -> None:
    first, again, other = (SushiRollVector(8, 3, seed=seed).reset(seed).observations for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert len({row.tobytes() for row in first}) == 8


def test_error_messages_name_the_value() -> None:
    env = SushiRollVector(4)
    stepped = env.reset(1)
    actions = stepped.masks.argmax(axis=1)
    with pytest.raises(IllegalActionError, match=r"shape \(4, 1\): it is \(4,\), one for each game"):
        env.step(actions[:, None])
    with pytest.raises(IllegalActionError, match="float64: they are int64"):
        env.step(actions.astype(np.float64))
    with pytest.raises(IllegalActionError, match="game 0: 519 is no action: they are the numbers 0 to 518"):
        env.step(actions + 519)
    actions[2] = 7 if stepped.masks[2, 7] == 0 else stepped.masks[2].argmin()
    with pytest.raises(IllegalActionError, match=r"game 2, seat \d: \d+ \(.*\) is not legal"):
        env.step(actions)
    with pytest.raises(OptionError, match="0 games"):
        SushiRollVector(0)
    with pytest.raises(OptionError, match="players"):
        SushiRollVector(1, players=6)
