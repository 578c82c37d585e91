-- What the application may do in one database. Run in it once, as reddog_owner, before the first migration.
--
-- It gets no right to a table here: `manage.py migrate` grants what operations need, table by table, from a list
-- (reddog_platform/grants.py). It creates nothing, truncates nothing and calls only the functions that a migration
-- grants to it.

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO reddog_app;

-- An earlier version granted rights to every new table.
ALTER DEFAULT PRIVILEGES FOR ROLE reddog_owner IN SCHEMA public
    REVOKE ALL ON TABLES FROM reddog_app;
ALTER DEFAULT PRIVILEGES FOR ROLE reddog_owner IN SCHEMA public
    REVOKE ALL ON SEQUENCES FROM reddog_app;

-- Without `IN SCHEMA`: PostgreSQL grants EXECUTE to everybody globally, and only globally can it be taken back.
ALTER DEFAULT PRIVILEGES FOR ROLE reddog_owner
    REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
