"""The command `kaiten`: one module for each command; `table` has the output that play and replay share.

Needs the extra `cli` (typer, rich). Imports any room; no room imports it.
"""

from kaiten.kit.extras import require

require("cli", "the command kaiten")
