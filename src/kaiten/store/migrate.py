"""The schema of a database brought up to date when a server opens it.

Alembic's scripts without its command line: they lie beside this file, in an installed wheel too.
"""

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from kaiten.store.errors import StoreError
from kaiten.store.schema import metadata

SCRIPTS = Path(__file__).parent / "migrations"

LOCK = 0x6B616974656E
"""The number of the lock that a server takes while it migrates: `kaiten` in letters."""


def migrate(connection: Connection) -> None:
    """Run the steps that this database has not had, inside the transaction that is open. Others wait, then find it done."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK})
    scripts = ScriptDirectory(SCRIPTS)

    def upgrade(revision: Any, _: Any) -> Any:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(Config(), scripts, fn=upgrade) as environment:
        environment.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
        try:
            environment.run_migrations()
        except CommandError as error:
            raise StoreError("this database was made by a newer Kaiten: start that one") from error
