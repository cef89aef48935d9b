"""What both games share: errors, seats, ranking, chance, score lines, the wasabi rule and the `Game` protocol.

Imports the standard library only, and no other room.
"""
