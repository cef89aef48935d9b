"""The PettingZoo environment of Sushi Go!."""

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from kaiten import sushi_go
from kaiten.env.sushi_go import SushiGoParallel
from kaiten.fast.errors import IllegalActionError
from kaiten.fast.sushi_go import codec
from kaiten.kit.errors import OptionError
from kaiten.sushi_go import Options

DUMMY = Options("both", dummy=True)


@pytest.mark.parametrize(
    ("players", "options"), [(2, None), (3, None), (4, Options("both")), (5, None), (2, DUMMY)], ids=str
)
def test_it_conforms_to_the_api(players: int, options: Options | None) -> None:
    for version in (0, 1):
        parallel_api_test(SushiGoParallel(players, options, version=version), num_cycles=60)


def test_the_same_seed_plays_the_same_game() -> None:
    # PettingZoo's own test for parallel environments takes any action, legal or not; this one looks at the mask.
    seed_test(lambda: parallel_to_aec(SushiGoParallel(3, Options("both"))), num_cycles=50)


def any_legal(
    env: SushiGoParallel, seen: dict[str, dict[str, np.ndarray]], chance: np.random.Generator
) -> dict[str, int]:
    return {agent: int(chance.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}


@pytest.mark.parametrize(("players", "options"), [(2, None), (5, None), (2, DUMMY)], ids=str)
def test_rewards_add_up_to_the_margin(players: int, options: Options | None) -> None:
    env, chance = SushiGoParallel(players, options), np.random.default_rng(3)
    seen, _ = env.reset(seed=4)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        seen, rewards, ended, cut, _ = env.step(any_legal(env, seen, chance))
        for agent, reward in rewards.items():
            sums[agent] += reward
        assert set(ended.values()) == {not env.agents}
        assert not any(cut.values())
    assert env._batch is not None
    result = sushi_go.outcome(codec.decode(env._batch, 0))
    assert result is not None
    for seat, agent in enumerate(env.possible_agents):
        others = [points for other, points in enumerate(result.totals[:players]) if other != seat]
        assert sums[agent] == pytest.approx(result.totals[seat] - np.mean(others))


def test_version_1_adds_the_cards_of_scored_rounds() -> None:
    old, new, chance = SushiGoParallel(2), SushiGoParallel(2, version=1), np.random.default_rng(3)
    assert (old.metadata["name"], new.metadata["name"]) == ("kaiten_sushi_go_v0", "kaiten_sushi_go_v1")
    (seen, _), (added, _) = old.reset(seed=4), new.reset(seed=4)
    while new.agents:
        assert new._batch is not None
        past = sushi_go.view(codec.decode(new._batch, 0), 0).past
        cards = [card for tableaus in past for tableau in tableaus for card in tableau]
        for agent in new.agents:
            assert new.observation_space(agent).contains(added[agent])
            row = added[agent]["observation"].tolist()
            assert row[:-16] == seen[agent]["observation"].tolist()
            assert row[-16:] == [*[cards.count(card) for card in sushi_go.Card], 0, 0, 0, 0]
        actions = any_legal(new, added, chance)
        seen, added = old.step(actions)[0], new.step(actions)[0]


def test_errors_are_explained() -> None:
    env = SushiGoParallel(2, render_mode="ansi")
    with pytest.raises(IllegalActionError, match="reset the environment"):
        env.step({})
    seen, _ = env.reset(seed=1)
    assert (env.render() or "").startswith("Round 1, turn 1\nseat_0: holds ")
    illegal = int(np.flatnonzero(seen["seat_0"]["action_mask"] == 0)[0])
    legal = int(np.flatnonzero(seen["seat_1"]["action_mask"])[0])
    with pytest.raises(IllegalActionError, match=rf"seat_0: {illegal} \(.*\) is not legal: "):
        env.step({"seat_0": illegal, "seat_1": legal})
    with pytest.raises(IllegalActionError, match="seat_1 has no action"):
        env.step({"seat_0": int(np.flatnonzero(seen["seat_0"]["action_mask"])[0])})
    with pytest.raises(IllegalActionError, match="'T' is no action: they are the numbers 0 to 95"):
        env.step({"seat_0": "T", "seat_1": legal})  # type: ignore[dict-item]
    with pytest.raises(OptionError, match="version 2"):
        SushiGoParallel(version=2)
    with pytest.raises(OptionError, match="render_mode"):
        SushiGoParallel(render_mode="human")


def test_the_action_of_the_seat_in_control_has_a_card_for_the_dummy() -> None:
    env = SushiGoParallel(2, Options(dummy=True, first_control=1), render_mode="ansi")
    seen, _ = env.reset(seed=3)
    assert "\ndummy: table empty, 0 P" in (env.render() or "")
    assert np.flatnonzero(seen["seat_0"]["action_mask"]).max() < 96
    legal = np.flatnonzero(seen["seat_1"]["action_mask"])
    assert legal.min() >= 96
    moves = {codec.move_of_action(int(action)) for action in legal}
    assert env._batch is not None
    assert moves == {*sushi_go.legal(codec.decode(env._batch, 0), 1)}
    with pytest.raises(IllegalActionError, match="numbers 0 to 1247"):
        env.step({"seat_0": 0, "seat_1": 1248})
