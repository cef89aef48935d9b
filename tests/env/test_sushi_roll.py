"""The PettingZoo environment of Sushi Roll."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from kaiten import sushi_roll
from kaiten.env.sushi_roll import SushiRollAEC
from kaiten.fast.errors import IllegalActionError
from kaiten.fast.sushi_roll import codec
from kaiten.kit.errors import OptionError


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_pettingzoo_api(players: int) -> None:
    api_test(SushiRollAEC(players), num_cycles=60)


def test_the_same_seed_plays_the_same_game() -> None:
    seed_test(lambda: SushiRollAEC(3), num_cycles=50)


@pytest.mark.parametrize("players", [2, 5])
def test_rewards_add_up_to_the_margin(players: int) -> None:
    env, chance = SushiRollAEC(players), np.random.default_rng(3)
    env.reset(seed=4)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, ended, cut, info = env.last()
        sums[agent] += reward
        assert not cut
        env.step(None if ended else int(chance.choice(np.flatnonzero(info["action_mask"]))))
    result = sushi_roll.outcome(codec.decode(env._batch, 0))
    assert result is not None
    for seat, agent in enumerate(env.possible_agents):
        others = [points for other, points in enumerate(result.totals) if other != seat]
        assert sums[agent] == pytest.approx(result.totals[seat] - np.mean(others))


def test_error_messages_name_the_value() -> None:
    env = SushiRollAEC(2, render_mode="ansi")
    with pytest.raises(IllegalActionError, match="reset the environment"):
        env.step(0)
    env.reset(seed=1)
    assert (env.render() or "").startswith("Round 1, cycle 1; seat_")
    with pytest.raises(IllegalActionError, match="is not legal: .* moves are, such as 0 "):
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0]))
    with pytest.raises(IllegalActionError, match="519 is no action: they are the numbers 0 to 518"):
        env.step(519)
    with pytest.raises(OptionError, match="render_mode"):
        SushiRollAEC(render_mode="human")
