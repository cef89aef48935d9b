"""Load test of the server: thousands of clients on real sockets, on this machine.

`client` is one player, `setup` creates servers, tables and clients; `steady_load`, `ceiling` and `crash` are the measurements,
`bot_latency` is a separate program. The clients run in this process, each server in its own. Start reading at `__main__`.
"""
