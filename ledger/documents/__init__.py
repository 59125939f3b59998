"""Page readers, the numbers on them, and their binding to claims."""
