#!/bin/sh
# Makes sure that a Chromium is there for the tests of the page.
# Takes the system's where there is one, installs it where it may, else prints the exact command.
python=$1
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
if command -v apt-get >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ]; then
        apt-get update -qq && apt-get install -y -qq chromium && exit 0
    elif sudo -n true 2>/dev/null; then
        sudo apt-get update -qq && sudo apt-get install -y -qq chromium && exit 0
    fi
fi
"$python" -m playwright install chromium >/dev/null 2>&1 && exit 0
echo "The tests of the page need a Chromium. Install one, then run make again:" >&2
echo "    sudo apt-get install -y chromium         (Debian, Ubuntu)" >&2
echo "    $python -m playwright install chromium   (elsewhere)" >&2
exit 1
