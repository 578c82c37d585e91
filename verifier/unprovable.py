"""What no check of a log can find, in three lines for every verdict.

Source: docs/limits-of-proof.md, which explains each item, what remains against it, and what would close it.
"""

from typing import Final

NO_CHECK_FINDS: Final = (
    "people: invented players, unsigned decisions, changed limits, insiders who know cards, seats that play together",
    "gaps: refused requests, events never noted, a withheld end, a log written anew, a log that stays rdf/1",
    "chance: a few chosen rounds, known client seeds, money outside the log, the program that ran",
)
"""A line for each section of the page: its heading, then its items in order. ASCII, like all that is printed."""
