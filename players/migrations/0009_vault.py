import os
from typing import Any

from django.db import migrations, models
from django.db.migrations import RunPython, RunSQL

from audit.seal import seal, seal_under, unseal


def _move(apps: Any, schema_editor: Any) -> None:
    """Give each document that lies directly under `vault.key` a data key of its own. The key file has to be there."""
    database = schema_editor.connection.alias
    moved = apps.get_model("players", "SealedProfile").objects.using(database)
    players = apps.get_model("players", "Player").objects.using(database)
    for chain, sealed in players.values_list("chain", "sealed_profile").iterator():
        document = unseal(bytes(sealed), key="vault", context=b"profile\0" + chain.bytes)
        data_key = os.urandom(32)
        moved.create(
            player_id=chain,
            key_id=1,
            wrapped_key=seal(data_key, key="vault", context=b"RDF1/vault-key\0" + chain.bytes + b"vault"),
            document=seal_under(data_key, document, context=b"RDF1/vault\0" + chain.bytes),
        )


class Migration(migrations.Migration):
    dependencies = (("players", "0008_log_in"),)

    operations = (
        migrations.CreateModel(
            "VaultKey",
            [
                ("number", models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ("since", models.DateTimeField()),
            ],
            options={"db_table": "players_vault_key"},
        ),
        migrations.CreateModel(
            "SealedProfile",
            [
                (
                    "player",
                    models.OneToOneField(
                        db_column="chain",
                        on_delete=models.PROTECT,
                        primary_key=True,
                        serialize=False,
                        to="players.player",
                    ),
                ),
                ("key", models.ForeignKey(db_column="key", on_delete=models.PROTECT, to="players.vaultkey")),
                ("wrapped_key", models.BinaryField()),
                ("document", models.BinaryField()),
            ],
            options={"db_table": "players_vault"},
        ),
        RunSQL("INSERT INTO players_vault_key (number, since) VALUES (1, now())", RunSQL.noop),
        RunPython(_move),
    )
