import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0018_player_search"),
    ]

    operations = [
        migrations.CreateModel(
            name="PersonKey",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "digest", "player_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("digest", models.BinaryField()),
                ("kind", models.CharField(max_length=10)),
                (
                    "player",
                    models.ForeignKey(
                        db_column="chain", on_delete=django.db.models.deletion.PROTECT, to="players.player"
                    ),
                ),
            ],
            options={
                "db_table": "players_person_key",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                ["name", "name-year", "name-day", "born", "mailbox", "line", "person", "house"],
                            )
                        ),
                        name="players_person_key_kind",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PersonReview",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("listed", models.BinaryField(null=True)),
                ("listed_reference", models.TextField(default="")),
                (
                    "shared",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), size=None),
                ),
                ("suspended", models.BooleanField()),
                ("opened_at", models.DateTimeField()),
                ("decision", models.CharField(default="", max_length=10)),
                ("decided_at", models.DateTimeField(null=True)),
                ("proposer", models.CharField(default="", max_length=150)),
                ("approver", models.CharField(default="", max_length=150)),
                ("reason", models.CharField(default="", max_length=200)),
                (
                    "other",
                    models.ForeignKey(
                        db_column="other",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.player",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_column="chain",
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.player",
                    ),
                ),
            ],
            options={
                "db_table": "players_person_review",
                "indexes": [
                    models.Index(condition=models.Q(("decision", "")), fields=["id"], name="players_person_review_open")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "other"), name="players_person_review_once"),
                    models.UniqueConstraint(fields=("player", "listed"), name="players_person_review_listed_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("listed", None), ("other__isnull", False)),
                            models.Q(("listed__isnull", False), ("other", None)),
                            _connector="OR",
                        ),
                        name="players_person_review_of_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("approver", ""),
                                ("decided_at", None),
                                ("decision", ""),
                                ("proposer", ""),
                                ("reason", ""),
                            ),
                            models.Q(
                                ("decided_at__isnull", False),
                                ("decision__in", ["same", "different"]),
                                models.Q(("proposer", ""), _negated=True),
                                models.Q(("approver", ""), _negated=True),
                                models.Q(("proposer", models.F("approver")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="players_person_review_by_two",
                    ),
                ],
            },
        ),
    ]
