#!/usr/bin/env bash
# Make the roles, with their passwords, and the database. The PostgreSQL container runs this once, on an empty data
# directory. Elsewhere: as PostgreSQL's superuser, with SECRETS and SQL naming the folders (docs/production.md).
set -euo pipefail
export SECRETS=${SECRETS:-/run/secrets} SQL=${SQL:-/sql}

psql() {
    command psql -X -q -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" "$@"
}

psql --dbname postgres -f "$SQL/roles.sql"
# psql reads the passwords itself: what stands in its arguments is seen by every process of the machine.
psql --dbname postgres << 'SQL'
\set app `cat "$SECRETS/app_password"`
\set owner `cat "$SECRETS/owner_password"`
ALTER ROLE reddog_app PASSWORD :'app';
ALTER ROLE reddog_owner PASSWORD :'owner';
CREATE DATABASE reddog OWNER reddog_owner;
SQL
psql --dbname reddog -c 'SET ROLE reddog_owner' -f "$SQL/privileges.sql"
