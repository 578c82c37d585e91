"""The root's word on a key: its signature of the record itself, or a note of its own that the record has.

Source: docs/formats/signing-keys.md, "Warrants".
"""

from typing import Final, NamedTuple, cast

from verifier import canonical, note
from verifier.note import Note, VerifierKey
from verifier.records import Key
from verifier.verdict import Code, Fault

_VERSION: Final = "rdf/2"
_NOTES: Final = {"key": "warrant", "revoke": "revocation"}


class Window(NamedTuple):
    """When a key may sign records, in milliseconds, both ends included."""

    begins: int
    ends: int


def require_word(record: Key, parsed: Note, *, root: VerifierKey, origin: str) -> Window | None:
    """Refuse a record that announces or revokes a key otherwise than the root says; return when the key may sign, if that is bounded.

    Raises:
        Fault: `E_KEY`, `E_SIG`.
    """
    spelt = record.get("warrant")
    if spelt is None:
        if not root.signed(parsed):
            raise Fault(Code.E_KEY, f"the key {parsed.signer!a} may not announce or revoke a key")
        root.verify(parsed)
        return None
    try:
        signed = note.split(spelt.encode())
        if not root.signed(signed):
            raise Fault(Code.E_KEY, f"the key {signed.signer!a} signed it")  # noqa: TRY301  one sentence for all
        root.verify(signed)
        text = note.line_of(signed)
        document = canonical.parse(text)
        canonical.require(document, text)
    except Fault as fault:
        raise Fault(Code.E_KEY, f"the warrant is not the root's: {fault.sentence}") from None
    return _window(record, document, origin)


def _window(record: Key, document: object, origin: str) -> Window | None:
    said = {"name": record["name"], "origin": origin, "type": _NOTES[record["type"]], "use": record["use"]}
    said |= {"v": _VERSION, "vkey": record["vkey"]}
    if type(document) is not dict:
        raise Fault(Code.E_KEY, "the warrant is no object")
    begins, ends = document.get("from"), document.get("until")
    if record["type"] == "revoke":
        if document != said:
            raise Fault(Code.E_KEY, "the revocation is of something else")
        return None
    bounded = type(begins) is int and type(ends) is int and begins >= 0
    if not bounded or document != {**said, "from": begins, "until": ends}:
        raise Fault(Code.E_KEY, "the warrant is of something else")
    return Window(cast("int", begins), cast("int", ends))
