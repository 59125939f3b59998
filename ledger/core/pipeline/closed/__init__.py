"""Closed forms of pipeline papers, each under the convention its paper uses."""
