"""Open a player's account: the person, the accounts of the ledger, the first records of the chain.

Source: docs/rules/accounts.md; regulation F21; docs/formats/record.md for `init`, `limits`, `commit`.
"""

import hmac
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from psycopg.errors import UniqueViolation

from audit.chain_head import first_head
from audit.core.records import ChainTip, Record, new_chain
from audit.operations.announce_epoch import NewEpoch, draw_epoch, epoch_cte
from audit.operations.append import create_cte, execute_step, record_ctes
from audit.signed_record import signed_record
from kernel.cte import Cte
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.money import currency
from kernel.refusals import Refusal, RefusalKind
from players import vault
from players.core.account_rules import AccountRules
from players.core.age import require_age
from players.core.claims import ClaimKind
from players.core.consents import require_registrable, written
from players.core.identity import Identity, require_identity
from players.core.status import Status
from players.core.usernames import player_username
from players.directory import Lost
from players.identity_digests import email_digest, person_digest
from players.models import Player
from players.operations.admit_players import require_admission
from players.operations.claim_identity import claimed
from players.operations.consent import consent_cte
from players.operations.set_status import change_status
from rest.passwords import require_strong
from wallet.operations.post_journals import open_accounts_clause


class UsernameTaken(Refusal):
    """This user name is taken."""

    code, kind = "username-taken", RefusalKind.CONFLICT


class AccountExists(Refusal):
    """There is an account already."""

    code, kind = "account-exists", RefusalKind.CONFLICT


RETURNED: Final = "an earlier account of the same person was closed"
"""Why an account begins suspended."""

_ONE_ACCOUNT: Final = frozenset({"players_one_account_a_person", "players_one_account_an_email"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """What is needed to open an account. `test_account` marks the operator's own, which reports leave out.

    `consents` are the versions of the documents that the person agrees to, by kind.
    """

    username: str
    password: str
    identity: Identity
    currency: str
    consents: Mapping[str, str]
    test_account: bool = False


def register(
    registration: Registration, *, now: datetime, rules: AccountRules, then: Callable[[ChainId], object] | None = None
) -> ChainId:
    """Open an account with its accounts, chain and first commitment, and return the chain.

    `then` is done in the same transaction, which must not be another's: the password is hashed before it begins.

    It begins suspended if the person has closed an account before: an operator looks at that one first, since an
    excluded person must not come back by closing an account.

    Raises:
        MalformedUsername, MalformedIdentity, WeakPassword, UnknownCurrency, Underage, ImpossibleBirthDate,
        MissingConsent, OutdatedConsent: nothing was opened.
        UsernameTaken: another account has the name, in whichever cell.
        AccountExists: the person, or the e-mail address, has an account that is not closed, in whichever cell; or an
            exclusion of another cell binds the person.
        Busy: nothing was opened: the claims were pending for so long that they were freed.
        ClosedToNewPlayers: the cell takes no new players.
        HashingUnavailable: nothing was opened.
    """
    require_admission()
    username = player_username(registration.username)
    require_identity(registration.identity)
    require_age(registration.identity.born, today=now.date(), minimum_years=rules.minimum_age_years)
    require_registrable(registration.consents, rules.documents)
    money = currency(registration.currency)
    require_strong(registration.password, username=username, nothing="No account was opened.")
    chain = ChainId(UUID(bytes=os.urandom(16)))
    player_key = os.urandom(32)
    tag = hmac.digest(player_key, b"player", "sha256").hex()
    announced = draw_epoch(chain, 0)
    init = {"player": tag, "cur": money.code, "exp": money.exponent, "bal": [0, 0], "test": registration.test_account}
    records = _first_records(new_chain(chain), init, announced, now)
    player = _player(chain, username, registration, now=now)
    try:
        with (
            claimed(chain, username, registration.identity, refusal=_refusal_of) as require_claims,
            transaction.atomic(),
        ):
            require_claims()
            player.save(force_insert=True)
            vault.store(chain, {**registration.identity.document(), "player_key": player_key.hex()})
            _open_chain(records, announced, money.code, consent_cte(registration.consents, rules.documents, now=now))
            suspend_if_returned(player, now=now)
            if then is not None:
                then(chain)
    except IntegrityError as error:
        refusal = _refusal(error)
        if refusal is None:
            raise
        raise refusal from error
    return chain


def _player(chain: ChainId, username: str, registration: Registration, *, now: datetime) -> Player:
    return Player(
        chain=chain,
        username=username,
        password=make_password(registration.password),
        person_digest=person_digest(registration.identity.person()),
        email_digest=email_digest(registration.identity.email),
        consents=written(registration.consents),
        test_account=registration.test_account,
        created_at=now,
    )


def account_exists() -> AccountExists:
    """Return the one refusal of a person who has an account, or is excluded: it does not tell which."""
    return AccountExists("No account was opened. This person or e-mail address has one: log in, or ask the operator.")


def another_account() -> AccountExists:
    """Return the refusal of an identity that is another account's."""
    return AccountExists("Nothing was changed. Another account is of this person or e-mail address.")


def suspend_if_returned(player: Player, *, now: datetime) -> None:
    """Suspend the account of a person who has closed an account before, for an operator to look at.

    The caller has locked the player's row, which has the person's digest.
    """
    # This runs after the row was written. An open account of the person would have refused the row, so every other
    # account of the person is closed by now, and this transaction sees it.
    returned = Player.objects.filter(person_digest=player.person_digest, status=Status.CLOSED).exclude(
        chain=player.chain
    )
    if player.status == Status.ACTIVE and returned.exists():
        change_status(player, Status.SUSPENDED, reason=RETURNED, actor="platform", now=now)


def _refusal(error: IntegrityError) -> Refusal | None:
    """Return the refusal of a row that violates a unique constraint, and None for any other error."""
    cause = error.__cause__
    if not isinstance(cause, UniqueViolation) or cause.diag.table_name != "players_player":
        return None
    return account_exists() if cause.diag.constraint_name in _ONE_ACCOUNT else _username_taken()


def _refusal_of(lost: Lost) -> Refusal:
    """Return the refusal of what an account of another cell has: the same, and it does not tell which cell."""
    return _username_taken() if ClaimKind.USERNAME in lost.kinds else account_exists()


def _username_taken() -> UsernameTaken:
    return UsernameTaken("No account was opened. Choose another user name.")


def _first_records(tip: ChainTip, init: dict[str, object], announced: NewEpoch, now: datetime) -> list[Record]:
    contents: tuple[tuple[str, dict[str, object]], ...] = (
        ("init", init),
        ("limits", {"rg": {"now": {}}, "act": {"do": "profile", "who": "platform"}}),
        ("commit", {"epoch": 0, **announced.document()}),
    )
    records = []
    for kind, fields in contents:
        records.append(signed_record(tip, kind, fields, now_ms=to_epoch_ms(now)))
        tip = records[-1].tip
    return records


def _open_chain(records: list[Record], announced: NewEpoch, currency_code: str, consents: Cte) -> None:
    _, limits, commit = records
    head = first_head(commit.tip, limits_leaf=limits.tip.leaf)
    written = execute_step(
        [
            create_cte(head),
            *record_ctes(records),
            epoch_cte(announced, announced_seq=commit.tip.seq),
            open_accounts_clause(currency_code),
            consents,
        ]
    )
    assert written, "a new chain has no rival"
