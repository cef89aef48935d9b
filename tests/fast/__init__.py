"""The compiled games against the rules."""
