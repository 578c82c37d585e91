"""A revision says why it was made and what changed; an order whose report says nothing new ends as `unchanged`."""

from django.db import migrations, models
from django.db.models import Q

_STATUSES = ["waiting", "running", "filed", "unchanged", "failed", "cancelled"]


class Migration(migrations.Migration):
    dependencies = (("reports", "0005_given_back"),)

    operations = (
        migrations.AddField("storedfiling", "revised", models.JSONField(null=True)),
        migrations.AddIndex("storedfiling", models.Index(fields=("first", "id"), name="reports_filing_by_first")),
        migrations.AddIndex("storedfiling", models.Index(fields=("revision", "id"), name="reports_filing_by_revision")),
        migrations.RemoveConstraint("reportorder", "reports_order_status_is_known"),
        migrations.AddConstraint(
            "reportorder",
            models.CheckConstraint(condition=Q(status__in=_STATUSES), name="reports_order_status_is_known"),
        ),
        migrations.RemoveConstraint("reportorder", "reports_order_once"),
        migrations.AddConstraint(
            "reportorder",
            models.UniqueConstraint(
                fields=("kind", "first", "until", "zone", "filters_digest", "revision"),
                condition=~Q(status__in=["cancelled", "unchanged"]),
                name="reports_order_once",
            ),
        ),
    )
