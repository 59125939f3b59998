"""Writing documents for authors, so that what people wrote (comments, order, layout) stays byte for byte."""
