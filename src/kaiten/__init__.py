"""Kaiten: Sushi Go! (cards) and Sushi Roll (dice), the rules whole and right.

Start with `kaiten.sushi_go` or `kaiten.sushi_roll`; `kaiten.record` keeps a game as a file.
This module imports nothing, so that `import kaiten` costs nothing.
"""

__version__ = "0.2.0"
__all__ = ["__version__"]
