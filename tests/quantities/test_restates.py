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
