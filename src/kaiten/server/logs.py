"""Log formats: text lines or JSON objects. Logs are redacted: never a token, a seed or a card."""

import json
import logging
import re
import sys
import time

_STANDARD_FIELDS = {*logging.makeLogRecord({}).__dict__, "message", "asctime", "taskName", "color_message"}


class JSONLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message and the extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        extra = {name: value for name, value in record.__dict__.items() if name not in _STANDARD_FIELDS}
        entry: dict[str, object] = {
            "at": _timestamp(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **extra,
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str, ensure_ascii=False)


class Lines(logging.Formatter):
    """One line of text with the same fields."""

    def format(self, record: logging.LogRecord) -> str:
        extra = [f"{name}={value}" for name, value in record.__dict__.items() if name not in _STANDARD_FIELDS]
        line = " ".join([_timestamp(record), record.levelname.lower(), record.getMessage(), *extra])
        # Names and addresses come from clients: no control characters (log injection).
        line = re.sub(r"[\x00-\x1f\x7f]", "?", line)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up(log_format: str) -> None:
    """Send all logs to standard error in this format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JSONLines() if log_format == "json" else Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = True
    # No access log: a proxy keeps one.
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _timestamp(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
