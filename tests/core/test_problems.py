"""What a refusal becomes on the wire."""

from kernel.money import Money
from kernel.refusals import Kind, Refusal
from reddog_platform.problems import refusal_document


class _LimitExceeded(Refusal):
    """A limit leaves less than was asked for."""

    code, kind = "limit-exceeded", Kind.FORBIDDEN


def test_an_amount_in_a_refusal_is_read_in_major_units_and_written_as_a_money_object() -> None:
    left = Money(500, "USD")
    refusal = _LimitExceeded(f"Nothing was staked. Your limit leaves {left}.", limit="loss_day", remaining=left)

    assert refusal_document(refusal, "/api/v1/rounds") == {
        "type": "urn:reddog:problem:limit-exceeded",
        "title": "A limit leaves less than was asked for",
        "status": 403,
        "code": "limit-exceeded",
        "instance": "/api/v1/rounds",
        "detail": "Nothing was staked. Your limit leaves $5.00.",
        "limit": "loss_day",
        "remaining": {"amount": 500, "currency": "USD"},
    }


def test_amounts_within_lists_and_objects_are_money_objects_too() -> None:
    legal = ({"action": "raise", "cost_max": Money(-50, "GBP")}, {"action": "stand", "cost_max": None})
    problem = refusal_document(_LimitExceeded("No.", legal=legal, tries_left=2), "/")

    assert problem["legal"] == [
        {"action": "raise", "cost_max": {"amount": -50, "currency": "GBP"}},
        {"action": "stand", "cost_max": None},
    ]
    assert problem["tries_left"] == 2
