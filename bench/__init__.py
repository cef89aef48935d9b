"""Benchmarks. Each prints a ratio against something measured in the same run, so that machines can be compared."""
