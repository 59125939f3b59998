"""The shared numeric core: pure, exact formulas, each with its units, convention and source."""
