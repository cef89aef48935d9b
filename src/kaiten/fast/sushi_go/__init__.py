"""Sushi Go!, compiled: 2 to 5 players, hands passed one way or both, the dummy for two."""
