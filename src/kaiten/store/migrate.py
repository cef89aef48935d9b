"""The schema of a database brought up to date when a server opens it.

Alembic's scripts without its command line: they lie beside this file, in an installed wheel too.
"""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from kaiten.store.errors import StoreError
from kaiten.store.schema import metadata

SCRIPTS = Path(__file__).parent / "migrations"

HEAD = "sheets"
"""The newest of the steps: a database that has had it needs no migration, nor the time to load what migrates."""

LOCK = 0x6B616974656E
"""The number of the lock that a server takes while it migrates: `kaiten` in letters."""


def migrate(connection: Connection) -> None:
    """Run the steps that this database has not had, inside the transaction that is open. Others wait, then find it done."""
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
    """The last step that this database has had."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
