"""What lock-step does not reach: scores of small tableaus, random play, determinization, perft, errors."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from kaiten import sushi_go
from kaiten.fast.errors import CodecError
from kaiten.fast.packed_counts import Int, U
from kaiten.fast.sushi_go import codec, scoring
from kaiten.fast.sushi_go.batch import Batch, Setup
from kaiten.fast.sushi_go.constants import MOVES, NOBODY
from kaiten.fast.sushi_go.determinize import determinize, draw_determinizations
from kaiten.fast.sushi_go.legal import can_be_given, kth_picks, pick_counts
from kaiten.fast.sushi_go.moves import put_down
from kaiten.fast.sushi_go.random_games import play_out, play_random
from kaiten.kit.chance import Stream
from kaiten.kit.errors import OptionError
from kaiten.record import from_json, verify
from kaiten.sushi_go import Card, Options, State
from kaiten.sushi_go.cards import WASABI_RULE
from kaiten.sushi_go.play import controller
from kaiten.sushi_go.scoring import maki_points, pudding_points, score_alone
from tests.fast.lock_step_go import SETUPS, begun
from tests.golden.perft import POSITIONS

GOLDEN = Path(__file__).parents[1] / "golden"
DISHES = (Card.WASABI, Card.EGG, Card.SALMON, Card.SQUID)


def words(counts: tuple[int, ...], card: Card) -> np.ndarray:
    return np.array([[codec.word_of([card] * count) for count in counts]], np.uint64)


def test_every_order_of_nigiri_and_wasabi() -> None:
    for length in range(6):
        for dishes in product(DISHES, repeat=length):
            table = U(0)
            nigiri: Int = 0
            for card in dishes:
                table, nigiri = put_down(table, nigiri, card.value)
            assert nigiri == WASABI_RULE.score(dishes)
            assert int(table) == codec.table_of(dishes, 0)
            assert WASABI_RULE.score(codec.tableau_of(int(table), int(nigiri))) == nigiri


def test_every_number_of_tempura_sashimi_and_dumplings() -> None:
    for counts in product(range(11), repeat=3):
        cards = [card for card, count in zip(list(Card)[:3], counts, strict=True) for _ in range(count)]
        assert scoring.set_points(U(codec.word_of(cards))) == score_alone(tuple(cards))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_small_race_for_maki(seats: int) -> None:
    icons = np.zeros(seats, np.int64)
    for counts in product(range(5 if seats > 3 else 8), repeat=seats):
        scores = np.zeros((1, seats), np.int64)
        scoring.add_maki(words(counts, Card.MAKI_1), scores, icons, 0, seats)
        assert scores[0].tolist() == [*maki_points(counts)]


@pytest.mark.parametrize("loss", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_small_number_of_puddings(seats: int, loss: bool) -> None:
    for counts in product(range(4 if seats > 3 else 7), repeat=seats):
        scores = np.zeros((1, seats), np.int64)
        scoring.add_puddings(words(counts, Card.PUDDING), scores, 0, seats, loss)
        assert scores[0].tolist() == [*pudding_points(counts, loss=loss)]


@pytest.mark.parametrize("setup", SETUPS[:4] + SETUPS[-1:], ids=str)
def test_random_games_and_playouts_have_the_same_scores(setup: Setup) -> None:
    scores = play_random(setup.options, setup.players, 20_000, seed=7)
    stepped = play_out(codec.encode([begun(setup, seed) for seed in range(50)] * 100), seed=9)
    assert scores.shape == (20_000, setup.rules.tableaus)
    # Both play uniformly random moves: the means lie within a few standard errors of each other.
    error = scores.std(axis=0) / np.sqrt(50)
    assert (abs(scores.mean(axis=0) - stepped.mean(axis=0)) < 5 * error).all()
    assert np.array_equal(scores, play_random(setup.options, setup.players, 20_000, seed=7))
    assert not np.array_equal(scores, play_random(setup.options, setup.players, 20_000, seed=8))


def stopped(setup: Setup, seed: int, turns: int) -> State:
    state, uniform = begun(setup, seed), Stream(seed.to_bytes(32, "little")).uniform
    for _ in range(turns):
        for seat in range(setup.players):
            moves = sushi_go.legal(state, seat)
            state = sushi_go.choose(state, seat, moves[uniform(len(moves))])
    return state


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_determinization_is_consistent_with_the_view_and_playable(setup: Setup) -> None:
    chance = np.random.default_rng(1)
    for seed in range(3):
        for turns in range(0, 3 * setup.size, 2):
            state = stopped(setup, seed, turns)
            states = [determinize(sushi_go.view(state, seat), chance) for seat in range(setup.players)]
            for seat, guessed in enumerate(states):
                assert sushi_go.view(guessed, seat) == sushi_go.view(state, seat)
                assert sorted(guessed.deck) == sorted(state.deck)
            assert len(play_out(codec.encode(states))) == setup.players


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_batched_determinizations_equal_single_ones(setup: Setup) -> None:
    for turns in range(0, 3 * setup.size, 2):
        view = sushi_go.view(stopped(setup, 4, turns), 1)
        one, other = np.random.default_rng(1), np.random.default_rng(1)
        expected = [[codec.word_of(hand) for hand in determinize(view, one).hands] for _ in range(3)]
        assert draw_determinizations(view, other, 3).tolist() == expected


def test_determinizations_differ_in_hidden_cards() -> None:
    state = begun(SETUPS[2], 5)
    hands = {determinize(sushi_go.view(state, 0), np.random.default_rng(seed)).hands for seed in range(10)}
    assert len(hands) == 10
    assert {hand[0] for hand in hands} == {state.hands[0]}


def perft(batch: Batch, depth: int) -> int:
    """The number of lines of play; every level is one batch."""
    games, actions = expanded(batch)
    over = int(batch.is_over.sum())
    if depth == 1:
        return len(games) + over
    after = batch[games]
    after.step(actions)
    return perft(after, depth - 1) + over


def expanded(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
    """Every joint action of every game: the game's index, and the actions by seat."""
    counts = pick_counts(batch)
    games, rows = [], []
    for game, row in enumerate(counts):
        lists = []
        for seat, count in enumerate(row):
            picks = [
                kth_picks(batch[np.array([game])], np.where(np.arange(len(row)) == seat, k, 0)[None])[0, seat]
                for k in range(count)
            ]
            lists.append(picks)
        control = controller(codec.decode(batch, game)) if batch.setup.rules.dummy and not batch.is_over[game] else None
        for moves in product(*lists):
            cards = [NOBODY]
            if control is not None:
                hand = int(batch.state.board.hands[game, control])
                cards = [card for card in range(12) if can_be_given(hand, moves[control], card)]
            for card in cards:
                games.append(game)
                rows.append([move + (MOVES * (1 + card) if seat == control else 0) for seat, move in enumerate(moves)])
    return np.array(games, np.int64), np.array(rows, np.int64).reshape(-1, batch.setup.players)


@pytest.mark.parametrize("name", [name for name in POSITIONS if name.startswith("sushi-go")])
def test_perft(name: str) -> None:
    entry = json.loads((GOLDEN / "perft.json").read_text())[name]
    batch = codec.encode([verify(from_json(entry["position"]))])
    # The first two depths: deeper ones would take long, and lock-step has compared the lists of moves.
    for depth, count in enumerate(entry["counts"][:2], 1):
        assert perft(batch, depth) == count


def test_error_messages_name_the_value() -> None:
    with pytest.raises(CodecError, match="one game at least"):
        codec.encode([])
    with pytest.raises(CodecError, match="has not been dealt"):
        codec.encode([sushi_go.new(Options(), 2)])
    with pytest.raises(CodecError, match="a batch has one setup"):
        codec.encode([begun(SETUPS[0], 1), begun(SETUPS[1], 1)])
    state = begun(SETUPS[0], 1)
    with pytest.raises(CodecError, match="face down"):
        codec.encode([sushi_go.choose(state, 0, sushi_go.legal(state, 0)[0])])
    with pytest.raises(CodecError, match="spectator"):
        determinize(sushi_go.view(state, None), np.random.default_rng())
    with pytest.raises(CodecError, match="worth 99"):
        codec.tableau_of(codec.word_of([Card.EGG]), 99)
    with pytest.raises(OptionError, match="for 2"):
        play_random(Options(dummy=True), 3, 1)
