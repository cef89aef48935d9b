"""Win model of Sushi Roll: the features of `players.win_model`, menus and chopsticks. Fitted by `Training.fit_model`; unchecked."""

from kaiten.fast.jit import part
from kaiten.fast.sushi_roll.constants import ROUNDS
from kaiten.fast.sushi_roll.scoring import score
from kaiten.fast.sushi_roll.state import State
from kaiten.players.categorical import normalize
from kaiten.players.win_model import STANDING, Model, win_shares, write_logits


@part
def evaluate(model: Model, game: State, out: Model) -> None:
    """Score a round that is over, the game with the last one, and write each seat's win probability."""
    score(game)
    players, left = len(game.trays), ROUNDS - game.scored
    if left == 0:
        win_shares(game.scores, game.puddings, players, out)
        return
    write_logits(model, left, game.scores, game.puddings, players, out)
    for seat in range(players):
        out[seat] += model[left, STANDING] * game.menus[seat] + model[left, STANDING + 1] * game.chopsticks[seat]
    normalize(out, players)
