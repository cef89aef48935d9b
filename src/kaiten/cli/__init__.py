"""The command `kaiten`: one module a command, and `table` for what play and replay show alike.

Needs the extra `cli` (typer, rich). Imports any room; no room imports it.
"""

from kaiten.kit.extras import require

require("cli", "the command kaiten")
