"""Records as JSON, format `kaiten/1`, both ways. Checks shapes only; `replay` checks the moves, draws and scores."""

import json
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, NamedTuple, NoReturn

from kaiten import sushi_go, sushi_roll
from kaiten.kit.chance import Drawn
from kaiten.kit.errors import KaitenError
from kaiten.kit.seats import FEWEST_PLAYERS, MOST_PLAYERS
from kaiten.record.errors import RecordError, as_json
from kaiten.record.record import FORMAT, Record, game_named
from kaiten.record.replay import replay

_FIELDS = ("format", "game", "players", "options", "chance", "turns")


def dumps(record: Record) -> str:
    """A record as one line of JSON."""
    data = to_json(record)
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate, which only an escape can write
        text = json.dumps(data)
    return text


def loads(text: str) -> Record:
    """A record from its JSON. It is not replayed yet: `verify` does that."""
    return from_json(parse(text))


def parse(text: str) -> Any:
    """Parse JSON strictly: no NaN, no duplicate names, no overlong numbers."""
    try:
        return json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_int=_read_int,
            parse_float=_read_float,
            object_pairs_hook=_refuse_doubles,
        )
    except json.JSONDecodeError as error:
        if text.strip() in {"{", "["}:
            raise RecordError("a record is one line of JSON, and this one is spread over several") from None
        ended = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        hint = "the record is cut short" if ended else f"{error.msg} at character {error.pos + 1}"
        raise RecordError(f"not JSON: {hint}") from None
    except RecursionError:
        raise RecordError("not a record: brackets are nested too deeply") from None


def to_json(record: Record) -> dict[str, Any]:
    """A record as plain JSON values."""
    rules = record.rules
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": record.game,
        "players": [*record.players],
        "options": rules.options_to_json(record.options),
        "chance": _CHANCE[record.game].to_json(record),
        "turns": _rows_to_json(record) if rules.SIMULTANEOUS else [[seat, choice] for seat, choice in record.choices],
    }
    if record.scores is not None:
        data["scores"] = dict(record.scores)
    return {**data, **record.more}


def from_json(data: Any) -> Record:
    """A record from plain JSON values."""
    if not isinstance(data, dict):
        raise RecordError(f"a record is a JSON object, this is {_kind(data)}")
    if data.get("format", FORMAT) != FORMAT:
        raise RecordError(f"format {as_json(data['format'])} is not known: it is {FORMAT}")
    for name in _FIELDS:
        if name not in data:
            raise RecordError(f"the record has no {name!r}")
    if not isinstance(data["game"], str):
        _refuse("game", data["game"], "a text")
    game = game_named(data["game"])
    players = _read_players(data["players"])
    chance = _object("chance", data["chance"])
    try:
        options = game.options_from_json(_object("options", data["options"]))
    except KaitenError as error:
        raise RecordError(str(error)) from None
    rows = _list("turns", data["turns"])
    try:
        choices = _rows_from_json(rows, len(players)) if game.SIMULTANEOUS else _actions_from_json(rows)
    except RecordError as error:
        _check_earlier_turns(data, error.turn or 1)
        raise
    return Record(
        game=game.NAME,
        players=players,
        options=options,
        draws=_CHANCE[game.NAME].from_json(chance, len(players)),
        choices=choices,
        scores=_object("scores", data["scores"]) if "scores" in data else None,
        more={name: value for name, value in data.items() if name not in (*_FIELDS, "scores")},
    )


def _check_earlier_turns(data: Mapping[str, Any], turn: int) -> None:
    """Raise the error of an earlier turn, if there is one: the first error is the one to report."""
    before = {name: value for name, value in data.items() if name != "scores"}
    try:
        for _ in replay(from_json({**before, "turns": data["turns"][: turn - 1]})):
            pass
    except RecordError as error:
        if error.turn is not None:
            raise


def _read_players(value: Any) -> tuple[str, ...]:
    names = _list("players", value)
    for name in names:
        if not isinstance(name, str) or not name.strip() or not _is_text(name):
            _refuse("players", name, "a name")
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        _refuse("players", names, f"{FEWEST_PLAYERS} to {MOST_PLAYERS} names")
    return tuple(names)


def _is_text(name: str) -> bool:
    """Whether the name can be encoded: half a surrogate pair cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def _deck_to_json(record: Record) -> dict[str, Any]:
    (deck,) = record.draws["deck"]
    return {"deck": _unpack(deck)}


def _deck_from_json(chance: Mapping[str, Any], players: int) -> dict[str, tuple[Drawn, ...]]:  # noqa: ARG001
    return {"deck": (_codes("chance.deck", chance.get("deck")),)}


def _dice_to_json(record: Record) -> dict[str, Any]:
    players = len(record.players)
    bags = []
    for bag in record.draws.get("bag", ()):
        kinds = _unpack(bag)
        each = len(kinds) // players
        bags.append([kinds[seat * each : (seat + 1) * each] for seat in range(players)])
    rolls = [_unpack(roll) for roll in record.draws.get("roll", ())]
    return {"red_belt": record.draws["red_belt"][0], "bags": bags, "rolls": rolls}


def _dice_from_json(chance: Mapping[str, Any], players: int) -> dict[str, tuple[Drawn, ...]]:
    red_belt = chance.get("red_belt")
    if type(red_belt) is not int:
        _refuse("chance.red_belt", red_belt, "a seat number")
    bags: list[Drawn] = []
    for number, bag in enumerate(_list("chance.bags", chance.get("bags")), 1):
        belts = [_codes(f"chance.bags, round {number}", belt) for belt in _list("chance.bags", bag)]
        if len(belts) != players or len({len(belt) for belt in belts}) > 1:
            _refuse(f"chance.bags, round {number}", bag, f"{players} belts with the same number of dice")
        bags.append(tuple([kind for belt in belts for kind in belt]))
    rolls = [
        _codes(f"chance.rolls, entry {number}", roll)
        for number, roll in enumerate(_list("chance.rolls", chance.get("rolls")), 1)
    ]
    return {"red_belt": (red_belt,), "bag": tuple(bags), "roll": tuple(rolls)}


class _ChanceFormat(NamedTuple):
    """The field `chance` of a game's records, both ways."""

    to_json: Callable[[Record], dict[str, Any]]
    from_json: Callable[[Mapping[str, Any], int], dict[str, tuple[Drawn, ...]]]


_CHANCE = {
    sushi_go.NAME: _ChanceFormat(_deck_to_json, _deck_from_json),
    sushi_roll.NAME: _ChanceFormat(_dice_to_json, _dice_from_json),
}


def _rows_to_json(record: Record) -> list[list[str | None]]:
    """One row a turn in seat order; the last may hold null for a choice not yet made."""
    players = len(record.players)
    rows = []
    for start in range(0, len(record.choices), players):
        chosen = dict(record.choices[start : start + players])
        rows.append([chosen.get(seat) for seat in range(players)])
    return rows


def _rows_from_json(rows: list[Any], players: int) -> tuple[tuple[int, str], ...]:
    choices = []
    for turn, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != players:
            raise RecordError(f"the row is {as_json(row)}: it should hold {players} choices", turn=turn)
        if not any(row):
            raise RecordError(f"the row is {as_json(row)}: a turn in which nobody has chosen is not written", turn=turn)
        for seat, choice in enumerate(row):
            if choice is None and turn == len(rows):
                continue
            if not isinstance(choice, str):
                raise RecordError(f"the choice is {as_json(choice)}: it should be a text", turn=turn, seat=seat)
            choices.append((seat, choice))
    return tuple(choices)


def _actions_from_json(rows: list[Any]) -> tuple[tuple[int, str], ...]:
    for turn, row in enumerate(rows, 1):
        shaped = isinstance(row, list) and len(row) == 2 and type(row[0]) is int and isinstance(row[1], str)
        if not shaped:
            raise RecordError(f"the row is {as_json(row)}: it should be a seat and an action", turn=turn)
    return tuple([(seat, action) for seat, action in rows])


def _codes(name: str, value: Any) -> tuple[str, ...]:
    codes = _list(name, value)
    for code in codes:
        if not isinstance(code, str):
            _refuse(name, code, "a text")
    return tuple(codes)


def _list(name: str, value: Any) -> list[Any]:
    return value if isinstance(value, list) else _refuse(name, value, "a list")


def _object(name: str, value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else _refuse(name, value, "an object")


def _unpack(drawn: Drawn) -> list[str]:
    return [str(item) for item in drawn] if isinstance(drawn, tuple) else []


def _refuse(name: str, value: Any, wanted: str) -> NoReturn:
    raise RecordError(f"{name} is {as_json(value)}: it should be {wanted}")


def _kind(value: Any) -> str:
    names = {"list": "a list", "str": "a text", "int": "a number", "float": "a number", "bool": "true or false"}
    return names.get(type(value).__name__, "null")


def _refuse_constant(name: str) -> NoReturn:
    raise RecordError(f"{name} is not JSON")


def _read_int(digits: str) -> int:
    if len(digits) > 18:
        raise RecordError(f"the number {digits[:18]}... is too long")
    return int(digits)


def _read_float(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise RecordError(f"the number {digits[:18]} is too large")
    return number


def _refuse_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name, value in pairs:
        if name in data:
            raise RecordError(f"{as_json(name)} occurs twice in one object")
        data[name] = value
    return data
