"""BibTeX, in and out."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator

from ledger.errors import UsageError
from ledger.exchange.sources import Entry, identifier
from ledger.schema.documents import Source, SourceKind

KINDS = {
    "techreport": "report",
    "book": "book",
    "inbook": "book",
    "incollection": "book",
    "manual": "documentation",
    "online": "web",
    "electronic": "web",
    "www": "web",
    "software": "repository",
    "dataset": "dataset",
}
"""Entry type → our kind; every other type (article, inproceedings, misc, …) is a paper."""

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
TYPES = {SourceKind.PAPER: "article", SourceKind.REPORT: "techreport", SourceKind.BOOK: "book"}
MAX_CHARACTERS = 8_000_000


def read_bibtex(text: str) -> list[Entry]:
    """The entries of a BibTeX file, its TeX decoded.

    Raises:
        UsageError: too long, or not whole: every entry that does not read is named.
    """
    from bibtexparser.entrypoint import parse_string

    if len(text) > MAX_CHARACTERS:
        raise UsageError(f"longer than {MAX_CHARACTERS:,} characters; split it")
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # what does not read is told below
    library = parse_string(text)
    if library.failed_blocks:
        lines = ", ".join(str((block.start_line or 0) + 1) for block in library.failed_blocks)
        raise UsageError(f"the entries at these lines do not read (or repeat a key): {lines}")
    return [
        _entry(
            one.key,
            one.entry_type,
            {name.lower(): str(field.value) for name, field in one.fields_dict.items()},
        )
        for one in library.entries
    ]


def _entry(key: str, kind: str, fields: dict[str, str]) -> Entry:
    arxiv = fields.get("archiveprefix", fields.get("eprinttype", "arxiv")).lower() == "arxiv"
    authors = re.split(r"\s+and\s+", fields.get("author", "").strip()) if fields.get("author") else []
    return Entry(
        key=key,
        kind=KINDS.get(kind.lower(), "paper"),
        title=_plain(fields.get("title", "")),
        authors=[_name(_plain(one)) for one in authors if one.lower() != "others"],
        published=_date(fields),
        url=fields.get("url", ""),
        doi=fields.get("doi", ""),
        arxiv=fields.get("eprint", "") if arxiv else "",
        version=_plain(fields.get("version", "")),
    )


def _plain(tex: str) -> str:
    from pylatexenc.latex2text import (  # type: ignore[import-untyped]  # it ships no types
        LatexNodes2Text,
    )

    return " ".join(LatexNodes2Text().latex_to_text(tex).split())


def _name(name: str) -> str:
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma else name.strip()


def _date(fields: dict[str, str]) -> str:
    if re.fullmatch(r"\d{4}(-\d{2}){0,2}", fields.get("date", "")):
        return fields["date"]
    year, month = fields.get("year", "").strip(), fields.get("month", "").strip().lower()[:3]
    if not re.fullmatch(r"\d{4}", year):
        return ""
    return f"{year}-{MONTHS.index(month) + 1:02d}" if month in MONTHS else year


def write_bibtex(sources: Iterable[Source]) -> str:
    """The sources as BibTeX entries, in their order."""
    return "\n".join("".join(_lines(source)) for source in sources)


def _lines(source: Source) -> Iterator[str]:
    yield f"@{TYPES.get(source.kind, 'misc')}{{{identifier(source.id)},\n"
    published = source.published or ""
    fields = {
        "title": f"{{{_tex(source.title)}}}",
        "author": " and ".join(f"{{{_tex(author)}}}" for author in source.authors),
        "year": published[:4],
        "month": MONTHS[int(published[5:7]) - 1] if len(published) > 4 else "",
        "url": source.url or "",
        "version": _tex(source.version or ""),
        "note": _tex(source.note or ""),
    }
    yield "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    yield "}\n"


def _tex(text: str) -> str:
    """Text with TeX's own characters escaped; other scripts stay as they are (BibTeX is UTF-8 today)."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(special.get(one, f"\\{one}" if one in "{}&%$#_" else one) for one in text)
