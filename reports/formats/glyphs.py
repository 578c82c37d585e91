"""Replace the characters that the PDF's fonts do not have.

The fonts come with two libraries; installed fonts are not used. An archived file contains its fonts, and a missing
character would be an empty box that nobody can read. Imported only by callers that print.
"""

import functools
import importlib.util
import unicodedata
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.ft2font import FT2Font

DEJAVU: Final = Path(mpl.get_data_path(), "fonts", "ttf")
"""A folder with DejaVu Sans, which has most alphabets."""


def _japanese() -> Path | None:
    """Return the folder of the Japanese font, without running its library, which would change the charts' settings."""
    library = importlib.util.find_spec("matplotlib_fontja")
    return None if library is None or library.origin is None else Path(library.origin).with_name("fonts")


_JAPANESE_FONT: Final = "ipaexg.ttf"
JAPANESE: Final = _japanese()
"""A folder with IPAexGothic; None where its library is not installed, and Japanese is printed by numbers."""

FONTS: Final = (DEJAVU,) if JAPANESE is None else (DEJAVU, JAPANESE)
"""The folders of fonts."""

# Control and format characters, characters without a glyph, and private-use characters.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def printable(text: str) -> str:
    """Replace every character that cannot be printed by its number: `<U+13000>`. Line breaks and tabs become spaces."""
    return "".join(_printable(character) for character in unicodedata.normalize("NFC", text))


def font_of(text: str) -> Path:
    """Return the file of the one font in which a chart writes a printable text: the Japanese one has Latin letters too."""
    if JAPANESE is None or all(ord(character) in _latin() for character in text):
        return DEJAVU / "DejaVuSans.ttf"
    return JAPANESE / _JAPANESE_FONT


@functools.lru_cache(maxsize=4096)
def _printable(character: str) -> str:
    if character in "\t\n\r":
        return " "
    drawn = ord(character) in _latin() or ord(character) in _kanji()
    if drawn and unicodedata.category(character) not in _UNSEEN:
        return character
    return f"<U+{ord(character):04X}>"


@functools.cache
def _latin() -> frozenset[int]:
    """Return the characters that both the upright and the bold font have."""
    upright, bold = (_characters(DEJAVU / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"))
    return upright & bold


@functools.cache
def _kanji() -> frozenset[int]:
    """Return the characters of the Japanese font, which is upright alone and stands in for bold too."""
    return frozenset() if JAPANESE is None else _characters(JAPANESE / _JAPANESE_FONT)


def _characters(font: Path) -> frozenset[int]:
    return frozenset(FT2Font(font).get_charmap())
