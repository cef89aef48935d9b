"""Bots for Sushi Roll."""

from kaiten.players.sushi_roll.greedy import greedy
from kaiten.players.sushi_roll.regular import regular

__all__ = ["greedy", "regular"]
