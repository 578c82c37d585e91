"""The release that runs here, what is in force instead, and whether two administrators authorised it."""

from datetime import datetime

from approvals.core.release import AUTHORISED_FOR, Release, sha256_of
from approvals.queries.proposals import applied_since
from audit.queries.demonstration import was_a_demonstration
from games.operations.publish_rules import release_documents
from games.queries.sheets import current_sheets
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.profile import profile_of
from responsible_gaming.queries.profiles import announced_profiles
from staff.core.approval import Approval
from staff.queries.members import two_ever_enrolled

ACT = "authorise-publication"


def release_of(jurisdiction: Jurisdiction) -> Release:
    """Return what this code publishes under a jurisdiction. It depends on no database."""
    profile = {name: value for name, value in profile_of(jurisdiction, from_ms=0).items() if name != "from"}
    return Release(profile=profile, sheets=release_documents())


def in_force() -> dict[str, object]:
    """Return the newest profile and the sheet of each game that the log has, by name, version and SHA-256."""
    announced = announced_profiles()
    newest = {name: value for name, value in announced[-1].items() if name != "from"} if announced else {}
    return {
        "profile": {"name": newest["name"], "ver": newest["ver"], "sha256": sha256_of(newest)} if newest else {},
        "sheets": [
            {"game": offer.sheet.game, "ver": offer.sheet.version, "sha256": sha256_of(offer.document)}
            for offer in current_sheets()
        ],
    }


def needs_two() -> bool:
    """Return whether a release must be authorised: two administrators have ever enrolled, and this is no demonstration.

    Where fewer are left, nothing is published: whoever deactivates the other authorises nothing by it.

    The database says what it is: whoever has the console chooses the mode of a command, but production does not start on a
    database with a demonstration's mark.
    """
    return two_ever_enrolled() and not was_a_demonstration()


def authorisation_of(sha256: str, *, now: datetime) -> Approval | None:
    """Return who authorised the release of this digest within the last seven days; None for nobody."""
    for proposal in applied_since(ACT, now - AUTHORISED_FOR):
        if proposal.arguments["sha256"] == sha256:
            return proposal.approval()
    return None
