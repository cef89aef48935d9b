"""Golden file: views as JSON, to test clients in other languages."""

import json
from typing import Any

import msgspec

from kaiten import sushi_go
from kaiten.protocol import sushi_go as cards_wire
from kaiten.protocol import sushi_roll as dice_wire
from kaiten.record import verify
from tests.playing import SETUPS, random_record

# For each set-up: after how many choices, and the viewer (None: a spectator). 999: at the end.
MOMENTS: dict[str, list[tuple[int, int | None]]] = {
    "sushi-go-2": [(0, 0), (13, 0), (999, 1)],
    "sushi-go-4": [(50, 2), (50, None)],
    "sushi-go-2-dummy": [(21, 0), (21, 1)],
    "sushi-roll-3": [(0, 0), (33, 1), (999, None)],
}


def wire(name: str) -> str:
    """The views of a set-up as JSON values."""
    views: list[Any] = []
    for choices, seat in MOMENTS[name]:
        state = verify(random_record(SETUPS[name], 2026, choices))
        module: Any = cards_wire if isinstance(state, sushi_go.State) else dice_wire
        rules = random_record(SETUPS[name], 2026, 0).rules
        sent = msgspec.json.encode(module.view_to_wire(rules.view(state, seat)))
        views.append({"after_choices": choices, "view": json.loads(sent)})
    return json.dumps(views, indent=1) + "\n"
