"""What the HTTP interfaces of the apps share. It knows Django REST framework and none of the apps."""
