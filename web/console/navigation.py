"""The side navigation: which sections there are, and who sees them. What a member may do, the interface decides."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

OPERATORS: Final = "operators"
AUDITORS: Final = "auditors"
ADMINISTRATORS: Final = "administrators"

_READERS: Final = frozenset({OPERATORS, AUDITORS})
_EVERYBODY: Final = _READERS | {ADMINISTRATORS}


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the console."""

    address: str
    title: Promise
    roles: frozenset[str]


SECTIONS: Final = (
    Section("/console/", _("Today"), _EVERYBODY),
    Section("/console/players", _("Players"), _READERS),
    Section("/console/markers", _("Markers of harm"), _READERS),
    Section("/console/rounds", _("Rounds"), _READERS),
    Section("/console/payments", _("Payments"), _READERS),
    Section("/console/tables", _("Live tables"), _READERS),
    Section("/console/games", _("Games"), _EVERYBODY),
    Section("/console/figures", _("Figures"), _READERS),
    Section("/console/switches", _("Switches"), _READERS),
    Section("/console/reports", _("Reports"), _READERS),
    Section("/console/cases", _("Cases"), _READERS),
    Section("/console/act-reviews", _("Lone acts"), _READERS),
    Section("/console/disputes", _("Disputes"), _READERS),
    Section("/console/reviews", _("Reviews"), _READERS),
    Section("/console/proposals", _("Proposals"), _EVERYBODY),
    Section("/console/staff", _("Staff"), frozenset({ADMINISTRATORS})),
    Section("/console/events", _("Events"), _READERS),
    Section("/console/health", _("System health"), _EVERYBODY),
)
"""In the order of the page. A section stands here once its page does."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A section as one page shows it."""

    address: str
    title: Promise
    is_current: bool


def sections_of(roles: Collection[str], path: str) -> list[Entry]:
    """Return the sections that somebody with these roles sees, with the one that a path belongs to."""
    return [
        Entry(section.address, section.title, _belongs(path, section.address))
        for section in SECTIONS
        if not section.roles.isdisjoint(roles)
    ]


def _belongs(path: str, address: str) -> bool:
    return path == address or (address != "/console/" and path.startswith(f"{address}/"))
