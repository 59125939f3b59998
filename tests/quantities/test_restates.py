"""What a page may print on the strength of a claim: the same or fewer digits, never 1024 for 1000."""

from __future__ import annotations

import pytest

from ledger.quantities import Grade, compare, from_fields, parse, restates


@pytest.mark.parametrize(
    ("claim", "page", "grade"),
    [
        (("2.78e12", "parameter"), "2.78T parameters", Grade.EXACT),
        (("2.78e12", "parameter"), "2.8T parameters", Grade.CONSISTENT),
        (("2.8e12", "parameter"), "2.78T parameters", Grade.MORE_DIGITS),
        (("16", "B"), "16.3 bytes", Grade.MORE_DIGITS),
        (("16", "B"), "16.0 bytes", Grade.MORE_DIGITS),
        (("31.4", "GB"), "31.40 GB", Grade.MORE_DIGITS),
        (("16.0", "B"), "16 bytes", Grade.EXACT),
        (("0.5", "1"), "1/2", Grade.EXACT),
        (("16", "B"), "16.6 bytes", Grade.INCONSISTENT),
        (("1.5", "GB"), "1500 MB", Grade.EXACT),
        (("1.5", "GB"), "1499 MB", Grade.MORE_DIGITS),
        (("23.4", "%"), "23%", Grade.CONSISTENT),
        (("23.4", "%"), "20%", Grade.INCONSISTENT),
        (("2048", "GPU"), "2K GPUs", Grade.CONSISTENT),
        (("1.96", "GB"), "2 GB", Grade.CONSISTENT),
        (("0.96", "x"), "1×", Grade.CONSISTENT),
        (("1.5", "x"), "2×", Grade.ROUNDED),
        (("0.42", "1"), "0", Grade.ROUNDED),
        (("0.7", "1"), "1", Grade.ROUNDED),
        (("7.52e9", "parameter"), "8B parameters", Grade.ROUNDED),
        (("133", "ms"), "0.1 s", Grade.ROUNDED),
    ],
)
def test_restatement(claim: tuple[str, str], page: str, grade: Grade) -> None:
    assert restates(from_fields(*claim), parse(page)).grade is grade


@pytest.mark.parametrize(
    ("claim", "page"),
    [(("6", "GB"), "6 GiB"), (("2", "KiB"), "2 kB"), (("1", "TB"), "1 TiB"), (("5", "MiB"), "5 MB")],
)
def test_coarse_digits_do_not_make_gib_into_gb(claim: tuple[str, str], page: str) -> None:
    # 6 GiB is 6.44 GB: inside the rounding interval of "6 GB", and yet another quantity.
    assert compare(from_fields(*claim), parse(page)).grade is Grade.UNIT


def test_exact_conversion_between_the_two_families_still_agrees() -> None:
    assert compare(from_fields("1024", "B"), parse("1 KiB")).grade is Grade.EXACT


@pytest.mark.parametrize(("claim", "page"), [(("2", "h"), "120 min"), (("8", "Gbps"), "1 GB/s")])
def test_other_conversions_are_untouched(claim: tuple[str, str], page: str) -> None:
    assert compare(from_fields(*claim), parse(page)).grade is Grade.EXACT


@pytest.mark.parametrize(
    ("claim", "page", "grade"),
    [
        pytest.param(("23.4", "%"), "about 23%", Grade.CONSISTENT, id="says-that-it-rounds"),
        pytest.param(("23.4", "%"), "≈23%", Grade.CONSISTENT, id="by-a-sign"),
        pytest.param(("23.4", "%"), "约 23%", Grade.CONSISTENT, id="in-chinese"),
        pytest.param(("23.4", "%"), "about 23.4%", Grade.COMPARATOR, id="about-what-is-exact"),
        pytest.param(("16", "B"), "about 16 bytes", Grade.COMPARATOR, id="about-a-whole-number"),
        pytest.param(("23.4", "%"), "about 24%", Grade.COMPARATOR, id="no-rounding-of-it"),
        pytest.param(("1.5", "x"), "about 2×", Grade.ROUNDED, id="too-far-though-it-says-so"),
        pytest.param(("23.4", "%"), "about 20%", Grade.COMPARATOR, id="about-another-number"),
        pytest.param(("23.4", "%", "≈"), "23%", Grade.COMPARATOR, id="exact-what-is-about"),
        pytest.param(("23.4", "%", "≈"), "about 23%", Grade.CONSISTENT, id="about-what-is-about"),
        pytest.param(("4.64", "x", "≥"), "≥ 4.6×", Grade.CONSISTENT, id="a-lower-bound-lowered"),
        pytest.param(("4.66", "x", "≥"), "≥ 4.7×", Grade.ROUNDED, id="a-lower-bound-raised"),
        pytest.param(("4.66", "x", "at-least"), "at least 4.7×", Grade.ROUNDED, id="in-words"),
        pytest.param(("4.66", "x", ">"), "more than 4.7×", Grade.ROUNDED, id="beyond"),
        pytest.param(("4.66", "x", "<"), "less than 4.7×", Grade.CONSISTENT, id="an-upper-bound-raised"),
        pytest.param(("4.64", "x", "≤"), "at most 4.6×", Grade.ROUNDED, id="an-upper-bound-lowered"),
        pytest.param(("4.64", "x", "up-to"), "up to 4.6×", Grade.CONSISTENT, id="a-maximum-is-a-value"),
    ],
)
def test_rounding_is_said_or_small_and_of_a_bound_outwards(
    claim: tuple[str, ...], page: str, grade: Grade
) -> None:
    assert restates(from_fields(*claim), parse(page)).grade is grade


@pytest.mark.parametrize(
    ("page", "grade"),
    [("30–41%", Grade.CONSISTENT), ("0–41%", Grade.INCONSISTENT), ("30–45%", Grade.INCONSISTENT)],
)
def test_both_ends_of_a_range_round(page: str, grade: Grade) -> None:
    assert restates(from_fields("30.2", "%", "range", "40.9"), parse(page)).grade is grade
