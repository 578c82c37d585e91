"""What proves a person beside the password, over django-allauth's tables and primitives."""
