#!/bin/sh
# Makes sure that OpenCV can be imported: on a bare Linux its system libraries may be missing.
# Installs them where it may, else prints the exact command.
python=$1
"$python" -c "import cv2" 2>/dev/null && exit 0
reason=$("$python" -c "import cv2" 2>&1 | tail -n 1)
packages="libgl1 libglib2.0-0"
if command -v apt-get >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ]; then
        apt-get update -qq && apt-get install -y -qq $packages
    elif sudo -n true 2>/dev/null; then
        sudo apt-get update -qq && sudo apt-get install -y -qq $packages
    fi
fi
"$python" -c "import cv2" 2>/dev/null && exit 0
echo "OpenCV cannot be loaded ($reason)." >&2
echo "Install its system libraries, then run make again:" >&2
echo "    sudo apt-get install -y $packages        (Debian, Ubuntu)" >&2
echo "    sudo dnf install -y mesa-libGL glib2     (Fedora)" >&2
exit 1
