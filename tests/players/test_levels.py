"""The five levels: names, order, plausible mistakes, and distinct bot names at one table."""

import json
import re
from pathlib import Path

import pytest

from kaiten import sushi_go, sushi_roll
from kaiten.arena import Series, game_seed, play
from kaiten.kit.chance import Stream
from kaiten.kit.game import GameName
from kaiten.players import BOTS, LEVELS, STAND_IN, TRAINED, USUAL, bot_named, is_trained
from kaiten.players.bot import Bot
from kaiten.players.levels import listing_text
from kaiten.players.noisy_policy import by_kind, drawn
from kaiten.players.sushi_go.regular import forgetful
from kaiten.record import verify
from kaiten.sushi_go import format_move
from tests.playing import NAMES, SETUPS, card_position, dice_position, key, trays

ROOT = Path(__file__).parents[2]
PLAIN = [name for name in LEVELS if not any(is_trained(game, name) for game in BOTS)]
"""Levels that need nothing but the standard library."""


def chosen(level: str, state: sushi_go.State, times: int = 60) -> set[str]:
    """The moves of a level in a position, over many random sources."""
    bot, view = bot_named("sushi-go", level), sushi_go.view(state, 0)
    return {format_move(bot(view, Stream(key(number)))) for number in range(times)}


def test_there_are_five_levels_and_the_default_needs_no_extra() -> None:
    assert len(LEVELS) == 5
    assert USUAL in PLAIN
    assert not {*LEVELS} & {*BOTS["sushi-go"], *TRAINED["sushi-go"]}
    for level in LEVELS.values():
        assert level.character.endswith(".")
        assert len({*level.names}) == 5
    for game in BOTS:
        ratings = [level.rating[game] for level in LEVELS.values()]
        assert ratings == sorted(ratings)
        assert len({*ratings}) == 5


@pytest.mark.parametrize("setup", SETUPS)
def test_levels_play_every_setup_to_a_sound_record(setup: str) -> None:
    game, players, options = SETUPS[setup]
    bots = [bot_named(game, [*PLAIN][seat % len(PLAIN)]) for seat in range(players)]
    verify(play(game, options, NAMES[:players], bots, game_seed(1, 1)).record())


def test_the_same_view_and_source_give_the_same_move() -> None:
    view = sushi_go.view(card_position("T S D M1 N2 P", "D D D D D D", turn=4), 0)
    for level in PLAIN:
        bot = bot_named("sushi-go", level)
        assert bot(view, Stream(key(3))) == bot(view, Stream(key(3)))


def test_mistakes_are_moves_of_nearly_equal_value() -> None:
    finishing = card_position("S N2 M1 T", "D D D D", tableaus=("S S", ""), turn=7)
    assert chosen("miso", finishing) == {"S"}
    open_choice = card_position("T S D M2 N2 P W", "D D D D D D D", turn=4)
    assert len(chosen("mochi", open_choice)) > len(chosen("miso", open_choice)) > 1


def test_dice_with_equal_faces_are_one_choice() -> None:
    """Three equal faces and one squid for the wasabi: equal faces count as one choice."""
    wasabi = trays("W", "M3")
    state = dice_position("N1 N1 N1 N3", "T T T T", trays=wasabi, menus=(0, 0), chopsticks=(0, 0))
    view, bot = sushi_roll.view(state, state.acting), bot_named("sushi-roll", "miso")
    moves = [bot(view, Stream(key(number))) for number in range(40)]
    assert sum(move == sushi_roll.Take(3) for move in moves) > 30


def test_a_noisy_policy_is_a_truncated_softmax() -> None:
    source = Stream(key(1))
    counts = [0, 0, 0]
    for _ in range(3000):
        counts[drawn([3.0, 2.0, -9.0], 1.0, 5.0, source)] += 1
    assert counts[2] == 0
    assert 2.4 < counts[0] / counts[1] < 3.1
    two_kinds = [("a", 1.0, "a"), *[("b", 1.0, f"b{number}") for number in range(9)]]
    drawn_a = sum(by_kind(two_kinds, 1.0, 5.0, source) == "a" for _ in range(400))
    assert 150 < drawn_a < 250


def test_a_forgetful_level_ignores_the_hands_it_has_seen() -> None:
    state = card_position("T S", "D D", "N1 N1", turn=7)
    view = sushi_go.view(state, 0)
    assert all(len(hand.cards) == 2 for hand in view.hands)
    one, none = forgetful(view, 1), forgetful(view, 0)
    assert [len(hand.cards) for hand in one.hands] == [2, 2, 0]
    assert [len(hand.cards) for hand in none.hands] == [2, 0, 0]
    assert [hand.size for hand in none.hands] == [2, 2, 2]
    assert none.legal == view.legal


@pytest.mark.parametrize("game", BOTS)
def test_levels_beat_much_weaker_bots(game: GameName) -> None:
    """A coarse check; docs/bots.md has the figures, and the command that measures them."""
    options = sushi_go.Options() if game == "sushi-go" else sushi_roll.Options()
    for weaker, stronger in (("random", "soba"), ("mochi", "miso"), ("soba", STAND_IN)):
        series = Series(game, options, [stronger, weaker], seed=1)
        for _ in series.run(20):
            pass
        assert series.standings[0].wins > series.standings[1].wins


def test_with_the_dummy_a_level_may_be_another_bot() -> None:
    dummy = sushi_go.Options(dummy=True, first_control=0)
    state = card_position("S N2 M1 T", "D D D", options=dummy, turn=7, tableaus=("S S", "", ""))
    asked: list[str] = []

    def named(game: GameName, name: str) -> Bot:
        asked.append(name)
        return BOTS[game]["random"]

    for name in ("yuzu", "toro"):
        assert LEVELS[name].bot("sushi-go", named)(sushi_go.view(state, 0), Stream(key(1))) in sushi_go.legal(state, 0)
    assert asked == ["policy", "champion", "champion"]


def test_has_learned_follows_the_bot_of_the_level() -> None:
    for game in BOTS:
        for name, level in LEVELS.items():
            assert is_trained(game, name) == (level.plays[game] in TRAINED[game])
    assert is_trained("sushi-go", "toro", dummy=True)
    assert not is_trained("sushi-go", "yuzu", dummy=True)
    assert not is_trained("sushi-go", "regular")
    assert is_trained("sushi-go", "search-10")


def test_the_web_client_has_the_levels_and_words_for_each() -> None:
    file = ROOT / "web" / "src" / "generated" / "levels.json"
    assert file.read_text(encoding="utf-8") == listing_text()
    assert [level["name"] for level in json.loads(listing_text())["levels"]] == [*LEVELS]
    for language in ("en", "it"):
        words = (ROOT / "web" / "src" / "words" / f"{language}.ts").read_text(encoding="utf-8")
        for level in LEVELS.values():
            assert re.search(rf"\b{level.name}: ['\"]", words), (language, level.name)
    english = (ROOT / "web" / "src" / "words" / "en.ts").read_text(encoding="utf-8")
    assert all(level.character in english for level in LEVELS.values())
