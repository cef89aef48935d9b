"""The vector environment of Sushi Go!."""

from hashlib import sha256

import numpy as np
import pytest

from kaiten import sushi_go
from kaiten.env.sushi_go_vector import SushiGoVector
from kaiten.fast.errors import IllegalActionError
from kaiten.fast.sushi_go import codec
from kaiten.fast.sushi_go.constants import DECK
from kaiten.kit.errors import OptionError
from kaiten.sushi_go import Options


def any_legal(masks: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    moves: np.ndarray = (chance.random(masks.shape) * masks).argmax(axis=2)
    return moves


@pytest.mark.parametrize(
    ("players", "options"), [(2, None), (3, Options("both")), (5, None), (2, Options(dummy=True))], ids=str
)
def test_games_are_reset_when_they_are_over(players: int, options: Options | None) -> None:
    env, chance = SushiGoVector(64, players, options, seed=5), np.random.default_rng(1)
    turns = 3 * env.setup.size
    stepped = env.reset(5)
    margin = np.zeros((64, players))
    for turn in range(1, 2 * turns + 1):
        stepped = env.step(any_legal(stepped.masks, chance))
        margin += stepped.rewards
        assert stepped.ended.all() == stepped.ended.any() == (turn % turns == 0)
        if turn % turns == 0:
            final = stepped.final[:, :players]
            others = (final.sum(axis=1, keepdims=True) - final) / (players - 1)
            assert np.allclose(margin, final - others)
            margin[:] = 0
            # The next game is dealt, with the legal moves of the rules.
            state = codec.decode(env._running.batch, 7)
            assert sorted(state.deck) == sorted(DECK.tolist())
            assert stepped.masks[7, 0].sum() == len(sushi_go.legal(state, 0))
            assert (state.round, state.turn, state.past) == (1, 1, ())


@pytest.mark.parametrize(
    ("players", "options", "digest"),
    [
        (2, None, "c406c1395974ca49"),
        (3, Options("both"), "a3aa7ebf30c18eb7"),
        (5, None, "032b9c14234c3324"),
        (2, Options(dummy=True), "923e58194efee37e"),
    ],
    ids=str,
)
def test_version_0_stays_byte_equal(players: int, options: Options | None, digest: str) -> None:
    env, found = SushiGoVector(16, players, options), sha256()
    stepped = env.reset(5)
    for _ in range(40):
        for array in (stepped.observations, stepped.masks, stepped.rewards, stepped.ended, stepped.final):
            found.update(array.tobytes())
        stepped = env.step(stepped.masks.argmax(axis=2))
    assert found.hexdigest()[:16] == digest
    assert env.metadata["name"] == "kaiten_sushi_go_vector_v0"


def test_version_1_adds_the_cards_of_scored_rounds_and_starts_each_game_without() -> None:
    old, new = SushiGoVector(8, 3, seed=2), SushiGoVector(8, 3, seed=2, version=1)
    assert new.metadata["name"] == "kaiten_sushi_go_vector_v1"
    seen, added = old.reset(2), new.reset(2)
    for turn in range(3 * new.setup.size + 2):
        assert np.array_equal(added.observations[:, :, :-16], seen.observations)
        assert added.observations[:, :, -16:].any() == (new.setup.size <= turn < 3 * new.setup.size)
        actions = seen.masks.argmax(axis=2)
        seen, added = old.step(actions), new.step(actions)


def test_deals_follow_from_the_seed() -> None:
    one, other, third = (SushiGoVector(8, seed=seed) for seed in (1, 1, 2))
    first = one.reset(1).observations
    assert np.array_equal(first, other.reset(1).observations)
    assert not np.array_equal(first, third.reset(2).observations)
    assert len({row.tobytes() for row in first[:, 0]}) == 8


def test_errors_are_explained() -> None:
    env = SushiGoVector(4, seed=1)
    masks = env.reset(1).masks
    moves = masks.argmax(axis=2)
    with pytest.raises(IllegalActionError, match=r"shape \(4,\): it is \(4, 2\)"):
        env.step(moves[:, 0])
    with pytest.raises(IllegalActionError, match="float64: they are int64"):
        env.step(moves.astype(np.float64))
    with pytest.raises(IllegalActionError, match="numbers 0 to 95"):
        env.step(moves + 96)
    with pytest.raises(IllegalActionError, match="actions are a list"):
        env.step(moves.tolist())
    moves[2, 1] = masks[2, 1].argmin()
    with pytest.raises(IllegalActionError, match=r"game 2, seat 1: .* is not legal"):
        env.step(moves)
    with pytest.raises(OptionError, match="0 games"):
        SushiGoVector(0)
    with pytest.raises(OptionError, match="version 2"):
        SushiGoVector(1, version=2)
    with pytest.raises(OptionError, match="seed -1: it is a whole number"):
        SushiGoVector(1, seed=-1)
