"""The words that every app shares."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given, strategies as st

import audit
import casework
import cashier
import games
import kernel
import players
import reports
import responsible_gaming
import rest
import staff
import wallet
from kernel.ids import ChainId, MalformedRoundId, RoundId
from kernel.instants import from_epoch_ms, rfc3339, to_epoch_ms
from kernel.money import (
    _CODES_BY_EXPONENT,
    CURRENCIES,
    MAX_MINOR,
    Money,
    UnknownCurrency,
    amount_document,
    currency,
    display,
)
from kernel.refusals import Refusal, RefusalKind

APPS = (kernel, rest, audit, staff, wallet, players, responsible_gaming, games, cashier, casework, reports)


def refusals() -> Iterator[type[Refusal]]:
    for app in APPS:
        for module in pkgutil.walk_packages(app.__path__, f"{app.__name__}."):
            if ".migrations" not in module.name and ".management" not in module.name:
                importlib.import_module(module.name)
    waiting = list(Refusal.__subclasses__())
    while waiting:
        refusal = waiting.pop()
        waiting += refusal.__subclasses__()
        if refusal.__module__.split(".")[0] in {app.__name__ for app in APPS}:
            yield refusal


def _sorted() -> list[type[Refusal]]:
    found = list(refusals())
    found.sort(key=_name)
    return found


def _name(refusal: type[Refusal]) -> str:
    return f"{refusal.__module__}.{refusal.__name__}"


@pytest.mark.parametrize("refusal", _sorted(), ids=_name)
def test_every_refusal_has_a_stable_code_a_kind_and_a_title(refusal: type[Refusal]) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", refusal.code)
    assert refusal.kind in RefusalKind
    assert refusal.__doc__ != Refusal.__doc__
    assert 10 < len(refusal.title()) < 80
    assert not refusal.title().endswith(".")


def test_a_code_has_one_kind_and_one_meaning() -> None:
    # The same round-not-found for a malformed id, so that nobody learns which ids could exist; the same word for
    # a game's and a wallet's round.
    kinds: dict[str, set[RefusalKind]] = {}
    for refusal in refusals():
        kinds.setdefault(refusal.code, set()).add(refusal.kind)

    assert [code for code, found in kinds.items() if len(found) > 1] == []


@given(st.uuids(), st.integers(0, 999_999_999), st.integers(1, 9999))
def test_a_round_id_reads_back(chain: UUID, epoch: int, nonce: int) -> None:
    round_id = RoundId(ChainId(chain), epoch, nonce)

    assert RoundId.parse(str(round_id)) == round_id


@pytest.mark.parametrize(
    "text",
    [
        *("", "open", f"{'0' * 32}-0-0", f"{'0' * 32}-00-1", f"{'0' * 32}-0-01", f"{'0' * 32}-0", f"{'0' * 31}-0-1"),
        *(f"{'0' * 32}--1-1", f"{'A' * 32}-0-1", f"{'0' * 32}-0-1\n", f" {'0' * 32}-0-1", f"{'0' * 32}-0-\u0661"),
        *(f"{'0' * 32}-1000000000-1", f"{'0' * 32}-0-10000", f"{'0' * 32}-0-1-1", "\0", "é" * 32 + "-0-1"),
    ],
)
def test_any_other_text_is_no_round_id(text: str) -> None:
    with pytest.raises(MalformedRoundId):
        RoundId.parse(text)


def test_an_instant_is_counted_in_whole_milliseconds_rounded_down() -> None:
    at = datetime(2026, 11, 21, 12, 0, 0, 1_999, tzinfo=UTC)

    # 1_999 microseconds hold one whole millisecond.
    assert from_epoch_ms(to_epoch_ms(at)) == datetime(2026, 11, 21, 12, 0, 0, 1_000, tzinfo=UTC)


@given(st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001  a bound
def test_counting_milliseconds_loses_less_than_one(at: datetime) -> None:
    assert timedelta(0) <= at - from_epoch_ms(to_epoch_ms(at)) < timedelta(milliseconds=1)


def test_an_instant_is_written_in_utc_with_milliseconds() -> None:
    assert rfc3339(to_epoch_ms(datetime(2026, 11, 21, 12, tzinfo=UTC))) == "2026-11-21T12:00:00.000Z"


@pytest.mark.parametrize("code", ["", "usd", "XTS", "XAU", "USDT", "US\0"])
def test_a_currency_that_does_not_exist_is_refused(code: str) -> None:
    with pytest.raises(UnknownCurrency):
        currency(code)


@pytest.mark.parametrize(("code", "places"), [("EUR", 2), ("JPY", 0), ("KWD", 3), ("ISK", 0), ("IDR", 2), ("MGA", 2)])
def test_a_currency_has_the_decimal_places_of_iso_4217(code: str, places: int) -> None:
    # The rupiah and the ariary are read without decimals on most screens; the standard says two.
    assert currency(code).exponent == places


def test_the_currencies_are_as_many_as_people_pay_in_each_once() -> None:
    assert len(CURRENCIES) == sum(len(codes.split()) for codes in _CODES_BY_EXPONENT.values())
    assert all(code == known.code and re.fullmatch("[A-Z]{3}", code) for code, known in CURRENCIES.items())


def test_an_amount_is_written_with_its_currency() -> None:
    assert amount_document(500, "USD") == {"amount": 500, "currency": "USD"}


@pytest.mark.parametrize(
    ("amount_minor", "code", "text"),
    [
        *((500, "USD", "$5.00"), (30_000, "USD", "$300.00"), (5, "USD", "$0.05"), (0, "USD", "$0.00")),
        *((50, "GBP", "£0.50"), (1999, "EUR", "€19.99"), (500, "JPY", "¥500"), (0, "JPY", "¥0")),
        *((200, "CHF", "CHF 2.00"), (1_234, "BHD", "BHD 1.234"), (-7, "ISK", "-ISK 7")),
        *((-500, "USD", "-$5.00"), (-5, "USD", "-$0.05"), (-12_345, "JPY", "-¥12,345")),
        *((125_000, "USD", "$1,250.00"), (MAX_MINOR, "USD", "$90,071,992,547,409.91")),
    ],
)
def test_people_read_an_amount_in_major_units(amount_minor: int, code: str, text: str) -> None:
    assert display(amount_minor, code) == text
    assert str(Money(amount_minor, code)) == text


@given(st.integers(-MAX_MINOR, MAX_MINOR), st.sampled_from(sorted(CURRENCIES)))
def test_an_amount_that_people_read_has_every_minor_unit(amount_minor: int, code: str) -> None:
    digits = re.sub(r"[^0-9-]", "", display(amount_minor, code))

    assert int(digits) == amount_minor
