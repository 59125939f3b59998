"""Other people's formats, in and out: BibTeX, CSL JSON, JSON-LD, CSV."""
