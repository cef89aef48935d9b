"""How the schema came to be: one file a step in `versions`, each naming the one before it. A released step never changes."""
