"""`kaiten` whose SQLite connections are read-only while the file named by KAITEN_READ_ONLY exists.

A mode that file permissions cannot give to a server whose files are open, nor to root at all.
"""

import os

if __name__ == "__main__":
    from pathlib import Path

    from sqlalchemy import Connection, Engine, event

    from kaiten.__main__ import main

    flag = Path(os.environ["KAITEN_READ_ONLY"])

    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA query_only={'ON' if flag.exists() else 'OFF'}")

    event.listen(Engine, "begin", begun)
    main()
