"""The tables of the event log."""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("table_id", String(40), primary_key=True),
    # Two writers can never both write event 7 of a table: the second one is refused.
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("event", LargeBinary, nullable=False),
)

commands = Table(
    "commands",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("command_id", String(64), primary_key=True),
    Column("table_id", String(40), nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Index("commands_by_table", "table_id"),
)
