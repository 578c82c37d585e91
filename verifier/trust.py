"""The keys a verdict rests on.

Source: docs/formats/log.md, "trust.json".
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from verifier import canonical, witness_policy
from verifier.note import VerifierKey, parse_vkey
from verifier.predicates import closed, one_of, text
from verifier.verdict import Code, Fault
from verifier.witness_policy import Policy

FILE_BYTES_MAX = 65_536

_FIELDS = {"v": one_of(("rdf/1",)), "origin": text, "root": text, "log": text}
_FORMS = (closed(_FIELDS), closed({**_FIELDS, "policy": text}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """A log's identity: its origin, the root key and the key that signs checkpoints."""

    origin: str
    root: VerifierKey
    log: VerifierKey
    policy: Policy | None = field(default=None, compare=False)
    """The witnesses that count before the log announces any; who trusts the same keys may ask for others."""


def chosen(own: bytes | None, given: bytes | None, *, fail: Callable[[Fault], None]) -> Trust:
    """Return the keys to trust: those that were given another way, else the export's own. Of two that differ, tell.

    Raises:
        Fault: `E_TRUST`: there are none, or none that can be read.
    """
    if given is None:
        if own is None:
            raise Fault(Code.E_TRUST, "the export has no trust.json, and no --trust was given")
        return parse(own, exact=True)

    trusted = parse(given, exact=False)
    try:
        if own is not None and parse(own, exact=True) != trusted:
            fail(Fault(Code.E_TRUST, "the export's trust.json names other keys than those given with --trust"))
    except Fault as fault:
        fail(fault)
    return trusted


def parse(raw: bytes, *, exact: bool) -> Trust:
    """Read a trust file; `exact` demands canonical JSON and one line feed after it, as in an export.

    Raises:
        Fault: `E_TRUST`.
    """
    try:
        return _parse(raw.decode(), exact=exact)
    except UnicodeDecodeError:
        raise Fault(Code.E_TRUST, "the trust file is not UTF-8") from None
    except Fault as fault:
        raise Fault(Code.E_TRUST, f"the trust file is malformed: {fault.sentence}") from None


def _parse(content: str, *, exact: bool) -> Trust:
    document = canonical.parse(content)
    if exact:
        canonical.require(document, content[:-1] if content.endswith("\n") else "")
    if type(document) is not dict or not any(form(document) for form in _FORMS):
        raise Fault(Code.E_FORM, "it does not hold exactly v, origin, root and log, and at most a policy")
    origin, policy = document["origin"], document.get("policy")
    return Trust(
        origin=origin,
        root=parse_vkey(document["root"]),
        log=parse_vkey(document["log"]),
        policy=None if policy is None else witness_policy.parse_for(policy, origin),
    )
