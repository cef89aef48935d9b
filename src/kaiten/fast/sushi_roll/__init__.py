"""Sushi Roll, compiled: 2 to 5 players."""
