"""Words of the interface in the words of the page. What is not listed here is shown as it came."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from web.console.house_words import HOUSE_WORDS

_WORDS: Final[Mapping[str, Promise]] = {
    # Accounts.
    "active": pgettext_lazy("account", "active"),
    "suspended": pgettext_lazy("account", "suspended"),
    "dormant": pgettext_lazy("account", "dormant"),
    "closed": pgettext_lazy("account", "closed"),
    "excluded": pgettext_lazy("account", "excluded"),
    # Identities.
    "unverified": _("unverified"),
    "verified": _("verified"),
    "passport": _("passport"),
    "identity-card": _("identity card"),
    "driving-licence": _("driving licence"),
    "residence-permit": _("residence permit"),
    "public-register": _("public register"),
    "in-person": _("in person"),
    # Rounds, payments, proposals, orders, cases.
    "open": _("open"),
    "settled": _("settled"),
    "voided": _("voided"),
    "requested": _("requested"),
    "pending": _("pending"),
    "cancelling": _("cancelling"),
    "refused": _("refused"),
    "cancelled": _("cancelled"),
    "deposit": _("deposit"),
    "withdrawal": _("withdrawal"),
    "applied": _("applied"),
    "rejected": _("rejected"),
    "withdrawn": _("withdrawn"),
    "expired": _("expired"),
    "waiting": _("waiting"),
    "running": _("running"),
    "filed": _("filed"),
    "unchanged": _("unchanged"),
    "failed": _("failed"),
    "reported": _("reported"),
    "unfounded": _("unfounded"),
    "answered": _("answered"),
    "upheld": _("upheld"),
    "reviewed": _("reviewed"),
    "justified": _("justified"),
    "unjustified": _("not justified"),
    # Exclusions.
    "time-out": _("time-out"),
    "self-exclusion": _("self-exclusion"),
    "operator-exclusion": _("operator’s exclusion"),
    "national-exclusion": _("national exclusion"),
    # Ends of sessions.
    "logged-out": _("logged out"),
    "replaced": _("replaced"),
    "password-changed": _("password changed"),
    # Events.
    "info": _("info"),
    "notice": _("notice"),
    "warning": _("warning"),
    "alarm": _("alarm"),
    **HOUSE_WORDS,
}

_PROBLEMS: Final[Mapping[str, Promise]] = {
    "invalid-request": _("Something in the form is missing or wrong"),
    "wrong-credentials": _("User name, password or second factor is wrong, or the account is locked"),
    "challenge-expired": _("That took too long, or was begun anew elsewhere"),
    "enrolment-required": _("This account has to enrol a second factor first"),
    "presence-not-proved": _("The second factor is wrong"),
    "forbidden": _("Your role does not permit this"),
    "proposal-not-permitted": _("Your role does not permit this"),
    "proposal-own": _("Nobody approves a proposal of their own"),
    "proposal-outdated": _("What it is about has changed meanwhile: propose it again"),
    "proposal-expired": _("The proposal is older than 24 hours"),
    "proposal-decided": _("The proposal is decided already"),
    "not-found": _("There is nothing here"),
    "player-not-found": _("There is no such player"),
    "too-many-requests": _("These were too many requests: wait a little"),
    "proposal-needed": _("Nobody does this alone: propose it"),
    "limit-not-loosened": _("That is not looser than what is set"),
    "deposits-not-blocked": _("Deposits are not blocked"),
    "second-factor-not-enrolled": _("There is no second factor"),
    "not-erasable": _("This account cannot be erased yet"),
    "verification-unchanged": _("The identity has this state already"),
    "status-unchanged": _("The account has this state already"),
    "insufficient-funds": _("The account does not hold enough money"),
    "database-unavailable": _("The database cannot be reached"),
    "busy": _("Somebody else is at it: try again in a moment"),
    "defect": _("The platform failed"),
}


def said(word: str | None) -> str | Promise:
    """Return a word of the interface's in the page's language."""
    return "" if word is None else _WORDS.get(word, word)


def problem_title(problem: Mapping[str, Any]) -> str | Promise:
    """Return what a problem is in the page's language, or its own title."""
    title: str | Promise = _PROBLEMS.get(problem["code"], problem["title"])
    return title
