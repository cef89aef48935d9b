"""One game between bots, reproducible from a seed on any machine."""

import hashlib
from collections.abc import Sequence
from typing import Any

from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.game import GameName
from kaiten.players.bot import Bot
from kaiten.record import Recording


def game_seed(seed: int, number: int) -> bytes:
    """The server seed of the game with this number in a series."""
    return hashlib.sha256(f"kaiten/series/{seed}/{number}".encode()).digest()


def play(game: GameName, options: Any, names: Sequence[str], bots: Sequence[Bot], seed: bytes) -> Recording:
    """The recording of a game that bots play to its end, one at each seat."""
    recording = Recording(game, names, options, SeededChance(seed, [b""] * len(bots)))
    # Bots draw from separate streams: from that of the deal a bot could infer hidden cards.
    sources = [Stream(hashlib.sha256(seed + b"bot %d" % seat).digest()) for seat in range(len(bots))]
    rules = recording.rules
    while actors := rules.actors(recording.state):
        for seat in actors:
            recording.choose(seat, bots[seat](rules.view(recording.state, seat), sources[seat]))
    return recording
