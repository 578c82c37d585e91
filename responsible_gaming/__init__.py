"""What protects players: limits, exclusions, reality checks, markers of harm."""
