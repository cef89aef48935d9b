"""Views, moves and messages as JSON, each once: for the wire, for bots in other languages, and for the web client.

Tagged msgspec structs, read strictly. The JSON Schema in docs/protocol.schema.json is made from them by `make gen`.
Needs the extra `wire` (msgspec). Imports the games and `kit`.
"""

from kaiten.kit.extras import require

require("wire", __name__)

from kaiten.protocol.sushi_go import SushiGoMove, SushiGoOptions, SushiGoView
from kaiten.protocol.sushi_roll import SushiRollMove, SushiRollOptions, SushiRollView
from kaiten.protocol.wire import VERSION, WireLine, WireTable, WireTally

View = SushiGoView | SushiRollView
Move = SushiGoMove | SushiRollMove

__all__ = [
    "VERSION",
    "Move",
    "SushiGoMove",
    "SushiGoOptions",
    "SushiGoView",
    "SushiRollMove",
    "SushiRollOptions",
    "SushiRollView",
    "View",
    "WireLine",
    "WireTable",
    "WireTally",
]
