"""HTTP and WebSocket over the tables of a store: people and bots play, each told what they may know.

`service` holds what a server has, `hub` the tables that somebody looks at, `live` one of them: decide, save, then tell.
`sockets` and `rest` are the ways in. Needs the extra `server`. Imports `store`, `table` and what lies above them.
"""
