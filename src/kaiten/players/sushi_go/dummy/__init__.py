"""Trained bots of Sushi Go! for two players with the dummy: log-linear policy, self-play (REINFORCE) and ISMCTS.

A move is chosen pick by pick: the own card, with chopsticks a second one or none, and in control a card for the dummy.
"""
