from django.db import migrations, models

import cashier.core.payment
from audit.append_only import append_only


class Migration(migrations.Migration):
    initial = True

    dependencies = [("audit", "0002_append_only")]

    operations = [
        migrations.CreateModel(
            name="DepositBlock",
            fields=[
                ("chain", models.UUIDField(primary_key=True, serialize=False)),
                ("blocked_ms", models.BigIntegerField()),
                ("lifted_ms", models.BigIntegerField(null=True)),
            ],
            options={
                "db_table": "cashier_deposit_block",
            },
        ),
        migrations.CreateModel(
            name="StoredPayment",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("chain", models.UUIDField()),
                ("direction", models.TextField()),
                ("amount_minor", models.BigIntegerField()),
                ("currency", models.CharField(max_length=3)),
                ("method", models.TextField()),
                ("provider", models.TextField()),
                ("reference", models.TextField()),
                ("status", models.TextField()),
                ("key", models.TextField()),
                ("request_digest", models.BinaryField()),
            ],
            options={
                "db_table": "cashier_payment",
                "indexes": [
                    models.Index(fields=["chain", "id"], name="cashier_payment_by_chain"),
                    models.Index(fields=["status", "id"], name="cashier_payment_by_status"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount_minor__gt", 0)), name="cashier_payment_is_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "direction__in",
                                [
                                    cashier.core.payment.Direction["DEPOSIT"],
                                    cashier.core.payment.Direction["WITHDRAWAL"],
                                ],
                            )
                        ),
                        name="cashier_payment_direction",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "status__in",
                                [
                                    cashier.core.payment.Status["REQUESTED"],
                                    cashier.core.payment.Status["PENDING"],
                                    cashier.core.payment.Status["CANCELLING"],
                                    cashier.core.payment.Status["SETTLED"],
                                    cashier.core.payment.Status["REFUSED"],
                                    cashier.core.payment.Status["CANCELLED"],
                                ],
                            )
                        ),
                        name="cashier_payment_status",
                    ),
                    models.UniqueConstraint(fields=("chain", "key"), name="cashier_payment_key_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoredStep",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "payment", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("payment", models.UUIDField()),
                ("number", models.SmallIntegerField()),
                ("chain", models.UUIDField()),
                ("status", models.TextField()),
                ("at_ms", models.BigIntegerField()),
                ("actor", models.TextField()),
                ("reason", models.TextField()),
                ("seq", models.BigIntegerField(null=True)),
            ],
            options={
                "db_table": "cashier_step",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "status__in",
                                [
                                    cashier.core.payment.Status["REQUESTED"],
                                    cashier.core.payment.Status["PENDING"],
                                    cashier.core.payment.Status["CANCELLING"],
                                    cashier.core.payment.Status["SETTLED"],
                                    cashier.core.payment.Status["REFUSED"],
                                    cashier.core.payment.Status["CANCELLED"],
                                ],
                            )
                        ),
                        name="cashier_step_status",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("seq__isnull", False)),
                        fields=("chain", "seq"),
                        name="cashier_step_journal_once",
                    ),
                ],
            },
        ),
        append_only("cashier_step"),
    ]
