"""Fault injection: servers killed or stopped in mid-game, and failing disks, databases and buses. Nothing acknowledged is lost.

`reconnecting_client` is a player who survives a server, `audit` checks the log afterwards, `crash_server` is a server that dies
at a crash point. `make kills` does it a thousand times; the tests run a slice.
"""
