"""Trained bots for two players with the dummy: log-linear policy, self-play (REINFORCE) and ISMCTS, pick by pick."""
