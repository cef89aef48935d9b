#!/bin/sh
# Makes sure that there is a Chromium for the browser tests: the system's, or one that is installed now.
set -eu
python=$1

for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    if command -v "$name" > /dev/null; then exit 0; fi
done
if [ -x "$("$python" -m tests.browser.launch)" ]; then exit 0; fi

echo "Fetching Chromium for the browser tests (once)"
# As root, as in a container, install the system's package; else Playwright's build in the user's cache. Nothing asks for a password.
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update > .venv/chromium.txt 2>&1 || true
    for name in chromium-headless-shell chromium; do
        if apt-get install -y "$name" >> .venv/chromium.txt 2>&1; then exit 0; fi
    done
elif "$python" -m playwright install chromium > .venv/chromium.txt 2>&1; then
    exit 0
fi
tail -n 5 .venv/chromium.txt
echo "The browser tests need Chromium, and it could not be fetched. On Debian or Ubuntu: sudo apt install chromium"
exit 2
