"""End-to-end tests of the web client, in Chromium (Playwright) against a real server.

`person.py` is the page object of all tests; `words.py` has the texts by which it finds elements; `launch.py` starts browser and server.
"""
