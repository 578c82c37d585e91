"""Whether players' accounts are consistent: consents, lockout, PIN, second factor, sessions. Reads all of them."""

from collections import defaultdict
from collections.abc import Iterator

from django.db.models import Count

from credentials.core.lockout import MAX_WRONG_FACTORS
from credentials.core.recovery_codes import COUNT
from credentials.owners import player_owner
from credentials.passkeys import credential_id_of
from credentials.sealed_totp import secret_opens
from credentials.soundness import guard_faults, origin_faults
from kernel.ids import ChainId
from players.core.consents import written
from players.core.pin import MAX_PIN_FAILURES
from players.core.session_reference import session_reference
from players.models import Consent, Player, PlayerLoginOrigin, Session
from players.models.passkeys import PlayerPasskey
from players.operations.store_factor import has_factor


def faults() -> Iterator[str]:
    """Yield a sentence for each inconsistency of a player's account."""
    yield from _consent_faults()
    for player in Player.objects.annotate(codes=Count("recoverycode")).iterator():
        for fault in _credential_faults(player, player.codes):
            yield f"The player of chain {player.chain.hex} {fault}."
    for origin in PlayerLoginOrigin.objects.order_by("player_id", "origin").iterator():
        for fault in origin_faults(origin):
            yield f"The player of chain {origin.player_id.hex} {fault}."
    for passkey in PlayerPasskey.objects.order_by("player_id", "id").iterator():
        if credential_id_of(bytes(passkey.credential_data)) != bytes(passkey.credential_id):
            yield f"A passkey of chain {passkey.player_id.hex} has the key of another."
    for session in Session.objects.order_by("player_id", "id").iterator():
        if session_reference(session.id, salt=bytes(session.salt)) != bytes(session.reference):
            yield f"The reference of session {session.id.hex} of chain {session.player_id.hex} is not that of its salt."


def _consent_faults() -> Iterator[str]:
    """Compare the line of consents that a bet reads with the consents that the player gave."""
    agreed: defaultdict[object, dict[str, str]] = defaultdict(dict)
    newest = Consent.objects.order_by("player_id", "kind", "-id").distinct("player_id", "kind")
    for row in newest.iterator():
        if row.given:
            agreed[row.player_id][row.kind] = row.version
    for chain, line in Player.objects.values_list("chain", "consents").iterator():
        if line != written(agreed[chain]):
            yield f"The consents of chain {chain.hex} are not those that its player gave."


def _credential_faults(player: Player, codes: int) -> Iterator[str]:
    yield from guard_faults(player.login_failures, guarded=player.login_locked_at is not None)
    if player.factor_failures > MAX_WRONG_FACTORS or player.pin_failures > MAX_PIN_FAILURES:
        yield "has more failures than are counted"
    sealed = player.sealed_factor
    if codes > COUNT or (codes and not has_factor(player)):
        yield f"has {codes} recovery codes, which is more than are drawn, or has no second factor"
    if player.factor_confirmed_at is not None and sealed is None:
        yield "has a second factor without a secret"
    if sealed is not None and not secret_opens(player_owner(ChainId(player.chain)), bytes(sealed)):
        yield "has the secret of a second factor that does not open"
