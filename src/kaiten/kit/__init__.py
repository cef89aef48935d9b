"""What both games share: errors, seats, ranking, chance, and the shape of a game.

Imports the standard library only, and no other room.
"""
