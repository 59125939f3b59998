"""The URL prober: what a link leads to, asked politely, and never from inside.

Reading order: ``targets`` (text → one unambiguous target), ``policy`` and ``resolver`` (which addresses may
be contacted), ``transport`` (connections that go nowhere else), ``exchange`` and ``chain`` (one request; one
URL hop by hop), ``page``, ``phrases`` and ``signals`` (what a page says of itself), ``verdict`` (one
outcome), ``politeness`` and ``retry``, ``prober`` (many URLs), ``history`` and ``records`` (earlier looks),
``identity`` (the right page?), ``archive`` and ``watch`` (the URLs of a ledger).
"""
