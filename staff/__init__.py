"""The staff: accounts, login, second factors and roles. It knows no player."""
