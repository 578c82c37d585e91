"""Keep what somebody wrote about a player, and forget all of it when the person is erased."""

from uuid import UUID

from casework.models import Words
from kernel.ids import ChainId


def keep_words(chain: ChainId, subject: UUID, text: str, *, number: int = 0) -> None:
    """Store words beside the row that they belong to, in the caller's transaction, which has locked the player's row."""
    Words.objects.create(subject=subject, number=number, chain=chain, text=text)


def forget_words(chain: ChainId) -> None:
    """Delete everything that was written about a player, in the erasure's transaction.

    The database refuses while the player's document is in the vault: call it after that was destroyed.
    """
    Words.objects.filter(chain=chain).delete()
