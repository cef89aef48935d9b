"""Scores of a round and of a game. These kernels are unchecked."""

from kaiten.fast.jit import inlined, part
from kaiten.fast.packed_counts import NOTHING, Int, U, Word
from kaiten.fast.sushi_roll.constants import (
    DUMPLING,
    DUMPLING_POINTS,
    EXTRA_SLIDE_PLAYERS,
    ICONS_1,
    ICONS_2,
    ICONS_3,
    MAKI_1,
    MAKI_2,
    MAKI_3,
    MAKI_MOST,
    MAKI_SECOND,
    PUDDING_FEWEST,
    PUDDING_LOSS_FROM,
    PUDDING_MOST,
    ROUNDS,
    SASHIMI,
    SASHIMI_POINTS,
    TEMPURA,
    TEMPURA_POINTS,
    TOKENS_A_POINT,
)
from kaiten.fast.sushi_roll.state import DRAW, NO_CHANCE, State, count, seat_after


@inlined
def maki_icons(tray: Word) -> Int:
    """Maki icons on a tray."""
    return ICONS_1 * count(tray, MAKI_1) + ICONS_2 * count(tray, MAKI_2) + ICONS_3 * count(tray, MAKI_3)


@part
def end_round(game: State) -> None:
    """Score the trays and clear them, as `scoring.score_round` (SR-10 to SR-12). Compared by test_sushi_roll."""
    most: Int = 0
    second: Int = 0
    for seat in range(len(game.trays)):
        icons = maki_icons(game.trays[seat])
        if icons > most:
            most, second = icons, most
        elif second < icons < most:
            second = icons
    for seat in range(len(game.trays)):
        tray = game.trays[seat]
        icons, points = maki_icons(tray), TEMPURA_POINTS[count(tray, TEMPURA)] + SASHIMI_POINTS[count(tray, SASHIMI)]
        points += DUMPLING_POINTS[count(tray, DUMPLING)] + game.nigiri[seat]
        if icons > 0:
            points += MAKI_MOST if icons == most else MAKI_SECOND if icons == second else 0
        game.scores[seat] += points
        game.trays[seat] = NOTHING
        game.waiting[seat] = game.nigiri[seat] = 0


@part
def end_game(game: State) -> None:
    """Add puddings and unused tokens, as `scoring.pudding_points` and `scoring.token_points` (SR-13).

    Compared by test_sushi_roll.
    """
    most = fewest = game.puddings[0]
    for seat in range(1, len(game.trays)):
        most, fewest = max(most, game.puddings[seat]), min(fewest, game.puddings[seat])
    for seat in range(len(game.trays)):
        game.scores[seat] += (game.menus[seat] + game.chopsticks[seat]) // TOKENS_A_POINT
        if game.puddings[seat] == most:
            game.scores[seat] += PUDDING_MOST
        if len(game.trays) >= PUDDING_LOSS_FROM and game.puddings[seat] == fewest:
            game.scores[seat] -= PUDDING_FEWEST


@part
def score(game: State) -> Int:
    """Score a round that is over, and the game after the last one; returns the chance that is due (SR-9)."""
    for seat in range(len(game.trays)):
        game.past[game.scored, 0, seat] = game.trays[seat]
        game.past[game.scored, 1, seat], game.past[game.scored, 2, seat] = U(game.waiting[seat]), U(game.nigiri[seat])
    end_round(game)
    game.scored += 1
    if len(game.trays) == EXTRA_SLIDE_PLAYERS:
        game.red = seat_after(game.red, 1, EXTRA_SLIDE_PLAYERS)
    if game.scored < ROUNDS:
        return DRAW
    end_game(game)
    return NO_CHANCE
