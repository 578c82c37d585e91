"""How much alike two names are.

Source: docs/rules/persons.md, PM-3.
"""

import enum


class Likeness(enum.IntEnum):
    """How much alike two names, or two words of names, are. A higher value is stronger evidence."""

    NONE = 0
    CLOSE = 1
    """A slip apart, the same name in another language, or double names that share a word: twins may be so named."""
    SHORT = 2
    """One is a short form of the other, or both are of a third."""
    ALIKE = 3
    """They sound the same, or one leaves out words of the other."""
    EQUAL = 4
    """The same letters, whatever the script, the accents and the spaces."""
