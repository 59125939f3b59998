from __future__ import annotations

import pytest

from ledger.documents.page import Form, Page, page
from ledger.documents.read import read
from ledger.documents.sidecar import read_sidecar
from ledger.errors import DocumentErrors

PAGE = (
    "# ZeRO\n\nIt keeps 16 bytes a parameter.\n\n# Other\n\n"
    "That takes 4 GB.\n\nA look-alike keeps 16 bytes too.\n"
)


def entry(text: str, surface: str, claim: str = "a.b") -> str:
    found = page(read("p.txt", text))
    mention = next(mention for mention in found.mentions if mention.surface == surface)
    lines = found.anchors.entry(mention, claim).splitlines()
    return "bindings:\n" + "\n".join("  " + line for line in lines) + "\n"


def bound(text: str, sidecar: str) -> Page:
    return page(read("p.txt", text), read_sidecar(sidecar, "p.bindings.yaml"))


def test_a_ready_entry_binds() -> None:
    found = bound(PAGE, entry(PAGE, "16 bytes"))
    (binding,) = found.bindings
    assert (binding.form, binding.claim, binding.text, binding.location.line) == (
        Form.SIDECAR,
        "a.b",
        "16 bytes",
        3,
    )
    assert found.faults == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("It keeps 16 bytes", "It never keeps 16 bytes", id="sentence"),
        pytest.param("It keeps 16 bytes", "It keeps 18 bytes", id="number"),
        pytest.param("It keeps 16 bytes a parameter.\n\n", "", id="gone"),
        pytest.param("# ZeRO", "# ZeRO-3", id="heading"),
        pytest.param("a parameter.", "a parameter, 16 bytes.", id="one-more-of-the-same"),
    ],
)
def test_an_edited_context_orphans_the_entry(before: str, after: str) -> None:
    found = bound(PAGE.replace(before, after), entry(PAGE, "16 bytes"))
    assert [fault.code for fault in found.faults] == ["orphaned"]
    assert found.faults[0].location.path == "p.bindings.yaml"
    assert found.bindings == ()


def test_a_look_alike_in_the_same_words_never_takes_its_place() -> None:
    text = "It keeps 16 bytes.\n\nThat is so.\n\nIt keeps 16 bytes.\n"
    edited = text.replace("16", "18", 1)
    found = bound(edited, entry(text, "16 bytes"))
    assert [fault.code for fault in found.faults] == ["orphaned"]
    assert found.bindings == ()


def test_edits_elsewhere_leave_it_bound() -> None:
    found = bound(PAGE.replace("takes 4 GB", "takes 5 GB, sometimes"), entry(PAGE, "16 bytes"))
    assert found.faults == ()


def test_the_header_of_a_column_is_context() -> None:
    table = "| stage | memory |\n|--|--|\n| one | 16 bytes |\n"
    sidecar = entry(table, "16 bytes")
    assert bound(table, sidecar).faults == ()
    found = bound(table.replace("memory", "traffic"), sidecar)
    assert [fault.code for fault in found.faults] == ["orphaned"]


def test_exemptions_and_what_is_bound_twice() -> None:
    exemption = (
        entry(PAGE, "16 bytes").replace("bindings:", "exemptions:").replace("claim: a.b", 'reason: "why"')
    )
    assert bound(PAGE, exemption).exemptions[0].reason == "why"
    twice = entry(PAGE, "16 bytes") + exemption
    assert [fault.code for fault in bound(PAGE, twice).faults] == ["unused-directive"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bindings: 3\n", "must be a list"),
        ("binding: []\n", "unknown key 'binding'"),
        ("- a\n", "must be a mapping with 'bindings' and 'exemptions'; begin the file with 'bindings:'"),
        ('bindings:\n  - {number: "1"}\n', "'heading' is missing"),
        (
            'bindings:\n  - {number: "1", heading: "", occurrence: 0, context: "a", claim: a, x: "b"}\n',
            "'occurrence' must be a whole number from 1",
        ),
    ],
)
def test_faults_of_the_file_name_the_place(text: str, words: str) -> None:
    with pytest.raises(DocumentErrors) as caught:
        read_sidecar(text, "p.bindings.yaml")
    assert words in str(caught.value)
    assert "p.bindings.yaml:" in str(caught.value)
