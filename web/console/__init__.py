"""The operator's console: pages that ask the interface within this process."""
