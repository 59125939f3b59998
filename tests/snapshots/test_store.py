from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from ledger.errors import SnapshotError
from ledger.snapshots.store import Store, file_digest, store_path


def test_bytes_are_named_by_their_digest(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    digest = store.add_bytes(b"abc")
    assert digest == hashlib.sha256(b"abc").hexdigest()
    assert store.has(digest)
    assert store.require(digest).read_bytes() == b"abc"
    assert list(store.digests()) == [digest]
    assert list((tmp_path / "s" / "partial").iterdir()) == []


def test_a_link_is_followed_and_never_stored(tmp_path: Path) -> None:
    real = tmp_path / "real.pdf"
    real.write_bytes(b"%PDF-1.4 x")
    link = tmp_path / "link.pdf"
    link.symlink_to(real)
    store = Store(tmp_path / "s")
    path = store.require(store.add_file(link))
    assert not path.is_symlink()
    assert path.read_bytes() == b"%PDF-1.4 x"


def test_a_file_that_is_too_large_leaves_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    with pytest.raises(SnapshotError, match="larger than"):
        store.add_bytes(b"x" * 11, limit=10)
    big = tmp_path / "big"
    big.write_bytes(b"x" * 11)
    with pytest.raises(SnapshotError, match="larger than"):
        store.add_file(big, limit=10)
    with pytest.raises(SnapshotError, match="larger than"):
        file_digest(big, limit=10)
    assert list(store.digests()) == []
    assert list((tmp_path / "s" / "partial").iterdir()) == []


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "A" * 64, "a" * 63, "a" * 64 + "\n"])
def test_a_digest_is_never_a_path(tmp_path: Path, name: str) -> None:
    with pytest.raises(SnapshotError, match="not a SHA-256"):
        Store(tmp_path).path(name)


def test_folders_devices_and_empty_files_are_refused(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    (tmp_path / "empty").touch()
    for path in (tmp_path, Path("/dev/zero"), tmp_path / "none", tmp_path / "empty"):
        with pytest.raises(SnapshotError):
            store.add_file(path)


def test_an_edited_blob_is_noticed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    digest = store.add_bytes(b"abc")
    assert store.verify(digest)
    store.path(digest).write_bytes(b"abd")
    assert not store.verify(digest)
    assert not store.verify("0" * 64)


def test_where_the_store_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LEDGER_SNAPSHOTS", raising=False)
    assert store_path(tmp_path) == tmp_path / ".ledger" / "snapshots"
    assert store_path(tmp_path, "elsewhere") == tmp_path / "elsewhere"
    monkeypatch.setenv("LEDGER_SNAPSHOTS", "/somewhere")
    assert store_path(tmp_path, "elsewhere") == Path("/somewhere")
