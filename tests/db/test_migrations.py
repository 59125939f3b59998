"""The migrations make exactly the models' tables, forth and back, on both engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, select, text

from ledger.db import HEAD, Database, alembic_configuration, memory_database, open_database
from ledger.errors import DatabaseError
from ledger.loader import sync
from ledger.models import CLAIMS, METADATA
from tests.checks import make


@pytest.fixture
def new(database_url: str, tmp_path: Path) -> Iterator[Database]:
    """A database as it is made where there was none: by the models."""
    opened = open_database(tmp_path, database_url)
    yield opened
    opened.close()


@pytest.fixture
def database(new: Database, database_url: str, tmp_path: Path) -> Database:
    """The same by the migrations, from nothing up."""
    with new.write() as connection:
        command.downgrade(alembic_configuration(connection), "base")
    open_database(tmp_path, database_url).close()
    return new


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


def shape(database: Database) -> dict[str, list[str]]:
    """Everything that an engine tells of its tables, the order of a table's parts aside."""
    inspector = inspect(database.engine)
    tells = (
        inspector.get_columns,
        inspector.get_foreign_keys,
        inspector.get_indexes,
        inspector.get_check_constraints,
        inspector.get_unique_constraints,
        lambda table: [inspector.get_pk_constraint(table)],
    )
    return {
        table: sorted(str(sorted(part.items(), key=str)) for tell in tells for part in tell(table))
        for table in inspector.get_table_names()
    }


def test_a_new_database_equals_the_migrated_one(new: Database, database_url: str, tmp_path: Path) -> None:
    made, memory = shape(new), memory_database()
    assert "ck_results_outcome" in str(made["results"])
    if new.engine.dialect.name == "sqlite":
        assert shape(memory) == made
    with new.write() as connection:
        command.downgrade(alembic_configuration(connection), "base")
    with new.engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]
    open_database(tmp_path, database_url).close()
    assert shape(new) == made
    for one in (new, memory):
        with one.read() as connection:
            assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == HEAD
    memory.close()


def test_tables_beside_those_of_others(database_url: str, tmp_path: Path) -> None:
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE theirs (id INTEGER)"))
    engine.dispose()
    shared = open_database(tmp_path, database_url)
    assert inspect(shared.engine).has_table("theirs")
    assert inspect(shared.engine).has_table("claims")
    shared.close()


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


def test_what_stood_in_an_older_database_is_kept(new: Database, database_url: str, tmp_path: Path) -> None:
    """The rows of a claim written in two columns, and what refers to it; the next sync fills the third."""
    with new.write() as connection:
        command.downgrade(alembic_configuration(connection), "0002")
        for statement in (
            "INSERT INTO claims (id, ledger, kind, statement_en, statement_zh, entity, qualifiers, symbols, "
            "must_not, path, line, col, digest) VALUES "
            "('a.claim', 'L1', 'number', 'Old.', '旧。', 'It', '{}', '{}', '[]', 'claims/a.yaml', 1, 1, 'x')",
            "INSERT INTO relations (claim_id, kind, other_id) VALUES ('a.claim', 'bounds', 'a.claim')",
        ):
            connection.exec_driver_sql(statement)
    upgraded = open_database(tmp_path, database_url)
    with upgraded.write() as connection:
        row = connection.execute(select(CLAIMS)).mappings().one()
        assert (row["statement_en"], row["statement_zh"], row["statements"]) == ("Old.", "旧。", {})
        assert connection.scalar(text("SELECT other_id FROM relations")) == "a.claim"
        sync(connection, make.ledger(make.claim(), make.source()))
        row = connection.execute(select(CLAIMS)).mappings().one()
        assert row["statements"] == {"en": "It is sixteen.", "zh": "是十六。"}
    upgraded.close()
