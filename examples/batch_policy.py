"""A policy in one line of NumPy, on a batch of a thousand games of Sushi Go!, against a random opponent."""

import numpy as np

from kaiten.env.sushi_go_vector import SushiGoVector

# The value of each action: tempura, sashimi, dumpling, maki 1 to 3, egg, salmon, squid, pudding, wasabi, chopsticks; two cards: more.
VALUES = np.concatenate([[2.0, 2.2, 2.1, 1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 1.5, 1.8, 0.5], np.full(84, 3.5)])

chance = np.random.default_rng(1)
env = SushiGoVector(games=1_000, players=2, seed=1)
stepped = env.reset(1)
while not stepped.ended.any():
    scores = chance.random((1_000, 2, 96))
    scores[:, 0] += VALUES  # seat 0 plays by values, seat 1 at random
    stepped = env.step(np.where(stepped.masks, scores, -1).argmax(axis=2))

ours, theirs = stepped.final[:, 0], stepped.final[:, 1]
print(
    f"{(ours > theirs).mean():.0%} won, {(ours == theirs).mean():.0%} drawn, {ours.mean():.1f} points to {theirs.mean():.1f}"
)
