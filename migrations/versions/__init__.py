"""One file a step of the tables' history."""
