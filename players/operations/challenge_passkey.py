"""Ask a player's passkeys for a signature, once.

Source: docs/authentication.md, AU-21; regulation F22.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from credentials.passkeys import draw_challenge, request_options
from kernel.ids import ChainId
from players.models.passkeys import ChallengePurpose, PasskeyChallenge
from players.queries.passkeys import passkeys_of

CHALLENGE_LENGTH: Final = timedelta(minutes=5)


def issue_challenge(chain: ChainId, purpose: ChallengePurpose, *, now: datetime) -> bytes:
    """Draw what a passkey must sign within five minutes, in place of what it had to sign before."""
    challenge = draw_challenge()
    PasskeyChallenge.objects.update_or_create(
        player_id=chain,
        purpose=purpose,
        defaults={"challenge": challenge, "expires_at": now + CHALLENGE_LENGTH},
    )
    return challenge


def end_challenge(chain: ChainId, purpose: ChallengePurpose) -> None:
    """End a challenge: it was signed, and is signed once."""
    PasskeyChallenge.objects.filter(player_id=chain, purpose=purpose).delete()


def passkey_request(chain: ChainId, *, now: datetime) -> dict[str, Any] | None:
    """Return the options with which a browser asks for the player's second factor; None without a passkey.

    Only who has shown the right password or an operator's token may be told: they list the ids of the passkeys.
    """
    enrolled = passkeys_of(chain)
    if not enrolled:
        return None
    return request_options(enrolled, challenge=issue_challenge(chain, ChallengePurpose.PROOF, now=now))
