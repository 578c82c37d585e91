"""The pages that people use: the player's table, the operator's console, the auditor's desk."""
