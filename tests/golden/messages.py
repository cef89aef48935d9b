"""Golden file: every message of the protocol as JSON, to test clients in other languages."""

import json
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from kaiten.kit.chance import Stream
from kaiten.protocol import commands, messages, news
from kaiten.protocol.sushi_go import RevealedNews, SushiGoMove
from kaiten.protocol.sushi_roll import ActedNews, MenuMove, SwapMove, TakeMove
from kaiten.protocol.wire import ClockName
from kaiten.table import snapshot_for
from tests.table.log import SEED, Log, seated

TABLE = "t1"
END = 999
"""More choices than a game has."""

COMMANDS: list[commands.Command | commands.Rematch] = [
    commands.Sit("Ana"),
    commands.Sit("Ben", 1, SEED),
    commands.Leave(),
    commands.Rename("Cleo"),
    commands.AddBot(2, "regular"),
    commands.Remove(2),
    commands.Start(),
    commands.Choose(1, 1, SushiGoMove(("T",))),
    commands.Choose(1, 4, SushiGoMove(("W", "N3"))),
    commands.Choose(1, 2, SushiGoMove(("T",), "P")),
    commands.Choose(1, 1, MenuMove((0, 3))),
    commands.Choose(1, 2, SwapMove(2, 1, 4)),
    commands.Choose(1, 3, TakeMove(0)),
    commands.TakeBack(),
    commands.SendSeed(SEED),
    commands.MoreTime(),
    commands.EndGame(),
    commands.HandOver(1),
    *[commands.Say(phrase) for phrase in get_args(commands.Phrase)],
    commands.Rematch(),
]

CLIENT: list[messages.ClientMessage] = [
    messages.Hello(1),
    messages.Watch("c1", TABLE),
    messages.Watch("c1", TABLE, 7),
    messages.Unwatch("c2", TABLE),
    *[messages.Do(f"d{number}", TABLE, command) for number, command in enumerate(COMMANDS, 1)],
]

NEWS: list[news.News] = [
    news.SatNews(0, "Ana", None),
    news.SatNews(2, "Nori", "regular"),
    news.FreedNews(2),
    news.RenamedNews(1, "Cleo"),
    news.HostNews(1),
    news.HostNews(None),
    news.StartedNews(),
    RevealedNews(1, 4, (SushiGoMove(("T",)), SushiGoMove(("W", "N3")))),
    ActedNews(1, MenuMove((0, 3))),
    ActedNews(1, SwapMove(2, 0, 4)),
    ActedNews(1, TakeMove(0)),
    news.HandedOverNews(1),
    news.TakenBackNews(1),
    news.AgreedNews(0, "hand-over 1"),
    news.SaidNews(1, "yum"),
    news.EndedNews("agreement"),
    news.RematchNews("t2"),
]

SERVER: list[messages.ServerMessage] = [
    messages.Welcome(1, "0.1.0", "ana"),
    messages.Answer("d1"),
    messages.Refused("d1", "not-host", "only the host does that"),
    messages.Refused(None, "bad-message", "this is not a message of the protocol: JSON is malformed"),
    messages.Ready(TABLE, 7, 0, SushiGoMove(("T",))),
    messages.Ready(TABLE, 8, 1, None),
    messages.Presence(TABLE, (0, 2)),
    messages.Closing(2_000),
]

# For each set-up: after how many choices of people, the viewer (None: a spectator), who is away, and the clock.
STATES: list[tuple[str, int, str | None, str, ClockName]] = [
    ("sushi-go-3", -1, "ana", "ben", "none"),
    ("sushi-go-3", 7, "ana", "", "brisk"),
    ("sushi-go-3", 7, None, "ana", "brisk"),
    ("sushi-go-3", END, "ben", "", "none"),
    ("sushi-go-2-dummy", 7, "ana", "", "none"),
    ("sushi-roll-3", -1, "ana", "", "none"),
    ("sushi-roll-3", 8, "ana", "", "days"),
    ("sushi-roll-3", 8, None, "", "days"),
    ("sushi-roll-3", END, None, "", "none"),
]


def entries() -> dict[str, list[Any]]:
    """The messages of clients, those of servers, and the kinds of news."""
    server: list[Any] = [*SERVER, *_states()]
    return {
        name: [_plain(sent) for sent in part] for name, part in (("client", CLIENT), ("server", server), ("news", NEWS))
    }


def messages_text() -> str:
    """JSON with one entry a line, for readable diffs."""
    parts = [
        f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(sent) for sent in part) + "\n]"
        for name, part in entries().items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _states() -> Iterator[messages.State]:
    for setup, choices, viewer, away, clock in STATES:
        log = _played(seated(setup, clock=clock), choices)
        yield snapshot_for(
            log.table, viewer, since=log.table.public_version - 3, now=log.now + 100, away=frozenset({away})
        )


def _played(log: Log, choices: int) -> Log:
    """The table after this number of people's choices, with the bots' in between; -1 is before the game."""
    if choices < 0:
        return log
    source = Stream(bytes(32))
    log.send("ana", commands.Start())
    for _ in range(choices):
        log.play_bots(source)
        waiting = log.table.pending_seats
        if not waiting:
            break
        log.choose(log.table.seats[waiting[0]].player or "", source)
    return log


def _plain(sent: msgspec.Struct) -> Any:
    return json.loads(msgspec.json.encode(sent))
