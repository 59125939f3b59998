"""Quantities written in one run of digits and letters: ``8m30s``, ``1/5th``, ``78MBs``, ``3G 内存``.

Their value is not read, but they are no names.
"""

from __future__ import annotations

import re

_DURATION = re.compile(
    r"(?:\d{1,4}d(?:\d{1,2}h)?(?:\d{1,2}m)?(?:\d{1,2}s)?|\d{1,4}h(?:\d{1,2}m)?(?:\d{1,2}s)?"
    r"|\d{1,4}m\d{1,2}(?:\.\d{1,6})?s)(?!\w)"
)
_SEVERAL = re.compile(r"\d+[dhm]\d")
_FRACTION = re.compile(r"\d{1,3}/\d{1,4}(?:ths?|rds?|nds?)(?![A-Za-z])")
_PLURAL = re.compile(r"\d[\d.,]{0,12} ?(?:[KMGTPE]i?[Bb]|[kKMG]bps|[kMG]?Hz)s(?![A-Za-z0-9])")
_RATE = re.compile(
    r"\d[\d.,]{0,12}(?:-\d[\d.,]{0,12})? ?(?:Kb(?![A-Za-z0-9/])|[KMGT]Bit(?:/s|ps)?(?![A-Za-z0-9])"
    r"|[kmgt]i?b(?:/s(?:ec)?|ps)|[kmgt]i?b(?=[^\w]|\Z|[\u4e00-\u9fff]))"
)
"""``32gb/s``: of bits or of bytes, the small letter does not tell."""
_STORED = re.compile(
    r"[2-6][Gg] ?(?:多|左右|以上|以下)? ?(?:的 ?)?"
    r"(?:内存|显存|硬盘|磁盘|空间|存储|数据|缓存|堆|文件|大小|容量|流量"
    r"|(?:of )?(?:RAM|VRAM|memory|heap|disk|swap|storage|data)\b)"
)
_HOLDS = re.compile(r"(?:大小|容量|内存|显存|空间|占用|占|RAM|memory|heap)(?: ?(?:为|是|约|of|is))? ?\Z")
_GENERATION = re.compile(r"[2-6][Gg](?![A-Za-z0-9])")
_LOOK = 12


def match(s: str, hit: int) -> tuple[int, str] | None:
    """Where the quantity that begins with the digits at *hit* ends, and what it is; ``None`` if none does."""
    duration = _DURATION.match(s, hit)
    if duration is not None and _SEVERAL.match(s, hit) is not None:
        return duration.end(), "a time in several units"
    fraction = _FRACTION.match(s, hit)
    if fraction is not None:
        return fraction.end(), "a fraction with the ending of an ordinal"
    plural = _PLURAL.match(s, hit)
    if plural is not None:
        return plural.end(), "a unit in the plural"
    rate = _RATE.match(s, hit)
    if rate is not None:
        return rate.end(), "a size in small letters: of bits or of bytes"
    size = _GENERATION.match(s, hit)
    if size is None:
        return None
    if _STORED.match(s, hit) is None and _HOLDS.search(s, max(0, hit - _LOOK), hit) is None:
        return None
    return size.end(), "a size in G"
