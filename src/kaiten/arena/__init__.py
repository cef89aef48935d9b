"""Bots against bots: single games and series, each from a seed, so that anyone can play them again.

Imports `players`, `record` and `kit`.
"""

from kaiten.arena.match import game_seed, play
from kaiten.arena.series import Series, Standing, wilson

__all__ = ["Series", "Standing", "game_seed", "play", "wilson"]
