"""The ledger as it stood at a git revision, and what has changed since."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.documents.paths import language_versions, sidecar_path
from ledger.errors import ConfigurationError, DocumentErrors, UsageError
from ledger.schema.crossref import recompute_references
from ledger.schema.ledger import Ledger
from ledger.schema.read import read_configuration, read_ledger

GIT_SECONDS = 60
FILES = ("pyproject.toml", "claims", "sources")
LOCK = "sources/evidence.lock"


def head_of(root: Path) -> str | None:
    """The commit that *root* stands on; ``None`` outside git. Reads files only: git itself takes longer."""
    try:
        folder = next(one / ".git" for one in (root, *root.parents) if (one / ".git").exists())
        if folder.is_file():
            folder = (root / folder.read_text(encoding="utf-8").removeprefix("gitdir:").strip()).resolve()
        head = (folder / "HEAD").read_text(encoding="utf-8").strip()
        return _resolve(folder, head.removeprefix("ref: ")) if head.startswith("ref: ") else head
    except (OSError, StopIteration, UnicodeDecodeError):
        return None


def _resolve(folder: Path, name: str) -> str | None:
    common = folder / "commondir"
    base = (folder / common.read_text(encoding="utf-8").strip()).resolve() if common.exists() else folder
    for place in (folder / name, base / name):
        if place.exists():
            return place.read_text(encoding="utf-8").strip()
    packed = base / "packed-refs"
    lines = packed.read_text(encoding="utf-8").splitlines() if packed.exists() else []
    return next((line.split()[0] for line in lines if line.endswith(f" {name}")), None)


@contextmanager
def ledger_at(root: Path, revision: str) -> Iterator[Ledger]:
    """The ledger of *root* as the git revision had it, in a directory that goes away afterwards.

    Raises:
        UsageError: no git repository, no such revision, or its documents have faults.
    """
    commit = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if commit is None:
        raise UsageError(f"no git revision '{revision}' here{_why_unknown(root)}")
    with tempfile.TemporaryDirectory(prefix="ledger-") as folder:
        _write_tree(root, commit.decode().strip(), Path(folder))
        try:
            ledger = read_ledger(Path(folder))
        except (ConfigurationError, DocumentErrors) as fault:
            raise UsageError(f"at '{revision}' the ledger does not read: {fault}") from fault
        yield ledger


def _why_unknown(root: Path) -> str:
    shallow = _git(root, "rev-parse", "--is-shallow-repository")
    if shallow is None:
        return f": {root} is in no git repository"
    return "; this clone has only a part of the history: fetch the rest" if shallow == b"true\n" else ""


def changed(old: Ledger, new: Ledger) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The claims, sources and pages of *new* whose verification may differ from *old*'s.

    A claim counts when it, a source it cites, or a claim it is computed from has changed; a page when
    its bytes or its sidecar's have, those of another language version, or when it names a claim that counts
    or that is no more. Whatever a waiver is about counts when the waiver came, went or changed.
    """
    if old.configuration != new.configuration:
        return frozenset(new.claims), frozenset(new.sources), frozenset(new.pages)
    waived = {waiver.subject for waiver in {*old.waivers} ^ {*new.waivers}}
    sources = {id for id, source in new.sources.items() if old.sources.get(id) != source}
    claims = {
        id
        for id, claim in new.claims.items()
        if old.claims.get(id) != claim or any(evidence.source in sources for evidence in claim.evidence)
    }
    claims = _with_dependents(new, claims)
    pages = _changed_pages(old, new, {*claims, *(old.claims.keys() - new.claims.keys())})
    return (
        frozenset(claims | (waived & new.claims.keys())),
        frozenset(sources | (waived & new.sources.keys())),
        frozenset(pages | (waived & new.pages.keys())),
    )


def _changed_pages(old: Ledger, new: Ledger, claims: set[str]) -> set[str]:
    """The pages that changed, or whose other language versions did, or that name one of *claims*."""
    before = {path: (page.sha256, _sidecar(old, path)) for path, page in old.pages.items()}
    after = {path: (page.sha256, _sidecar(new, path)) for path, page in new.pages.items()}
    own = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    languages = new.configuration.languages
    versions = {version for path in own for version in language_versions(new.pages, path, languages)}
    naming = {
        path
        for path, page in new.pages.items()
        if any(claim in page.text or claim in after[path][1] for claim in claims)
    }
    return (own & new.pages.keys()) | versions | naming


def _sidecar(ledger: Ledger, page: str) -> str:
    file = ledger.root / sidecar_path(page)
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""


def changed_since(ledger: Ledger, revision: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """:func:`changed` between a git revision and now; everything, if the evidence lock differs."""
    before = _git(ledger.root, "show", f"{revision}:./{LOCK}")
    lock = ledger.root / LOCK
    with ledger_at(ledger.root, revision) as old:
        if before != (lock.read_bytes() if lock.exists() else None):
            return frozenset(ledger.claims), frozenset(ledger.sources), frozenset(ledger.pages)
        return changed(old, ledger)


def _with_dependents(ledger: Ledger, claims: set[str]) -> set[str]:
    users: dict[str, list[str]] = {}
    for id, claim in ledger.claims.items():
        for used in recompute_references(claim):
            users.setdefault(used, []).append(id)
    found, waiting = set(claims), list(claims)
    while waiting:
        for user in users.get(waiting.pop(), ()):
            if user not in found:
                found.add(user)
                waiting.append(user)
    return found


def _git(root: Path, *arguments: str) -> bytes | None:
    """What git prints; ``None`` when it refuses.

    Raises:
        UsageError: git is not installed, or does not come to an end.
    """
    try:
        done = subprocess.run(  # a fixed program, arguments as a list: no shell reads them
            ["git", "-C", str(root), *arguments], capture_output=True, timeout=GIT_SECONDS, check=False
        )
    except FileNotFoundError as fault:
        raise UsageError("this needs git, which is not installed") from fault
    except subprocess.TimeoutExpired as fault:
        raise UsageError(f"git {arguments[0]} did not end within {GIT_SECONDS} s") from fault
    return done.stdout if done.returncode == 0 else None


def _write_tree(root: Path, commit: str, folder: Path) -> None:
    """Write the revision's configuration, claims, sources and pages below *folder*; links are left out."""
    configuration = _git(root, "show", f"{commit}:./pyproject.toml")
    if configuration is not None:
        (folder / "pyproject.toml").write_bytes(configuration)
    patterns = read_configuration(folder).pages
    tops = {*FILES, *(Path(pattern).parts[0] for pattern in patterns)}
    whole = any("*" in top for top in tops)
    listing = _git(root, "ls-tree", "-r", "-z", commit, *([] if whole else sorted(tops))) or b""
    for entry in listing.decode("utf-8", "surrogateescape").split("\0"):
        facts, _, name = entry.partition("\t")
        if facts.startswith("100") and name != "pyproject.toml":
            _write_file(root, facts.split()[2], folder / name)


def _write_file(root: Path, blob: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_git(root, "cat-file", "blob", blob) or b"")
