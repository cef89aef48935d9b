"""Optional dependencies: the packages of each extra, and the error that says how to install a missing one."""

import json
from importlib.util import find_spec

from kaiten.kit.errors import MissingExtra

_WIRE = ("msgspec",)
_FAST = ("numba", "numpy", "platformdirs")
_ARENA = ("openskill", *_WIRE)
EXTRAS = {
    "cli": ("platformdirs", "rich", "typer"),
    "server": (
        "alembic",
        "asyncpg",
        "httptools",
        "msgspec",
        "platformdirs",
        "prometheus_client",
        "redis",
        "segno",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "websockets",
    ),
    "wire": _WIRE,
    "fast": _FAST,
    "env": ("gymnasium", "pettingzoo", *_FAST),
    "arena": _ARENA,
    "cluster": ("distributed", *_ARENA),
}
"""The modules that each extra in pyproject.toml brings on every platform."""


def require(extra: str, subject: str) -> None:
    """Raise MissingExtra, with `subject` as the one that needs it, unless every package of the extra can be imported."""
    if missing := [name for name in EXTRAS[extra] if find_spec(name) is None]:
        listed = ", ".join(missing)
        raise MissingExtra(f"{subject} needs the extra '{extra}' (not installed: {listed}): {_install_command(extra)}")


def _install_command(extra: str) -> str:
    """The command that adds the extra to this installation, from where it was installed (PEP 610, direct_url.json)."""
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415  (slow, and seldom needed)

    try:
        written = distribution("kaiten-sushi").read_text("direct_url.json")
    except PackageNotFoundError:
        return f"pip install '.[{extra}]' in the folder of Kaiten's sources"
    if written is None:  # from a package index
        return f"pip install 'kaiten-sushi[{extra}]'"
    origin = json.loads(written)
    url = origin["url"]
    if origin.get("dir_info", {}).get("editable"):
        return f"pip install --editable '{url.removeprefix('file://')}[{extra}]'"
    if "vcs_info" in origin:
        url = f"{origin['vcs_info']['vcs']}+{url}"
    return f"pip install 'kaiten-sushi[{extra}] @ {url}'"
