"""The people who run the house: their accounts, log-in, second factors and roles. Knows no player."""
