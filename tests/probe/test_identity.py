from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ledger.probe.identity import Sameness, compare, shared_words
from ledger.probe.outcomes import ProbeOutcome, ProbeResult
from tests.checks.make import source

BENGIO = "Practical Recommendations for Gradient-Based Training of Deep Architectures"
DISTBELIEF = "Large Scale Distributed Deep Networks"


def seen(url: str, *, title: str | None = None, final: str | None = None, **metadata: str) -> ProbeResult:
    return ProbeResult(
        url,
        ProbeOutcome.ALIVE,
        datetime(2026, 1, 1, tzinfo=UTC),
        final_url=final or url,
        title=title,
        metadata={name: (value,) for name, value in metadata.items()},
    )


def answer(result: ProbeResult, **fields: object) -> tuple[str, str]:
    comparison = compare(source(**fields), result)
    return comparison.sameness, comparison.fact


def test_an_arxiv_page_of_another_paper() -> None:
    """A real fault in a published reading list: 1206.5533 is Bengio's survey, not DistBelief."""
    page = seen("https://arxiv.org/abs/1206.5533", citation_arxiv_id="1206.5533", citation_title=BENGIO)
    assert answer(page, title=DISTBELIEF) == ("different", "title")
    assert answer(page, title=BENGIO) == ("same", "arXiv id")


@pytest.mark.parametrize(
    ("url", "found", "same"),
    [
        ("https://arxiv.org/abs/1910.02054", "1910.02054", True),
        ("https://arxiv.org/pdf/1910.02054v3", "1910.02054v2", True),
        ("https://arxiv.org/abs/cs/0501001", "cs/0501001", True),
        ("https://arxiv.org/abs/1910.02054", "1910.02055", False),
    ],
)
def test_arxiv_ids(url: str, found: str, same: bool) -> None:
    page = seen(url, citation_arxiv_id=found)
    assert answer(page, title="T")[0] == ("same" if same else "different")


def test_dois() -> None:
    url = "https://doi.org/10.1145/3458817.3476209"
    assert answer(seen(url, citation_doi="doi:10.1145/3458817.3476209"), title="T") == ("same", "DOI")
    assert answer(seen(url, citation_doi="10.1145/1.2"), title="T") == ("different", "DOI")


@pytest.mark.parametrize(
    ("final", "sameness", "fact"),
    [
        ("https://github.com/Owner/Name", "same", "repository"),
        ("https://github.com/owner/name/tree/main", "same", "repository"),
        ("https://github.com/other/name", "different", "repository owner"),
        ("https://github.com/owner/renamed", "different", "repository"),
        ("https://name.test/", "unknown", ""),
    ],
)
def test_repositories(final: str, sameness: str, fact: str) -> None:
    page = seen("https://github.com/owner/name", title="GitHub - slogan", final=final)
    assert answer(page, kind="repository", title="Name") == (sameness, fact)


def test_titles() -> None:
    url = "https://h.test/"
    assert answer(seen(url, title=f"{BENGIO} | Site"), title=BENGIO)[0] is Sameness.SAME
    assert answer(seen(url, title="Cooking for beginners"), title=BENGIO)[0] is Sameness.DIFFERENT
    assert answer(seen(url, title="Training of Deep Nets"), title=BENGIO)[0] is Sameness.UNKNOWN
    assert answer(seen(url), title=BENGIO)[0] is Sameness.UNKNOWN


def test_a_documentation_page_may_bear_the_name_of_its_site() -> None:
    page = seen("https://docs.test/latest/", title="Introduction")
    assert answer(page, kind="documentation", title="Snapshots")[0] is Sameness.UNKNOWN


def test_a_page_that_was_not_reached_says_nothing() -> None:
    page = ProbeResult("https://h.test/", ProbeOutcome.BLOCKED, datetime(2026, 1, 1, tzinfo=UTC), title="x")
    assert compare(source(title=BENGIO), page).sameness is Sameness.UNKNOWN


def test_shared_words() -> None:
    """3 of 4 words; 2 of 4 characters."""
    assert shared_words("one two three four", "Four three, TWO") == 75
    assert shared_words("模型状态", "模型") == 50
    assert shared_words("", "x") == 0
