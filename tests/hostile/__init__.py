"""Whoever means harm: secrets looked for, races run, nonsense sent. `secrecy` is the command; start reading at `twins`.

Real sockets, real processes and real databases on loopback, except for the twins, which need their chance chosen for them.
"""
