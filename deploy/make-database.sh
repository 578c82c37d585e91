#!/usr/bin/env bash
# Run once by the PostgreSQL container, on an empty data directory: the roles, their passwords, the database.
set -euo pipefail

psql() {
    command psql -X -q -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" "$@"
}

psql -f /sql/roles.sql
psql -v app="$APP_PASSWORD" -v owner="$OWNER_PASSWORD" << 'SQL'
ALTER ROLE reddog_app PASSWORD :'app';
ALTER ROLE reddog_owner PASSWORD :'owner';
CREATE DATABASE reddog OWNER reddog_owner;
SQL
psql -d reddog -c 'SET ROLE reddog_owner' -f /sql/privileges.sql
