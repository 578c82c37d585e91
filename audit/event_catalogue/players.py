"""Kinds of events of players' accounts."""

from typing import Final

from audit.event_catalogue.kind import EventKind, Message, Severity

_ASK_SUPPORT: Final = "If you did not expect this, write to our support."
_NOT_YOU: Final = "If this was not you, change your password and write to our support at once."

KINDS: Final = (
    EventKind(
        name="dormancy-near",
        severity=Severity.INFO,
        meaning="An account has not been used for so long that it will be marked as dormant.",
        message=Message(
            subject="Your account will become dormant",
            text="You have not used your account for a long time. If you do not log in within the next 30 days, it becomes"
            " dormant: your money stays yours, but you may have to prove who you are before you play again.",
        ),
    ),
    EventKind(
        name="erasure-requested",
        severity=Severity.NOTICE,
        meaning="A player asked for the personal data to be erased.",
        message=Message(subject="Erasure requested", text=f"You asked us to erase your personal data. {_NOT_YOU}"),
    ),
    EventKind(
        name="failed-access",
        severity=Severity.INFO,
        meaning="A log-in failed: a wrong name, password or code.",
    ),
    EventKind(
        name="found-by-email",
        severity=Severity.INFO,
        meaning="A member of the staff found a player by the e-mail address.",
    ),
    EventKind(
        name="found-by-person",
        severity=Severity.INFO,
        meaning="A member of the staff found a player by the whole name with the birth date.",
    ),
    EventKind(
        name="found-nobody",
        severity=Severity.INFO,
        meaning="A member of the staff looked for a player by an e-mail address or a whole name, and found nobody.",
    ),
    EventKind(
        name="identity-viewed",
        severity=Severity.NOTICE,
        meaning="A member of the staff looked at a player's identity.",
    ),
    EventKind(
        name="log-in-guarded",
        severity=Severity.WARNING,
        meaning="Wrong passwords from many networks locked a log-in for all places that it does not know.",
        message=Message(
            subject="Log-in locked",
            text="Many log-ins to your account failed, from many places. Your account now takes log-ins only from"
            f" devices that it knows, until you unlock it. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="log-in-locked",
        severity=Severity.NOTICE,
        meaning="Wrong passwords locked a log-in for the place that they came from.",
        message=Message(
            subject="Log-in locked",
            text=f"Several log-ins to your account failed, and the place that they came from is locked. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="log-in-unlocked",
        severity=Severity.INFO,
        meaning="A player opened a locked log-in by the second factor, or by a token.",
        message=Message(subject="Log-in unlocked", text=f"The log-in to your account was unlocked. {_NOT_YOU}"),
    ),
    EventKind(
        name="passkey-added",
        severity=Severity.NOTICE,
        meaning="A passkey was added to an account.",
        message=Message(subject="Passkey added", text=f"A passkey was added to your account. {_NOT_YOU}"),
    ),
    EventKind(
        name="passkey-removed",
        severity=Severity.WARNING,
        meaning="A passkey of an account was removed.",
        message=Message(subject="Passkey removed", text=f"A passkey of your account was removed. {_NOT_YOU}"),
    ),
    EventKind(
        name="password-changed",
        severity=Severity.INFO,
        meaning="A player changed the password, which ended the other sessions.",
        message=Message(subject="Password changed", text=f"The password of your account was changed. {_NOT_YOU}"),
    ),
    EventKind(
        name="password-reset",
        severity=Severity.NOTICE,
        meaning="A lost password was replaced by a new one, with a second factor or a token.",
        message=Message(
            subject="Password reset",
            text=f"The password of your account was replaced, and all sessions were ended. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="person-review-decided",
        severity=Severity.NOTICE,
        meaning="Two members of the staff decided whether a player is the person of another account or of the national list.",
    ),
    EventKind(
        name="person-review-opened",
        severity=Severity.WARNING,
        meaning="A player may be the person of another account or of the national list, and waits until two members of the staff decide.",
    ),
    EventKind(
        name="pin-changed",
        severity=Severity.INFO,
        meaning="The PIN of an account was replaced by another one.",
        message=Message(subject="PIN changed", text=f"The PIN of your account was changed. {_NOT_YOU}"),
    ),
    EventKind(
        name="pin-locked",
        severity=Severity.WARNING,
        meaning="Five wrong PINs in a row locked it.",
        message=Message(
            subject="PIN locked",
            text=f"Your PIN was entered wrongly five times, and is locked. The password sets a new one. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="pin-set",
        severity=Severity.INFO,
        meaning="An account got its first PIN.",
        message=Message(subject="PIN set", text=f"A PIN was set for your account. {_NOT_YOU}", by_mail=False),
    ),
    EventKind(
        name="player-data-released",
        severity=Severity.NOTICE,
        meaning="A copy of a player's personal data was handed out.",
        message=Message(
            subject="Copy of your data handed out",
            text=f"A copy of the personal data of your account was handed out. {_ASK_SUPPORT}",
        ),
    ),
    EventKind(
        name="player-erased",
        severity=Severity.NOTICE,
        meaning="A player's personal data was erased for good.",
    ),
    EventKind(
        name="player-status",
        severity=Severity.NOTICE,
        meaning="An account was suspended, let back, closed or marked as dormant.",
        message=Message(
            subject="State of your account changed",
            text=f"The state of your account was changed. Log in to see it. {_ASK_SUPPORT}",
        ),
    ),
    EventKind(
        name="player-verification",
        severity=Severity.NOTICE,
        meaning="It was decided whether a player is who the account says.",
        message=Message(
            subject="Verification of your identity",
            text=f"There is a result of the verification of your identity. Log in to see it. {_ASK_SUPPORT}",
        ),
    ),
    EventKind(
        name="profile-changed",
        severity=Severity.NOTICE,
        meaning="Name, address, e-mail address or birth date of an account were changed.",
        message=Message(
            subject="Personal data changed",
            text=f"Personal data of your account was changed. Log in to see it. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="recovery-code-used",
        severity=Severity.NOTICE,
        meaning="A recovery code was used in place of the second factor.",
        message=Message(
            subject="Recovery code used",
            text=f"A recovery code of your account was used in place of the authenticator. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="reset-token-issued",
        severity=Severity.WARNING,
        meaning="A member of the staff issued a token with which the password can be replaced.",
        message=Message(
            subject="Our staff issued a token to reset your password",
            text="Our staff issued a token with which the password of your account can be replaced. If you did not ask"
            " for it, write to our support at once.",
        ),
    ),
    EventKind(
        name="searches-in-vain",
        severity=Severity.ALARM,
        meaning="A member of the staff looked ten times within an hour for players and found nobody: it may be fishing.",
    ),
    EventKind(
        name="second-factor-enrolled",
        severity=Severity.NOTICE,
        meaning="An authenticator was added to an account.",
        message=Message(subject="Second factor added", text=f"An authenticator was added to your account. {_NOT_YOU}"),
    ),
    EventKind(
        name="second-factor-locked",
        severity=Severity.WARNING,
        meaning="Wrong codes locked the second factor of an account.",
        message=Message(
            subject="Second factor locked",
            text="Wrong codes were entered with the right password of your account, and its second factor is locked."
            f" {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="second-factor-removed",
        severity=Severity.WARNING,
        meaning="The second factor of an account was removed.",
        message=Message(
            subject="Second factor removed",
            text=f"The authenticator and the recovery codes of your account were removed. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="sessions-ended",
        severity=Severity.NOTICE,
        meaning="Sessions of a player were ended otherwise than by logging out.",
        message=Message(
            subject="Sessions ended", text=f"Sessions of your account were ended. {_ASK_SUPPORT}", by_mail=False
        ),
    ),
    EventKind(
        name="vault-key-changed",
        severity=Severity.NOTICE,
        meaning="Personal data is sealed under a new key.",
    ),
    EventKind(
        name="vault-key-destroyed",
        severity=Severity.NOTICE,
        meaning="Earlier keys of personal data were destroyed.",
    ),
)
