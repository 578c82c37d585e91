"""Catalogues of words: the file that people write (`.po`), and the one that gettext reads (`.mo`).

Only what our catalogues use: comments, `msgctxt`, `msgid`, `msgid_plural`, `msgstr`, and texts over several lines.

Source: https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html
"""

import ast
import struct
from collections.abc import Iterator, Mapping
from typing import Final

_MAGIC: Final = 0x950412DE
_HEADER_BYTES: Final = 28
_CONTEXT_END: Final = "\x04"
_PLURAL_END: Final = "\x00"


class CatalogueMalformed(Exception):  # noqa: N818  as other refusals are named
    """A catalogue cannot be read, or has a text twice."""


def read_catalogue(source: str) -> dict[str, str]:
    """Return each key of a catalogue with its translation, both as gettext's file has them. The header's key is empty.

    Raises:
        CatalogueMalformed: a line is of no kind that is known here, or a key occurs twice.
    """
    entries: dict[str, str] = {}
    for entry in _entries(source):
        context = f"{entry['msgctxt']}{_CONTEXT_END}" if "msgctxt" in entry else ""
        plural = f"{_PLURAL_END}{entry['msgid_plural']}" if "msgid_plural" in entry else ""
        key = f"{context}{entry['msgid']}{plural}"
        if key in entries:
            raise CatalogueMalformed(f"`{key}` occurs twice.")
        forms = [entry[name] for name in sorted(entry) if name.startswith("msgstr")]
        entries[key] = _PLURAL_END.join(forms)
    return entries


def compiled(entries: Mapping[str, str]) -> bytes:
    """Return a catalogue as gettext reads it: sorted by key, without a table of hashes."""
    pairs = sorted((key.encode(), text.encode()) for key, text in entries.items())
    tables_bytes = _HEADER_BYTES + 16 * len(pairs)
    texts = bytearray()
    tables = []
    for column in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<II", len(pair[column]), tables_bytes + len(texts)))
            texts += pair[column] + b"\0"
    translations_at = _HEADER_BYTES + 8 * len(pairs)
    header = struct.pack("<IIIIIII", _MAGIC, 0, len(pairs), _HEADER_BYTES, translations_at, 0, tables_bytes)
    return header + b"".join(tables) + bytes(texts)


def _entries(source: str) -> Iterator[dict[str, str]]:
    entry: dict[str, str] = {}
    name = ""
    for number, line in enumerate(source.splitlines(), 1):
        stripped = line.strip()
        if not stripped:
            if entry:
                yield entry
            entry, name = {}, ""
        elif stripped.startswith('"') and name:
            entry[name] += _text(stripped, number)
        elif stripped.startswith("msg"):
            name, _, quoted = stripped.partition(" ")
            entry[name] = _text(quoted, number)
        elif not stripped.startswith("#"):
            raise CatalogueMalformed(f"Line {number} is neither a key nor a text.")
    if entry:
        yield entry


def _text(quoted: str, number: int) -> str:
    try:
        text = ast.literal_eval(quoted)
    except (ValueError, SyntaxError) as error:
        raise CatalogueMalformed(f"Line {number} has no text in quotes.") from error
    return str(text)
