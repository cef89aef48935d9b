"""The Gymnasium environments: one learner against bots."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kaiten.env  # noqa: F401  (for its ids)
from kaiten.env.single import SushiGoSingle, SushiRollSingle
from kaiten.fast.errors import IllegalActionError
from kaiten.kit.errors import KaitenError
from kaiten.sushi_go import Card, Options

BOTH = pytest.mark.parametrize("kind", [SushiGoSingle, SushiRollSingle])
Kind = type[SushiGoSingle] | type[SushiRollSingle]


@BOTH
@pytest.mark.parametrize("players", [2, 5])
def test_it_conforms_to_the_api(kind: Kind, players: int) -> None:
    # The checker draws an action before it resets the environment, when there is no mask yet.
    check_env(kind(players, bots="random", illegal="next"), skip_render_check=True)


@pytest.mark.filterwarnings("ignore:.*kaiten/SushiGo-v0 is out of date:DeprecationWarning")
@pytest.mark.parametrize(
    ("name", "length"), [("kaiten/SushiGo-v0", 96), ("kaiten/SushiGo-v1", 112), ("kaiten/SushiRoll-v0", None)]
)
def test_environments_are_registered(name: str, length: int | None) -> None:
    env = gymnasium.make(name, players=3, bots="greedy")
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    assert length in (None, len(seen))
    assert info["action_mask"].any()


def test_version_1_adds_the_cards_of_scored_rounds() -> None:
    old, new = SushiGoSingle(3), SushiGoSingle(3, version=1)
    (seen, info), (added, _) = old.reset(seed=1), new.reset(seed=1)
    over = False
    while not over:
        assert added[:-16].tolist() == seen.tolist()
        cards = [card for tableaus in new._state.past for tableau in tableaus for card in tableau]
        assert added[-16:].tolist() == [*[cards.count(card) for card in Card], 0, 0, 0, 0]
        action = info["action_mask"].argmax()
        (seen, _, over, _, info), (added, *_) = old.step(action), new.step(action)


@pytest.mark.parametrize(
    ("kind", "players", "options"),
    [(SushiGoSingle, 3, None), (SushiRollSingle, 3, None), (SushiGoSingle, 2, Options("both", dummy=True))],
)
def test_rewards_add_up_to_the_margin_and_info_has_the_winner(
    kind: Kind, players: int, options: Options | None
) -> None:
    for seed in range(4):
        env = kind(players, bots="greedy", options=options)
        env.reset(seed=seed)
        env.action_space.seed(seed)
        margin, over = 0.0, False
        info: dict[str, object] = {}
        while not over:
            _, reward, over, cut, info = env.step(env.action_space.sample())
            margin += reward
            assert not cut
        result = env.game.outcome(env._state)
        assert result is not None
        totals = result.totals
        assert margin == pytest.approx(totals[0] - np.mean(totals[1:players]))
        assert info["won"] == (0 in result.winners)


@BOTH
def test_errors_are_explained(kind: Kind) -> None:
    env = kind()
    with pytest.raises(IllegalActionError, match="reset the environment"):
        env.step(np.int64(0))
    _, info = env.reset(seed=1)
    env.step(info["action_mask"].argmax(keepdims=True).reshape(()))
    _, info = env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="is not legal now"):
        env.step(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError, match="-1 is no action"):
        env.step(np.int64(-1))
    with pytest.raises(KaitenError, match="illegal 'punish': it is 'refuse', or 'next'"):
        kind(illegal="punish")
    with pytest.raises(KaitenError, match="nobody"):
        kind(bots="nobody")
    with pytest.raises(KaitenError, match="players"):
        kind(players=9)
    with pytest.raises(KaitenError, match=r"options 'both': they are kaiten\.sushi_.*\.Options"):
        kind(options="both")
    with pytest.raises(KaitenError, match="render_mode"):
        kind(render_mode="human")
