"""Files of records (JSON Lines: one game a line). Every record read is replayed and verified."""

import os
from collections.abc import Iterator
from pathlib import Path

from kaiten.kit.errors import KaitenError
from kaiten.record.codec import dumps, loads
from kaiten.record.errors import RecordError
from kaiten.record.record import Record
from kaiten.record.replay import verify

LONGEST_LINE = 1 << 20
"""The limit of a line, in characters; a game takes a few thousand."""


class FileError(KaitenError):
    """A file that cannot be read or written."""

    code = "bad-file"


def read(path: str | Path) -> Iterator[Record]:
    """Every game of a file, verified; raises RecordError, with the line, at the first invalid one."""
    games = 0
    for line, text in _lines(Path(path)):
        try:
            record = loads(text)
            verify(record)
        except RecordError as error:
            raise error.at_line(str(path), line) from None
        games += 1
        yield record
    if not games:
        raise FileError(f"{path} holds no games")


def write(path: str | Path, record: Record) -> None:
    """Write one game to a file atomically (temporary file, fsync, rename): a crash leaves the file as it was."""
    path = Path(path).resolve()
    if path.exists() and not path.is_file():
        kind = "a folder" if path.is_dir() else "not a plain file"
        raise FileError(f"{path} cannot be written: it is {kind}")
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(dumps(record) + "\n")
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise _file_error(path, "written", error) from None


def append(path: str | Path, record: Record) -> None:
    """Add one game to the end of a file."""
    try:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(dumps(record) + "\n")
    except OSError as error:
        raise _file_error(Path(path), "written", error) from None


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            line = 0
            while text := file.readline(LONGEST_LINE):
                line += 1
                if len(text) == LONGEST_LINE:
                    raise FileError(f"{path} cannot be read: line {line} is longer than any record")
                if text.strip():
                    yield line, text
    except UnicodeDecodeError:
        raise FileError(f"{path} cannot be read: it is not UTF-8 text, so it is not a record") from None
    except OSError as error:
        raise _file_error(path, "read", error) from None


def _file_error(path: Path, done: str, error: OSError) -> FileError:
    reason = "it is a folder" if path.is_dir() else (error.strerror or str(error)).lower()
    return FileError(f"{path} cannot be {done}: {reason}")
