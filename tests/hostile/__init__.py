"""Hostile clients: leaks of hidden information, races, floods, invalid input. `secrecy` is the command; start at `twins`.

Real sockets, real processes and real databases on loopback, except for the twins, which need their chance chosen for them.
"""
