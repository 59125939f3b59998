"""What TeX commands stand for as text: symbols and spaces, from pylatexenc's tables and TeX's own rules."""

from __future__ import annotations

from functools import cache

from pylatexenc.latex2text import (  # type: ignore[import-untyped] # the library carries no types
    get_default_latex_context_db,
)

from ledger.documents.names import names

SPACES = {
    ",": "\u2009",
    ";": " ",
    ":": " ",
    ">": " ",
    " ": " ",
    "\n": " ",
    "\t": " ",
    "!": "",
    "/": "",
    "-": "",
    "@": "",
    "quad": "\u00a0\u00a0",
    "qquad": "\u00a0\u00a0",
    "thinspace": "\u2009",
    "enspace": " ",
    "space": " ",
    "nobreakspace": "\u00a0",
    "hfill": " ",
}
DROPPED = names(
    """left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr displaystyle
    textstyle scriptstyle limits nolimits centering raggedright noindent indent small footnotesize
    scriptsize tiny normalsize large Large LARGE huge Huge bfseries itshape ttfamily rmfamily sffamily
    em bf it tt rm sf protect relax bigskip medskip smallskip clearpage newpage maketitle
    tableofcontents hline toprule midrule bottomrule par leavevmode mathstrut strut null nonumber notag
    selectfont boldmath"""
)
_OWN = {
    "percent": "%",
    "degree": "°",
    "textdegree": "°",
    "textpm": "±",
    "texttimes": "×",
    "textmu": "µ",
    "colon": ":",
    "lvert": "|",
    "rvert": "|",
    "lbrace": "{",
    "rbrace": "}",
    "mod": "mod",
    "bmod": "mod",
    "dfrac": "/",
    "ge": "≥",
    "le": "≤",
    "leqslant": "≤",
    "geqslant": "≥",
    "textless": "<",
    "textgreater": ">",
    "lt": "<",
    "gt": ">",
    "ast": "*",
    "textendash": "–",
    "textemdash": "—",
    "textyen": "¥",
    "textdollar": "$",
    "S": "§",
}


@cache
def symbol(name: str) -> str | None:
    """The text of a command that takes no argument, or ``None`` if it is not known."""
    if name in _OWN:
        return _OWN[name]
    spec = _table().get_macro_spec(name)
    text = getattr(spec, "simplify_repl", None)
    return text.strip() if isinstance(text, str) and text.strip() and "%" not in text else None


@cache
def _table():  # type: ignore[no-untyped-def] # pylatexenc carries no types
    return get_default_latex_context_db()
