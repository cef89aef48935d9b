"""Sheets as JSON and CSV, both ways; errors name the problem."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaiten.sheet import (
    Header,
    Sheet,
    SheetError,
    dumps,
    edit_from_json,
    edit_to_json,
    from_csv,
    loads,
    parse_cell,
    score_sheet,
    sheet_from_json,
    sheet_to_json,
    to_csv,
)
from tests.sheet.writing import filled, header, new_id, put

GO = filled(header(people=3), ("W N3", "M2 P", ""), ("T T", "S", "D"))
ROLL = filled(header("sushi-roll"), ("P2 U2", "M3"), tokens=("U2 C0", "P3 U0 C1"))
DUMMY = put(Sheet(header(dummy=True, penalty=True)), "1/2", "T T")


@pytest.mark.parametrize("sheet", [GO, ROLL, DUMMY, Sheet(header())])
def test_json_and_back(sheet: Sheet) -> None:
    assert loads(dumps([sheet])) == (sheet,)
    assert sheet_from_json(json.loads(json.dumps(sheet_to_json(sheet)))) == sheet


def test_a_file_of_several_and_of_none() -> None:
    assert loads(dumps([GO, ROLL])) == (GO, ROLL)
    assert loads(dumps([])) == ()
    assert json.loads(dumps([GO, ROLL]))["format"] == "kaiten-sheets/1"


def test_an_undo_round_trips_with_the_undone_id() -> None:
    undone = put(Sheet(header()), "1/0", "T").undo(id=new_id(), at=1, by="phone")
    assert undone is not None
    (sheet,) = loads(dumps([undone]))
    assert sheet == undone
    assert sheet.edits[1].undoes == sheet.edits[0].id
    assert edit_from_json(sheet.header, {**edit_to_json(sheet.edits[0]), "undoes": None}) == sheet.edits[0]


def changed(**fields: Any) -> str:
    return json.dumps({**sheet_to_json(GO), **fields})


def edited(**fields: Any) -> str:
    return changed(edits=[{**edit_to_json(GO.edits[0]), **fields}])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this is not JSON"),
        ("{", "this is not JSON"),
        ("[" * 100_000, "this is not JSON"),
        ("9" * 5000, "this is not JSON"),
        ("[]", "a sheet is a JSON object, not []"),
        ("{}", "format None is not known: it is kaiten-sheet/1"),
        ('{"format": "kaiten-sheets/1"}', "'sheets' is missing"),
        (changed(format="kaiten-sheet/2"), "format 'kaiten-sheet/2' is not known"),
        (changed(players="Ana"), "'players' is 'Ana': it should be a list"),
        (changed(players=["Ana", 3]), "'players' has 3: it should hold texts"),
        (changed(started=True), "'started' is True: it should be a whole number"),
        (changed(started=1.5), "'started' is 1.5: it should be a whole number"),
        (changed(options=None), "'options' is None: it should be an object"),
        (changed(options={"dummy": 1}), "'dummy' is 1: it should be true or false"),
        (changed(options={"pass": "left"}), "option 'pass' is not known: a sheet has dummy and dummy_pudding_penalty"),
        (changed(sheet="x y"), "sheet 'x y': it should be 16 to 64 letters"),
        (changed(edits=[None]), "an edit is a JSON object, not None"),
        (changed(edits=[None] * 10_001), "10001 edits: a sheet has 10000 at most"),
        (edited(id="short"), "edit 'short': it should be 8 to 64 letters"),
        (edited(value=3), "'value' is 3: it should be a text"),
        (edited(value="U2"), "'U2' is not a card"),
        (edited(after=["x"]), "after 'x': it should be 8 to 64 letters"),
        (edited(undoes="x"), "undoes 'x': it should be 8 to 64 letters"),
        (edited(at=10**17), "at 100000000000000000: it should be milliseconds since 1970"),
        (edited(by="x" * 41), "it should be up to 40 printable characters"),
    ],
)
def test_a_bad_sheet_is_refused_with_its_fault(text: str, said: str) -> None:
    with pytest.raises(SheetError) as error:
        loads(text)
    assert said in str(error.value)


def test_every_field_has_to_be_there() -> None:
    for name in sheet_to_json(GO):
        data = {key: value for key, value in sheet_to_json(GO).items() if key != name}
        with pytest.raises(SheetError):
            sheet_from_json(data)
    for name in edit_to_json(GO.edits[0]):
        data = {key: value for key, value in edit_to_json(GO.edits[0]).items() if key != name}
        with pytest.raises(SheetError, match=f"'{name}' is missing"):
            edit_from_json(GO.header, data)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_read_or_refused_with_a_sheet_error(data: Any) -> None:
    with pytest.raises(SheetError):
        sheet_from_json(data)
    with pytest.raises(SheetError):
        edit_from_json(GO.header, data)


@pytest.mark.parametrize("sheet", [GO, ROLL, DUMMY, Sheet(header())])
def test_csv_and_back_shows_the_same(sheet: Sheet) -> None:
    (read,) = from_csv(to_csv([sheet]))
    assert read.header == sheet.header
    assert score_sheet(read) == score_sheet(sheet)
    assert to_csv([read]) == to_csv([sheet])
    assert from_csv("\ufeff" + to_csv([sheet])) == (read,)
    merged = sheet.merge(read)
    assert merged.conflicts() == {}
    assert merged.merge(read) == merged


def test_csv_is_one_line_for_each_entry() -> None:
    lines = to_csv([GO, ROLL]).splitlines()
    assert lines[:3] == [
        "sheet,started,game,options,seat,player,part,entry,points",
        "q3T9q3T9q3T9q3T9,1000,sushi-go,,0,Ana,1,W N3,9",
        "q3T9q3T9q3T9q3T9,1000,sushi-go,,1,Ben,1,M2 P,6",
    ]
    assert "q3T9q3T9q3T9q3T9,1000,sushi-go,,1,Ben,puddings,1,6" in lines
    assert "q3T9q3T9q3T9q3T9,1000,sushi-go,,1,Ben,total,,12" in lines
    assert "q3T9q3T9q3T9q3T9,1000,sushi-roll,,0,Ana,tokens,U2 C0,1" in lines
    assert to_csv([DUMMY]).splitlines()[1] == (
        "q3T9q3T9q3T9q3T9,1000,sushi-go,dummy dummy_pudding_penalty,2,The dummy,1,T T,"
    )
    assert "tokens,U2 C0," in to_csv([put(ROLL, "1/0", None)])


def test_a_changed_csv_creates_a_conflict() -> None:
    changed_file = to_csv([GO]).replace("W N3", "N3 W")
    merged = GO.merge(*from_csv(changed_file))
    assert [edit.value for edit in merged.conflict(parse_cell("1/0"))] == ["N3 W", "W N3"]
    assert merged.value(parse_cell("1/0")) == "W N3"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seat,", "chair,", "column 'seat' is missing: a CSV of sheets has sheet, started"),
        ("Ana,1,", "Ana,4,", "line 2: part '4' is not known: it is one of 1, 2, 3, tokens, puddings, total"),
        (
            "1000,sushi-go,,0,Ana,2",
            "1001,sushi-go,,0,Ana,2",
            "line 5: started, game and options differ from those of line 2",
        ),
        (",,0,Ana", ",,x,Ana", "line 2: seat 'x' is not a whole number"),
        (",1000,", ",soon,", "started 'soon' is not a whole number"),
        (",,2,Cleo", ",,7,Cleo", "lines 2 to 16: the seats are [0, 1, 7]: they should count from 0 without a gap"),
        ("sushi-go,", "sushi-go,left", "lines 2 to 16: option 'left' is not known: there are dummy and"),
        ("W N3", "W X", "lines 2 to 16: 'X' is not a card"),
        ("W N3", "x" * 200_000, "this is not a CSV of sheets: field larger than field limit"),
    ],
)
def test_a_bad_csv_is_refused_with_its_fault(old: str, new: str, said: str) -> None:
    with pytest.raises(SheetError) as error:
        from_csv(to_csv([GO]).replace(old, new))
    assert said in str(error.value)


def test_a_name_is_quoted_against_csv_injection() -> None:
    sheet = Sheet(Header("q3T9q3T9q3T9q3T9", "sushi-go", ("=1+1", "'tis Ben"), 0))
    assert ",'=1+1," in to_csv([sheet])
    assert from_csv(to_csv([sheet]))[0].header.players == sheet.header.players


def test_a_spreadsheet_may_write_semicolons() -> None:
    assert from_csv(to_csv([GO]).replace(",", ";"))[0].header == GO.header


def test_an_empty_csv_has_no_columns() -> None:
    with pytest.raises(SheetError, match="column 'sheet' is missing"):
        from_csv("")
