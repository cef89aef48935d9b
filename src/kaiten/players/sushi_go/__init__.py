"""Bots for Sushi Go!."""

from kaiten.players.sushi_go.greedy import greedy
from kaiten.players.sushi_go.regular import regular

__all__ = ["greedy", "regular"]
