"""Which characters can be printed: those of one family of fonts, and of no font that happens to be installed.

An archive file holds its fonts, and a character that none of them has would be an empty box that nobody can read back.
Loaded by those who print, and by nobody else.
"""

import functools
import unicodedata
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.ft2font import FT2Font

FONTS: Final = Path(mpl.get_data_path(), "fonts", "ttf")
"""A folder with DejaVu Sans, which has most alphabets."""

# What steers the text around it, has no form of its own, or means something else in each font.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def printable(text: str) -> str:
    """Write every character that cannot be printed by its number: `<U+65E5>`. Line breaks and tabs become spaces."""
    return "".join(_printable(character) for character in unicodedata.normalize("NFC", text))


@functools.lru_cache(maxsize=4096)
def _printable(character: str) -> str:
    if character in "\t\n\r":
        return " "
    if ord(character) in _drawn() and unicodedata.category(character) not in _UNSEEN:
        return character
    return f"<U+{ord(character):04X}>"


@functools.cache
def _drawn() -> frozenset[int]:
    """Return the characters that the font has both upright and bold."""
    upright, bold = (FT2Font(FONTS / name).get_charmap() for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"))
    return frozenset(upright) & frozenset(bold)
