"""The tables of games. Only `games/operations` writes them."""

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q, UniqueConstraint


class PublishedSheet(models.Model):
    """A rule sheet that was logged, by the leaf of its record. Append-only.

    `published_seq` is the record's number in the system chain. The highest of a game is its current sheet.
    """

    leaf = models.BinaryField(primary_key=True)
    game = models.TextField()
    engine_sha256 = models.TextField()
    document = models.JSONField()
    published_seq = models.BigIntegerField()

    class Meta:
        """One sheet of a game is the newest; the index finds it."""

        db_table = "games_sheet"
        constraints = (UniqueConstraint(fields=("game", "published_seq"), name="games_sheet_published_once"),)


class Round(models.Model):
    """A round. Its facts are in its records, number `deal_seq` and `settle_seq` of the same chain."""

    pk = models.CompositePrimaryKey("chain", "epoch", "nonce")
    chain = models.UUIDField()
    epoch = models.IntegerField()
    nonce = models.IntegerField()
    game = models.TextField()
    rules_leaf = models.BinaryField()
    deal_seq = models.BigIntegerField()
    dealt_ms = models.BigIntegerField()
    stake_minor = models.BigIntegerField()
    side_bet_minor = models.BigIntegerField(db_default=0)
    settle_seq = models.BigIntegerField(null=True)
    settled_ms = models.BigIntegerField(null=True)
    staked_minor = models.BigIntegerField(null=True)
    returned_minor = models.BigIntegerField(null=True)
    outcome = models.TextField(null=True)  # noqa: DJ001  null means not settled, as in its neighbours

    class Meta:
        """A chain has at most one open round (docs/invariants.md).

        A block-range index finds the rounds of a day. The other one has the rounds of all players in the order of their
        deals (docs/adr/0097-rounds-by-their-deal.md).
        """

        db_table = "games_round"
        indexes = (
            BrinIndex(fields=("settled_ms",), name="games_round_by_end", autosummarize=True),
            models.Index(fields=("dealt_ms", "chain", "epoch", "nonce"), name="games_round_by_deal"),
        )
        constraints = (
            UniqueConstraint(fields=("chain",), condition=Q(settle_seq__isnull=True), name="games_round_one_open"),
        )
