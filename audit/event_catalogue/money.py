"""Kinds of events of money: wallet and cashier."""

from typing import Final

from audit.event_catalogue.kind import EventKind, Message, Severity

_NOT_YOU: Final = "If this was not you, change your password and write to our support at once."

WALLET: Final = (
    EventKind(
        name="balance-adjusted",
        severity=Severity.WARNING,
        meaning="A member of the staff, or two, gave an account money that is no deposit, or took some.",
        message=Message(
            subject="Balance adjusted",
            text="Your balance was adjusted by us. The statement of your account has the amount and the reason.",
        ),
    ),
)

CASHIER: Final = (
    EventKind(
        name="deposit-large",
        severity=Severity.ALARM,
        meaning="A deposit was posted that the jurisdiction calls large.",
    ),
    EventKind(
        name="deposits-blocked",
        severity=Severity.WARNING,
        meaning="Failed deposits one after the other blocked more of them.",
        message=Message(
            subject="Deposits blocked",
            text=f"Several deposits to your account failed, and no more are taken for now. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="deposits-unblocked",
        severity=Severity.NOTICE,
        meaning="A member of the staff let a player deposit again.",
        message=Message(subject="Deposits taken again", text="Your account may take deposits again."),
    ),
    EventKind(
        name="payment-decided",
        severity=Severity.WARNING,
        meaning="A member of the staff decided a payment of which the provider had said nothing final.",
        message=Message(
            subject="Payment decided",
            text="Our staff decided a payment of your account. Log in to see it.",
        ),
    ),
    EventKind(
        name="withdrawal-cancelled",
        severity=Severity.INFO,
        meaning="A player took back a withdrawal before it was paid out.",
        message=Message(
            subject="Withdrawal taken back",
            text=f"A withdrawal was taken back, and its money is in your account again. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="withdrawal-large",
        severity=Severity.ALARM,
        meaning="A withdrawal was requested that the jurisdiction calls large.",
    ),
    EventKind(
        name="withdrawal-requested",
        severity=Severity.INFO,
        meaning="A withdrawal was requested, and its money was taken from the balance.",
        message=Message(
            subject="Withdrawal requested",
            text=f"A withdrawal from your account was requested. Log in to see it. {_NOT_YOU}",
        ),
    ),
    EventKind(
        name="withdrawal-returned",
        severity=Severity.NOTICE,
        meaning="The money of a withdrawal that was not paid out came back to the account.",
        message=Message(
            subject="Withdrawal returned",
            text="A withdrawal was not paid out, and its money is in your account again.",
        ),
    ),
)
