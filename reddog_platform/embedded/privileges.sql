-- What the application may do in one database. Run in it once, as reddog_owner, before the first migration.
--
-- The application reads and writes ordinary tables. It creates nothing, truncates nothing and calls only the
-- functions that a migration grants to it. Migrations take UPDATE and DELETE away on append-only tables.

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO reddog_app;

ALTER DEFAULT PRIVILEGES FOR ROLE reddog_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO reddog_app;
ALTER DEFAULT PRIVILEGES FOR ROLE reddog_owner IN SCHEMA public
    GRANT USAGE, SELECT ON SEQUENCES TO reddog_app;

-- Without `IN SCHEMA`: PostgreSQL grants EXECUTE to everybody globally, and only globally can it be taken back.
ALTER DEFAULT PRIVILEGES FOR ROLE reddog_owner
    REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
