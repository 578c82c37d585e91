"""The postings of a round: the stake into play, and from play to the player or the house."""

from games.core.family import SeatResult
from wallet.core.ledger import Account, Posting


def stake_postings(amount_minor: int) -> list[Posting]:
    """Return the posting that puts `amount_minor` at stake; none where it is 0."""
    return [Posting(Account.CASH, Account.IN_PLAY, amount_minor)] if amount_minor else []


def result_postings(result: SeatResult) -> list[Posting]:
    """Return the postings that end a round: they pay what it returns, and leave nothing of it in play."""
    back_minor = min(result.returned_minor, result.staked_minor)
    amounts = (
        (Account.IN_PLAY, Account.CASH, back_minor),
        (Account.IN_PLAY, Account.HOUSE, result.staked_minor - back_minor),
        (Account.HOUSE, Account.CASH, result.returned_minor - back_minor),
    )
    return [Posting(source, target, amount) for source, target, amount in amounts if amount]
