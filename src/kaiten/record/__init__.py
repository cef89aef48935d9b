"""A game as a file: write, read, replay, resume, verify.

A game is a list of choices over recorded chance. `Recording` makes that list while a game is played, `replay` plays it
again, `verify` checks choices, scores and seeds. `GAMES` is the registry of games. docs/records.md has the format. Imports
the games and `kit`.
"""

from kaiten.record.codec import dumps, from_json, loads, to_json
from kaiten.record.errors import RecordError
from kaiten.record.fairness import commitment, fairness, seeded_chance
from kaiten.record.files import FileError, append, read, write
from kaiten.record.record import FORMAT, GAMES, Record, RecordedChance, game_named
from kaiten.record.recording import Recording
from kaiten.record.replay import Step, replay, scores_of, start, verify

__all__ = [
    "FORMAT",
    "GAMES",
    "FileError",
    "Record",
    "RecordError",
    "RecordedChance",
    "Recording",
    "Step",
    "append",
    "commitment",
    "dumps",
    "fairness",
    "from_json",
    "game_named",
    "loads",
    "read",
    "replay",
    "scores_of",
    "seeded_chance",
    "start",
    "to_json",
    "verify",
    "write",
]
