"""Words of the HTTP interface that several apps share. Knows Django REST framework, and none of the apps."""
