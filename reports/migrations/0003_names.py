"""Names of models, columns, constraints and indexes follow the glossary."""

from django.db import migrations, models
from django.db.models import Q

_ORDER_STATUSES = ["waiting", "running", "filed", "failed", "cancelled"]
_DELIVERY_STATUSES = ["waiting", "delivered", "failed"]

# A change of type rewrites the table without firing row triggers: filings are append-only.
_NEGATE = "ALTER TABLE reports_filing ALTER COLUMN {} TYPE boolean USING NOT {}"


def _rename_sums(model: str) -> list[migrations.RenameField]:
    names = {
        "staked_minor": "into_play_minor",
        "first_bets_minor": "stake_total_minor",
        "first_bets_squared": "stake_squares",
        "side_bets_squared": "side_bet_squares",
    }
    return [migrations.RenameField(model, old, new) for old, new in names.items()]


def _rename_money(model: str) -> list[migrations.RenameField]:
    names = {"staked_minor": "into_play_minor", "returned_minor": "from_play_minor"}
    return [migrations.RenameField(model, old, new) for old, new in names.items()]


class Migration(migrations.Migration):
    """No row changes, except that `idle` becomes its opposite, `has_activity`."""

    dependencies = (("reports", "0002_append_only"),)

    operations = (
        *_rename_sums("gamehour"),
        *_rename_sums("gameday"),
        *_rename_money("accountday"),
        *_rename_money("moneyday"),
        migrations.RenameModel("Cursor", "RollupCursor"),
        migrations.RenameField("rollupcursor", "size", "log_size"),
        migrations.RenameField("rollupcursor", "revised", "revised_log_size"),
        migrations.RenameField("schedule", "through", "ordered_until"),
        migrations.RenameField("schedule", "rechecked", "rechecked_until"),
        migrations.RemoveConstraint("order", "reports_order_state_is_known"),
        migrations.RemoveConstraint("order", "reports_order_once"),
        migrations.RemoveIndex("order", "reports_order_by_state"),
        migrations.RenameModel("Order", "ReportOrder"),
        migrations.RenameField("reportorder", "state", "status"),
        migrations.RenameField("reportorder", "not_before", "next_attempt_at"),
        migrations.RenameField("reportorder", "late_noted", "delay_reported"),
        migrations.AddConstraint(
            "reportorder",
            models.CheckConstraint(condition=Q(status__in=_ORDER_STATUSES), name="reports_order_status_is_known"),
        ),
        migrations.AddConstraint(
            "reportorder",
            models.UniqueConstraint(
                fields=("kind", "first", "until", "zone", "filters_digest", "revision"),
                condition=~Q(status="cancelled"),
                name="reports_order_once",
            ),
        ),
        migrations.AddIndex("reportorder", models.Index(fields=("status", "id"), name="reports_order_by_status")),
        migrations.RenameField("orderpage", "following", "next_cursor"),
        migrations.RenameField("storedfiling", "idle", "has_activity"),
        migrations.RunSQL(_NEGATE.format(*["has_activity"] * 2), _NEGATE.format(*["has_activity"] * 2)),
        migrations.RemoveConstraint("delivery", "reports_delivery_state_is_known"),
        migrations.RemoveIndex("delivery", "reports_delivery_by_state"),
        migrations.SeparateDatabaseAndState(
            # Django cannot rename a part of a primary key.
            database_operations=(
                migrations.RunSQL(
                    "ALTER TABLE reports_delivery RENAME COLUMN place TO destination",
                    "ALTER TABLE reports_delivery RENAME COLUMN destination TO place",
                ),
            ),
            state_operations=(
                migrations.RenameField("delivery", "place", "destination"),
                migrations.AlterField(
                    "delivery",
                    "pk",
                    models.CompositePrimaryKey(
                        "filing", "destination", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
            ),
        ),
        migrations.RenameField("delivery", "state", "status"),
        migrations.RenameField("delivery", "not_before", "next_attempt_at"),
        migrations.RenameField("delivery", "late_noted", "delay_reported"),
        migrations.AddConstraint(
            "delivery",
            models.CheckConstraint(condition=Q(status__in=_DELIVERY_STATUSES), name="reports_delivery_status_is_known"),
        ),
        migrations.AddIndex(
            "delivery", models.Index(fields=("status", "next_attempt_at"), name="reports_delivery_by_status")
        ),
    )
