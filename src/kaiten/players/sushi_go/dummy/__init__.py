"""Trained players of Sushi Go! for two with the dummy: the same ideas, and the dummy's card is a choice like any other.

A choice is made card by card: the own one, with chopsticks a second one or none, and in control one for the dummy. The policy leans
(`leaning`) and plays (`playing`), learns from itself (`selfplay`, `training`), and is what the search (`searching`) begins with.
"""
