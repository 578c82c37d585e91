"""What an account needs before bets are taken from it, and who may change its status."""

import hashlib
from dataclasses import replace
from datetime import date
from itertools import product
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, strategies as st

from kernel.ids import ChainId
from kernel.refusals import Refusal
from players.core.account_rules import AccountRules
from players.core.consents import MissingConsent, OutdatedConsent, missing_consents, read, require_registrable, written
from players.core.countries import COUNTRIES
from players.core.eligibility import AccountClosed, AccountDormant, NotVerified, PlayerSuspended, require_eligible
from players.core.identity import Address, Identity, MalformedIdentity, canonical_email, identity_of, require_identity
from players.core.legal_documents import CURRENT, DocumentKind
from players.core.person import canonical_person
from players.core.status import Actor, Status, StatusNotAllowed, require_transition
from players.core.verification import Outcome, Verification
from players.document_texts import document_text
from players.verifiers import VERIFIERS
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from tests import world

pytestmark = pytest.mark.clause("F21")

HOME = Address(line="12 St James's Square", city="London", postal_code="SW1Y 4LB", country="GB")
ADA = Identity(
    given_name="Ada",
    family_name="Lovelace",
    born=date(1990, 12, 10),
    address=HOME,
    email="ada@example.test",
    phone="+442079460123",
)
CONSENTS = {"terms": "1", "privacy": "2", "monitoring": "1"}
LINE = "monitoring:1 privacy:2 terms:1"
TERMS_2 = tuple(replace(document, version="2") if document.kind == "terms" else document for document in CURRENT)

# --- Identity -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"given_name": "Zoë-Anne"},
        {"family_name": "O'Neill Jr."},
        {"family_name": "李"},
        {"given_name": "\u0645\u06cc\u200c\u0646"},  # joined by a character that is not seen
        {"given_name": "x" * 60},
        {"phone": ""},
        {"phone": "+1201555"},
        {"email": "a.b+c@sub-domain.example.test"},
        {"address": replace(HOME, postal_code="", region="")},
    ],
)
def test_an_identity_of_a_usable_form_passes(change: dict[str, Any]) -> None:
    require_identity(replace(ADA, **change))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"given_name": ""}, "given_name"),
        ({"given_name": " "}, "given_name"),
        ({"given_name": "4711"}, "given_name"),
        ({"family_name": "x" * 61}, "family_name"),
        ({"family_name": "Love\nlace"}, "family_name"),
        ({"family_name": "Love\x7flace"}, "family_name"),
        ({"family_name": "Love\u202elace"}, "family_name"),  # turns the line around
        ({"family_name": "Love\u2028lace"}, "family_name"),
        ({"family_name": "Love\ud800lace"}, "family_name"),
        ({"address": replace(HOME, line="")}, "address.line"),
        ({"address": replace(HOME, city="x" * 101)}, "address.city"),
        ({"address": replace(HOME, region="\x00")}, "address.region"),
        ({"address": replace(HOME, postal_code="x" * 17)}, "address.postal_code"),
        ({"address": replace(HOME, country="UK")}, "address.country"),
        ({"address": replace(HOME, country="gb")}, "address.country"),
        ({"address": replace(HOME, country="")}, "address.country"),
        *(
            ({"email": email}, "email")
            for email in (
                "",
                "ada",
                "ada@",
                "@example.test",
                "ada@example",
                "a da@example.test",
                "a@b@example.test",
                "ada@-example.test",
                "ada@example..test",
                "ada@example.test\n",
                f"{'x' * 65}@example.test",
            )
        ),
        *(({"phone": phone}, "phone") for phone in ("0044", "+0207946", "+44 20", "+123456", "+" + "1" * 16)),
    ],
)
def test_any_other_identity_is_refused_by_the_field_and_without_its_words(change: dict[str, Any], field: str) -> None:
    with pytest.raises(MalformedIdentity) as refused:
        require_identity(replace(ADA, **change))

    assert refused.value.members == {"field": field}
    assert "Love" not in refused.value.detail
    assert "ada" not in refused.value.detail


def test_an_identity_is_read_as_it_was_written() -> None:
    assert identity_of({**ADA.document(), "player_key": "00"}) == ADA


def test_an_account_that_was_asked_for_nothing_has_an_empty_identity() -> None:
    found = identity_of({"born": "1990-12-10", "player_key": "00"})

    assert (found.family_name, found.address.country, found.born) == ("", "", ADA.born)


def test_there_are_as_many_countries_as_in_the_standard() -> None:
    assert len(COUNTRIES) == 249
    assert all(len(code) == 2 and code.isupper() for code in COUNTRIES)


def test_a_person_and_an_address_are_known_again_however_they_are_written() -> None:
    other = replace(ADA, given_name="ÁDA", family_name="Love-Lace", email="x@example.test")

    assert canonical_person(other.person()) == canonical_person(ADA.person())
    assert canonical_email("Ada@Example.TEST") == canonical_email(ADA.email)
    assert canonical_person(replace(ADA, born=date(1990, 12, 11)).person()) != canonical_person(ADA.person())


# --- Consents -----------------------------------------------------------------------------------------------


def test_the_texts_are_those_whose_digests_are_agreed_to() -> None:
    assert {document.kind for document in CURRENT} == set(DocumentKind)
    for document in CURRENT:
        text = document_text(document)
        assert hashlib.sha256(text.encode()).hexdigest() == document.sha256
        assert f"Version {document.version}." in text


@pytest.mark.parametrize("left_out", CONSENTS)
def test_nobody_registers_without_agreeing_to_all_that_is_required(left_out: str) -> None:
    given_ = {kind: version for kind, version in CONSENTS.items() if kind != left_out}

    with pytest.raises(MissingConsent) as refused:
        require_registrable(given_, CURRENT)

    assert refused.value.members == {"missing": [left_out]}


def test_marketing_need_not_be_agreed_to() -> None:
    require_registrable(CONSENTS, CURRENT)
    require_registrable(CONSENTS | {"marketing": "1"}, CURRENT)


@pytest.mark.parametrize("version", ["0", "2", "", "1 ", "latest"])
def test_an_agreement_names_the_current_version(version: str) -> None:
    for kind in ("terms", "marketing"):
        with pytest.raises(OutdatedConsent) as refused:
            require_registrable(CONSENTS | {kind: version}, CURRENT)
        assert refused.value.members == {"current": CONSENTS | {"marketing": "1"}}


@given(st.dictionaries(st.sampled_from(sorted(DocumentKind)), st.from_regex(r"[0-9]{1,3}", fullmatch=True)))
def test_a_line_of_consents_is_read_as_it_was_written(agreed: dict[str, str]) -> None:
    assert read(written(agreed)) == agreed


def test_a_new_version_is_unmet_until_it_is_agreed_to() -> None:
    assert missing_consents(LINE, CURRENT) == {}
    assert missing_consents(LINE, TERMS_2) == {"terms": "2"}
    assert missing_consents("marketing:1 monitoring:1 privacy:2 terms:2", TERMS_2) == {}
    assert missing_consents("", CURRENT) == CONSENTS
    assert missing_consents("monitoring:1 privacy:2 terms:12", CURRENT) == {"terms": "1"}


# --- Eligibility --------------------------------------------------------------------------------------------

STRICT = JURISDICTIONS["new-jersey"].accounts


@pytest.mark.parametrize(
    ("change", "rules", "kind"),
    [
        ({}, STRICT, None),
        ({"status": "suspended"}, STRICT, PlayerSuspended),
        ({"status": "closed"}, STRICT, AccountClosed),
        ({"status": "dormant"}, STRICT, AccountDormant),
        ({"verification": "unverified"}, STRICT, NotVerified),
        ({"verification": "pending"}, STRICT, NotVerified),
        ({"verification": "refused"}, STRICT, NotVerified),
        ({"verification": "refused"}, world.DEMO.accounts, None),
        ({"consents": ""}, STRICT, OutdatedConsent),
        ({"consents": "monitoring:1 privacy:2"}, world.DEMO.accounts, OutdatedConsent),
        ({"consents": LINE}, replace(STRICT, documents=TERMS_2), OutdatedConsent),
    ],
)
def test_bets_are_taken_of_an_account_that_lacks_nothing(
    change: dict[str, str], rules: AccountRules, kind: type[Refusal] | None
) -> None:
    standing = {"status": "active", "verification": "verified", "consents": LINE} | change
    if kind is None:
        require_eligible(**standing, rules=rules)
        return
    with pytest.raises(kind) as refused:
        require_eligible(**standing, rules=rules)
    assert refused.value.detail.startswith("Nothing was taken.")


# --- Status -------------------------------------------------------------------------------------------------

A, S, D, C = Status.ACTIVE, Status.SUSPENDED, Status.DORMANT, Status.CLOSED
ALLOWED = {
    Actor.PLAYER: {(A, C), (D, C)},
    Actor.OPERATOR: {(A, S), (A, C), (S, A), (S, C), (D, S), (D, C)},
    Actor.PLATFORM: {(A, S), (A, D), (D, A), (D, S)},
}


@pytest.mark.clause("AC-8")
def test_each_change_of_status_is_for_those_who_may_make_it_and_for_nobody_else() -> None:
    for actor, before, after in product(Actor, Status, Status):
        if (before, after) in ALLOWED[actor]:
            require_transition(before, after, by=actor)
            continue
        with pytest.raises(StatusNotAllowed) as refused:
            require_transition(before, after, by=actor)
        assert refused.value.members == {"account_status": before.value}


@pytest.mark.clause("AC-9")
def test_nobody_opens_a_closed_account_again() -> None:
    assert not any(before is C for changes in ALLOWED.values() for before, _ in changes)


# --- Verification -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "family_name", "verification"),
    [
        ("fake", "Lovelace", Verification.VERIFIED),
        ("fake", "REFUSED", Verification.REFUSED),
        ("fake", "Pending", Verification.PENDING),
        ("manual", "Lovelace", Verification.PENDING),
        ("manual", "Refused", Verification.PENDING),
    ],
)
def test_a_provider_answers_by_its_rule(name: str, family_name: str, verification: Verification) -> None:
    identity = replace(ADA, family_name=family_name)
    one, other = (VERIFIERS[name].begin(ChainId(UUID(int=1)), identity) for _ in range(2))

    assert (one.verification, one.method) == (verification, name)
    assert one.reference != other.reference
    assert isinstance(one, Outcome)
    assert "Lovelace" not in repr(one)
