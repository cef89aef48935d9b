"""A policy in one line of NumPy, over a batch of a thousand games of Sushi Go!, against a random opponent."""

import numpy as np

from kaiten.env.sushi_go_vector import SushiGoVector

# Value of each move: tempura, sashimi, dumpling, maki 1 to 3, egg, salmon, squid, pudding, wasabi, chopsticks; two cards (84).
WORTH = np.concatenate([[2.0, 2.2, 2.1, 1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 1.5, 1.8, 0.5], np.full(84, 3.5)])

chance = np.random.default_rng(1)
env = SushiGoVector(games=1_000, players=2, seed=1)
stepped = env.reset(1)
while not stepped.ended.any():
    wish = chance.random((1_000, 2, 96))
    wish[:, 0] += WORTH  # seat 0 prefers valuable moves, seat 1 is random
    stepped = env.step(np.where(stepped.masks, wish, -1).argmax(axis=2))

ours, theirs = stepped.final[:, 0], stepped.final[:, 1]
print(
    f"{(ours > theirs).mean():.0%} won, {(ours == theirs).mean():.0%} drawn, {ours.mean():.1f} points to {theirs.mean():.1f}"
)
