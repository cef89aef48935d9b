"""What lock-step does not reach: scores of every small tray, random games, perft, errors of the codec."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from kaiten import sushi_roll
from kaiten.fast.errors import CodecError
from kaiten.fast.packed_counts import Int, U, Word
from kaiten.fast.sushi_roll import codec
from kaiten.fast.sushi_roll.batch import kth_moves, move_counts, step_all
from kaiten.fast.sushi_roll.dice import place_dice
from kaiten.fast.sushi_roll.random_games import play_random
from kaiten.fast.sushi_roll.scoring import end_game, end_round
from kaiten.fast.sushi_roll.state import States, new_games, with_die
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.errors import OptionError
from kaiten.kit.game import settled
from kaiten.record import from_json, verify
from kaiten.sushi_roll import Face, Options, State
from kaiten.sushi_roll.dice import WASABI_RULE
from kaiten.sushi_roll.scoring import maki_points, outcome, score_alone
from tests.golden.perft import POSITIONS

GOLDEN = Path(__file__).parents[1] / "golden"
DISHES = (Face.WASABI, Face.EGG, Face.SALMON, Face.SQUID)


def begun(players: int, seed: int) -> State:
    return settled(sushi_roll, sushi_roll.new(Options(), players), SeededChance(seed.to_bytes(32, "big")))


def scored(trays: list[tuple[Face, ...]]) -> list[int]:
    """The points of a round, by the kernels."""
    game = new_games(len(trays), 1)[0]
    game.trays = [codec.tray_word(tray) for tray in trays]
    game.nigiri, game.waiting = (
        [WASABI_RULE.score(tray) for tray in trays],
        [WASABI_RULE.waiting(tray) for tray in trays],
    )
    end_round(game)
    assert not any([game.trays.any(), game.nigiri.any(), game.waiting.any()])
    points: list[int] = game.scores.tolist()
    return points


def test_every_order_of_nigiri_and_wasabi() -> None:
    for length in range(6):
        for dishes in product(DISHES, repeat=length):
            packed: tuple[Word, Int, Int] = (U(0), 0, 0)
            for face in dishes:
                packed = with_die(*packed, face.value)
            tray, waiting, nigiri = packed
            assert (int(tray), waiting, nigiri) == (
                codec.tray_word(dishes),
                WASABI_RULE.waiting(dishes),
                WASABI_RULE.score(dishes),
            )
            assert WASABI_RULE.score(codec.tray_of(int(tray), int(waiting), int(nigiri))) == nigiri


def test_every_number_of_tempura_sashimi_and_dumplings() -> None:
    for counts in product(range(9), repeat=3):
        tray = tuple([face for face, count in zip(list(Face)[:3], counts, strict=True) for _ in range(count)])
        assert scored([tray, ()]) == [score_alone(tray), 0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_small_race_for_maki(seats: int) -> None:
    for counts in product(range(4 if seats > 3 else 8), repeat=seats):
        assert scored([(Face.MAKI_1,) * count for count in counts]) == [*maki_points(counts)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_small_number_of_tokens(seats: int) -> None:
    for counts in product(range(4 if seats > 3 else 6), repeat=seats):
        game = new_games(seats, 1)[0]
        game.menus, game.chopsticks, game.puddings = counts, counts[::-1], counts
        end_game(game)
        trays: tuple[tuple[Face, ...], ...] = ((),) * seats
        assert game.scores.tolist() == [*outcome([trays] * 3, counts, counts, counts[::-1]).totals]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_score_like_those_of_the_rules(players: int) -> None:
    scores = play_random(players, 20_000, seed=7)
    assert scores.shape == (20_000, players)
    totals: list[int] = []
    for seed in range(60):
        chance, uniform = SeededChance(seed.to_bytes(32, "big")), Stream(seed.to_bytes(32, "little")).uniform
        state = settled(sushi_roll, sushi_roll.new(Options(), players), chance)
        while state.acting is not None:
            moves = sushi_roll.legal(state, state.acting)
            state = settled(sushi_roll, sushi_roll.choose(state, state.acting, moves[uniform(len(moves))]), chance)
        totals += outcome(state.past, state.puddings, state.menus, state.chopsticks).totals
    # In both each legal move is equally likely: their means lie within a few standard errors of each other.
    assert abs(scores.mean() - np.mean(totals)) < 5 * scores.std() / np.sqrt(len(totals))
    assert np.array_equal(scores, play_random(players, 20_000, seed=7))


def perft(batch: States, depth: int) -> int:
    """Perft by kernels: every level is one batch, with every outcome of each roll."""
    over = int((batch.scored == 3).sum())
    counts = move_counts(batch)
    if depth == 1:
        return int(counts.sum()) + over
    games = np.repeat(np.arange(len(batch)), counts)
    ks = np.concatenate([np.arange(count) for count in counts])
    after = batch[games]
    step_all(after, kth_moves(after, ks))
    return perft(rolled(after), depth - 1) + over


def rolled(batch: States) -> States:
    """Each game with a roll due, once for every outcome of the dice."""
    games, shown = [], []
    for number in range(len(batch)):
        game = batch[number]
        players, left, owed = len(game.belts), int(game.left), int(game.owed)
        sizes = [left - ((seat - game.red) % players < game.taken) for seat in range(players)]
        belts = [codec.belt_of(*belt) for belt in zip(game.belts.tolist(), sizes, strict=True)]
        acting = (game.red + game.taken) % players
        masks = [owed if owed < 0 or seat == acting else 0 for seat in range(players)]
        dice = [
            [other for other in Face if other.kind is face.kind] if mask >> die & 1 else [face]
            for belt, mask in zip(belts, masks, strict=True)
            for die, face in enumerate(belt)
        ]
        for faces in product(*dice):
            rest = [*faces]
            games.append(number)
            shown.append([codec.belt_word([rest.pop(0) for _ in belt]) for belt in belts])
    after: States = batch[np.array(games)]
    place_dice(after, np.array(shown, np.uint64))
    return after


@pytest.mark.parametrize("name", [name for name in POSITIONS if name.startswith("sushi-roll")])
def test_perft(name: str) -> None:
    entry = json.loads((GOLDEN / "perft.json").read_text())[name]
    batch = codec.encode([verify(from_json(entry["position"]))])
    for depth, count in enumerate(entry["counts"][:3], 1):
        assert perft(batch, depth) == count


def test_error_messages_name_the_value() -> None:
    with pytest.raises(CodecError, match="one game at least"):
        codec.encode([])
    with pytest.raises(CodecError, match="waits for chance"):
        codec.encode([sushi_roll.new(Options(), 2)])
    with pytest.raises(CodecError, match="3 players, and the first one 2"):
        codec.encode([begun(2, 1), begun(3, 1)])
    batch = codec.encode([begun(2, 1)])
    batch.owed[0] = 1
    with pytest.raises(CodecError, match="decode it when the dice lie"):
        codec.decode(batch, 0)
    with pytest.raises(OptionError, match="players"):
        play_random(6, 1)
