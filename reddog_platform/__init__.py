"""The composition root: settings, servers, processes and what joins the apps."""
