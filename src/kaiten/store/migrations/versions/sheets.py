"""Second revision: score sheets."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, String

revision = "sheets"
down_revision: str | None = "first"


def upgrade() -> None:
    """Create the tables of headers and edits."""
    op.create_table(
        "sheets",
        Column("sheet", String(64), primary_key=True),
        Column("head", LargeBinary, nullable=False),
        Column("touched_at", BigInteger, nullable=False),
    )
    op.create_index("sheets_by_touch", "sheets", ["touched_at"])
    op.create_table(
        "sheet_edits",
        Column("sheet", String(64), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("edit_id", String(64), nullable=False),
        Column("edit", LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("sheet_edits_by_id", "sheet_edits", ["sheet", "edit_id"], unique=True)
