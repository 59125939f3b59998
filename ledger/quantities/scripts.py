"""Stand-ins for raised and lowered characters that Unicode has no superscript or subscript for."""

from __future__ import annotations

RAISED = 0xE100
"""A raised character ``c`` without a superscript form is ``RAISED + ord(c)``."""
LOWERED = 0xE900
SUPERSCRIPTS = dict(zip("0123456789+-−–()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁽⁾", strict=True))
SUBSCRIPTS = dict(zip("0123456789", "₀₁₂₃₄₅₆₇₈₉", strict=True))


def script(character: str, table: dict[str, str], base: int) -> str:
    """*character* raised or lowered: its Unicode form, a stand-in, or itself where neither is right."""
    found = table.get(character)
    if found is not None:
        return found
    return chr(base + ord(character)) if ord(character) < 0x400 and character not in " \n\t" else character
