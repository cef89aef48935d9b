"""The server: HTTP and WebSocket (Starlette, uvicorn) over the tables of a store.

`service` holds what a request handler needs, `hub` the tables in memory, `live_table` one of them: decide, save, fan out.
Entry points: `sockets` (play), `rest` (HTTP API), `pages` (web client). `background` has the periodic tasks, `bot_pool` the
bots' processes, `connection` back-pressure, `rate_limit` the token buckets, `bus` the link between servers. All but
`settings`, which the command line reads, needs the extra `server`. Imports `store`, `table` and what lies above them.
"""
