"""First revision: log, tables, records, players, servers."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, String, text

revision = "first"
down_revision: str | None = None


def upgrade() -> None:
    """Create all tables in an empty database."""
    _log()
    _tables()
    _games()
    _people()
    _servers()


def _log() -> None:
    op.create_table(
        "events",
        Column("table_id", String(64), primary_key=True),
        Column("version", Integer, primary_key=True),
        Column("at", BigInteger, nullable=False),
        Column("event", LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commands",
        Column("player", String(64), primary_key=True),
        Column("command_id", String(64), primary_key=True),
        Column("table_id", String(64), nullable=False),
        Column("answer", LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("commands_by_table", "commands", ["table_id"])


def _tables() -> None:
    op.create_table(
        "tables",
        Column("table_id", String(64), primary_key=True),
        Column("code", String(32), nullable=False, unique=True),
        Column("game", String(32), nullable=False),
        Column("phase", String(16), nullable=False),
        Column("seats", Integer, nullable=False),
        Column("free", Integer, nullable=False),
        Column("listed", Boolean, nullable=False),
        Column("spectators", Boolean, nullable=False),
        Column("clock", String(200), nullable=False),
        Column("host", String(200), nullable=False),
        Column("due", BigInteger),
        Column("bot_waits", Boolean, nullable=False),
        Column("opened_at", BigInteger, nullable=False),
    )
    op.create_index("tables_by_phase", "tables", ["phase", "opened_at"])
    for name, column, condition in (
        ("tables_by_due", "due", "due IS NOT NULL"),
        ("tables_by_bot", "table_id", "bot_waits = true"),
    ):
        where = text(condition)
        op.create_index(name, "tables", [column], sqlite_where=where, postgresql_where=where)
    op.create_table(
        "seated",
        Column("player", String(64), primary_key=True),
        Column("table_id", String(64), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("seated_by_table", "seated", ["table_id"])


def _games() -> None:
    op.create_table(
        "records",
        Column("table_id", String(64), primary_key=True),
        Column("game", String(32), nullable=False),
        Column("players", Integer, nullable=False),
        Column("bots", Integer, nullable=False),
        Column("record", LargeBinary, nullable=False),
        Column("finished_at", BigInteger, nullable=False),
    )
    op.create_table(
        "results",
        Column("table_id", String(64), primary_key=True),
        Column("seat", Integer, primary_key=True, autoincrement=False),
        Column("player", String(64), nullable=False),
        Column("name", String(200), nullable=False),
        Column("points", Integer, nullable=False),
        Column("place", Integer, nullable=False),
        Column("won", Boolean, nullable=False),
    )
    op.create_index("results_by_player", "results", ["player"])


def _people() -> None:
    op.create_table(
        "players",
        Column("id", String(64), primary_key=True),
        Column("created_at", BigInteger, nullable=False),
    )
    for name, when in (("secrets", "created_at"), ("links", "expires_at")):
        op.create_table(
            name,
            Column("hash", String(128), primary_key=True),
            Column("player", String(64), nullable=False),
            Column(when, BigInteger, nullable=False),
        )
        op.create_index(f"{name}_by_player", name, ["player"])


def _servers() -> None:
    op.create_table(
        "servers",
        Column("id", String(64), primary_key=True),
        Column("seen_at", BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        Column("player", String(64), primary_key=True),
        Column("server", String(64), primary_key=True),
    )
    op.create_index("presence_by_server", "presence", ["server"])
    op.create_table(
        "outages",
        Column("began", BigInteger, primary_key=True, autoincrement=False),
        Column("ended", BigInteger, nullable=False),
    )
