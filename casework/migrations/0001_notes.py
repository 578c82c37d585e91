from typing import Final

from django.db import migrations, models
from django.db.migrations import RunSQL

from audit.append_only import append_only

# What somebody wrote about a person is kept until that person is erased, and then goes in the same transaction.
_KEEP: Final = """
CREATE FUNCTION refuse_change_while_known() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM players_vault WHERE chain = OLD.chain) THEN
    RAISE EXCEPTION '% is kept until the person is erased: % refused', TG_TABLE_NAME, TG_OP
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER kept_while_known BEFORE DELETE ON casework_words
  FOR EACH ROW EXECUTE FUNCTION refuse_change_while_known();
CREATE TRIGGER unchanged BEFORE UPDATE ON casework_words FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON casework_words FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
"""
_LET_GO: Final = """
DROP TRIGGER kept_table ON casework_words;
DROP TRIGGER unchanged ON casework_words;
DROP TRIGGER kept_while_known ON casework_words;
DROP FUNCTION refuse_change_while_known();
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = (("players", "0018_player_search"), ("audit", "0001_initial"))

    operations = (
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("chain", models.UUIDField()),
                ("author", models.TextField()),
                ("at_ms", models.BigIntegerField()),
            ],
            options={
                "db_table": "casework_note",
                "indexes": [models.Index(fields=["chain", "id"], name="casework_note_of_player")],
            },
        ),
        migrations.CreateModel(
            name="Words",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "subject", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("subject", models.UUIDField()),
                ("number", models.SmallIntegerField()),
                ("chain", models.UUIDField()),
                ("text", models.TextField()),
            ],
            options={
                "db_table": "casework_words",
                "indexes": [models.Index(fields=["chain"], name="casework_words_of_player")],
            },
        ),
        append_only("casework_note"),
        RunSQL(_KEEP, _LET_GO),
    )
