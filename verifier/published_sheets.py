"""The rule sheets of a log, what was played under each, and whether they return what they declare and are approved.

Source: docs/formats/returns.md.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from verifier.approval import Approval
from verifier.canonical import encode
from verifier.families import FAMILIES
from verifier.returns import Returns
from verifier.schema import SYSTEM_CHAIN
from verifier.shape import TABLES_VERSION
from verifier.sheet_fields import Sheet
from verifier.tally import SheetPlay
from verifier.verdict import Code, Failure, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedSheet:
    """A valid `rules` record: its place in the log, its version of the protocol, its sheet."""

    index: int
    leaf: str
    seq: int
    version: str
    sheet: Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSheet:
    """A published sheet with what its rules return, and how many rounds were staked on under it.

    `declares_wrongly` says in words how the declared return is not the computed one; None if it is. `approved` is None if
    the auditor gave no list.
    """

    published: PublishedSheet
    sheet_sha256: str
    returns: Returns
    rounds: int
    declares_wrongly: str | None
    approved: bool | None
    floor: Fraction
    """The greatest of the least returns that profiles asked for where it was played by others than test accounts."""
    binding: bool
    """Whether a wrong declaration is a failure: the second version of the log published the sheet, or used it."""

    def failures(self) -> Iterator[Failure]:
        """Yield what is wrong with the sheet, at its record."""
        sheet = self.published.sheet
        name = f"version {sheet['ver']} of {sheet['game']}"
        if self.binding and self.declares_wrongly is not None:
            yield self._failure(Code.E_RTP, f"{name} {self.declares_wrongly}")
        least = min(self.returns.rtp.values())
        if least < self.floor:
            yield self._failure(
                Code.E_RTP, f"{name} returns {least}, and {self.floor} is the least that a profile allows"
            )
        if self.rounds and self.approved is False:
            sentence = (
                f"{self.rounds} rounds were played under {name}, sheet {self.sheet_sha256}, which is not approved"
            )
            yield self._failure(Code.W_UNAPPROVED, sentence)

    def _failure(self, code: Code, sentence: str) -> Failure:
        place = Place(index=self.published.index, chain=SYSTEM_CHAIN, seq=self.published.seq, kind="rules")
        return Failure(code=code, sentence=sentence, place=place)


def judge(
    published: Sequence[PublishedSheet], *, played: Mapping[str, SheetPlay], approval: Approval | None
) -> list[JudgedSheet]:
    """Compute what each sheet returns, in log order; sheets that differ in the engine alone are computed once."""
    computed: dict[str, Returns] = {}
    judged = []
    for one in published:
        sheet, play = one.sheet, played.get(one.leaf, SheetPlay())
        terms = encode({**sheet, "engine_sha256": ""})
        if terms not in computed:
            computed[terms] = FAMILIES[sheet["family"]].returns(sheet)
        digest = sheet_sha256(sheet)
        judged.append(
            JudgedSheet(
                published=one,
                sheet_sha256=digest,
                returns=computed[terms],
                rounds=play.rounds,
                declares_wrongly=computed[terms].disagreement(sheet),
                approved=None if approval is None else approval.covers(sheet, sheet_sha256=digest),
                floor=max((Fraction(*floor) for floor in play.floors), default=Fraction(0)),
                binding=one.version == TABLES_VERSION or play.in_second_version,
            )
        )
    return judged


def sheet_sha256(sheet: Sheet) -> str:
    """Hash a sheet's canonical JSON: 64 hex digits, by which a laboratory and a PAR sheet name it."""
    return hashlib.sha256(encode(sheet).encode()).hexdigest()
