"""Between the web server, granian, and our WSGI application."""
