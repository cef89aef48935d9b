"""A game of Sushi Go! in ten lines: three random players, and the result."""

import random

from kaiten import sushi_go
from kaiten.kit.chance import SeededChance
from kaiten.kit.game import settled

state = settled(sushi_go, sushi_go.new(sushi_go.Options(), players=3), SeededChance(random.randbytes(32)))
while actors := sushi_go.actors(state):
    for seat in actors:
        state = sushi_go.choose(state, seat, random.choice(sushi_go.legal(state, seat)))
outcome = sushi_go.outcome(state)
print(outcome)
