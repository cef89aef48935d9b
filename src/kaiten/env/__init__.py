"""Both games as environments for learning. Needs the extra `env`."""
