"""The schema `directory` of an installation with cells: made with the first cell, and by nobody else.

Tables belong to the owner, and no other role has a right to one. Cells reach them by functions alone, which run as the
owner with a fixed search path. Each first asks whether the caller may use the schema of the cell that it speaks for.

Source: docs/adr/0112-a-directory-of-claims.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import transaction
from psycopg import sql

from audit import keys
from audit.key_uses import DIRECTORY_KEY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.backends.base.base import BaseDatabaseWrapper

SCHEMA: Final = "directory"

_TABLES: Final = """
CREATE SCHEMA IF NOT EXISTS directory;
COMMENT ON SCHEMA directory IS 'Red Dog directory of claims';

CREATE TABLE IF NOT EXISTS directory.claim (
  kind text NOT NULL CHECK (kind IN ('username', 'person', 'email')),
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  cell text NOT NULL,
  holder uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'held')),
  claimed_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (kind, digest)
);
CREATE INDEX IF NOT EXISTS claim_by_holder ON directory.claim (cell, holder);
CREATE INDEX IF NOT EXISTS claim_pending ON directory.claim (cell, changed_at) WHERE state = 'pending';

CREATE TABLE IF NOT EXISTS directory.collision (
  cell text NOT NULL,
  holder uuid NOT NULL,
  kind text NOT NULL,
  digest bytea NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (cell, holder, kind)
);
CREATE INDEX IF NOT EXISTS collision_by_digest ON directory.collision (kind, digest);

CREATE TABLE IF NOT EXISTS directory.mark (
  cell text NOT NULL,
  holder uuid NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  until_at timestamptz,
  import_id uuid,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (cell, holder, digest)
);
CREATE INDEX IF NOT EXISTS mark_by_digest ON directory.mark (digest);
CREATE INDEX IF NOT EXISTS mark_by_change ON directory.mark (changed_at);

CREATE TABLE IF NOT EXISTS directory.reader (cell text PRIMARY KEY, read_to timestamptz NOT NULL);
"""

_FUNCTIONS: Final[dict[str, str]] = {
    # A role that was set counts, not the session's: a pool of connections may have one for each cell.
    "may_speak_for(own text)": """RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  caller name := COALESCE(NULLIF(current_setting('role'), 'none'), session_user::text)::name;
  place text := CASE WHEN own = '' THEN 'public' ELSE 'cell_' || own END;
BEGIN
  IF to_regnamespace(quote_ident(place)) IS NULL OR NOT has_schema_privilege(caller, place, 'USAGE') THEN
    RAISE insufficient_privilege USING MESSAGE = format('%s does not serve the cell %L', caller, own);
  END IF;
END $$""",
    "claim(own text, who uuid, kinds text[], digests bytea[], writings bytea[])": """
RETURNS TABLE (refused text, rival uuid) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM directory.may_speak_for(own);
  IF EXISTS (SELECT FROM directory.mark m WHERE m.digest = ANY(writings) AND m.cell <> own
             AND (m.until_at IS NULL OR m.until_at > clock_timestamp())) THEN
    RETURN QUERY SELECT 'excluded'::text, NULL::uuid;
    RETURN;
  END IF;
  -- Two registrations of one person at the same instant, with the names swapped, do not miss one another.
  PERFORM pg_advisory_xact_lock(place.key) FROM (
    SELECT DISTINCT hashtextextended(encode(w, 'hex'), 0) AS key FROM unnest(writings) AS w ORDER BY 1) AS place;
  UPDATE directory.claim c SET state = 'pending', changed_at = clock_timestamp() WHERE c.cell = own AND c.holder = who;
  INSERT INTO directory.claim (kind, digest, cell, holder, state, claimed_at, changed_at)
  SELECT w.kind, w.digest, own, who, 'pending', clock_timestamp(), clock_timestamp()
  FROM unnest(kinds, digests) AS w (kind, digest) ORDER BY w.kind, w.digest
  ON CONFLICT ON CONSTRAINT claim_pkey DO NOTHING;
  RETURN QUERY SELECT w.kind, CASE WHEN c.cell = own AND c.state = 'pending'
    AND c.changed_at < clock_timestamp() - interval '5 seconds' THEN c.holder END
  FROM unnest(kinds, digests) AS w (kind, digest) JOIN directory.claim c ON c.kind = w.kind AND c.digest = w.digest
  WHERE c.cell <> own OR c.holder <> who
  UNION ALL SELECT 'person', NULL::uuid FROM directory.claim c
  WHERE c.kind = 'person' AND c.digest = ANY(writings) AND c.cell <> own;
END $$""",
    "has_claims(own text, who uuid, kinds text[], digests bytea[])": """RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM directory.may_speak_for(own);
  RETURN NOT EXISTS (
    SELECT FROM unnest(kinds, digests) AS w (kind, digest) LEFT JOIN directory.claim c
      ON c.kind = w.kind AND c.digest = w.digest AND c.cell = own AND c.holder = who
    WHERE c.cell IS NULL);
END $$""",
    "settle(own text, who uuid, kinds text[], digests bytea[])": """RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM directory.may_speak_for(own);
  DELETE FROM directory.claim c WHERE c.cell = own AND c.holder = who AND NOT EXISTS (
    SELECT FROM unnest(kinds, digests) AS w (kind, digest) WHERE w.kind = c.kind AND w.digest = c.digest);
  INSERT INTO directory.claim AS c (kind, digest, cell, holder, state, claimed_at, changed_at)
  SELECT w.kind, w.digest, own, who, 'held', clock_timestamp(), clock_timestamp()
  FROM unnest(kinds, digests) AS w (kind, digest) ORDER BY w.kind, w.digest
  ON CONFLICT ON CONSTRAINT claim_pkey DO UPDATE SET state = 'held', changed_at = clock_timestamp()
  WHERE c.cell = own AND c.holder = who AND c.state <> 'held';
  DELETE FROM directory.collision x WHERE x.cell = own AND x.holder = who;
  RETURN QUERY INSERT INTO directory.collision (cell, holder, kind, digest, seen_at)
  SELECT own, who, w.kind, w.digest, clock_timestamp() FROM unnest(kinds, digests) AS w (kind, digest)
  JOIN directory.claim c ON c.kind = w.kind AND c.digest = w.digest
  WHERE c.cell <> own OR c.holder <> who ORDER BY w.kind RETURNING kind;
END $$""",
    "pending(own text, seconds integer, at_most integer)": """RETURNS SETOF uuid LANGUAGE plpgsql AS $$
BEGIN
  PERFORM directory.may_speak_for(own);
  RETURN QUERY SELECT DISTINCT c.holder FROM directory.claim c WHERE c.cell = own AND c.state = 'pending'
  AND c.changed_at < clock_timestamp() - make_interval(secs => seconds) LIMIT at_most;
END $$""",
    "holders(own text, after uuid, at_most integer)": """RETURNS SETOF uuid LANGUAGE plpgsql AS $$
BEGIN
  PERFORM directory.may_speak_for(own);
  RETURN QUERY SELECT DISTINCT c.holder FROM directory.claim c
  WHERE c.cell = own AND c.state = 'held' AND (after IS NULL OR c.holder > after) ORDER BY c.holder LIMIT at_most;
END $$""",
    "known(own text, holders uuid[])": """RETURNS TABLE (who uuid, claims bigint) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM directory.may_speak_for(own);
  RETURN QUERY SELECT c.holder, count(*) FROM directory.claim c WHERE c.cell = own AND c.holder = ANY(holders)
  GROUP BY c.holder;
END $$""",
    "mark(own text, who uuid, digests bytea[], until_ms bigint, bound boolean)": """RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ends timestamptz := to_timestamp(until_ms / 1000.0);
BEGIN
  PERFORM directory.may_speak_for(own);
  IF NOT bound THEN
    DELETE FROM directory.mark m WHERE m.cell = own AND m.holder = who;
    RETURN;
  END IF;
  UPDATE directory.mark m SET until_at = ends, changed_at = clock_timestamp()
  WHERE m.cell = own AND m.holder = who AND m.until_at IS DISTINCT FROM ends;
  INSERT INTO directory.mark (cell, holder, digest, until_at, changed_at)
  SELECT DISTINCT own, who, d, ends, clock_timestamp() FROM unnest(digests) AS d
  ON CONFLICT ON CONSTRAINT mark_pkey DO NOTHING;
END $$""",
    "mark_listed(own text, list uuid, digests bytea[], untils_ms bigint[])": """RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM directory.may_speak_for(own);
  INSERT INTO directory.mark AS m (cell, holder, digest, until_at, import_id, changed_at)
  SELECT own, '00000000-0000-0000-0000-000000000000', w.digest, to_timestamp(w.until_ms / 1000.0), list,
    clock_timestamp()
  FROM unnest(digests, untils_ms) AS w (digest, until_ms) ORDER BY w.digest
  ON CONFLICT ON CONSTRAINT mark_pkey DO UPDATE SET import_id = excluded.import_id,
    until_at = CASE WHEN m.import_id <> list THEN excluded.until_at
      WHEN m.until_at IS NULL OR excluded.until_at IS NULL THEN NULL ELSE GREATEST(m.until_at, excluded.until_at) END,
    changed_at = CASE WHEN m.until_at IS DISTINCT FROM excluded.until_at THEN excluded.changed_at ELSE m.changed_at END;
END $$""",
    "unlist_others(own text, list uuid)": """RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM directory.may_speak_for(own);
  DELETE FROM directory.mark m WHERE m.cell = own AND m.holder = '00000000-0000-0000-0000-000000000000'
  AND m.import_id <> list;
END $$""",
    # A claim that collides finds the person too: that account is from before the directory.
    "bound(own text, since timestamptz, who uuid)": """RETURNS SETOF uuid LANGUAGE plpgsql AS $$
BEGIN
  PERFORM directory.may_speak_for(own);
  RETURN QUERY
  SELECT p.holder FROM (
    SELECT c.holder, c.digest FROM directory.claim c WHERE c.kind = 'person' AND c.cell = own
      AND (who IS NULL OR c.holder = who)
    UNION ALL SELECT x.holder, x.digest FROM directory.collision x WHERE x.kind = 'person' AND x.cell = own
      AND (who IS NULL OR x.holder = who)) AS p
  JOIN directory.mark m ON m.digest = p.digest AND m.cell <> own
  WHERE (m.until_at IS NULL OR m.until_at > clock_timestamp()) AND (since IS NULL OR m.changed_at > since)
  GROUP BY p.holder;
END $$""",
    "was_read(own text, seen timestamptz)": """RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM directory.may_speak_for(own);
  INSERT INTO directory.reader AS r (cell, read_to) VALUES (own, seen)
  ON CONFLICT ON CONSTRAINT reader_pkey DO UPDATE SET read_to = GREATEST(r.read_to, excluded.read_to);
  DELETE FROM directory.mark m WHERE m.cell = own AND m.until_at < seen - interval '1 day'
  AND m.holder <> '00000000-0000-0000-0000-000000000000';
END $$""",
    "standing(own text, seconds integer)": """
RETURNS TABLE (seen timestamptz, read_to timestamptz, pending bigint, collisions bigint) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM directory.may_speak_for(own);
  RETURN QUERY SELECT clock_timestamp(),
    (SELECT r.read_to FROM directory.reader r WHERE r.cell = own),
    (SELECT count(*) FROM directory.claim c WHERE c.cell = own AND c.state = 'pending'
      AND c.changed_at < clock_timestamp() - make_interval(secs => seconds)),
    (SELECT count(*) FROM directory.collision x WHERE x.cell = own);
END $$""",
}
"""What a cell may do, each for itself alone."""

_OF_THE_ROUTER: Final[dict[str, str]] = {
    "cell_of(wanted text, wanted_digest bytea)": """RETURNS text LANGUAGE sql STABLE AS $$
SELECT c.cell FROM directory.claim c WHERE c.kind = wanted AND c.digest = wanted_digest $$""",
}
"""What the installation's own role may do beside: it finds the cell of who logs in. A cell asks for nobody else's."""


def make_directory(owner: BaseDatabaseWrapper, *, installation: str, cells: Iterable[str]) -> None:
    """Make the directory as far as it is missing, let these roles use it, and then draw its key.

    The schema is one transaction. The key comes last: whoever finds the key finds the tables. A crash between the two
    leaves tables that nobody uses, and the next call draws the key.
    """
    with transaction.atomic(using=owner.alias), owner.cursor() as cursor:
        cursor.execute(_TABLES)
        for signature, body in (_FUNCTIONS | _OF_THE_ROUTER).items():
            cursor.execute(
                f"CREATE OR REPLACE FUNCTION directory.{signature} {body}"
                " SECURITY DEFINER SET search_path = pg_catalog, pg_temp"
            )
        cursor.execute("REVOKE ALL ON ALL FUNCTIONS IN SCHEMA directory FROM PUBLIC")
        for role in (installation, *cells):
            cursor.execute(_granted(_FUNCTIONS, role))
        cursor.execute(_granted(_OF_THE_ROUTER, installation))
    if DIRECTORY_KEY not in keys.made():
        keys.draw(DIRECTORY_KEY)
        keys.list_made(*keys.made(), DIRECTORY_KEY)


def _granted(functions: Iterable[str], role: str) -> str:
    """Return the statements that let a role call these functions. The first function is called by the others alone."""
    name = sql.Identifier(role).as_string()
    called = (signature for signature in functions if not signature.startswith("may_speak_for"))
    grants = (f"GRANT EXECUTE ON FUNCTION directory.{_unnamed(signature)} TO {name};" for signature in called)
    return "\n".join((f"GRANT USAGE ON SCHEMA directory TO {name};", *grants))


def _unnamed(signature: str) -> str:
    """Return a function's name and the types of its arguments."""
    name, _, arguments = signature.removesuffix(")").partition("(")
    return f"{name}({', '.join(argument.split()[-1] for argument in arguments.split(', '))})"
