"""The server under load: as many people as it is meant for, on real sockets, on this machine.

`seat` is one person, `party` a table of them, `hall` all of it set up; `steady`, `ceiling` and `crash` are what is done
to it. The clients run in this process, the servers each in their own. Start reading at `__main__`.
"""
