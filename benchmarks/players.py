"""Register players and print them, one a line: `python -m benchmarks.players COUNT [--depositing | --keys ALGORITHM]`.

They are test accounts with play money, or with `--depositing` players who pay in themselves. A line has the session's
token, and with `--keys` also the player's device key, which is let in.
"""

import secrets
import sys
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

import django
from django.conf import settings

django.setup()

from audit.core.player_signatures import SignedOver  # noqa: E402  Django's models need its set-up
from audit.operations.add_player_key import NewPlayerKey  # noqa: E402  the same
from audit.queries.signing_place import signing_place  # noqa: E402  the same
from benchmarks.signing import LoadedKey, SigningChain  # noqa: E402  the same
from kernel.ids import ChainId  # noqa: E402  Django's models need its set-up
from kernel.serving import served_cell  # noqa: E402  the same
from players.operations.check_credentials import LoginProof  # noqa: E402  the same
from players.operations.log_in import LoginRequest, log_in  # noqa: E402  the same
from players.operations.register import Registration, register  # noqa: E402  the same
from players.operations.register_player_key import register_player_key  # noqa: E402  the same
from players.operations.set_pin import set_pin  # noqa: E402  the same
from players.operations.verify import begin_verification  # noqa: E402  the same
from players.verifiers import VERIFIERS  # noqa: E402  the same
from reddog_client.keys import DeviceKey  # noqa: E402  the path is that of the signing device
from reddog_client.public_keys import Algorithm, Use  # noqa: E402  the same
from reddog_client.statements import message  # noqa: E402  the same
from reddog_platform.demo.persons import identity_of  # noqa: E402  the same
from responsible_gaming.core.jurisdictions import NEW_JERSEY  # noqa: E402  the same
from responsible_gaming.queries.exclusions import excluded_among  # noqa: E402  the same
from wallet.core.idempotency import identify_request  # noqa: E402
from wallet.operations.adjust_balance import FUNDED_MAX_MINOR  # noqa: E402
from wallet.operations.grant_play_money import GrantRequest, grant_play_money  # noqa: E402

PIN = "2580"
_MONEY_MINOR = 1_000_000_000
"""More than anybody loses in a benchmark."""


def funded_player(number: int) -> str:
    """Register a test account, set a PIN, grant money, begin a session, and return its token."""
    return _player(f"player{number}", test_account=True).token


def signing_player(number: int, algorithm: str) -> str:
    """Do the same for a player with a device key, and return the session's token and the key."""
    player, device = _player(f"signer{number}", test_account=True), DeviceKey.draw(Algorithm(algorithm))
    tip = signing_place(player.chain).head.tip
    chain = SigningChain(
        key=LoadedKey.of(device), origin=settings.REDDOG_LOG_ORIGIN, chain=player.chain.hex, leaf=tip.leaf.hex()
    )
    place = chain.place()
    signed = chain.key.sign(message(place.player_key(device.public, use=Use.PLAY)))
    new = NewPlayerKey(
        algorithm=device.algorithm.value,
        public=device.public.pub,
        use="play",
        possession=SignedOver(signature=signed, until_ms=place.until, prev=tip.leaf),
    )
    register_player_key(player.chain, new, signature=None, pin=PIN, now=datetime.now(UTC))
    return f"{player.token} {chain.key}"


def depositing_player(number: int) -> str:
    """Register a player without money, set a PIN, begin a session, and return its token."""
    return _player(f"player{number}", test_account=False).token


class _Registered(NamedTuple):
    chain: ChainId
    token: str


def _player(name: str, *, test_account: bool) -> _Registered:
    now, password = datetime.now(UTC), secrets.token_urlsafe(20)
    # Over all cells a name and a person have one account.
    name = f"{name}{served_cell().suffix}"
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
    session = log_in(
        back,
        rules=jurisdiction.sessions,
        accounts=jurisdiction.accounts,
        excluded=partial(excluded_among, now=now),
        now=now,
    )
    return _Registered(chain, session.token)


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
    for index in range(int(sys.argv[1])):
        if "--keys" in sys.argv:
            print(signing_player(index, sys.argv[-1]))
        else:
            print(depositing_player(index) if "--depositing" in sys.argv else funded_player(index))
