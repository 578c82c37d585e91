"""Regulators' reports: roll-ups, catalogue, files, filings, delivery."""
