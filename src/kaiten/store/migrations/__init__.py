"""Alembic migrations: one file per revision in `versions`, each naming its predecessor. A released one never changes."""
