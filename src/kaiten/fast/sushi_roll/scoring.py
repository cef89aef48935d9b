"""Scores of a round and of a game. These kernels are unchecked. Compared by test_sushi_roll."""

from kaiten.fast.jit import part, scalar
from kaiten.fast.packed_counts import NOTHING, Int, U, Word
from kaiten.fast.sushi_roll import constants as roll
from kaiten.fast.sushi_roll.state import DRAW, NO_CHANCE, State, count, seat_after


@scalar
def maki_icons(tray: Word) -> Int:
    """Maki icons on a tray."""
    icons = roll.ICONS_1 * count(tray, roll.MAKI_1) + roll.ICONS_2 * count(tray, roll.MAKI_2)
    return icons + roll.ICONS_3 * count(tray, roll.MAKI_3)


@part
def end_round(game: State) -> None:
    """Score the trays and clear them, as `scoring.score_round` (SR-10 to SR-12)."""
    most: Int = 0
    second: Int = 0
    for seat in range(len(game.trays)):
        icons = maki_icons(game.trays[seat])
        if icons > most:
            most, second = icons, most
        elif second < icons < most:
            second = icons
    for seat in range(len(game.trays)):
        tray, icons = game.trays[seat], maki_icons(game.trays[seat])
        points = roll.TEMPURA_POINTS[count(tray, roll.TEMPURA)] + roll.SASHIMI_POINTS[count(tray, roll.SASHIMI)]
        points += roll.DUMPLING_POINTS[count(tray, roll.DUMPLING)] + game.nigiri[seat]
        if icons > 0:
            points += roll.MAKI_MOST if icons == most else roll.MAKI_SECOND if icons == second else 0
        game.scores[seat] += points
        game.trays[seat] = NOTHING
        game.waiting[seat] = game.nigiri[seat] = 0


@part
def end_game(game: State) -> None:
    """Add puddings and unused tokens, as `scoring.pudding_points` and `scoring.token_points` (SR-13)."""
    most = fewest = game.puddings[0]
    for seat in range(1, len(game.trays)):
        most, fewest = max(most, game.puddings[seat]), min(fewest, game.puddings[seat])
    for seat in range(len(game.trays)):
        game.scores[seat] += (game.menus[seat] + game.chopsticks[seat]) // roll.TOKENS_A_POINT
        if game.puddings[seat] == most:
            game.scores[seat] += roll.PUDDING_MOST
        if len(game.trays) >= roll.PUDDING_LOSS_FROM and game.puddings[seat] == fewest:
            game.scores[seat] -= roll.PUDDING_FEWEST


@part
def score(game: State) -> Int:
    """Score a round that is over, and the game after the last one; returns the chance that is due (SR-9)."""
    for seat in range(len(game.trays)):
        game.past[game.scored, 0, seat] = game.trays[seat]
        game.past[game.scored, 1, seat], game.past[game.scored, 2, seat] = U(game.waiting[seat]), U(game.nigiri[seat])
    end_round(game)
    game.scored += 1
    if len(game.trays) == roll.EXTRA_SLIDE_PLAYERS:
        game.red = seat_after(game.red, 1, roll.EXTRA_SLIDE_PLAYERS)
    if game.scored < roll.ROUNDS:
        return DRAW
    end_game(game)
    return NO_CHANCE
