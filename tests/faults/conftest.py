"""The databases and the bus, for the tests of faults."""

from tests.databases import _postgres, _redis, postgres, postgresql_url, redis, sqlite_url

__all__ = ["_postgres", "_redis", "postgres", "postgresql_url", "redis", "sqlite_url"]
