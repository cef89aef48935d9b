"""Score sheets in a folder, one file each: written atomically, and merged with the edits of other programs."""

import contextlib
import os
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kaiten.cli.options import new_file
from kaiten.kit.errors import KaitenError, OptionError, shown
from kaiten.record import FileError
from kaiten.sheet import Sheet, SheetError, dumps, from_csv, loads, score_sheet, to_csv

LARGEST_FILE = 50_000_000
"""The largest file that is read, in bytes; a sheet takes a few thousand."""


def latest(sheet: Sheet) -> int:
    """The time of the last edit of a sheet."""
    return max([sheet.header.started, *[edit.at for edit in sheet.edits]])


@dataclass(frozen=True, slots=True)
class ImportedSheet:
    """The result of importing a sheet."""

    sheet: Sheet
    new: bool
    edits: int
    """The number of edits that were not known before."""


class SheetFolder:
    """All sheets of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.damaged: list[str] = []
        """A sentence for each file that cannot be read; such files are skipped and not changed."""

    def open(self) -> None:
        """Create the folder; FileError if that fails."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise FileError(
                f"sheets cannot be saved in {self.folder}: {reason}; choose another folder with --folder"
            ) from None

    def sheets(self) -> list[Sheet]:
        """Every sheet, the newest first."""
        found: dict[str, Sheet] = {}
        self.damaged = []
        for path in sorted(self.folder.glob("*.json")) if self.folder.is_dir() else ():
            try:
                for sheet in _read(path):
                    known = found.get(sheet.header.sheet)
                    found[sheet.header.sheet] = known.merge(sheet) if known else sheet
            except KaitenError as error:
                self.damaged.append(str(error))
        return sorted(found.values(), key=lambda sheet: (-sheet.header.started, sheet.header.sheet))

    def unfinished(self) -> Sheet | None:
        """The unfinished game; of several the one that was edited last."""
        unfinished = [sheet for sheet in self.sheets() if not score_sheet(sheet).finished]
        return max(unfinished, key=latest, default=None)

    def save(self, sheet: Sheet) -> Sheet:
        """Save a sheet, merged with the edits that another program has written to its file meanwhile."""
        path = self.folder / f"{sheet.header.sheet}.json"
        with _locked(self.folder):
            for kept in _read(path) if path.exists() else ():
                if kept.header.sheet == sheet.header.sheet:
                    sheet = kept.merge(sheet)
            write_whole(path, dumps([sheet]))
        return sheet

    def import_file(self, path: Path) -> list[ImportedSheet]:
        """Add the sheets of a file; known ones are merged. All or nothing: no sheet is saved unless all can be merged."""
        known = {sheet.header.sheet: sheet for sheet in self.sheets()}
        taken = []
        for sheet in _read(path):
            before = known.get(sheet.header.sheet)
            merged = sheet if before is None else before.merge(sheet)
            known[sheet.header.sheet] = merged
            taken.append(
                ImportedSheet(merged, before is None, len(merged.edits) - (len(before.edits) if before else 0))
            )
        for entry in taken:
            self.save(entry.sheet)
        return taken


def export(path: Path, sheets: Iterable[Sheet]) -> None:
    """Write sheets to a new file, in the format of its suffix: JSON with the whole history, or CSV for a spreadsheet."""
    path = path.expanduser()
    if path.suffix.lower() not in {".json", ".csv"}:
        raise OptionError(f"{shown(str(path))} is neither JSON nor CSV: name a file that ends in .json or .csv")
    new_file(path)
    write_whole(path, to_csv(sheets) if path.suffix.lower() == ".csv" else dumps([*sheets]))


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically and durably: temporary file, fsync, rename, fsync of the folder."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with draft.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        if os.name == "posix":
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        raise FileError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()  # it does not exist after the rename


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder's file lock, so that read-merge-write is atomic between programs; no lock on Windows."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(ImportError, OSError):
            import fcntl  # noqa: PLC0415  (Windows has none)

            lock = held.enter_context((folder / ".lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _read(path: Path) -> tuple[Sheet, ...]:
    path = path.expanduser()
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise FileError(f"{path} cannot be read: it is larger than any file of sheets")
        # Spreadsheets write a byte order mark, and line ends inside a field have to stay as they are.
        with path.open(encoding="utf-8-sig", newline="") as file:
            text = file.read()
        return from_csv(text) if path.suffix.lower() == ".csv" else loads(text)
    except SheetError as error:
        raise FileError(f"{path} cannot be read: {error}") from None
    except UnicodeDecodeError:
        raise FileError(f"{path} cannot be read: it is not UTF-8 text, so it is not a sheet") from None
    except OSError as error:
        reason = "it is a folder" if path.is_dir() else (error.strerror or str(error)).lower()
        raise FileError(f"{path} cannot be read: {reason}") from None
