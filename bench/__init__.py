"""Benchmarks. Each prints a ratio to a baseline measured in the same run, so that machines can be compared."""
