"""The typed documents that authors write, and their reader with positions."""
