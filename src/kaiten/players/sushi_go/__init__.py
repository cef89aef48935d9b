"""Bots for Sushi Go!; `kaiten.players` has the map. `dummy` is policy, search and training for two players with the dummy."""
