"""The destinations of filed reports, one module for each kind."""
