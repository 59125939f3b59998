from __future__ import annotations

import pytest

from ledger.documents.document import Format
from ledger.documents.page import Form, Page, page
from ledger.documents.read import read
from ledger.quantities.quantity import Comparator


def known(text: str, path: str = "p.md") -> Page:
    return page(read(path, text))


BOUND = [
    pytest.param("p.md", "keeps [16 bytes](claim:a.b) each", id="markdown"),
    pytest.param("p.html", "<p>keeps <b data-claim='a.b'>16 bytes</b> each", id="html"),
    pytest.param("p.astro", "---\n---\n<p>keeps <b data-claim='a.b'>16 bytes</b> each</p>", id="astro"),
    pytest.param("p.tex", "keeps \\claim{a.b}{16 bytes} each", id="latex"),
]


@pytest.mark.parametrize(("path", "text"), BOUND)
def test_a_binding_holds_the_quantity_that_the_page_states(path: str, text: str) -> None:
    (binding,) = known(text, path).bindings
    assert (binding.claim, binding.form, binding.text) == ("a.b", Form.INLINE, "16 bytes")
    assert binding.quantity is not None
    assert (binding.quantity.value, binding.quantity.unit) == (16, "B")
    assert text[binding.source_start : binding.source_end].count("16 bytes") == 1
    assert known(text, path).unclaimed == ()


@pytest.mark.parametrize(
    ("text", "comparator"),
    [("up to [1.5×](claim:a.b)", Comparator.UP_TO), ("[−5 GB](claim:a.b)", Comparator.EQUAL)],
)
def test_the_bound_number_is_read_in_its_sentence(text: str, comparator: Comparator) -> None:
    (binding,) = known(text).bindings
    assert binding.quantity is not None
    assert binding.quantity.comparator is comparator


def test_a_range_bound_in_two_halves_counts_for_both() -> None:
    bindings = known("[30](claim:a.b)–[40%](claim:c.d)").bindings
    assert [binding.claim for binding in bindings] == ["a.b", "c.d"]
    assert bindings[1].quantity is not None


def test_words_may_be_bound_without_a_number() -> None:
    (binding,) = known("[forward hides backward](claim:a.b)").bindings
    assert binding.quantities == ()
    assert binding.quantity is None


def test_two_numbers_in_one_binding_are_no_one_quantity() -> None:
    (binding,) = known("[16 bytes and 4 GB](claim:a.b)").bindings
    assert len(binding.quantities) == 2
    assert binding.quantity is None


EXEMPT = [
    pytest.param("p.md", 'uses 64 GB <!-- ledger: exempt "64" example size -->', id="markdown"),
    pytest.param("p.html", '<p>uses 64 GB <!-- ledger: exempt "64 GB" example size -->', id="html"),
    pytest.param(
        "p.astro", '---\n---\n<p>uses 64 GB {/* ledger: exempt "64" example size */}</p>', id="astro"
    ),
    pytest.param(
        "p.astro", '---\nconst a = ["64 GB"]; // ledger: exempt "64" example size\n---\n', id="data"
    ),
    pytest.param("p.tex", 'uses 64 GB % ledger: exempt "64" example size', id="latex"),
    pytest.param("p.md", '<!-- ledger: exempt "64" example size -->\nuses 64 GB', id="before-the-block"),
    pytest.param(
        "p.md", '<!-- ledger: exempt "64" example size -->\n\n| a |\n|--|\n| b |\n| 64 GB |', id="table"
    ),
]


@pytest.mark.parametrize(("path", "text"), EXEMPT)
def test_an_exemption_has_a_reason_and_reaches_its_block(path: str, text: str) -> None:
    found = known(text, path)
    (exemption,) = found.exemptions
    assert exemption.reason == "example size"
    assert [mention.exempt for mention in exemption.mentions] == ["example size"]
    assert found.unclaimed == ()
    assert found.faults == ()


@pytest.mark.parametrize(
    ("comment", "code"),
    [
        ('ledger: exempt "65" why', "unused-exemption"),
        ('ledger: exempt "4" why', "unused-exemption"),
        ('ledger: exempt "64"', "unknown-directive"),
        ("ledger: exempt 64 why", "unknown-directive"),
        ('ledger: exmpt "64" why', "unknown-directive"),
        ('ledger: claim "64" Not an id', "unknown-directive"),
        ("ledger:", "unknown-directive"),
    ],
)
def test_a_directive_that_does_nothing_is_a_fault(comment: str, code: str) -> None:
    found = known(f"uses 64 GB <!-- {comment} -->\n")
    assert [fault.code for fault in found.faults] == [code]
    assert len(found.unclaimed) == 1


def test_an_exemption_does_not_reach_another_block() -> None:
    found = known('uses 64 GB <!-- ledger: exempt "64" why -->\n\nand 64 GB again\n')
    assert len(found.unclaimed) == 1


def test_exempting_what_is_bound_is_unused() -> None:
    found = known('[64 GB](claim:a.b) <!-- ledger: exempt "64" why -->')
    assert [fault.code for fault in found.faults] == ["unused-exemption"]


@pytest.mark.parametrize("number", ["5", "1", ".5", "1.", "2"])
def test_a_part_of_the_digits_is_not_the_number(number: str) -> None:
    found = known(f'gains 1.52 GB <!-- ledger: exempt "{number}" why -->')
    assert [fault.code for fault in found.faults] == ["unused-exemption"]


def test_a_directive_binds_a_number_in_program_text() -> None:
    text = '---\nconst a = [["all", "16P bytes"]]; // ledger: claim "16P bytes" a.b\n---\n'
    (binding,) = known(text, "p.astro").bindings
    assert (binding.form, binding.text, binding.claim) == (Form.DIRECTIVE, "16P bytes", "a.b")


def test_the_denominator_counts_every_number() -> None:
    found = known('# 4.2 Memory\n\n[16 bytes](claim:a.b), 4 GB, 64 GB <!-- ledger: exempt "64" why -->\n')
    assert dict(found.counts) == {
        ("ordinal", "not-needed"): 1,
        ("quantity", "claimed"): 1,
        ("quantity", "unclaimed"): 1,
        ("quantity", "exempt"): 1,
    }
    assert found.counts.total() == len(found.mentions)


def test_an_empty_page() -> None:
    for form in Format:
        found = page(read("p", "", form))
        assert (found.mentions, found.bindings, found.faults) == ((), (), ())


@pytest.mark.parametrize(
    "text",
    [
        "<b data-claim='a.b'>{n}16 bytes</b>",
        "{n}<b data-claim='a.b'>16 bytes</b>",
        "<p data-claim='a.b'>{n}</p>",
    ],
)
def test_computed_text_cannot_be_bound(text: str) -> None:
    found = known(f"---\n---\n{text}\n", "p.astro")
    assert [fault.code for fault in found.faults] == ["computed"]


def test_text_beside_an_expression_may_be_bound() -> None:
    text = "---\n---\n<p>{n} of <b data-claim='a.b' class={c}>16 bytes {/* so */}</b></p>\n"
    assert known(text, "p.astro").faults == ()


def test_digits_beside_a_bound_number_belong_to_it() -> None:
    (binding,) = known("<b>1</b><i data-claim='a.b'>6 bytes</i>", "p.html").bindings
    assert binding.quantity is not None
    assert binding.quantity.value == 16


def test_characters_that_reorder_digits_are_a_fault() -> None:
    (fault,) = known("keeps \u202e[16 bytes](claim:a.b)").faults
    assert (fault.code, fault.location.column) == ("direction-override", 7)
