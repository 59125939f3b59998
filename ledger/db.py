"""The database: where it lives, how it is opened and migrated, and what its faults mean.

SQLite under the ledger's root by default; another engine by ``LEDGER_DATABASE_URL``. Opening brings the
tables to this version's head; a database that a newer version wrote is refused, never guessed at.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import StaticPool

from ledger.errors import ConfigurationError, DatabaseError
from ledger.models import METADATA

HEAD = "0004"
"""The newest migration; a test holds it against the folder, so that opening need not import Alembic."""

VARIABLE = "LEDGER_DATABASE_URL"
BUSY_SECONDS = 5.0


class ReadOnlyDatabase(DatabaseError):
    """Nothing can be written where the database should live."""


@dataclass(frozen=True, slots=True)
class Database:
    """An open database at this version's head.

    Attributes:
        engine: SQLAlchemy's engine.
        name: where it is, for people; never with a password.
        kept: ``False`` for a database in memory, whose history ends with the process.
    """

    engine: Engine
    name: str
    kept: bool = True

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection in a transaction that is rolled back at the end.

        Raises:
            DatabaseError: locked, damaged, out of reach.
        """
        with database_errors(self.name), self.engine.connect() as connection, connection.begin() as work:
            yield connection
            work.rollback()

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A connection in one transaction: committed at the end, or nothing of it is kept.

        Raises:
            DatabaseError: locked, read-only, full, damaged, out of reach.
        """
        with database_errors(self.name), self.engine.connect() as connection:
            writer = connection.execution_options(ledger_write=True)
            with writer.begin():
                yield writer

    def close(self) -> None:
        """Give back every connection."""
        self.engine.dispose()


_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def canonical_json(value: object) -> str:
    """JSON with sorted keys and no spaces: the same value is always the same text, and always UTF-8.

    A lone surrogate (out of a broken PDF) is written as its escape, which JSON allows.
    """
    text = _CANONICAL.encode(value)
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def storable(text: str) -> str:
    """*text* as every engine takes it: NUL replaced by U+FFFD, a lone surrogate by ``?``."""
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def utc_now() -> str:
    """The present as UTC text, to the second: ``2026-11-30T06:50:23Z``."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def open_database(root: Path, url: str | None = None) -> Database:
    """Open, create or upgrade the database of the ledger at *root*.

    Args:
        root: the ledger's root; the default database is ``.ledger/ledger.db`` below it.
        url: an SQLAlchemy URL; ``None`` takes ``LEDGER_DATABASE_URL``, then the default.

    Raises:
        ConfigurationError: the URL does not read, or names a driver that is not installed.
        ReadOnlyDatabase: nothing can be written there.
        DatabaseError: locked, full, damaged, out of reach, or written by a newer version.
    """
    given = url if url is not None else os.environ.get(VARIABLE)
    where = _default_url(root) if given is None or given == "" else _read_url(given)
    engine = _engine(where)
    name = where.render_as_string(hide_password=True)
    try:
        with database_errors(name):
            _bring_to_head(engine, name)
    except BaseException:
        engine.dispose()
        raise
    return Database(engine, name)


def memory_database() -> Database:
    """An empty database at head that lives as long as its object."""
    engine = _engine(make_url("sqlite://"))
    with engine.begin() as connection:
        _create(connection)
    return Database(engine, "memory", kept=False)


def open_or_memory(root: Path, url: str | None = None) -> tuple[Database, str | None]:
    """The ledger's database, or one in memory with a warning where nothing can be written.

    A read-only checkout can so be checked; the warning says that no history is kept.
    """
    try:
        database = open_database(root, url)
        _require_writable(database)
        return database, None
    except ReadOnlyDatabase as fault:
        return memory_database(), f"{fault}; everything is checked anew and no history is kept"


def _require_writable(database: Database) -> None:
    """A file that is read-only shows only when something is written: the same version, and that undone.

    Raises:
        ReadOnlyDatabase: nothing can be written.
    """
    if database.engine.dialect.name != "sqlite":
        return
    with database_errors(database.name), database.engine.connect() as connection:
        writer = connection.execution_options(ledger_write=True)
        with writer.begin() as work:
            writer.exec_driver_sql("PRAGMA user_version = 0")
            work.rollback()


def _default_url(root: Path) -> URL:
    folder = root / ".ledger"
    name = str(folder / "ledger.db")
    if storable(name) != name:
        raise ConfigurationError(f"{root}: the name of this directory is not UTF-8; try with PYTHONUTF8=1")
    try:
        folder.mkdir(exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
    except OSError as fault:
        if folder.exists() and not folder.is_dir():
            raise DatabaseError(f"{folder} is no directory; move it away: the database goes there") from fault
        if fault.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise ReadOnlyDatabase(f"{name}: nothing can be written there ({fault.strerror})") from fault
        raise DatabaseError(f"{name}: {fault.strerror}") from fault
    return URL.create("sqlite", database=name)


def _read_url(given: str) -> URL:
    try:
        return make_url(given)
    except (ArgumentError, ValueError) as fault:  # a port that is no number is a ValueError
        raise ConfigurationError(
            f"{VARIABLE} is not a database URL; write it like postgresql+psycopg://user@host:5432/name"
        ) from fault


def _engine(url: URL) -> Engine:
    options: dict[str, Any] = {"json_serializer": canonical_json}
    if url.get_backend_name() == "sqlite":
        options["connect_args"] = {"timeout": BUSY_SECONDS, "check_same_thread": False}
        if url.database in (None, "", ":memory:"):
            options["poolclass"] = StaticPool
    try:
        engine = create_engine(url, **options)
    except (NoSuchModuleError, ImportError) as fault:
        raise ConfigurationError(
            f"{VARIABLE} needs a driver that is not installed ({fault}); "
            "for PostgreSQL: pip install 'evidence-ledger[postgres]'"
        ) from fault
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _configure_sqlite(connection: Any, record: object) -> None:
    """Foreign keys on, WAL, and transactions begun by us, so that DDL belongs to them too."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes the lock at once: a later upgrade of a reader's lock would fail without waiting."""
    write = connection.get_execution_options().get("ledger_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _bring_to_head(engine: Engine, name: str) -> None:
    with engine.connect() as connection:
        if _version(connection) == HEAD:
            return
    with engine.connect() as connection:
        sqlite = engine.dialect.name == "sqlite"
        if sqlite:  # batch mode drops and renames tables
            _foreign_keys(connection, "OFF")
        writer = connection.execution_options(ledger_write=True)
        with writer.begin():
            _migrate(writer, name)
            if sqlite and writer.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                raise DatabaseError(f"{name}: the upgrade would break references; nothing was changed")
        if sqlite:
            _foreign_keys(connection, "ON")


def _foreign_keys(connection: Connection, state: str) -> None:
    """Switch SQLite's foreign keys, which does nothing inside the transaction that every statement begins."""
    driver: Any = connection.connection.driver_connection
    driver.execute(f"PRAGMA foreign_keys = {state}")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _create(connection: Connection) -> None:
    """Every table as the models have it, at head: what the migrations come to, without loading Alembic."""
    METADATA.create_all(connection)
    key = "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)"
    connection.execute(text(f"CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, {key})"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})


def alembic_configuration(connection: Connection) -> Any:
    """Alembic's configuration over *connection*, without an ini file."""
    from alembic.config import Config

    import migrations

    configuration = Config()
    configuration.set_main_option("script_location", str(Path(migrations.__path__[0])).replace("%", "%%"))
    configuration.attributes["connection"] = connection
    return configuration


def _migrate(connection: Connection, name: str) -> None:
    if not inspect(connection).get_table_names():
        _create(connection)
        return
    version = _version(connection)
    if version == HEAD:
        return
    from alembic import command
    from alembic.script import ScriptDirectory

    configuration = alembic_configuration(connection)
    known = {script.revision for script in ScriptDirectory.from_config(configuration).walk_revisions()}
    if version is not None and version not in known:
        raise DatabaseError(
            f"{name} was written by a newer version of ledger (tables {version}, here {HEAD}); "
            f"upgrade ledger, or set {VARIABLE} to another database"
        )
    command.upgrade(configuration, "head")


_SQLITE_FAULTS = (
    ("SQLITE_BUSY", "another process has it locked; try again when that one has finished"),
    ("SQLITE_LOCKED", "another process has it locked; try again when that one has finished"),
    ("SQLITE_FULL", "the disk is full; nothing of this change was kept"),
    ("SQLITE_NOTADB", "this file is not a database; move it away to start anew"),
    ("SQLITE_CORRUPT", "the file is damaged; restore a copy, or move it away to start anew without history"),
    ("SQLITE_IOERR", "the disk is full, or could not be read or written; nothing of this change was kept"),
)


@contextmanager
def database_errors(name: str) -> Iterator[None]:
    """Turn a driver's fault into a :class:`DatabaseError` that says what to do."""
    try:
        yield
    except DBAPIError as fault:
        code = str(getattr(fault.orig, "sqlite_errorname", ""))
        if code.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
            raise ReadOnlyDatabase(f"{name}: nothing can be written there ({fault.orig})") from fault
        for prefix, meaning in _SQLITE_FAULTS:
            if code.startswith(prefix):
                raise DatabaseError(f"{name}: {meaning}") from fault
        raise DatabaseError(f"{name}: {str(fault.orig).strip().splitlines()[0]}") from fault
