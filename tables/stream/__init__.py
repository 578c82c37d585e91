"""The streams of tables' events: a process of its own, which holds many connections and decides nothing."""
