"""A bot of your own: a function from a view to a legal move. This one takes dumplings, else the greedy bot's move."""

from kaiten import arena, sushi_go
from kaiten.kit.chance import RandomSource
from kaiten.players import BOTS


def dumplings(view: sushi_go.View, source: RandomSource) -> sushi_go.Move:
    for move in view.legal:
        if move.cards == (sushi_go.Card.DUMPLING,):
            return move
    greedy: sushi_go.Move = BOTS["sushi-go"]["greedy"](view, source)
    return greedy


wins = 0
for number in range(20):
    bots = [dumplings, BOTS["sushi-go"]["random"]]
    game = arena.play("sushi-go", sushi_go.Options(), ["dumplings", "random"], bots, arena.game_seed(1, number))
    outcome = sushi_go.outcome(game.state)
    wins += outcome is not None and outcome.winners == (0,)
print(f"{wins} of 20 games won")
