"""Batched games: with a policy for each seat, and random playouts."""

import numpy as np
import pytest

from kaiten.fast.errors import IllegalActionError
from kaiten.fast.policies import Anything
from kaiten.fast.sushi_go import autoreset as go
from kaiten.fast.sushi_go.batch import Setup
from kaiten.fast.sushi_go.constants import FIRST, SECOND
from kaiten.fast.sushi_go.random_games import play_random as random_go
from kaiten.fast.sushi_roll import autoreset as roll
from kaiten.fast.sushi_roll import codec
from kaiten.fast.sushi_roll.random_games import play_out
from kaiten.fast.sushi_roll.random_games import play_random as random_roll
from kaiten.kit.errors import OptionError
from kaiten.sushi_go import Card, Options
from tests.fast.test_sushi_roll import begun

GAMES = 4_000
DUMMY = Setup(Options(dummy=True), 2)


def alike(scores: np.ndarray, others: np.ndarray) -> None:
    """Both play uniformly random moves: the means lie within a few standard errors of each other."""
    error = np.hypot(scores.std(axis=0) / np.sqrt(len(scores)), others.std(axis=0) / np.sqrt(len(others)))
    assert (abs(scores.mean(axis=0) - others.mean(axis=0)) < 5 * error).all()


@pytest.mark.parametrize("setup", [Setup(Options("both"), 3), DUMMY], ids=str)
def test_the_uniform_policy_scores_like_random_games(setup: Setup) -> None:
    scores = go.play(setup, [Anything(seat) for seat in range(setup.players)], GAMES, seed=3)
    alike(scores, random_go(setup.options, setup.players, GAMES))


def test_the_uniform_policy_scores_like_random_games_of_sushi_roll() -> None:
    scores = roll.play(3, [Anything(seat) for seat in range(3)], GAMES, seed=3)
    alike(scores, random_roll(3, GAMES))


@pytest.mark.parametrize("players", [2, 5])
def test_a_playout_of_sushi_roll_scores_like_a_random_game(players: int) -> None:
    batch = codec.encode([begun(players, seed) for seed in range(200)])
    every = np.repeat(np.arange(200), 20)
    scores = play_out(batch[every], seed=4)
    alike(scores, random_roll(players, GAMES))
    assert np.array_equal(scores, play_out(batch[every], seed=4))
    assert not np.array_equal(scores, play_out(batch[every], seed=5))


def test_a_game_is_played_out_from_where_it_is() -> None:
    batch = codec.encode([begun(2, 1)] * 50)
    batch.menus[:], batch.puddings[:, 0] = 0, 5
    scores = play_out(batch, seed=1)
    assert (scores[:, 0] > scores[:, 1]).mean() > 0.5
    assert (batch.scored == 3).all()


def test_a_policy_with_values_beats_a_random_one() -> None:
    def likes_nigiri(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        assert observations.shape == (GAMES, 64)
        worth = (FIRST == Card.SQUID) * 3 + (FIRST == Card.SALMON) * 2 + (SECOND >= 0) * 3 + (FIRST == Card.DUMPLING)
        wish: np.ndarray = np.where(masks, worth, -1).argmax(axis=1)
        return wish

    scores = go.play(Setup(Options(), 2), [likes_nigiri, Anything()], GAMES, seed=3)
    assert (scores[:, 0] > scores[:, 1]).mean() > 0.6


def test_invalid_actions_of_a_policy_are_reported() -> None:
    def stubborn(_observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return np.full(len(masks), 95)

    with pytest.raises(IllegalActionError, match=r"game 0, seat 1: 95 \(.*\) is not legal"):
        go.play(Setup(Options(), 2), [Anything(), stubborn], 3)
    with pytest.raises(IllegalActionError, match=r"game \d, seat 1: 95 \(.*\) is not legal"):
        roll.play(2, [Anything(), stubborn], 3)
    with pytest.raises(OptionError, match="1 policies: it is one for each of 2 players"):
        go.play(Setup(Options(), 2), [stubborn], 3)
    with pytest.raises(OptionError, match="3 policies: it is one for each of 2 players"):
        roll.play(2, [stubborn] * 3, 3)
