"""Replace the characters that the PDF's fonts do not have.

The fonts are one family that comes with a library; installed fonts are not used. An archived file contains its fonts,
and a missing character would be an empty box that nobody can read. Imported only by callers that print.
"""

import functools
import unicodedata
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.ft2font import FT2Font

FONTS: Final = Path(mpl.get_data_path(), "fonts", "ttf")
"""A folder with DejaVu Sans, which has most alphabets."""

# Control and format characters, characters without a glyph, and private-use characters.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def printable(text: str) -> str:
    """Replace every character that cannot be printed by its number: `<U+65E5>`. Line breaks and tabs become spaces."""
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
    """Return the characters that both the upright and the bold font have."""
    upright, bold = (FT2Font(FONTS / name).get_charmap() for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"))
    return frozenset(upright) & frozenset(bold)
