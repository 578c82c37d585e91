"""Register players and print their session tokens, one a line: `python -m benchmarks.players COUNT [--depositing]`.

They are test accounts with play money, or with `--depositing` players who pay in themselves.
"""

import secrets
import sys
from datetime import UTC, datetime

import django

django.setup()

from kernel.ids import ChainId  # noqa: E402  Django's models need its set-up
from players.operations.check_credentials import LoginProof  # noqa: E402  the same
from players.operations.log_in import LoginRequest, log_in  # noqa: E402  the same
from players.operations.register import Registration, register  # noqa: E402  the same
from players.operations.set_pin import set_pin  # noqa: E402  the same
from players.operations.verify import begin_verification  # noqa: E402  the same
from players.verifiers import VERIFIERS  # noqa: E402  the same
from reddog_platform.demo.persons import identity_of  # noqa: E402  the same
from responsible_gaming.core.jurisdictions import NEW_JERSEY  # noqa: E402  the same
from wallet.core.idempotency import identify_request  # noqa: E402
from wallet.operations.adjust_balance import FUNDED_MAX_MINOR  # noqa: E402
from wallet.operations.grant_play_money import GrantRequest, grant_play_money  # noqa: E402

PIN = "2580"
_MONEY_MINOR = 1_000_000_000
"""More than anybody loses in a benchmark."""


def funded_player(number: int) -> str:
    """Register a test account, set a PIN, grant money, begin a session, and return its token."""
    return _player(number, test_account=True)


def depositing_player(number: int) -> str:
    """Register a player without money, set a PIN, begin a session, and return its token."""
    return _player(number, test_account=False)


def _player(number: int, *, test_account: bool) -> str:
    now, password = datetime.now(UTC), secrets.token_urlsafe(20)
    name = f"player{number}"
    jurisdiction = NEW_JERSEY
    registration = Registration(
        username=name,
        password=password,
        identity=identity_of(name),
        currency="USD",
        consents={
            document.kind.value: document.version for document in jurisdiction.accounts.documents if document.mandatory
        },
        test_account=test_account,
    )
    chain = register(registration, now=now, rules=jurisdiction.accounts)
    begin_verification(chain, verifier=VERIFIERS["fake"], now=now)
    set_pin(chain, proof=LoginProof(password=password), new_pin=PIN, now=now)
    if test_account:
        _grant(chain, now=now)
    back = LoginRequest(username=name, proof=LoginProof(password=password))
    return log_in(back, rules=jurisdiction.sessions, accounts=jurisdiction.accounts, now=now).token


def _grant(chain: ChainId, *, now: datetime) -> None:
    once = identify_request(secrets.token_hex(16), method="POST", path="/", body=b"")
    grant_play_money(
        GrantRequest(
            chain=chain,
            amount_minor=_MONEY_MINOR,
            currency="USD",
            reason="benchmark",
            actor="benchmark",
            idempotency=once,
        ),
        lone_max_minor=FUNDED_MAX_MINOR,
        now=now,
    )


if __name__ == "__main__":
    registered = depositing_player if "--depositing" in sys.argv else funded_player
    for index in range(int(sys.argv[1])):
        print(registered(index))
