"""Bots against bots: games, series and experiments, each reproducible from a seed.

`match` plays a game, `series` many between the same bots; `experiment` estimates a win rate with a confidence interval,
`runner` plays it in worker processes, `rating` rates bots (Plackett-Luce). Imports `players`, `record` and `kit`; programs as
bots need `protocol`.
"""

from kaiten.arena.match import game_seed, play
from kaiten.arena.series import Series, Standing, wilson

__all__ = ["Series", "Standing", "game_seed", "play", "wilson"]
