"""A laboratory's list of approved games: a signed note.

Source: docs/formats/returns.md, "Approved games".
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict, cast

from verifier import canonical, note
from verifier.predicates import HEX_32, KEBAB, MILLISECONDS, array, closed, integer, one_of, text
from verifier.sheet_fields import Sheet
from verifier.verdict import Code, Fault

FILE_BYTES_MAX = 4_194_304
VERSION = "rdf-approved/1"

_GAMES_MAX = 10_000


class ApprovedGame(TypedDict):
    """One sheet, named by its digests."""

    engine: str
    game: str
    sheet: str
    ver: int


class Statement(TypedDict):
    """The body of the note; `issued` in milliseconds."""

    games: list[ApprovedGame]
    issued: int
    lab: str
    v: str


_FORM = closed(
    {
        "games": array(closed({"engine": HEX_32, "game": KEBAB, "sheet": HEX_32, "ver": integer(1)}), 0, _GAMES_MAX),
        "issued": MILLISECONDS,
        "lab": text,
        "v": one_of((VERSION,)),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """The sheets that a laboratory approved."""

    lab: str
    key: str
    """The name of the key that signed."""
    issued: int
    sheets: frozenset[tuple[str, int, str, str]]
    """Each by its game, version, engine and digest."""

    def covers(self, sheet: Sheet, *, sheet_sha256: str) -> bool:
        """Tell whether this very sheet, with this very engine, is approved."""
        return (sheet["game"], sheet["ver"], sheet["engine_sha256"], sheet_sha256) in self.sheets


def parse(raw: bytes, *, lab_vkey: str) -> Approval:
    """Read a laboratory's note and verify it with the laboratory's key.

    Raises:
        Fault: `E_FORM`, `E_CANON`, `E_KEY`, `E_SIG`.
    """
    if len(raw) > FILE_BYTES_MAX:
        raise Fault(Code.E_FORM, f"it is larger than {FILE_BYTES_MAX} bytes")
    key = note.parse_vkey(lab_vkey)
    parsed = note.split(raw)
    if not key.signed(parsed):
        raise Fault(Code.E_KEY, f"{parsed.signer[:80]!a} signed it, not the key of {key.name[:80]!a}")
    key.verify(parsed)
    line = note.line_of(parsed)
    document = canonical.parse(line)
    if not _FORM(document):
        raise Fault(Code.E_FORM, f"its text is no {VERSION}: it does not hold exactly games, issued, lab and v")
    canonical.require(document, line)
    told = cast("Statement", document)
    return Approval(
        lab=told["lab"],
        key=key.name,
        issued=told["issued"],
        sheets=frozenset((game["game"], game["ver"], game["engine"], game["sheet"]) for game in told["games"]),
    )


def statement(games: Iterable[ApprovedGame], *, lab: str, issued: int) -> str:
    """Return the text that a laboratory signs: one line of canonical JSON, its games in order and each once."""
    listed = {(game["game"], game["ver"], game["engine"], game["sheet"]): game for game in games}
    body = Statement(games=[listed[name] for name in sorted(listed)], issued=issued, lab=lab, v=VERSION)
    return canonical.encode(body) + "\n"
