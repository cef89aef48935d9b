"""The web client in a real browser, at a real server.

`person.py` has the vocabulary that the tests speak; `words.py` the texts by which it finds things.
"""
