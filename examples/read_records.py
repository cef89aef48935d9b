"""Records as data: play some games, save them to a file, and count how often puddings changed the winner."""

import tempfile
from pathlib import Path

from kaiten import arena, record, sushi_roll

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "games.jsonl"
    for game in arena.Series("sushi-roll", sushi_roll.Options(), ["greedy", "greedy"], seed=7).run(20):
        record.append(file, game)
    decided = 0
    for game in record.read(file):
        scores = game.scores or {}
        before = [total - points for total, points in zip(scores["totals"], scores["puddings"], strict=True)]
        leader = before.index(max(before))
        decided += leader not in scores["winners"]
    print(f"puddings turned {decided} of 20 games")
