"""Bibliographies in, and the ledger out, in formats that others read."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest

from ledger.errors import UsageError
from ledger.exchange.bibtex import read_bibtex, write_bibtex
from ledger.exchange.csl import read_csl
from ledger.exchange.jsonld import write_jsonld
from ledger.exchange.sources import Entry, identifier, source_document
from ledger.exchange.table import write_csv
from ledger.schema.documents import Configuration, Source
from tests.checks.make import claim, ledger, source

ZERO = r"""
@string{sc = "SC"}
@inproceedings{Rajbhandari_2020:ZeRO,
  title = {{ZeRO}: Memory Optimizations \& more},
  author = {Rajbhandari, Samyam and He, Yuxiong and M{\"u}ller, J. and others},
  booktitle = sc, year = 2020, month = nov,
  eprint = {1910.02054v3}, archivePrefix = {arXiv}, doi = {10.1109/SC41405.2020.00024}
}
@book{b, title = {A Book}, author = {Plato}, date = {2001-02-03}, url = {https://example.org/b}}
@misc{c, title = {Only a DOI}, doi = {10.5555/12345}}
"""


def test_bibtex_becomes_entries() -> None:
    zero, book, bare = read_bibtex(ZERO)
    assert zero.title == "ZeRO: Memory Optimizations & more"
    assert zero.authors == ["Samyam Rajbhandari", "Yuxiong He", "J. Müller"]
    assert (zero.kind, zero.published) == ("paper", "2020-11")
    assert (book.kind, book.published, book.authors) == ("book", "2001-02-03", ["Plato"])
    assert bare.published == ""


def test_entries_become_valid_sources() -> None:
    zero, book, bare = (source_document(one, primary=False) for one in read_bibtex(ZERO))
    for document in (zero, book, bare):
        Source.model_validate(document)
    assert (zero["id"], zero["primary"]) == ("rajbhandari-2020-zero", False)
    assert (zero["url"], zero["version"]) == ("https://arxiv.org/abs/1910.02054", "v3")
    assert book["url"] == "https://example.org/b"
    assert bare["url"] == "https://doi.org/10.5555/12345"


@pytest.mark.parametrize("url", ["https://arxiv.org/abs/1910.02054", "https://example.org/r", ""])
def test_the_pinned_version_survives_export_and_import(url: str) -> None:
    facts = {"id": "paper", "kind": "paper", "primary": True, "title": "T", "version": "v3_1"}
    source = Source.model_validate(facts | {"unavailable": "not fetched"} | ({"url": url} if url else {}))
    (entry,) = read_bibtex(write_bibtex([source]))
    document = source_document(entry, primary=True)
    assert (document.get("url", ""), document["version"]) == (url, "v3_1")


@pytest.mark.parametrize("text", ["@misc{a, title = {x}", "@misc{a, title={x}}\n@misc{a, title={y}}"])
def test_bibtex_with_a_fault_is_refused_whole(text: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(UsageError, match="do not read"):
        read_bibtex(text)
    assert caplog.records == []


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://arxiv.org/pdf/1910.02054v3", {"url": "https://arxiv.org/abs/1910.02054", "version": "v3"}),
        ("https://arxiv.org/abs/math/0309136", {"url": "https://arxiv.org/abs/math/0309136"}),
        ("javascript:alert(1)", {}),
        ("https://example.org/1910.02054v3", {"url": "https://example.org/1910.02054v3"}),
    ],
)
def test_addresses(url: str, expected: dict[str, str]) -> None:
    document = source_document(Entry("k", "paper", "T", url=url), primary=True)
    assert {key: document[key] for key in ("url", "version") if key in document} == expected


@pytest.mark.parametrize(
    ("key", "id"),
    [("DBLP:conf/sc/X20", "dblp-conf-sc-x20"), ("Müller_2020", "muller-2020"), ("零", "source")],
)
def test_identifiers(key: str, id: str) -> None:
    assert identifier(key) == id


def test_csl_becomes_entries() -> None:
    items = [
        {
            "id": "zero",
            "type": "report",
            "title": "ZeRO",
            "author": [{"family": "He", "given": "Yuxiong"}, {"literal": "The Team"}],
            "issued": {"date-parts": [[2019, 10, 4]]},
            "URL": "https://arxiv.org/abs/1910.02054",
        },
        {"id": 7, "title": "No more", "author": "odd", "issued": {"date-parts": [["x"]]}},
    ]
    zero, odd = read_csl(json.dumps(items))
    assert (zero.kind, zero.published, zero.authors) == ("report", "2019-10-04", ["Yuxiong He", "The Team"])
    assert (odd.key, odd.kind, odd.authors, odd.published) == ("7", "paper", [], "")


@pytest.mark.parametrize("text", ["{", "{}", "[1]", '[{"id": 1}]', "[" * 100_000])
def test_what_is_no_csl_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        read_csl(text)


BOOK = ledger(
    source(title="100% & more_{x}", authors=["A. B."], published="2019-10-04", url="https://example.org/p"),
    claim("a.first", qualifiers={"per": "rank"}),
    claim("a.second", evidence=[], recompute={"formula": "memory.model_state"}, entity="=HYPERLINK(1)"),
)


def test_bibtex_reads_back() -> None:
    (entry,) = read_bibtex(write_bibtex(BOOK.sources.values()))
    assert (entry.title, entry.authors, entry.published) == ("100% & more_{x}", ["A. B."], "2019-10")
    assert entry.url == "https://example.org/p"


def test_csv_has_a_row_an_evidence_and_no_formula_for_a_spreadsheet() -> None:
    first, second = csv.DictReader(io.StringIO(write_csv(BOOK, {"a.first": "verified"})))
    assert (first["id"], first["outcome"], first["value"], first["unit"]) == (
        "a.first",
        "verified",
        "16",
        "B/parameter",
    )
    assert (first["source"], first["page"], first["anchors"]) == ("paper", "8", "16")
    assert first["qualifiers"] == "per: rank"
    assert (second["outcome"], second["source"], second["formula"]) == ("", "", "memory.model_state")
    assert second["entity"] == "'=HYPERLINK(1)"
    assert first["comparator"] == "="


def test_jsonld_links_claims_to_works() -> None:
    document = json.loads(write_jsonld(BOOK, {"a.first": "contradicted"}))
    nodes = {node["@id"]: node for node in document["@graph"]}
    first = nodes["#claim/a.first"]
    assert first["citation"][0]["isPartOf"]["@id"] in nodes
    assert first["review"]["reviewRating"]["alternateName"] == "contradicted"
    assert "review" not in nodes["#claim/a.second"]
    assert nodes["#source/paper"]["@type"] == "ScholarlyArticle"


def test_the_ledger_goes_out_in_its_own_languages() -> None:
    book = ledger(claim(statement={"fr": "Seize.", "de": "Sechzehn."}), source())
    book = replace(book, configuration=Configuration(languages=("de", "fr")))
    rows = csv.DictReader(io.StringIO(write_csv(book, {})))
    assert [name for name in rows.fieldnames or () if name.startswith("statement")] == [
        "statement_de",
        "statement_fr",
    ]
    assert [(row["statement_de"], row["statement_fr"]) for row in rows] == [("Sechzehn.", "Seize.")]
    (node,) = [one for one in json.loads(write_jsonld(book, {}))["@graph"] if one["@type"] == "Claim"]
    assert {one["@language"]: one["@value"] for one in node["text"]} == {"fr": "Seize.", "de": "Sechzehn."}
