"""Reports of the same days at other hours are different reports: a zone may be left, and come back with another hour."""

from django.db import migrations, models

_FIELDS = ("kind", "first", "until", "zone", "starts", "filters_digest", "revision")


class Migration(migrations.Migration):
    dependencies = (("reports", "0009_day_copies"),)

    operations = (
        migrations.RemoveConstraint("reportorder", "reports_order_once"),
        migrations.AddConstraint(
            "reportorder",
            models.UniqueConstraint(
                fields=_FIELDS, condition=~models.Q(status__in=["cancelled", "unchanged"]), name="reports_order_once"
            ),
        ),
        migrations.RemoveConstraint("storedfiling", "reports_filing_once"),
        migrations.AddConstraint("storedfiling", models.UniqueConstraint(fields=_FIELDS, name="reports_filing_once")),
    )
