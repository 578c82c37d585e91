"""Kinds of events of limits and exclusions."""

from typing import Final

from audit.event_catalogue.kind import EventKind, Message, Severity

_NOT_YOU: Final = "If this was not you, change your password and write to our support at once."

KINDS: Final = (
    EventKind(
        name="bet-refused-by-limit",
        severity=Severity.INFO,
        meaning="A limit refused a player's bet or raise, for the first time on this gaming day.",
    ),
    EventKind(
        name="exclusion-lifted",
        severity=Severity.WARNING,
        meaning="An exclusion of a player ended, by the staff, a list or the player's confirmed return.",
        message=Message(
            subject="Exclusion ended",
            text=f"An exclusion of your account has ended, and you may play again. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="exclusion-list-imported",
        severity=Severity.NOTICE,
        meaning="A national exclusion list was imported.",
    ),
    EventKind(
        name="exclusion-list-withheld",
        severity=Severity.WARNING,
        meaning="The nightly national list would free persons, who stay bound until two operators let that file.",
    ),
    EventKind(
        name="exclusion-return-asked",
        severity=Severity.NOTICE,
        meaning="A player asked for the end of an exclusion, which comes after a wait.",
        message=Message(
            subject="Return requested",
            text=f"You asked for the end of your exclusion. It ends after a wait, if you confirm it. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="exclusion-set",
        severity=Severity.NOTICE,
        meaning="A player was excluded, by the player, the staff or a list, or an exclusion was made longer.",
        message=Message(
            subject="Excluded from play",
            text="Your account is excluded from play. Log in to see until when. Your money stays yours, and you can"
            " withdraw it.",
        ),
    ),
    EventKind(
        name="limit-loosened",
        severity=Severity.NOTICE,
        meaning="A player's limit was loosened after its wait and a confirmation.",
        message=Message(subject="Limit loosened", text=f"A limit of your account was loosened. {_NOT_YOU}"),
    ),
    EventKind(
        name="limit-loosening-asked",
        severity=Severity.INFO,
        meaning="A player asked for a looser limit, which waits.",
        message=Message(
            subject="Looser limit requested",
            text=f"You asked for a looser limit. It waits, and binds only after you confirm it. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="limit-loosening-cancelled",
        severity=Severity.INFO,
        meaning="A player took back the request for a looser limit.",
        message=Message(
            subject="Looser limit taken back",
            text="You took back the request for a looser limit. The limit stays as it is.",
            by_mail=False,
        ),
    ),
    EventKind(
        name="limit-loosening-refused",
        severity=Severity.WARNING,
        meaning="A player tried to loosen a limit before it was time, which is a marker of harm.",
    ),
    EventKind(
        name="limit-set-by-operator",
        severity=Severity.NOTICE,
        meaning="A member of the staff set, changed or ended a limit for a player.",
        message=Message(
            subject="Our staff changed a limit",
            text="Our staff set, changed or ended a limit of your account. Log in to see what binds you.",
        ),
    ),
    EventKind(
        name="limit-tightened",
        severity=Severity.INFO,
        meaning="A player's limit was tightened.",
        message=Message(
            subject="Limit tightened", text="A limit of your account was tightened, and binds now.", by_mail=False
        ),
    ),
    EventKind(
        name="limits-profile-published",
        severity=Severity.NOTICE,
        meaning="The terms of limits and exclusions were published, as of an instant.",
    ),
    EventKind(
        name="limits-recounted",
        severity=Severity.NOTICE,
        meaning="A player's limits are counted by the days of another jurisdiction.",
        message=Message(
            subject="Limits counted anew",
            text="The days, weeks and months by which your limits are counted have changed. Log in to see them.",
        ),
    ),
)
