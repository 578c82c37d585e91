"""The HTTP interface of responsible gaming."""
