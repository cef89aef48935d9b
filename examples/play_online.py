"""A game of Sushi Go! against two bots on a server, by the protocol of docs/protocol.md: `play_online.py ADDRESS`.

Without an address, such as http://localhost:8080, it starts its own server for the game.
"""

import itertools
import json
import random
import subprocess
import sys
import tempfile
import urllib.request
from typing import Any

from websockets.sync.client import connect


def post(address: str, body: dict[str, Any], **headers: str) -> Any:
    sent = {"Content-Type": "application/json", **headers}
    with urllib.request.urlopen(urllib.request.Request(address, json.dumps(body).encode(), sent)) as answer:  # noqa: S310
        return json.load(answer)


def play(server: str) -> Any:
    me = {"Authorization": "Bearer " + post(f"{server}/api/players", {"keep": "token"})["token"]}
    opened = post(f"{server}/api/tables", {"id": "open", "game": "sushi-go", "seats": 3, "name": "Example"}, **me)
    numbers, last_turn = itertools.count(1), None
    with connect(f"ws{server.removeprefix('http')}/api/play", additional_headers=me) as socket:

        def send(**message: Any) -> None:
            socket.send(json.dumps({"id": str(next(numbers)), "table": opened["table"], **message}))

        socket.send('{"type": "hello", "protocol": 1}')
        send(type="watch")
        send(type="do", command={"type": "add-bot", "seat": 1, "level": "greedy"})
        send(type="do", command={"type": "add-bot", "seat": 2, "level": "regular"})
        send(type="do", command={"type": "start"})
        while (message := json.loads(socket.recv())).get("phase") != "over":
            if message["type"] == "refused":
                raise SystemExit(f"{message['code']}: {message['message']}")
            if message["type"] == "state" and message["turn"] != last_turn:
                last_turn = message["turn"]
                move = random.choice(message["view"]["legal"])
                send(type="do", command={"type": "choose", "round": last_turn[0], "turn": last_turn[1], "move": move})
    return message["view"]["result"]


if sys.argv[1:]:
    print(play(sys.argv[1]))
else:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kaiten", "serve"]
        command += ["--host=127.0.0.1", "--port=0", f"--database=sqlite:///{folder}/kaiten.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as own:  # noqa: S603
            try:
                print(play(next(iter(own.stdout or ())).split()[-1]))  # Kaiten serves at ...
            finally:
                own.terminate()
