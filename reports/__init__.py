"""Regulators' reports: measures, catalogue, files, filings, delivery."""
