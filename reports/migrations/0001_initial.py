from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="FiledFile",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "filing", "format", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("filing", models.UUIDField()),
                ("format", models.TextField()),
                ("name", models.TextField()),
                ("sha256", models.BinaryField()),
                ("content", models.BinaryField()),
            ],
            options={
                "db_table": "reports_file",
            },
        ),
        migrations.CreateModel(
            name="GameDay",
            fields=[
                ("rules_leaf", models.BinaryField()),
                ("currency", models.CharField(max_length=3)),
                ("test", models.BooleanField()),
                ("dealt", models.BigIntegerField()),
                ("settled", models.BigIntegerField()),
                ("voided", models.BigIntegerField()),
                ("staked_minor", models.BigIntegerField()),
                ("wagers_minor", models.BigIntegerField()),
                ("winnings_minor", models.BigIntegerField()),
                ("side_wagers_minor", models.BigIntegerField()),
                ("side_winnings_minor", models.BigIntegerField()),
                ("voided_minor", models.BigIntegerField()),
                ("side_bets", models.BigIntegerField()),
                ("first_bets_minor", models.BigIntegerField()),
                ("first_bets_squared", models.DecimalField(decimal_places=0, max_digits=40)),
                ("side_bets_squared", models.DecimalField(decimal_places=0, max_digits=40)),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "day",
                        "rules_leaf",
                        "currency",
                        "test",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("day", models.DateField()),
            ],
            options={
                "db_table": "reports_game_day",
            },
        ),
        migrations.CreateModel(
            name="GameHour",
            fields=[
                ("rules_leaf", models.BinaryField()),
                ("currency", models.CharField(max_length=3)),
                ("test", models.BooleanField()),
                ("dealt", models.BigIntegerField()),
                ("settled", models.BigIntegerField()),
                ("voided", models.BigIntegerField()),
                ("staked_minor", models.BigIntegerField()),
                ("wagers_minor", models.BigIntegerField()),
                ("winnings_minor", models.BigIntegerField()),
                ("side_wagers_minor", models.BigIntegerField()),
                ("side_winnings_minor", models.BigIntegerField()),
                ("voided_minor", models.BigIntegerField()),
                ("side_bets", models.BigIntegerField()),
                ("first_bets_minor", models.BigIntegerField()),
                ("first_bets_squared", models.DecimalField(decimal_places=0, max_digits=40)),
                ("side_bets_squared", models.DecimalField(decimal_places=0, max_digits=40)),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "day",
                        "hour_ms",
                        "rules_leaf",
                        "currency",
                        "test",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("day", models.DateField()),
                ("hour_ms", models.BigIntegerField()),
            ],
            options={
                "db_table": "reports_game_hour",
            },
        ),
        migrations.CreateModel(
            name="MoneyDay",
            fields=[
                ("deposited_minor", models.BigIntegerField()),
                ("withdrawn_minor", models.BigIntegerField()),
                ("adjusted_minor", models.BigIntegerField()),
                ("bonus_minor", models.BigIntegerField()),
                ("staked_minor", models.BigIntegerField()),
                ("returned_minor", models.BigIntegerField()),
                ("lost_minor", models.BigIntegerField()),
                ("won_minor", models.BigIntegerField()),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "day", "currency", "test", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("day", models.DateField()),
                ("currency", models.CharField(max_length=3)),
                ("test", models.BooleanField()),
                ("last_index", models.BigIntegerField()),
            ],
            options={
                "db_table": "reports_money_day",
            },
        ),
        migrations.CreateModel(
            name="OrderPage",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "order_id", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("order_id", models.UUIDField()),
                ("number", models.IntegerField()),
                ("rows", models.JSONField()),
                ("following", models.TextField(null=True)),
            ],
            options={
                "db_table": "reports_order_page",
            },
        ),
        migrations.CreateModel(
            name="Schedule",
            fields=[
                ("kind", models.TextField(primary_key=True, serialize=False)),
                ("through", models.DateField()),
                ("rechecked", models.DateField(null=True)),
            ],
            options={
                "db_table": "reports_schedule",
            },
        ),
        migrations.CreateModel(
            name="AccountDay",
            fields=[
                ("deposited_minor", models.BigIntegerField()),
                ("withdrawn_minor", models.BigIntegerField()),
                ("adjusted_minor", models.BigIntegerField()),
                ("bonus_minor", models.BigIntegerField()),
                ("staked_minor", models.BigIntegerField()),
                ("returned_minor", models.BigIntegerField()),
                ("lost_minor", models.BigIntegerField()),
                ("won_minor", models.BigIntegerField()),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "day", "chain", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("day", models.DateField()),
                ("chain", models.UUIDField()),
            ],
            options={
                "db_table": "reports_account_day",
                "indexes": [models.Index(fields=["chain", "day"], name="reports_account_day_by_chain")],
            },
        ),
        migrations.CreateModel(
            name="Cursor",
            fields=[
                ("id", models.SmallIntegerField(primary_key=True, serialize=False)),
                ("size", models.BigIntegerField()),
                ("zone", models.TextField()),
                ("revised", models.BigIntegerField(default=0)),
            ],
            options={
                "db_table": "reports_cursor",
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="reports_cursor_is_one")],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "filing", "place", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("filing", models.UUIDField()),
                ("place", models.TextField()),
                ("state", models.CharField(max_length=10)),
                ("attempts", models.SmallIntegerField(default=0)),
                ("not_before", models.DateTimeField()),
                ("delivered_at", models.DateTimeField(null=True)),
                ("problem", models.TextField(default="")),
                ("receipt", models.JSONField(null=True)),
                ("late_noted", models.BooleanField(default=False)),
            ],
            options={
                "db_table": "reports_delivery",
                "indexes": [models.Index(fields=["state", "not_before"], name="reports_delivery_by_state")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "delivered", "failed"])),
                        name="reports_delivery_state_is_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Order",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("kind", models.TextField()),
                ("first", models.DateField()),
                ("until", models.DateField()),
                ("zone", models.TextField()),
                ("filters", models.JSONField()),
                ("filters_digest", models.CharField(max_length=64)),
                ("revision", models.IntegerField()),
                ("state", models.CharField(max_length=10)),
                ("requested_at", models.DateTimeField()),
                ("requested_by", models.TextField()),
                ("not_before", models.DateTimeField()),
                ("attempts", models.SmallIntegerField(default=0)),
                ("problem", models.TextField(default="")),
                ("definition", models.IntegerField(null=True)),
                ("parameters", models.JSONField(null=True)),
                ("log_size", models.BigIntegerField(null=True)),
                ("generated_ms", models.BigIntegerField(null=True)),
                ("pages", models.IntegerField(default=0)),
                ("rows", models.IntegerField(default=0)),
                ("recheck", models.BooleanField(default=False)),
                ("late_noted", models.BooleanField(default=False)),
            ],
            options={
                "db_table": "reports_order",
                "indexes": [models.Index(fields=["state", "id"], name="reports_order_by_state")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "running", "filed", "failed", "cancelled"])),
                        name="reports_order_state_is_known",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "cancelled"), _negated=True),
                        fields=("kind", "first", "until", "zone", "filters_digest", "revision"),
                        name="reports_order_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoredFiling",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("kind", models.TextField()),
                ("first", models.DateField()),
                ("until", models.DateField()),
                ("zone", models.TextField()),
                ("filters", models.JSONField()),
                ("filters_digest", models.CharField(max_length=64)),
                ("revision", models.IntegerField()),
                ("definition", models.IntegerField()),
                ("log_size", models.BigIntegerField()),
                ("generated_ms", models.BigIntegerField()),
                ("idle", models.BooleanField()),
                ("record_seq", models.BigIntegerField(unique=True)),
                ("filed_at", models.DateTimeField()),
            ],
            options={
                "db_table": "reports_filing",
                "indexes": [
                    models.Index(fields=["until", "first"], name="reports_filing_by_days"),
                    models.Index(fields=["kind", "id"], name="reports_filing_by_kind"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "first", "until", "zone", "filters_digest", "revision"),
                        name="reports_filing_once",
                    )
                ],
            },
        ),
    ]
