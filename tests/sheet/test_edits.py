"""Edits of several phones (CRDT): none is lost, replicas converge, conflicts are shown, and edits can be undone."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaiten.sheet import Edit, Header, Sheet, SheetError, cells, format_tokens, parse_cell, parse_tokens
from tests.sheet.writing import SHEET, header, new_id, put

HEAD = header()
CELLS = ("1/0", "1/1", "name/0")
BY = ("phone", "laptop", "tablet")

values = st.sampled_from([None, "T", "S", "D"])
steps = st.lists(st.tuples(st.sampled_from(BY), st.sampled_from(CELLS), values, st.integers(0, 5)), max_size=12)


def copies(
    script: Sequence[tuple[str, str, str | None, int]], merges: Sequence[tuple[str, str]] = ()
) -> dict[str, Sheet]:
    """Replicas of several devices after concurrent edits and occasional merges."""
    held = dict.fromkeys(BY, Sheet(HEAD))
    fetches = [*merges]
    for by, cell, value, at in script:
        held[by] = (
            held[by].undo(id=new_id(), at=at, by=by) or held[by]
            if value == "D"
            else put(held[by], cell, value, by=by, at=at)
        )
        if fetches:
            to, source = fetches.pop()
            held[to] = held[to].merge(held[source])
    return held


fetched = st.lists(st.tuples(st.sampled_from(BY), st.sampled_from(BY)), max_size=12)


@given(steps, fetched)
def test_merging_is_commutative_associative_and_idempotent(
    script: list[tuple[str, str, str | None, int]], merges: list[tuple[str, str]]
) -> None:
    one, two, three = copies(script, merges).values()
    assert one.merge(two) == two.merge(one)
    assert one.merge(two).merge(three) == one.merge(two.merge(three))
    assert one.merge(one) == one
    assert one.merge(two).merge(two) == one.merge(two)


@given(steps, steps, st.randoms(use_true_random=False))
def test_any_interleaving_of_two_phones_loses_no_edit_and_shows_each_conflict(
    mine: list[tuple[str, str, str | None, int]], yours: list[tuple[str, str, str | None, int]], draw: object
) -> None:
    phone = copies([("phone", *step[1:]) for step in mine])["phone"]
    laptop = copies([("laptop", *step[1:]) for step in yours])["laptop"]
    edits = [*phone.edits, *laptop.edits]
    draw.shuffle(edits)  # type: ignore[attr-defined]
    arrived = Sheet(HEAD)
    for edit in edits:
        arrived = arrived.add(edit)
    assert arrived == phone.merge(laptop)
    assert {edit.id for edit in arrived.edits} == {edit.id for edit in edits}
    for cell in map(parse_cell, CELLS):
        heads = {*phone.heads(cell), *laptop.heads(cell)}
        assert {*arrived.heads(cell)} == heads
        differ = len({edit.value for edit in heads}) > 1
        assert {*arrived.conflict(cell)} == (heads if differ else set())
        assert (cell in arrived.conflicts()) == differ


@given(steps, fetched)
def test_an_edit_replaces_the_heads_its_author_saw(
    script: list[tuple[str, str, str | None, int]], merges: list[tuple[str, str]]
) -> None:
    one, two, three = copies(script, merges).values()
    whole = one.merge(two).merge(three)
    for cell in map(parse_cell, CELLS):
        settled = put(whole, str(cell), "S", at=0)
        assert settled.value(cell) == "S"
        assert len(settled.heads(cell)) == 1
        assert settled.merge(whole) == settled
        assert settled.history(cell)[:-1] == whole.history(cell)


@given(st.lists(st.tuples(st.sampled_from(CELLS), values, st.integers(0, 5)), max_size=8))
def test_undoing_everything_empties_the_sheet_step_by_step(script: list[tuple[str, str | None, int]]) -> None:
    sheet, shown = Sheet(HEAD), [Sheet(HEAD)]
    for cell, value, at in script:
        sheet = put(sheet, cell, value, at=at)
        shown.append(sheet)
    for before in [*reversed(shown)][1:]:
        undone = sheet.undo(id=new_id(), at=0, by="phone")
        assert undone is not None
        sheet = undone
        assert [sheet.value(parse_cell(cell)) for cell in CELLS] == [before.value(parse_cell(cell)) for cell in CELLS]
    assert sheet.undo(id=new_id(), at=0, by="phone") is None
    assert len(sheet.edits) == 2 * len(script)


def test_repeated_undo_skips_undos() -> None:
    sheet = put(put(Sheet(HEAD), "1/0", "T"), "1/0", "S")
    once = sheet.undo(id=new_id(), at=9, by="phone")
    assert once is not None
    assert once.value(parse_cell("1/0")) == "T"
    again = put(once, "1/0", "D")
    twice = again.undo(id=new_id(), at=9, by="phone")
    assert twice is not None
    assert twice.value(parse_cell("1/0")) == "T"
    thrice = twice.undo(id=new_id(), at=9, by="phone")
    assert thrice is not None
    assert thrice.value(parse_cell("1/0")) is None
    assert thrice.last_undoable("phone") is None


def test_undo_takes_back_the_authors_edits_only() -> None:
    sheet = put(put(Sheet(HEAD), "1/0", "T", by="phone"), "1/1", "S", by="laptop")
    undone = sheet.undo(id=new_id(), at=9, by="phone")
    assert undone is not None
    assert (undone.value(parse_cell("1/0")), undone.value(parse_cell("1/1"))) == (None, "S")
    assert sheet.undo(id=new_id(), at=9, by="tablet") is None


def test_undo_of_a_settled_conflict_restores_the_value_before() -> None:
    start = Sheet(HEAD)
    both = put(start, "1/0", "T", by="phone", at=3).merge(put(start, "1/0", "S", by="laptop", at=2))
    undone = put(both, "1/0", "D", by="phone", at=4).undo(id=new_id(), at=5, by="phone")
    assert undone is not None
    assert undone.value(parse_cell("1/0")) == "T"
    assert undone.conflict(parse_cell("1/0")) == ()


def test_edits_are_idempotent_by_id() -> None:
    sheet = put(Sheet(HEAD), "1/0", "T")
    (edit,) = sheet.edits
    assert sheet.add(Edit(edit.id, parse_cell("1/0"), "S", (), edit.at, "mallory")) == sheet


def test_an_edit_after_itself_is_not_replaced() -> None:
    sheet = Sheet(HEAD).add(Edit("edit-self", parse_cell("1/0"), "T", ("edit-self",), 5, "phone"))
    assert sheet.value(parse_cell("1/0")) == "T"


def test_edits_stay_in_order_with_a_stopped_or_overflowing_clock() -> None:
    sheet = put(put(put(Sheet(HEAD), "1/0", "T", at=5), "1/0", "S", at=5), "1/1", "D", at=5)
    assert [edit.at for edit in sheet.edits] == [5, 6, 7]
    last = put(Sheet(HEAD), "1/0", "T", at=8_640_000_000_000_000)
    assert put(last, "1/0", "S", at=1).value(parse_cell("1/0")) == "S"


def test_names_change_and_the_dummy_has_its_own() -> None:
    sheet = put(Sheet(header(dummy=True)), "name/1", "Benedikt")
    assert sheet.names == ("Ana", "Benedikt")
    assert sheet.seat_names == ("Ana", "Benedikt", "The dummy")
    assert put(sheet, "name/1", None).names == ("Ana", "Ben")
    assert [str(cell) for cell in cells(sheet.header)][-3:] == ["3/2", "name/0", "name/1"]


def test_two_different_games_are_not_merged() -> None:
    with pytest.raises(SheetError, match="is another game than"):
        Sheet(HEAD).merge(Sheet(Header(SHEET, "sushi-go", ("Ana", "Zoe"), 1000)))


@pytest.mark.parametrize(
    ("cell", "value", "said"),
    [
        ("4/0", "T", "cell '4/0' is not known: write it like 1/0, tokens/0 or name/0"),
        ("1/2", "T", "cell '1/2': the seats are 0 to 1"),
        ("name/2", "T", "the seats are 0 to 1"),
        ("tokens/0", "U1 C1", "Sushi Go! has no tokens"),
        ("1/0", "X", "'X' is not a card: write one of T S D"),
        ("1/0", "T  T", "cell 1/0: 'T  T' should be 'T T'"),
        ("1/0", "T " * 150, "is longer than 200 characters"),
        ("name/0", " ", "the name ' ' is not allowed: it should be 1 to 40 printable characters"),
        ("name/0", "a\x1bb", "is not allowed"),
        ("name/0", "x" * 41, "is not allowed"),
    ],
)
def test_a_value_of_the_wrong_kind_for_its_cell_is_refused(cell: str, value: str, said: str) -> None:
    with pytest.raises(SheetError) as error:
        put(Sheet(HEAD), cell, value)
    assert said in str(error.value)


@pytest.mark.parametrize("value", ["U1", "C1 U1", "P4", "U01 C1", "U-1 C1", "P1 U1 C1 ", "U1000 C1"])
def test_tokens_have_one_notation(value: str) -> None:
    with pytest.raises(SheetError, match="write them like P4 U2 C1"):
        put(Sheet(header("sushi-roll")), "tokens/0", value)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"sheet": "short"}, "sheet 'short': it should be 16 to 64 letters, digits, - or _"),
        ({"game": "poker"}, "game 'poker' is not known: the games are sushi-go and sushi-roll"),
        ({"players": ("Ana",)}, "1 player: a sheet has 2 to 5"),
        ({"players": ("Ana", "Ana")}, "two players have the same name"),
        ({"players": ("Ana", "")}, "the name '' is not allowed"),
        ({"started": -1}, "started -1: it should be milliseconds since 1970"),
        ({"dummy": True, "players": ("A", "B", "C")}, "the dummy plays Sushi Go! with 2 people"),
        ({"dummy": True, "game": "sushi-roll"}, "the dummy plays Sushi Go! with 2 people"),
        ({"dummy_pudding_penalty": True}, "dummy_pudding_penalty needs the dummy"),
    ],
)
def test_impossible_headers_are_refused(fields: dict[str, object], said: str) -> None:
    plain: dict[str, object] = {"sheet": SHEET, "game": "sushi-go", "players": ("Ana", "Ben"), "started": 0}
    with pytest.raises(SheetError) as error:
        Header(**{**plain, **fields})  # type: ignore[arg-type]
    assert said in str(error.value)


@pytest.mark.parametrize("text", ["P4 U2 C1", "U0 C12", "P0 U0 C0"])
def test_tokens_as_text_and_back(text: str) -> None:
    assert format_tokens(parse_tokens(text)) == text
