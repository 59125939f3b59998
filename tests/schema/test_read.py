"""Reading a ledger: good documents load, bad ones are all named with file:line:column and the fix."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.errors import ConfigurationError, DocumentErrors
from ledger.schema.documents import ClaimKind
from ledger.schema.ledger import digest
from ledger.schema.read import read_ledger

SOURCE = """\
id: zero-2019
kind: paper
primary: true
title: "ZeRO"
published: "2019-10-04"
version: v3
snapshot: {sha256: %s, media: application/pdf, pages: 24}
""" % ("a" * 64)

CLAIM = """\
  - id: zero.total
    kind: number
    statement: {en: "Sixteen bytes.", zh: "十六字节。"}
    entity: ZeRO recipe
    quantity: {value: "16", unit: B/parameter}
    evidence:
      - {source: zero-2019, page: 8, anchors: ["16"]}
"""


def make(root: Path, claims: str = "ledger: L1\nclaims:\n" + CLAIM, source: str = SOURCE) -> Path:
    for folder in ("claims", "sources", "pages"):
        (root / folder).mkdir(exist_ok=True)
    (root / "pyproject.toml").write_text('[tool.ledger]\nname = "Example"\n')
    (root / "sources" / "zero-2019.yaml").write_text(source)
    (root / "claims" / "l1.yaml").write_text(claims)
    return root


def listed(claims: str) -> str:
    return "ledger: L1\nclaims:\n" + claims


def faults(root: Path) -> list[str]:
    with pytest.raises(DocumentErrors) as caught:
        read_ledger(root)
    return [str(error) for error in caught.value.errors]


def test_good_ledger(tmp_path: Path) -> None:
    ledger = read_ledger(make(tmp_path))
    claim = ledger.claims["zero.total"]
    assert claim.kind is ClaimKind.NUMBER
    assert ledger.ledger_of["zero.total"] == "L1"
    assert str(ledger.where("claim", "zero.total", "evidence", 0, "page")) == "claims/l1.yaml:9:35"


def test_digest_ignores_comments_and_key_order_but_not_meaning(tmp_path: Path) -> None:
    first = digest(read_ledger(make(tmp_path)).claims["zero.total"])
    reordered = CLAIM.replace("    entity: ZeRO recipe\n", "") + "    entity: ZeRO recipe # a comment\n"
    assert digest(read_ledger(make(tmp_path, listed(reordered))).claims["zero.total"]) == first
    changed = CLAIM.replace('"16", unit', '"16.0", unit')
    assert digest(read_ledger(make(tmp_path, listed(changed))).claims["zero.total"]) != first


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "id: zero.total",
            "id: Zero.total",
            "claims/l1.yaml:3:9: 'id' is not well formed: 'Zero.total'; "
            "write lower-case words and digits joined by '.' or '-', for example zero.model-state.total",
        ),
        (
            "B/parameter",
            "'B per one!'",
            "claims/l1.yaml:7:35: 'B per one!' is not a unit; "
            "write it like B/parameter, GB/s, GPU-hour, %, or one noun: page",
        ),
        *(
            (
                "unit: B/parameter",
                f'unit: B/parameter, comparator: "{written}"',
                f"claims/l1.yaml:7:60: unknown comparator '{written}'; did you mean '{meant}'?",
            )
            for written, meant in [
                (">=", "≥"),
                ("<=", "≤"),
                ("=>", "≥"),
                ("=<", "≤"),
                ("~", "≈"),
                ("==", "="),
            ]
        ),
        (
            "unit: B/parameter",
            'unit: B/parameter, comparator: "<<"',
            "unknown comparator '<<'; choose one of: =, ≈, <, ≤, >, ≥, range, up-to, at-least",
        ),
        (
            "B/parameter",
            "B/parmeter",
            "claims/l1.yaml:7:35: unknown unit 'parmeter' in 'B/parmeter'; did you mean 'parameter'?",
        ),
        (
            'anchors: ["16"]',
            'anchors: ["16"], printed: "16", unit: toekn',
            "unknown unit 'toekn'; did you mean 'token'?",
        ),
        (
            'anchors: ["16"]',
            'anchors: ["16"], printed: "16", unit: "B per one!"',
            "'B per one!' is not a unit; write it like",
        ),
        *(
            (
                'value: "16"',
                f'value: "{written}"',
                "write the digits alone (65 billion is 65e9); other words are the 'unit'",
            )
            for written in ("65 billion", "16 GB", "about 16", "more than 16")
        ),
        ("kind: number", "kind: numbr", "claims/l1.yaml:4:11: unknown kind 'numbr'; did you mean 'number'?"),
        ('"16", unit', "16, unit", 'numbers are quoted, to keep their digits: "16"'),
        ("entity: ZeRO", "entety: ZeRO", "unknown key 'entety'; did you mean 'entity'?"),
        ("    entity: ZeRO recipe\n", "", "the key 'entity' is missing"),
        ("source: zero-2019", "source: zreo-2019", "unknown source 'zreo-2019'; did you mean 'zero-2019'?"),
        ("page: 8", "page: 25", "claims/l1.yaml:9:35: page 25 is beyond the end of 'zero-2019'"),
        ("page: 8, ", "", "evidence needs a place: 'page' (1 in a text or a web page), 'section', or both"),
        (", unit: B/parameter", "", "the key 'unit' is missing"),
        ("page: 8", "page: 0", "greater than or equal to 1"),
        ("id: zero.total", "id: Zero Total", "'id' is not well formed"),
        ("page: 8", 'page: 8, unit: "B"', "explain a 'printed' form"),
        ("unit: B/parameter", "unit: B/parameter, comparator: range", "'high' goes with"),
    ],
)
def test_fault_names_place_cause_and_fix(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert old in CLAIM
    assert any(expected in line for line in faults(make(tmp_path, listed(CLAIM.replace(old, new)))))


SHAPES = [
    pytest.param(
        "claims/l1.yaml",
        CLAIM,
        "the document must be a mapping (key: value), not a list; "
        "begin the file with 'ledger: …' and 'claims:', and put this list below that",
        id="claims-in-a-bare-list",
    ),
    pytest.param(
        "claims/waivers.yaml",
        "- {subject: a.b, check: located}\n",
        "the document must be a mapping (key: value), not a list; begin the file with 'waivers:', "
        "and put this list below that",
        id="waivers-in-a-bare-list",
    ),
    pytest.param(
        "sources/zero-2019.yaml",
        "- id: zero-2019\n",
        "the document must be a mapping (key: value), not a list; "
        "take it out of the list: no '- ' before it, no brackets around it",
        id="a-source-in-a-list",
    ),
    pytest.param(
        "claims/l1.yaml",
        "a claim\n",
        "the document must be a mapping (key: value), not text; "
        "write its keys, each on a line of its own: ledger, claims",
        id="a-text",
    ),
    pytest.param(
        "claims/l1.yaml",
        "ledger: L1\nclaims:\n  id: a.b\n",
        "'claims' must be a list, not a mapping; begin it with '- '",
        id="one-claim-without-a-list",
    ),
    pytest.param(
        "claims/l1.yaml",
        listed(CLAIM.replace('anchors: ["16"]', 'anchors: "K = \\"16\\""')),
        '\'anchors\' must be a list, not text; put it in brackets: ["K = \\"16\\""]',
        id="one-anchor-without-a-list",
    ),
    pytest.param(
        "claims/l1.yaml",
        listed(CLAIM.replace('{value: "16", unit: B/parameter}', '"16"')),
        "'quantity' must be a mapping (key: value), not text; "
        "write its keys, each on a line of its own: value, unit",
        id="a-quantity-without-its-keys",
    ),
    pytest.param(
        "claims/l1.yaml",
        listed(CLAIM.replace("entity: ZeRO recipe", "entity: ZeRO recipe\n    qualifiers: [per parameter]")),
        "'qualifiers' must be a mapping (key: value), not a list; write it like {name: value}",
        id="qualifiers-in-a-list",
    ),
]


@pytest.mark.parametrize(("path", "text", "expected"), SHAPES)
def test_a_document_of_another_shape_is_told_how_to_be_written(
    tmp_path: Path, path: str, text: str, expected: str
) -> None:
    root = make(tmp_path)
    (root / path).write_text(text)
    assert any(line.startswith(path) and line.endswith(expected) for line in faults(root)), faults(root)


BILINGUAL = '{en: "Sixteen bytes.", zh: "十六字节。"}'
IS_MISSING = "write the statement in it, or take it out of 'languages' in pyproject.toml"


@pytest.mark.parametrize(
    ("languages", "statement", "expected"),
    [
        pytest.param(None, BILINGUAL, [], id="both-by-default"),
        pytest.param(
            None,
            '{en: "Sixteen."}',
            [f"claims/l1.yaml:5:16: the key 'zh' is missing; {IS_MISSING}"],
            id="chinese-is-missing-by-default",
        ),
        pytest.param(["en"], '{en: "Sixteen."}', [], id="english-alone"),
        pytest.param(["fr", "pt-BR"], '{fr: "Seize.", pt-BR: "Dezasseis."}', [], id="any-two"),
        pytest.param(["no"], '{no: "Seksten."}', [], id="norwegian-is-no-truth-value"),
        pytest.param(
            ["en"],
            BILINGUAL,
            [
                "claims/l1.yaml:5:39: unknown key 'zh'; "
                "the ledger's languages are en: see 'languages' in pyproject.toml"
            ],
            id="one-too-many",
        ),
        pytest.param(
            ["pt-BR"],
            '{pt-Br: "Dezasseis."}',
            [
                f"claims/l1.yaml:5:16: the key 'pt-BR' is missing; {IS_MISSING}",
                "claims/l1.yaml:5:17: unknown key 'pt-Br'; did you mean 'pt-BR'?",
            ],
            id="misspelt",
        ),
        pytest.param(
            ["fr"],
            "{fr: 16}",
            ["claims/l1.yaml:5:21: 'fr' must be text; numbers are quoted, to keep their digits: \"16\""],
            id="no-text",
        ),
        pytest.param(["fr"], '{fr: ""}', ["claims/l1.yaml:5:21: 'fr' is empty; write it, or"], id="empty"),
        pytest.param(
            ["en"],
            "{en: null}",
            ["claims/l1.yaml:5:21: is an empty value; leave the key out, or write the value"],
            id="nothing",
        ),
    ],
)
def test_a_statement_has_the_languages_of_the_ledger(
    tmp_path: Path, languages: list[str] | None, statement: str, expected: list[str]
) -> None:
    make(tmp_path, listed(CLAIM.replace(BILINGUAL, statement)))
    if languages is not None:
        (tmp_path / "pyproject.toml").write_text(f"[tool.ledger]\nlanguages = {languages}\n")
    if not expected:
        assert list(read_ledger(tmp_path).claims) == ["zero.total"]
        return
    found = faults(tmp_path)
    assert [line[: len(words)] for line, words in zip(found, expected, strict=True)] == expected


def test_the_languages_are_no_part_of_what_a_bilingual_claim_means(tmp_path: Path) -> None:
    """Locks and results of ledgers without the key stand: the digest is that of the documents alone."""
    first = digest(read_ledger(make(tmp_path)).claims["zero.total"])
    (tmp_path / "pyproject.toml").write_text('[tool.ledger]\nlanguages = ["zh", "en"]\n')
    assert digest(read_ledger(tmp_path).claims["zero.total"]) == first


def test_all_faults_of_a_run_are_shown_in_order(tmp_path: Path) -> None:
    make(
        tmp_path, "ledger: L1\nclaims:\n" + CLAIM.replace("number", "numbr").replace("page: 8", "page: eight")
    )
    (tmp_path / "claims" / "l0.yaml").write_text("ledger: L0\nclaims: [{id: a, n: 1e5}]\n")
    found = faults(tmp_path)
    assert [line.partition(": ")[0] for line in found] == [
        "claims/l0.yaml:2:21",
        "claims/l1.yaml:4:11",
        "claims/l1.yaml:9:35",
    ]


def test_duplicate_id_names_the_first(tmp_path: Path) -> None:
    found = faults(make(tmp_path, listed(CLAIM + CLAIM)))
    assert found == [
        "claims/l1.yaml:10:9: claim 'zero.total' is already defined at claims/l1.yaml:3:9; rename one"
    ]


def test_circle_in_supersedes(tmp_path: Path) -> None:
    one = CLAIM + "    supersedes: [zero.other]\n"
    other = CLAIM.replace("zero.total", "zero.other") + "    supersedes: [zero.total]\n"
    found = faults(make(tmp_path, listed(one + other)))
    assert len(found) == 1
    assert "zero.total → zero.other → zero.total" in found[0]


def test_claim_that_leads_nowhere(tmp_path: Path) -> None:
    claim = CLAIM + "    recompute: {formula: memory.x, inputs: {a: [{claim: zero.totl}]}}\n"
    found = faults(make(tmp_path, listed(claim)))
    assert "unknown claim 'zero.totl' in 'recompute'; did you mean 'zero.total'?" in found[0]


def test_broken_source_is_not_also_called_unknown(tmp_path: Path) -> None:
    found = faults(make(tmp_path, source=SOURCE.replace("kind: paper", "kind: papr")))
    assert len(found) == 1
    assert "unknown kind 'papr'" in found[0]


def test_source_needs_bytes_or_a_reason(tmp_path: Path) -> None:
    source = "\n".join(line for line in SOURCE.splitlines() if not line.startswith("snapshot"))
    assert "needs 'snapshot'" in faults(make(tmp_path, source=source))[0]


def test_misspelt_expiry_never_makes_a_permanent_waiver(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "claims" / "waivers.yaml").write_text(
        "waivers:\n  - {subject: zero.total, check: located, owner: us, reason: r, expire: '2027-01-01'}\n"
    )
    found = faults(tmp_path)
    assert any("unknown key 'expire'; did you mean 'expires'?" in line for line in found)


def test_waiver_for_nothing(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "claims" / "waivers.yaml").write_text(
        "waivers:\n  - {subject: zero.totl, check: located, owner: us, reason: r, expires: '2027-01-01'}\n"
    )
    assert "unknown subject 'zero.totl'; did you mean 'zero.total'?" in faults(tmp_path)[0]


def test_no_ledger_here(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="is no ledger"):
        read_ledger(tmp_path)


def test_unknown_configuration_key(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.ledger]\npolcy = {}\n")
    with pytest.raises(ConfigurationError, match="unknown key 'polcy'"):
        read_ledger(tmp_path)


def test_page_that_is_not_text(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "pages" / "a.md").write_bytes(b"\xff\xfe")
    assert "not UTF-8" in faults(tmp_path)[0]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("pages", ["a.astro", "a.md", "sub/b.HTML", "sub/c.md"]),
        ("pages/**", ["a.astro", "a.md", "sub/b.HTML", "sub/c.md"]),
        ("pages/s*/**", ["sub/b.HTML", "sub/c.md"]),
        ("pages/*", ["a.astro", "a.bindings.yaml", "a.md"]),
        ("pages/*.md", ["a.md"]),
        ("pages/**/*.md", [".cache/d.md", "a.md", "sub/.draft.md", "sub/c.md"]),
    ],
)
def test_what_a_pattern_names(tmp_path: Path, pattern: str, expected: list[str]) -> None:
    make(tmp_path)
    names = ("a.md", "a.astro", "a.bindings.yaml", "sub/b.HTML", "sub/c.md", "sub/.draft.md", ".cache/d.md")
    for name in names:
        (tmp_path / "pages" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "pages" / name).write_text("x: 1\n")
    if pattern != "pages/*":
        (tmp_path / "pages" / "photo.png").write_bytes(b"\x89PNG")
    (tmp_path / "pyproject.toml").write_text(f'[tool.ledger]\npages = ["{pattern}"]\n')
    ledger = read_ledger(tmp_path)
    assert list(ledger.pages) == [f"pages/{name}" for name in expected]
    assert ledger.unmatched == ()


def test_without_a_configuration_every_page_below_pages_is_one(tmp_path: Path) -> None:
    make(tmp_path)
    assert read_ledger(tmp_path).unmatched == ()
    (tmp_path / "pages" / "a.html").write_text("x")
    assert list(read_ledger(tmp_path).pages) == ["pages/a.html"]


def test_a_pattern_that_matches_nothing_is_told(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "pages" / "a.md").write_text("x")
    (tmp_path / "pyproject.toml").write_text('[tool.ledger]\npages = ["pages/*.md", "docs/**"]\n')
    assert read_ledger(tmp_path).unmatched == ("docs/**",)


def test_the_endings_of_pages_are_those_that_have_a_reader() -> None:
    from ledger.documents.read import EXTENSIONS
    from ledger.schema.files import PAGE_ENDINGS

    assert EXTENSIONS.keys() - {""} == PAGE_ENDINGS


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('page = ["x"]', "pyproject.toml: [tool.ledger]: unknown key 'page'; did you mean 'pages'?"),
        ('pages = "x"', "[tool.ledger]: 'pages' must be a list, not text"),
        ("name = 3", "[tool.ledger]: 'name' must be text; numbers are quoted, to keep their digits: \"3\""),
        ('policy = {nubmer = {any = ["x"]}}', "[tool.ledger.policy]: unknown key 'nubmer'; did you mean"),
        ('policy = {number = {anny = ["x"]}}', "unknown key 'anny'; did you mean 'any'?"),
        ('languages = ["eng"]', "[tool.ledger.languages]: 'eng' is no language's tag; did you mean 'en'?"),
        ('languages = ["pt_BR"]', "'pt_BR' is no language's tag; did you mean 'pt-BR'?"),
        ('languages = ["EN"]', "'EN' is no language's tag; did you mean 'en'?"),
        ('languages = ["english"]', "'english' is no language's tag; write one like en, zh-Hans, pt-BR"),
        ("languages = []", "[tool.ledger]: 'languages' names none; write languages = [\"en\"]"),
        ('languages = ["en", "en"]', "[tool.ledger]: 'languages' names 'en' twice"),
        ('languages = "en"', "[tool.ledger]: 'languages' must be a list, not text"),
        ('ledgers = {l1 = "x"}', "'l1' is not well formed: 'l1'; write one to eight capitals and digits"),
    ],
)
def test_a_faulty_configuration_is_explained(tmp_path: Path, text: str, said: str) -> None:
    make(tmp_path)
    (tmp_path / "pyproject.toml").write_text(f"[tool.ledger]\n{text}\nxyz = 1\n")
    with pytest.raises(ConfigurationError) as caught:
        read_ledger(tmp_path)
    assert said in str(caught.value)
    assert "unknown key 'xyz'; known keys: languages, ledgers, name, pages, policy" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("unit: B/parameter", 'unit: ""', "'unit' is empty; write it, or leave the key out"),
        ("id: zero.total", f"id: {'a' * 121}", "'id' has 121 characters; it may have 120; shorten it"),
    ],
)
def test_a_text_of_the_wrong_length_says_so(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in CLAIM
    (fault,) = faults(make(tmp_path, listed(CLAIM.replace(old, new))))
    assert said in fault
