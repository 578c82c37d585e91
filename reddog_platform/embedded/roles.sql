-- The two roles and the database. Run once on a server, as a superuser, then privileges.sql in the database.
-- Passwords are set apart from this (psql: \password reddog_app), so that this file holds no secret.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'reddog_owner') THEN
        CREATE ROLE reddog_owner LOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'reddog_app') THEN
        CREATE ROLE reddog_app LOGIN;
    END IF;
END
$$;
