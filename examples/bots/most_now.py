"""A bot for the arena, in Python: it plays the legal move with the highest fixed values of its cards.

kaiten arena sushi-go "random,run:python3 examples/bots/most_now.py"
"""

import json
import sys

WORTH = {"N3": 3, "N2": 2, "N1": 1, "M3": 2, "M2": 1.5, "M1": 1, "T": 2, "S": 2.5, "D": 2, "P": 1.5, "W": 1.6, "C": 0.5}


def worth(move: dict[str, list[str]]) -> float:
    return sum(WORTH[card] for card in move["cards"])


for line in sys.stdin:
    legal = json.loads(line)["view"]["legal"]
    print(json.dumps({"move": max(legal, key=worth)}), flush=True)
