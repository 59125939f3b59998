"""Which tags name a language (BCP 47: ``en``, ``zh-Hans``, ``pt-BR``); the codes are those of ISO 639-1."""

from __future__ import annotations

import re

_CODES = """
aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de
dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id
ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu
lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu
rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr
ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
_LONGEST_CODE = 3
"""Letters of a code of ISO 639-2 or 639-3, which often begins as the one of 639-1 does: eng, zho, fra."""
CODES = frozenset(_CODES.split())
_TAG = re.compile(r"(?P<code>[a-z]{2})(?:[-_][A-Za-z]{4})?(?:[-_](?:[A-Za-z]{2}|\d{3}))?")


def language_tag(tag: str) -> str:
    """*tag*, which names a language.

    Raises:
        ValueError: it does not, or is not written as BCP 47 writes it.
    """
    if is_language(tag) and "_" not in tag:
        return tag
    near = tag.replace("_", "-") if "_" in tag else tag[:2].lower()
    meant = len(tag) <= _LONGEST_CODE or "_" in tag
    hint = f"did you mean '{near}'?" if meant and is_language(near) else "write one like en, zh-Hans, pt-BR"
    raise ValueError(f"'{tag[:40]}' is no language's tag; {hint}")


def is_language(tag: str) -> bool:
    """Whether *tag* is a language, with a script or a region or without: ``zh``, ``zh-Hans``, ``zh_CN``."""
    found = _TAG.fullmatch(tag)
    return found is not None and found["code"] in CODES


def main_language(tag: str) -> str:
    """The language of a well-formed *tag* without its script and region: ``zh`` of ``zh-Hans``."""
    return tag.replace("_", "-").partition("-")[0]
