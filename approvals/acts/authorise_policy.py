"""Authorise a policy of witnesses, by the digest of its file, before it is announced."""

from approvals.acts.authorisation import authorisation
from approvals.queries.announcements import POLICY_ACT, policy_in_force
from audit.api.signatures import PatternText
from rest.fields import StrictSerializer


class _Arguments(StrictSerializer):
    """The file's digest: both read the file, and compute it."""

    sha256 = PatternText("^[0-9a-f]{64}$", help_text="64 hex digits.")

    class Meta:
        """The schema's name for it."""

        ref_name = "AuthorisePolicyArguments"


AUTHORISE_POLICY = authorisation(
    POLICY_ACT,
    does="Let `announce_policy` announce the policy of witnesses of this digest, in the place of the one that was seen, for seven days.",
    arguments=_Arguments,
    of="sha256",
    in_force=lambda _: policy_in_force(),
)
