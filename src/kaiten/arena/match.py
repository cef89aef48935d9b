"""One game between bots, from a seed: the same seed gives the same game on any machine."""

import hashlib
from collections.abc import Sequence
from typing import Any

from kaiten.kit.chance import SeededChance, Stream
from kaiten.players.bot import Bot
from kaiten.record import Recording


def game_seed(seed: int, number: int) -> bytes:
    """The server seed of the game with this number in a series."""
    return hashlib.sha256(f"kaiten/series/{seed}/{number}".encode()).digest()


def play(game: str, options: Any, names: Sequence[str], bots: Sequence[Bot], seed: bytes) -> Recording:
    """Let bots play a game to its end, one at each seat."""
    recording = Recording(game, names, options, SeededChance(seed, [b""] * len(bots)))
    # The bots' own dice are other ones than the deal's, or a bot could tell the deal from them.
    sources = [Stream(hashlib.sha256(seed + b"bot %d" % seat).digest()) for seat in range(len(bots))]
    rules = recording.rules
    while actors := rules.actors(recording.state):
        for seat in actors:
            recording.choose(seat, bots[seat](rules.view(recording.state, seat), sources[seat]))
    return recording
