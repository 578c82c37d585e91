"""Judge whether two descriptions are of one person, by rules that can be told.

Source: docs/rules/persons.md, PM-9 to PM-11; regulation F21, F28.
"""

import enum
from dataclasses import dataclass
from datetime import date
from typing import assert_never

from players.core.matching.addresses import is_same_address
from players.core.matching.birth_dates import BirthDates, compare_birth_dates
from players.core.matching.contacts import is_same_email, is_same_phone
from players.core.matching.likeness import Likeness
from players.core.matching.names import NameLikeness, Names, compare_names, names_of


class Verdict(enum.StrEnum):
    """Whether two descriptions are of one person."""

    SAME = "same"
    NEAR = "near"
    """Perhaps: somebody has to look."""
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What is known of a person. `address` is one text. A contact that is not known is empty."""

    given_name: str
    family_name: str
    born: date
    email: str = ""
    phone: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What two descriptions have in common."""

    names: NameLikeness
    born: BirthDates
    other_generation: bool
    """Both names say a generation, and not the same one: junior, and senior."""
    email: bool
    phone: bool
    address: bool
    device: bool = False
    """Whether both have logged in on one device. It makes nobody the same for sure."""

    @property
    def in_reach(self) -> bool:
        """Whether both are reached at one mailbox or one number: closer than a household."""
        return self.email or self.phone

    @property
    def in_contact(self) -> bool:
        """Whether both share any contact."""
        return self.in_reach or self.address


def judge(a: Description, b: Description) -> Verdict:
    """Return whether two descriptions are of one person. The order does not matter."""
    return judge_evidence(weigh(a, b))


def weigh(a: Description, b: Description, *, one_device: bool = False) -> Evidence:
    """Return what two descriptions have in common. `one_device` says that both have logged in on one."""
    names, others = names_of(a.given_name, a.family_name), names_of(b.given_name, b.family_name)
    return Evidence(
        names=compare_names(names, others),
        born=compare_birth_dates(a.born, b.born),
        other_generation=_is_other_generation(names, others),
        email=is_same_email(a.email, b.email),
        phone=is_same_phone(a.phone, b.phone),
        address=is_same_address(a.address, b.address),
        device=one_device,
    )


def judge_evidence(evidence: Evidence) -> Verdict:
    """Return what two descriptions amount to by what they have in common."""
    if _is_sure(evidence):
        return Verdict.NEAR if evidence.other_generation else Verdict.SAME
    match evidence.born:
        case BirthDates.EQUAL:
            near = _is_near_on_one_birthday(evidence)
        case BirthDates.SLIP | BirthDates.FAR_SLIP:
            near = _is_near_after_a_slip(evidence)
        case BirthDates.DIFFERENT:
            near = evidence.names.least >= Likeness.SHORT and evidence.in_contact
        case BirthDates.GENERATION:
            near = evidence.names.least >= Likeness.SHORT and evidence.in_reach
        case _:
            assert_never(evidence.born)
    return Verdict.NEAR if near or _is_near_on_one_device(evidence) else Verdict.DIFFERENT


def _is_sure(evidence: Evidence) -> bool:
    """PM-9: what is one person without a look."""
    names = evidence.names
    if evidence.born is BirthDates.EQUAL:
        by_name = names.least is Likeness.EQUAL
        by_household = names.least >= Likeness.ALIKE and evidence.in_contact
        # A given name of one's own, however the family name was changed. Twins have different ones.
        by_mailbox = (names.given >= Likeness.ALIKE or names.least >= Likeness.SHORT) and evidence.email
        return by_name or by_household or by_mailbox
    return evidence.born is BirthDates.SLIP and names.least is Likeness.EQUAL and evidence.in_reach


def _is_near_on_one_birthday(evidence: Evidence) -> bool:
    names = evidence.names
    by_name = names.least >= Likeness.CLOSE
    by_family = names.family >= Likeness.ALIKE and evidence.in_contact
    by_given = names.given >= Likeness.SHORT and evidence.in_contact
    return by_name or by_family or by_given or evidence.in_reach


def _is_near_after_a_slip(evidence: Evidence) -> bool:
    names = evidence.names
    if names.least is Likeness.EQUAL:
        return True
    by_name = names.least >= Likeness.SHORT and evidence.in_contact
    by_reach = (names.least >= Likeness.CLOSE or names.given >= Likeness.ALIKE) and evidence.in_reach
    return by_name or by_reach


def _is_near_on_one_device(evidence: Evidence) -> bool:
    """PM-20: a birth date or a family name besides the device."""
    one_birth_date = evidence.born in {BirthDates.EQUAL, BirthDates.SLIP}
    return evidence.device and (one_birth_date or evidence.names.family >= Likeness.ALIKE)


def _is_other_generation(a: Names, b: Names) -> bool:
    return bool(a.generations and b.generations) and a.generations != b.generations
