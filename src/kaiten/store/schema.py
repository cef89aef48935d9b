"""Database schema. To change it, add a migration in `migrations/versions` and edit this file; a test compares the two."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table, true

metadata = MetaData()

ID = String(64)

events = Table(
    "events",
    metadata,
    Column("table_id", ID, primary_key=True),
    # Optimistic concurrency: two writers cannot both insert version 7 of a table.
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("event", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# Idempotency keys: the answer to each command that was carried out.
commands = Table(
    "commands",
    metadata,
    Column("player", ID, primary_key=True),
    Column("command_id", ID, primary_key=True),
    Column("table_id", ID, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Index("commands_by_table", "table_id"),
    sqlite_with_rowid=False,
)

tables = Table(
    "tables",
    metadata,
    Column("table_id", ID, primary_key=True),
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
    Index("tables_by_phase", "phase", "opened_at"),
)
# Partial indexes for the two queries that every server repeats every second.
Index("tables_by_due", tables.c.due, sqlite_where=tables.c.due.is_not(None), postgresql_where=tables.c.due.is_not(None))
Index(
    "tables_by_bot",
    tables.c.table_id,
    sqlite_where=tables.c.bot_waits == true(),
    postgresql_where=tables.c.bot_waits == true(),
)

seated = Table(
    "seated",
    metadata,
    Column("player", ID, primary_key=True),
    Column("table_id", ID, primary_key=True),
    Index("seated_by_table", "table_id"),
    sqlite_with_rowid=False,
)

records = Table(
    "records",
    metadata,
    Column("table_id", ID, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("bots", Integer, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("table_id", ID, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", ID, nullable=False),
    Column("name", String(200), nullable=False),
    Column("points", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Index("results_by_player", "player"),
)

players = Table(
    "players",
    metadata,
    Column("id", ID, primary_key=True),
    Column("created_at", BigInteger, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    # Only hashes are stored: a stolen database gives no access.
    Column("hash", String(128), primary_key=True),
    Column("player", ID, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index("secrets_by_player", "player"),
)

links = Table(
    "links",
    metadata,
    Column("hash", String(128), primary_key=True),
    Column("player", ID, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index("links_by_player", "player"),
)

servers = Table(
    "servers",
    metadata,
    Column("id", ID, primary_key=True),
    Column("seen_at", BigInteger, nullable=False),
)

presence = Table(
    "presence",
    metadata,
    Column("player", ID, primary_key=True),
    Column("server", ID, primary_key=True),
    Index("presence_by_server", "server"),
)

outages = Table(
    "outages",
    metadata,
    # Servers that start together find the same beginning; only one inserts it.
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)

sheets = Table(
    "sheets",
    metadata,
    Column("sheet", ID, primary_key=True),
    Column("head", LargeBinary, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    Index("sheets_by_touch", "touched_at"),
)

sheet_edits = Table(
    "sheet_edits",
    metadata,
    Column("sheet", ID, primary_key=True),
    # In order of arrival; `edit_id` is the idempotency key.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("edit_id", ID, nullable=False),
    Column("edit", LargeBinary, nullable=False),
    Index("sheet_edits_by_id", "sheet", "edit_id", unique=True),
    sqlite_with_rowid=False,
)
