"""Logs: a line for a person, or a JSON object for a program. Never a token, a seed or a card."""

import json
import logging
import re
import sys
import time

_USUAL = {*logging.makeLogRecord({}).__dict__, "message", "asctime", "taskName", "color_message"}


class JSONLines(logging.Formatter):
    """One object a line: when, how grave, who says it, what, and what belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        more = {name: value for name, value in record.__dict__.items() if name not in _USUAL}
        said: dict[str, object] = {
            "at": _moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **more,
        }
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return json.dumps(said, default=str, ensure_ascii=False)


class Lines(logging.Formatter):
    """The same, for people."""

    def format(self, record: logging.LogRecord) -> str:
        more = [f"{name}={value}" for name, value in record.__dict__.items() if name not in _USUAL]
        line = " ".join([_moment(record), record.levelname.lower(), record.getMessage(), *more])
        # Names and addresses come from outside: a line stays a line.
        line = re.sub(r"[\x00-\x1f\x7f]", "?", line)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up(log_format: str) -> None:
    """All logs to standard error, in this format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JSONLines() if log_format == "json" else Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = True
    # Every request and every socket in a line would drown what matters; a proxy keeps such a list.
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _moment(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
