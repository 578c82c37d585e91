"""Opening a player's account: the person, the accounts of the ledger, the first records of the chain.

Source: regulation F21; docs/formats/record.md for `init`, `limits`, `commit`.
"""

import hmac
import os
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from psycopg.errors import UniqueViolation

from audit import keys
from audit.core.records import SALT_BYTES, Record, Tip, new_chain, write
from audit.operations.announce_epoch import NewEpoch, draw_epoch, epoch_clause
from audit.operations.append import Head, create_clause, record_clauses, run
from kernel.ids import ChainId
from kernel.money import currency
from kernel.periods import to_ms
from kernel.refusals import Kind, Refusal
from players.core.age import require_age
from players.core.names import username_of
from players.models import Player
from players.vault import sealed
from wallet.operations.post import open_accounts_clause


class UsernameTaken(Refusal):
    """This user name is taken."""

    code, kind = "username-taken", Kind.CONFLICT


class WeakPassword(Refusal):
    """The password is too easy to guess."""

    code, kind = "weak-password", Kind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """What a person tells us to open an account; `test_account` marks the house's own, kept out of reports."""

    username: str
    password: str
    born: date
    currency: str
    test_account: bool = False


def register(asked: Registration, *, now: datetime, minimum_years: int) -> ChainId:
    """Open an account with its accounts, chain and first commitment, and return the chain.

    Raises:
        MalformedUsername, WeakPassword, UnknownCurrency, Underage, ImpossibleBirthDate: nothing was opened.
        UsernameTaken: another account has the name.
    """
    username = username_of(asked.username)
    require_age(asked.born, today=now.date(), minimum_years=minimum_years)
    money = currency(asked.currency)
    _require_strong(asked.password)
    chain = ChainId(UUID(bytes=os.urandom(16)))
    player_key = os.urandom(32)
    tag = hmac.digest(player_key, b"player", "sha256").hex()
    announced = draw_epoch(chain, 0)
    init = {"player": tag, "cur": money.code, "exp": money.exponent, "bal": [0, 0], "test": asked.test_account}
    records = _first_records(new_chain(chain), init, announced, now)
    try:
        with transaction.atomic():
            Player.objects.create(
                chain=chain, username=username, password=make_password(asked.password),
                sealed_profile=sealed(chain, {"born": asked.born.isoformat(), "player_key": player_key.hex()}),
                test_account=asked.test_account,
                created_at=now,
            )  # fmt: skip
            _open_chain(records, announced, money.code)
    except IntegrityError as error:
        if not (isinstance(error.__cause__, UniqueViolation) and error.__cause__.diag.table_name == "players_player"):
            raise
        raise UsernameTaken("No account was opened. Choose another user name.") from error
    return chain


def _first_records(tip: Tip, init: dict[str, object], announced: NewEpoch, now: datetime) -> list[Record]:
    contents: tuple[tuple[str, dict[str, object]], ...] = (
        ("init", init),
        ("limits", {"rg": {"now": {}}}),
        ("commit", {"epoch": 0, **announced.document()}),
    )
    records = []
    for kind, fields in contents:
        salt = os.urandom(SALT_BYTES)
        records.append(write(tip, kind, fields, now_ms=to_ms(now), salt=salt, signer=keys.signer("rounds")))
        tip = records[-1].tip
    return records


def _open_chain(records: list[Record], announced: NewEpoch, currency_code: str) -> None:
    _, limits, commit = records
    head = Head(commit.tip, version=0, epoch=-1, nonce=0, in_round=False, limits_leaf=limits.tip.leaf)
    written = run(
        [
            create_clause(head),
            *record_clauses(records),
            epoch_clause(announced, announced_seq=commit.tip.seq),
            open_accounts_clause(currency_code),
        ]
    )
    assert written, "a new chain has no rival"


def _require_strong(password: str) -> None:
    try:
        validate_password(password)
    except ValidationError as error:
        raise WeakPassword("No account was opened. " + " ".join(error.messages)) from error
