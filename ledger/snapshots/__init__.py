"""Source bytes: fetched, stored by digest, read with positions, searched."""
