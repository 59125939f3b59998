"""Text ↔ typed quantities: one grammar for pages and sources, which knows nothing of any subject."""
