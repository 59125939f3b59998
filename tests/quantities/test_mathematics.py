"""What mathematics and formulas on a page state: their constants, not their shape."""

from __future__ import annotations

import pytest

from ledger.documents.read import read
from ledger.quantities import Kind, Token, scan


def tokens(page: str) -> list[Token]:
    return list(scan(read("page.md", f"{page}\n").text))


def stated(page: str) -> list[str]:
    """The numbers of the page that need evidence, a formula's constants one by one."""
    found = []
    for token in tokens(page):
        parts = token.parts or (token,)
        found += [part.surface for part in parts if part.needs_evidence and token.needs_evidence]
    return found


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("about $12nh^2$ of it", ["12"]),
        ("about $3xy$ of it", ["3"]),
        ("$f = 2ab + 3cde$", ["2", "3"]),
        (r"a share of $\frac{4nh^2}{24nh^2}$", ["4", "24"]),
        (r"$2\max(x, y)$", ["2"]),
        ("$24nh^2*bs$ of it", ["24"]),
        ("$n(12h^2 + 13h) + Vh$ with $h$ and $V$", ["12", "13"]),
        ("the $2nd$ of them", []),
        ("the $4th$ of them", []),
    ],
)
def test_letters_behind_a_number_in_mathematics_are_symbols(page: str, expected: list[str]) -> None:
    assert stated(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("takes $O(N^2 d)$ steps", ["2"]),
        ("takes O(n²) steps", ["²"]),
        (r"takes $\Theta(N^2 d^2 M^{-1})$ steps", ["2", "2"]),
        ("takes $N^2$ steps", ["2"]),
        ("takes $O(N)$ or O(1) steps", []),
        ("its inverse $A^{-1}$", []),
    ],
)
def test_an_order_of_growth_states_its_powers(page: str, expected: list[str]) -> None:
    assert stated(page) == expected


@pytest.mark.parametrize(
    ("page", "surface"),
    [
        (r"it takes $5\text{ms}$", "5ms"),
        (r"it takes $2.5\text{MB}$", "2.5MB"),
        (r"it takes $12 \text{ GB}$", "12 GB"),
        ("it takes $12GB$", "12GB"),
    ],
)
def test_a_unit_behind_a_number_in_mathematics_is_a_unit(page: str, surface: str) -> None:
    (token,) = tokens(page)
    assert (token.surface, token.kind, token.needs_evidence) == (surface, Kind.QUANTITY, True)
    assert token.quantity is not None
    assert token.quantity.value is not None


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (r"$W \in \mathbb{R}^{h\times 4h}$", ["4"]),
        (r"$W \in \mathbb{R}^{4h\times h}$ and $V \in \mathbb{R}^{3d}$", ["4", "3"]),
        (r"$W \in \mathbb{R}^{1\times h}$", []),
        (r"$W \in \mathbb{R}^{1024\times 4096}$", ["1024", "4096"]),
        (r"$x \in \mathbb{R}^{3}$", []),
        (r"$x \in \mathbb{R}^{d}$", []),
        ("$2^{2b-1}$ levels", ["2", "2"]),
        ("it is $N^{-0.076}$", ["-0.076"]),
        ("$W^{(2)}$ is a matrix", []),
    ],
)
def test_a_raised_product_is_a_formula(page: str, expected: list[str]) -> None:
    assert stated(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("the shape is $[b, 1, h]$", []),
        ("the shape is (1, d)", []),
        ("the shape is `[b, 1, h]`", []),
        ("the shape is (batch_size, 1, hidden_size)", []),
        ("$i$ is in $[0, n)$ or $(0, n_k]$", []),
        ("the shape is (1, h - 1, d)", []),
        ("the shape is $[b, 32, h]$", ["32"]),
        ("lies in (1, 3) here", ["1", "3"]),
        ("a part (red, 1, blue) of it", ["1"]),
        ("it holds (n is 1, k) of it", ["1"]),
        ("the shape is [" + "b, " * 40 + "1, h]", ["1"]),
    ],
)
def test_zero_and_one_among_symbols_need_no_evidence(page: str, expected: list[str]) -> None:
    assert stated(page) == expected


@pytest.mark.parametrize("page", ["its height is level+1.", "高度=层级+1；", "its index is value−1."])
def test_one_beside_a_name_is_a_constant(page: str) -> None:
    (token,) = tokens(page)
    assert (token.surface.strip("+−"), token.kind, token.needs_evidence) == ("1", Kind.CONSTANT, True)


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        ("The delay is (T<sub>2</sub> - T<sub>1</sub>) of it; T<sub>3</sub> is not.", Kind.CONSTANT),
        ("It holds if x₁ ≤ x₂ there.", Kind.CONSTANT),
        ("It burns H₂ + O₂ here.", Kind.IDENTIFIER),
        ("It holds CO₂ and N₂O.", Kind.IDENTIFIER),
        ("Vitamin B₁ and B₁₂.", Kind.IDENTIFIER),
    ],
)
def test_an_index_is_one_where_the_text_computes_with_it(page: str, kind: Kind) -> None:
    assert {token.kind for token in tokens(page)} == {kind}
    assert stated(page) == []


@pytest.mark.parametrize("page", ["2 个因子：K 和 V", "3 因子模型"])
def test_factors_that_are_counted_are_no_constants(page: str) -> None:
    assert Kind.CONSTANT not in {token.kind for token in tokens(page)}


@pytest.mark.parametrize("page", ["it gave +1 to all", "it returns −1.", "it has two+10 of them"])
def test_a_signed_number_by_itself_is_no_constant(page: str) -> None:
    assert Kind.CONSTANT not in {token.kind for token in tokens(page)}


@pytest.mark.parametrize("page", ["of `llama-13b` with $b$", "of `qwen-7b-2`, $b$", "`opt-6.7b` and $b$"])
def test_a_name_in_code_is_no_difference(page: str) -> None:
    assert stated(page) == []


@pytest.mark.parametrize("sign", ["[", "(1, ", "1, ", "x_1 * ", "x₁ - (", "x₁-", "$2a$ ", "a_b+1, "])
def test_brackets_without_end_are_read_in_bounded_time(sign: str) -> None:
    tokens(sign * 5_000)
