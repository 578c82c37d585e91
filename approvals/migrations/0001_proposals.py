from django.db import migrations, models
from django.db.models import CheckConstraint, F, Q

from audit.append_only import final_rows

_STATES = ("open", "applied", "rejected", "withdrawn")
_DECIDED = Q(decided_by__isnull=False, decided_at__isnull=False)
_UNDECIDED = Q(decided_by__isnull=True, decided_at__isnull=True)

_PROPOSED = ("id", "act", "subject", "arguments", "before", "digest", "reason", "proposer", "proposed_at", "expires_at")


def _row(name: str) -> str:
    return "(" + ", ".join(f"{name}.{column}" for column in _PROPOSED) + ")"


class Migration(migrations.Migration):
    """What was proposed stays as it is, and so does what was decided."""

    initial = True

    dependencies = (("audit", "0002_append_only"),)

    operations = (
        migrations.CreateModel(
            name="StoredProposal",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("act", models.TextField()),
                ("subject", models.UUIDField(null=True)),
                ("arguments", models.TextField()),
                ("before", models.TextField()),
                ("digest", models.CharField(max_length=64)),
                ("reason", models.TextField()),
                ("proposer", models.TextField()),
                ("proposed_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("state", models.TextField()),
                ("decided_by", models.TextField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
                ("decision_reason", models.TextField()),
                ("outcome", models.TextField(null=True)),
            ],
            options={
                "db_table": "approvals_proposal",
                "indexes": [models.Index(fields=["state", "id"], name="approvals_proposal_by_state")],
                "constraints": [
                    CheckConstraint(condition=Q(state__in=_STATES), name="approvals_proposal_state"),
                    CheckConstraint(
                        condition=(Q(state="open") & _UNDECIDED) | (~Q(state="open") & _DECIDED),
                        name="approvals_proposal_decided",
                    ),
                    CheckConstraint(
                        condition=~Q(state__in=("applied", "rejected")) | ~Q(decided_by=F("proposer")),
                        name="approvals_proposal_four_eyes",
                    ),
                    CheckConstraint(
                        condition=~Q(state="withdrawn") | Q(decided_by=F("proposer")),
                        name="approvals_proposal_withdrawn_by_its_proposer",
                    ),
                    CheckConstraint(
                        condition=~Q(state="applied") | Q(decided_at__lt=F("expires_at"), outcome__isnull=False),
                        name="approvals_proposal_applied_in_time",
                    ),
                ],
            },
        ),
        final_rows("approvals_proposal", final=f"OLD.state <> 'open' OR {_row('NEW')} IS DISTINCT FROM {_row('OLD')}"),
    )
