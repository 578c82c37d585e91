"""What an act is: a file of `approvals/acts`, and a line where they are registered.

Source: docs/approvals.md, "Add an act".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal

from kernel.ids import ChainId
from responsible_gaming.core.jurisdiction import Jurisdiction
from rest.fields import StrictSerializer
from staff.core.approval import Approval
from staff.core.roles import Role
from staff.operations.create_member import OneTimePassword

FIRST_HALF: Final = "first_half_sha256"
"""The member of a proposal's arguments that the platform adds where a secret is split: the digest of the first half."""

Arguments = Mapping[str, Any]
"""The validated members that an act's serializer names: JSON without null and without fractions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActContext:
    """What an act depends on besides its arguments."""

    jurisdiction: Jurisdiction
    play_money: bool
    """Whether this is a demonstration, where money is granted."""
    one_time: OneTimePassword | None = None
    """For an act that gives one, and only where it is applied: drawn before the transaction, since it takes its time.

    Its `password` is the second half of what is typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What an act came to."""

    outcome: Mapping[str, object] = field(default_factory=dict)
    """Stored with the proposal, and shown to whoever sees it."""
    secret: Mapping[str, object] = field(default_factory=dict, repr=False)
    """Shown once, to the approver, and stored nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffAct:
    """Something that nobody does alone."""

    name: str
    """In kebab-case, and never reused."""
    does: str
    """What it does, as a sentence for docs/approvals.md."""
    arguments: type[StrictSerializer]
    """Its fields give text, integers and booleans, and objects of these: what canonical JSON can say."""
    subject: Callable[[Arguments], ChainId | None]
    """The chain that events name as what it is about; None for none. It refuses an id that is malformed."""
    view: Callable[[Arguments, ActContext, datetime], Mapping[str, object]]
    """Lock what the act is about until the transaction ends, and return what somebody has to see of it to decide.

    It refuses what cannot be done now. What it returns says nothing about a person, and does not depend on the clock."""
    apply: Callable[[Arguments, Approval, ActContext, datetime], Applied]
    """Do it, in the transaction in which `view` has just returned what was approved."""
    kept: Callable[[Arguments], Arguments] | None = None
    """What is stored of arguments that say something about a person: a keyed digest instead of each such value. Who
    approves sends the arguments again. None: all is stored."""
    afterwards: Callable[[Arguments, ActContext, datetime], None] | None = None
    """What follows once that is stored, such as a call of a provider. It may be left out by a crash, so something else
    must catch up on it."""
    endpoint: str = ""
    """Where one person does what is less: the method and the path below /api/v1, as the URL table writes it. What is
    more is refused there (`proposal-needed`). Empty for what no endpoint does at all."""
    proposers: frozenset[Role] = frozenset({Role.OPERATORS})
    approvers: frozenset[Role] = frozenset({Role.OPERATORS})
    readers: frozenset[Role] = frozenset({Role.OPERATORS, Role.AUDITORS})
    gives_password: bool = False
    """Whether it gives somebody a one-time password."""
    splits_secret: bool = False
    """Whether it gives a secret that lets somebody into an account: of two halves, one for each of both people."""
    acts_as: Literal["operator", "staff"] = "operator"
    """How events name who does it: as acting on players, or on the staff's own accounts."""
