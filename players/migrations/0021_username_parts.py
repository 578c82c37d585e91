from typing import Final

from django.conf import settings
from django.db import migrations
from psycopg import sql

# Three characters at a time, in the order of the name: an index of PostgreSQL's own packages, where the trigrams of an
# extension (pg_trgm) may be missing.
_PARTS: Final = """
CREATE FUNCTION players_name_parts(name text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT array_agg(substr(name, place, 3)) FROM generate_series(1, length(name) - 2) AS place)
"""


_APPLICATION: Final = sql.Identifier(settings.DATABASES["default"]["USER"]).as_string()


class Migration(migrations.Migration):
    dependencies = (("players", "0020_session_places"),)

    operations = (
        migrations.RunSQL(_PARTS, "DROP FUNCTION players_name_parts"),
        # Whoever writes a row computes what the index has of it. The function reads nothing but the name it is given.
        migrations.RunSQL(f"GRANT EXECUTE ON FUNCTION players_name_parts TO {_APPLICATION}", migrations.RunSQL.noop),
        migrations.RunSQL(
            "CREATE INDEX players_by_name_part ON players_player USING gin (players_name_parts(username))",
            "DROP INDEX players_by_name_part",
        ),
    )
