"""The reinforcement learning environments."""
