"""Is the landing page that of the source? Its citation metadata against the source file. Pure.

Three answers, never two: ``same``, ``different`` (another paper, another repository, another owner), and
``unknown`` where the page says too little. An alive page of another document is no evidence for anything.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote, urlsplit

from ledger.probe.outcomes import ProbeResult
from ledger.schema.documents import Source, SourceKind

_ARXIV_HOSTS = ("arxiv.org", "www.arxiv.org", "export.arxiv.org")
_ARXIV_PATH = re.compile(
    r"/(?:abs|pdf|html)/([a-z-]+(?:\.[A-Z]{2})?/[0-9]{7}|[0-9]{4}\.[0-9]{4,5})(v[0-9]+)?(?:\.pdf)?/?"
)
_ARXIV_ID = re.compile(
    r"(?:arxiv:)?([a-z-]+(?:\.[a-z]{2})?/[0-9]{7}|[0-9]{4}\.[0-9]{4,5})(?:v[0-9]+)?", re.IGNORECASE
)
_DOI = re.compile(r"(?:doi:|https?://(?:dx\.)?doi\.org/)?(10\.[0-9]{4,9}/\S+)", re.IGNORECASE)
_DOI_HOSTS = ("doi.org", "dx.doi.org")
_FORGES = ("github.com", "gitlab.com", "huggingface.co", "codeberg.org", "bitbucket.org")
_WORD = re.compile(r"[^\W_]+")
_LOOSELY_TITLED = (SourceKind.DOCUMENTATION, SourceKind.REPOSITORY)  # their pages bear the site's name
_SAME = 80
_OTHER = 40
_OTHER_PLAIN = 20


class Sameness(StrEnum):
    """The three answers."""

    SAME = "same"
    DIFFERENT = "different"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One answer, the fact that it rests on, and what was expected and found."""

    sameness: Sameness
    fact: str = ""
    expected: str = ""
    found: str = ""


UNKNOWN = Comparison(Sameness.UNKNOWN)


def compare(source: Source, result: ProbeResult) -> Comparison:
    """Whether the page that *result* saw is the one of *source*; only a passing look can tell.

    The strongest fact decides: an arXiv id, a DOI, a repository's full name, then the title.
    """
    if not result.outcome.passes:
        return UNKNOWN
    answers = [_by_arxiv(result), _by_doi(result), _by_repository(result), _by_title(source, result)]
    told = [answer for answer in answers if answer.sameness is not Sameness.UNKNOWN]
    different = [answer for answer in told if answer.sameness is Sameness.DIFFERENT]
    return next(iter([*different, *told]), UNKNOWN)


def _by_arxiv(result: ProbeResult) -> Comparison:
    parts = urlsplit(result.url)
    path = _ARXIV_PATH.fullmatch(parts.path) if parts.hostname in _ARXIV_HOSTS else None
    found = _first(result, "citation_arxiv_id")
    match = None if found is None else _ARXIV_ID.fullmatch(found.strip())
    if path is None or found is None or match is None:
        return UNKNOWN
    return _answer(path[1].lower() == match[1].lower(), "arXiv id", path[1], found)


def _by_doi(result: ProbeResult) -> Comparison:
    parts = urlsplit(result.url)
    expected = unquote(parts.path.lstrip("/")) if parts.hostname in _DOI_HOSTS else None
    found = _first(result, "citation_doi", "dc.identifier", "dc.identifier.doi", "prism.doi")
    match = None if found is None else _DOI.fullmatch(found.strip())
    if not expected or match is None:
        return UNKNOWN
    return _answer(expected.lower() == match[1].lower(), "DOI", expected, match[1])


def _by_repository(result: ProbeResult) -> Comparison:
    expected, found = _repository(result.url), _repository(result.final_url or "")
    if expected is None or found is None:
        return UNKNOWN
    fact = "repository owner" if expected[1] != found[1] else "repository"
    same = expected == found
    return _answer(same, fact, "/".join(expected), "/".join(found))


def _repository(url: str) -> tuple[str, str, str] | None:
    """(forge, owner, name) of a forge's URL, folded; a forge's names have no case of their own."""
    parts = urlsplit(url.lower())
    host = (parts.hostname or "").removeprefix("www.")
    names = [name for name in parts.path.split("/") if name]
    if host not in _FORGES or len(names) < 2 or names[0] in ("datasets", "spaces", "docs", "blog", "papers"):
        return None
    return host, names[0], names[1].removesuffix(".git")


def _by_title(source: Source, result: ProbeResult) -> Comparison:
    cited = _first(result, "citation_title", "dc.title", "dcterms.title")
    plain = _first(result, "og:title") or result.title
    if _repository(result.url) is not None:
        return UNKNOWN  # a repository's page is titled by its name and slogan
    found = cited if cited is not None else plain
    if found is None:
        return UNKNOWN
    shared = shared_words(source.title, found)
    if shared >= _SAME:
        return Comparison(Sameness.SAME, "title", source.title, found)
    if cited is None and source.kind in _LOOSELY_TITLED:
        return UNKNOWN
    limit = _OTHER if cited is not None else _OTHER_PLAIN
    return Comparison(
        Sameness.DIFFERENT if shared <= limit else Sameness.UNKNOWN, "title", source.title, found
    )


def shared_words(expected: str, found: str) -> int:
    """How many percent of the words of *expected* are among those of *found*; CJK counts by character."""
    wanted, given = _words(expected), _words(found)
    return 100 * len(wanted & given) // len(wanted) if wanted else 0


def _words(text: str) -> set[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return {piece for word in _WORD.findall(folded) for piece in ([word] if word.isascii() else _split(word))}


def _split(word: str) -> list[str]:
    """A word of a script without spaces by characters, any other as it is."""
    return list(word) if any("\u3040" <= ch <= "\u9fff" or ch >= "\uac00" for ch in word) else [word]


def _first(result: ProbeResult, *names: str) -> str | None:
    return next((values[0] for name in names if (values := result.metadata.get(name))), None)


def _answer(same: bool, fact: str, expected: str, found: str) -> Comparison:
    return Comparison(Sameness.SAME if same else Sameness.DIFFERENT, fact, expected, found)
