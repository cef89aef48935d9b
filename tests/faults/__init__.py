"""What was answered stays answered: servers that are killed, stopped, or whose disk, database or bus fails under play.

`steadfast` is a player who outlives a server, `audit` what has to be true of the log afterwards, `doomed` a server that
dies where it is told to. `make kills` does it a thousand times; the tests here do a slice of each.
"""
