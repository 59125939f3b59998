"""The migrations make exactly the models' tables, forth and back, on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from ledger.db import HEAD, Database, alembic_configuration, memory_database, open_database
from ledger.errors import DatabaseError
from ledger.models import METADATA


@pytest.fixture
def database(database_url: str, tmp_path: Path):
    opened = open_database(tmp_path, database_url)
    yield opened
    opened.close()


def differences(database: Database) -> list[object]:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, METADATA))


def test_the_head_constant_is_the_only_head(database: Database) -> None:
    with database.engine.connect() as connection:
        script = ScriptDirectory.from_config(alembic_configuration(connection))
    assert script.get_heads() == [HEAD]


def test_migrations_make_the_models_tables(database: Database) -> None:
    assert differences(database) == []


def test_a_column_missing_from_the_migrations_would_show(database: Database) -> None:
    with database.write() as connection:
        connection.execute(text("ALTER TABLE reviews DROP COLUMN note"))
    assert differences(database) != []


def test_the_memory_database_equals_the_migrated_one() -> None:
    memory = memory_database()
    assert differences(memory) == []
    with memory.read() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == HEAD
    memory.close()


def test_down_to_nothing_and_up_again(database: Database, database_url: str, tmp_path: Path) -> None:
    with database.write() as connection:
        command.downgrade(alembic_configuration(connection), "base")
    with database.engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]
    open_database(tmp_path, database_url).close()
    assert differences(database) == []


def test_every_constraint_has_a_name(database: Database) -> None:
    inspector = inspect(database.engine)
    for table in METADATA.tables:
        assert inspector.get_pk_constraint(table)["name"] == f"pk_{table}"
        assert all(key["name"] for key in inspector.get_foreign_keys(table))
        assert all(check["name"] for check in inspector.get_check_constraints(table))


def test_a_newer_database_is_refused_and_left_alone(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    with database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseError, match="newer version of ledger"):
        open_database(tmp_path, database_url)
    with database.read() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
