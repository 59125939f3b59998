"""What a reviewer sees: searches that find, names for keys, queries that run, escaped claims."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml
from datasette.app import Datasette

from ledger.publish import views
from tests.publish.conftest import ROOT, Get

METADATA: dict[str, Any] = yaml.safe_load((ROOT / "datasette.yml").read_text(encoding="utf-8"))
TABLES: dict[str, Any] = METADATA["databases"]["ledger"]["tables"]
QUERIES: dict[str, Any] = METADATA["databases"]["ledger"]["queries"]


def rows(get: Get, path: str) -> list[dict[str, Any]]:
    answer = get(path)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["rows"]
    return found


def objects(get: Get, table: str, query: str) -> list[dict[str, Any]]:
    return rows(get, f"/ledger/{table}.json?_shape=objects&{query}")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("带宽", ["ring.sent"]),
        ("流水线", ["ring.sent.other"]),
        ("气泡", ["ring.sent.other"]),
        ("sends", ["ring.sent", "ring.sent.other"]),
        ("messages", ["ring.limit"]),
        ("发送 带宽", ["ring.sent"]),
        ("宽带", []),
        ("nowhere", []),
        ('"unbalanced', []),
    ],
)
def test_search_finds_words_of_both_languages_and_nothing_else(
    get: Get, words: str, found: list[str]
) -> None:
    assert [row["id"] for row in objects(get, "claims", f"_search={quote(words)}")] == found


def test_every_table_view_and_column_is_described(published: Path) -> None:
    with sqlite3.connect(published) as connection:
        names = [
            str(row[0])
            for row in connection.execute(
                "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'"
            )
        ]
        for name in names:
            if TABLES.get(name, {}).get("hidden"):
                continue
            assert TABLES[name]["description"], name
            columns = {str(row[1]) for row in connection.execute(f"PRAGMA table_info('{name}')")}
            assert set(TABLES[name]["columns"]) == columns, name
    assert set(TABLES) <= set(names)


@pytest.mark.parametrize("name", QUERIES)
def test_canned_query_runs_and_is_explained(get: Get, name: str) -> None:
    assert QUERIES[name]["title"]
    assert QUERIES[name]["description"]
    assert isinstance(rows(get, f"/ledger/{name}.json?_shape=objects&source=paper&days=30"), list)


def test_unverified_numbers_lists_them(get: Get) -> None:
    found = rows(get, "/ledger/unverified_numbers.json?_shape=objects")
    assert {row["claim"] for row in found} == {"ring.sent", "ring.sent.other"}


def test_contradictions_name_both_sides(get: Get) -> None:
    found = rows(get, "/ledger/contradictions.json?_shape=objects")
    assert {(row["claim"], row["found"]) for row in found} == {
        ("ring.sent", "6 GB/s in ring.sent.other"),
        ("ring.sent.other", "5 GB/s in ring.sent"),
    }


def test_foreign_keys_show_names(get: Get) -> None:
    page = get("/ledger/evidence").text
    assert "A &lt;Paper&gt;" in page


def test_claim_page_shows_everything_escaped(get: Get) -> None:
    page = get("/claim/ring.sent").text
    for part in (
        "5 GB/s",
        "每个 rank 的发送带宽为",
        "A &lt;Paper&gt;",
        "a figure for every network",
        "disagrees",
    ):
        assert part in page
    assert "Only for large messages." in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_claim_page_shows_who_waived_what_and_why(get: Get) -> None:
    assert "located, until 2999-01-31, by A. Person: no &lt;copy&gt; yet" in get("/claim/ring.limit").text
    assert "Waived" not in get("/claim/ring.sent").text


def test_evidence_leads_to_the_source_itself(get: Get) -> None:
    assert '<a href="https://a.test/x" rel="noopener noreferrer">original</a>' in get("/claim/ring.sent").text
    assert "original" not in get("/claim/ring.sent.other").text


def test_a_query_without_its_value_is_not_empty(get: Get) -> None:
    found = rows(get, "/ledger/claims_of_a_source.json?_shape=objects")
    assert {row["source"] for row in found} == {"paper", "talk"}
    one = rows(get, "/ledger/claims_of_a_source.json?_shape=objects&source=talk")
    assert [row["claim"] for row in one] == ["ring.sent.other"]
    assert rows(get, "/ledger/waivers_about_to_expire.json?_shape=objects") == []
    assert len(rows(get, "/ledger/waivers_about_to_expire.json?_shape=objects&days=999999")) == 1


def test_claim_ids_lead_to_their_pages(get: Get) -> None:
    assert '<a href="/claim/ring.sent">ring.sent</a>' in get("/ledger/claim_status").text


def test_a_claims_row_leads_to_its_page_and_back_to_its_data(get: Get) -> None:
    row = get("/ledger/claims/ring~2Esent")
    assert row.status_code == 302
    assert row.headers["location"] == "/claim/ring.sent"
    data = "/ledger/claims/ring~2Esent.json"
    assert f'href="{data}"' in get("/claim/ring.sent").text
    assert get(data).json()["rows"][0][0] == "ring.sent"


def test_a_row_that_names_another_address_stays_here(get: Get) -> None:
    assert get("/ledger/claims/~2F~2Fevil~2Etest").headers["location"] == "/claim/%2F%2Fevil.test"


def test_sources_lead_to_their_claims(get: Get) -> None:
    assert '<a href="/ledger/claims_of_a_source?source=paper">paper</a>' in get("/ledger/source_status").text


def test_unknown_claim_is_not_found(get: Get) -> None:
    assert get("/claim/no.such").status_code == 404


@pytest.mark.parametrize(
    "path", ["/no-such", "/-/nothing", "/claims/no.such", "/ledger/nothing", "/a/b/c/d/e"]
)
def test_an_unknown_address_is_not_found(get: Get, path: str) -> None:
    assert get(path).status_code == 404


def test_front_page_draws_the_ledgers(get: Get) -> None:
    page = get("/").text
    assert "<svg" in page
    assert "L5 Rings" in page
    assert "<h1>Small</h1>" in page
    assert "<title>Small</title>" in page
    assert ("Unchecked: the claim" in page) == ("outcome=unchecked" in page)


@pytest.mark.parametrize("path", ["/", "/ledger/claims", "/claim/ring.sent", "/-/ledger.css"])
def test_every_answer_carries_the_security_headers(get: Get, path: str) -> None:
    answer = get(path)
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_published_database_refuses_writes(get: Get) -> None:
    answer = get("/ledger.json?sql=" + quote("delete from claims"))
    assert answer.status_code == 400


def test_our_own_tables_name_their_cells_for_a_narrow_screen(get: Get) -> None:
    for path in ("/", "/claim/ring.sent"):
        table = get(path).text.partition("rows-and-columns")[2].rpartition("</table>")[0]
        assert table.count("<td") == table.count("<td data-label=") > 0, path
    assert "td[data-label]::before" in get("/-/ledger.css").text


def test_the_front_page_says_what_waived_means(get: Get) -> None:
    page = get("/").text
    assert ("outcome-waived" in page) == ("never counts as verified" in page.replace("\n", " "))


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_is_titled_by_its_title(get: Get, name: str) -> None:
    assert f"<title>ledger: {QUERIES[name]['title']}</title>" in get(f"/ledger/{name}").text
    assert "<title>ledger: select 1</title>" in get("/ledger?sql=select+1").text


def test_links_in_cells_follow_the_address_that_the_site_is_served_under() -> None:
    site = Datasette(settings={"base_url": "/evidence/"})
    site.add_memory_database("ledger")
    assert views.cell(site, "a.one", "id", "claims", "ledger") == '<a href="/evidence/claim/a.one">a.one</a>'
    link = "/evidence/ledger/claims_of_a_source?source=paper"
    assert views.cell(site, "paper", "source", "source_status", "ledger") == f'<a href="{link}">paper</a>'
