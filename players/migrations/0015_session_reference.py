from typing import Final

from django.db import migrations, models
from django.db.migrations import RunSQL

# As docs/formats/sessions.md says. Half of the SHA-256 of two random UUIDs is 16 random bytes.
# PostgreSQL alters no table while checks of its changed rows wait for the end of the transaction.
_FILL: Final = """
SET CONSTRAINTS ALL IMMEDIATE;
UPDATE players_session SET salt = substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16);
UPDATE players_session SET reference = sha256('RDF2/session\\000'::bytea || salt || uuid_send(id));
"""
_LENGTHS: Final = "octet_length(salt) = 16 AND octet_length(reference) = 32"


class Migration(migrations.Migration):
    dependencies = (("players", "0014_common_device"),)

    operations = (
        migrations.AddField("Session", "salt", models.BinaryField(null=True)),
        migrations.AddField("Session", "reference", models.BinaryField(null=True)),
        RunSQL(_FILL, RunSQL.noop),
        migrations.AlterField("Session", "salt", models.BinaryField()),
        migrations.AlterField("Session", "reference", models.BinaryField()),
        RunSQL(
            f"ALTER TABLE players_session ADD CONSTRAINT players_session_reference_is_whole CHECK ({_LENGTHS})",
            "ALTER TABLE players_session DROP CONSTRAINT players_session_reference_is_whole",
        ),
    )
