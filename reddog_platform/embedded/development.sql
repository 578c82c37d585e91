-- What tests and demonstrations need on top of roles.sql, run as a superuser and never on a production server: a database for each
-- test process, which goes away with all who are connected to it, and emptying append-only tables between tests,
-- which their triggers forbid otherwise.

ALTER ROLE reddog_owner CREATEDB;
-- The role of each cell (docs/scale.md). On a production server somebody else makes it.
ALTER ROLE reddog_owner CREATEROLE;
GRANT pg_signal_backend TO reddog_owner;
GRANT SET ON PARAMETER session_replication_role TO reddog_owner;
