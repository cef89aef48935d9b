"""The server's documentation is complete: refusals, messages, fields, endpoints, settings, metrics."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from typer.main import get_command

from kaiten.cli import app, serve
from kaiten.kit.errors import IllegalMove, OptionError
from kaiten.protocol.commands import Command, Phrase, Rematch
from kaiten.protocol.messages import ClientMessage, ServerMessage, State, WireSeat
from kaiten.protocol.news import News
from kaiten.protocol.rest import NewTable, OpenGame, PastGame, TableFound
from kaiten.protocol.sheets import SheetEdit, SheetHead, SheetSynced, SyncSheet
from kaiten.protocol.sushi_go import SushiGoResult, SushiGoView
from kaiten.protocol.sushi_roll import MenuMove, SushiRollResult, SushiRollView, SwapMove, TakeMove
from kaiten.protocol.wire import WireLine
from kaiten.server import connection, rest, settings, sockets
from kaiten.server.app import SERVICE_RESTART
from kaiten.server.metrics import Metrics
from kaiten.store import StoreError
from kaiten.table import CLOCKS, Phase
from tests.golden.regenerate import TALLIES

ROOT = Path(__file__).parent.parent.parent
PROTOCOL = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
CLI = (ROOT / "docs/cli.md").read_text(encoding="utf-8")

REFUSING = {"TableError", "AccessError", "Refused", "Problem", "_close"}
"""Calls whose arguments contain a refusal code."""


def tag(struct: Any) -> str:
    name: str = struct.__struct_config__.tag
    return name


def section(title: str) -> str:
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#|\Z)", PROTOCOL, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[2]


def said_codes() -> Iterator[str]:
    """Codes of all refusals in the sources of `table` and `server`."""
    for room in ("table", "server"):
        for file in sorted((ROOT / "src/kaiten" / room).glob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and _name(node.func) in REFUSING:
                    yield from _codes(node)
    yield from (error.code for error in (IllegalMove, OptionError, StoreError))


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def _codes(call: ast.Call) -> Iterator[str]:
    """String arguments that look like a code; one ending with a hyphen is completed by the phase."""
    for node in ast.walk(call):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if re.fullmatch(r"[a-z]+(-[a-z]+)*-", node.value):
                yield from (node.value + phase for phase in Phase)
            elif re.fullmatch(r"[a-z]+(-[a-z]+)*", node.value):
                yield node.value


def test_every_refusal_is_documented() -> None:
    codes = {*said_codes()}
    assert {"not-host", "wrong-phase-over", "not-text", "not-allowed", "bad-name", "busy"} < codes  # they are found
    missing = {code for code in codes if f"`{code}`" not in section("Refusals")}
    assert not missing


def test_every_documented_refusal_can_happen() -> None:
    documented = {*re.findall(r"^\| `([a-z-]+)`", section("Refusals"), re.MULTILINE)}
    assert documented <= {*said_codes()}


@pytest.mark.parametrize("struct", get_args(Command | Rematch), ids=tag)
def test_every_command_is_documented_with_an_example(struct: Any) -> None:
    (example,) = re.findall(rf'^\| `(\{{"type": "{tag(struct)}".*?\}})` \|', section("Commands"), re.MULTILINE)
    for field in struct.__struct_fields__:
        assert f'"{field}": ' in example


@pytest.mark.parametrize(
    ("title", "structs"),
    [
        ("What you send", get_args(ClientMessage)),
        ("What comes", [struct for struct in get_args(ServerMessage) if struct is not State]),
        ("News", get_args(News)),
    ],
)
def test_every_message_is_documented_with_its_fields(title: str, structs: list[Any]) -> None:
    for struct in structs:
        (fields,) = re.findall(rf"^\| `{tag(struct)}` \|([^|]*)\|", section(title), re.MULTILINE)
        assert re.findall(r"`(\w+)`", fields) == [*struct.__struct_fields__]


@pytest.mark.parametrize(
    ("title", "struct"), [("A state", State), ("Sushi Go!", SushiGoView), ("Sushi Roll", SushiRollView)]
)
def test_every_field_of_a_state_and_of_a_view_is_documented(title: str, struct: Any) -> None:
    rows = " ".join(re.findall(r"^\|([^|]*)\|", section(title), re.MULTILINE))
    assert {*re.findall(r"`(\w+)`", rows)} - {"type"} == {*struct.__struct_fields__}


@pytest.mark.parametrize(
    "struct",
    [
        *(WireSeat, WireLine, SushiGoResult, SushiRollResult, MenuMove, SwapMove, TakeMove),
        *(NewTable, TableFound, OpenGame, PastGame, SyncSheet, SheetSynced, SheetHead, SheetEdit),
    ],
)
def test_every_nested_field_is_documented(struct: Any) -> None:
    for field in struct.__struct_fields__:
        assert f"`{field}`" in PROTOCOL or f'"{field}": ' in PROTOCOL, field


@pytest.mark.parametrize("word", [*get_args(Phrase), *CLOCKS, *Phase])
def test_every_literal_is_documented(word: str) -> None:
    assert f"`{word}`" in PROTOCOL


def test_every_kind_of_score_line_is_documented() -> None:
    for word in {*re.findall(r'"(?:item|reason)": "([a-z-]+)"', TALLIES.read_text(encoding="utf-8"))}:
        assert f"`{word}`" in section("Tallies"), word


def test_every_endpoint_is_documented() -> None:
    named = {*re.findall(r"^\| `((?:GET|POST|DELETE|PUT|PATCH) [^`]+)`", section("Over HTTP"), re.MULTILINE)}
    assert named == {f"{endpoint.method} {endpoint.path}" for endpoint in rest.ENDPOINTS}
    for path in ("/api/play", "/api/openapi.json"):
        assert f"`{path}`" in PROTOCOL


@pytest.mark.parametrize(
    "code",
    [
        *(connection.NO_IDENTITY, connection.BAD_PROTOCOL, sockets.NOT_TEXT, sockets.POLICY, SERVICE_RESTART),
        *(1007, 1009),  # those of the library that reads frames
    ],
)
def test_every_close_code_is_documented(code: int) -> None:
    assert re.search(rf"^\| {code} \|", section("How a socket ends"), re.MULTILINE)


def test_every_setting_is_documented_with_variable_and_default() -> None:
    command = get_command(app.app).commands[serve.serve.__name__]  # type: ignore[attr-defined]
    options = [option for option in command.params if option.name != "help"]
    assert {option.name for option in options} == {*settings.Settings.__slots__, "open_page"}
    for option in options:
        (row,) = re.findall(rf"^\| [^|\n]*`{option.opts[0]}[ `].*$", CLI, re.MULTILINE)
        assert f"`{option.envvar}" in row
        if option.default is True:
            assert f"`{option.secondary_opts[0]}`" in row
        elif option.default:
            assert str(option.default) in row.replace(",", ""), option.name


def test_every_metric_is_documented() -> None:
    for metric in Metrics().registry.collect():
        assert re.search(rf"`{metric.name}(_total)?`", HOSTING), metric.name


@pytest.mark.parametrize(("name", "page"), [("protocol", PROTOCOL), ("hosting", HOSTING), ("cli", CLI)])
def test_section_links_resolve(name: str, page: str) -> None:
    for document, anchor in re.findall(r"\]\(([\w./-]*)#([^)]+)\)", page):
        text = (ROOT / "docs" / (document or f"{name}.md")).read_text(encoding="utf-8")
        titles = [re.sub(r"[^\w\- ]", "", title).lower() for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)]
        assert anchor in [title.replace(" ", "-") for title in titles], anchor
