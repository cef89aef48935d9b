"""Schema migration when a server opens a database (Alembic scripts, without Alembic's command line).

The scripts are in `migrations/`, in an installed wheel too.
"""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from kaiten.store.errors import StoreError
from kaiten.store.schema import metadata

SCRIPTS = Path(__file__).parent / "migrations"

HEAD = "sheets"
"""The newest revision. A database at this revision is opened without importing Alembic."""

LOCK = 0x6B616974656E
"""Key of the advisory lock that a server holds while it migrates: the bytes of `kaiten`."""


def migrate(connection: Connection) -> None:
    """Run the missing migrations in the open transaction. Other servers wait for the lock and then find them done."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK})
    if _revision(connection) == HEAD:
        return
    from alembic.config import Config  # noqa: PLC0415
    from alembic.runtime.environment import EnvironmentContext  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    scripts = ScriptDirectory(SCRIPTS)

    def upgrade(revision: Any, _: Any) -> Any:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(Config(), scripts, fn=upgrade) as environment:
        environment.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
        try:
            environment.run_migrations()
        except CommandError as error:
            raise StoreError("this database was made by a newer Kaiten: start that one") from error


def _revision(connection: Connection) -> str | None:
    """The database's current revision."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
