"""Page readers, the numbers on pages, and their binding to claims.

From a file to what the ledger knows of it::

    document = read("pages/training.md", text)            # any format; never raises
    sidecar = read_sidecar(yaml_text, "pages/training.bindings.yaml")
    known = page(document, sidecar)                       # mentions, bindings, exemptions, faults, counts

:mod:`~ledger.documents.read` ``read(path, text, form=None) -> Document``
    Markdown, HTML, Astro, LaTeX or plain text; by extension, plain text by content.
:mod:`~ledger.documents.mentions` ``mentions(document, *, parts=False) -> list[Mention]``
    Every number with its place in the file, bound as the page itself binds it; ``Mention.row()`` is the
    row of ``ledger scan``. With *parts*, the constants of a formula follow it as mentions of their own.
:mod:`~ledger.documents.page` ``page(document, sidecar=None) -> Page``
    The same with exemptions, directives and sidecar applied. ``Page.unclaimed`` is what coverage asks about;
    ``Page.bindings`` carry the quantity that the page states (``Binding.quantity``) for comparison with the
    claim's; ``Page.exemptions``; ``Page.faults`` (unused exemptions, orphaned entries, …); ``Page.counts`` is
    the denominator, (kind, status) → how many.
:mod:`~ledger.documents.sidecar` ``read_sidecar(text, path) -> Sidecar``
    ``pages/NAME.bindings.yaml``; raises ``DocumentError`` or ``DocumentErrors``.
:mod:`~ledger.documents.suggest` ``suggestions(page, mention, claims) -> list[Suggestion]``
    The claims (``ClaimFacts``) that an unclaimed number may be, with the ready-to-paste binding.
:mod:`~ledger.documents.parity` ``parity(first, second) -> list[Disparity]``
    Where two language versions of a page bind other claims, or bind them with other numbers.
:mod:`~ledger.documents.scan` ``scan_paths(paths) -> Iterator[Mention]``
    Files and folders, outside any ledger.
:mod:`~ledger.documents.urls` ``urls(text_or_document) -> list[tuple[str, int]]``
    Every web address with its offset.
"""
