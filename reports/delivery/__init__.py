"""Where filed reports go, one file each kind of place."""
