#!/bin/sh
# Opens Studio: in a window, or without a display in a browser.
#   tools/run.sh PROGRAM [ARGUMENT]...
set -eu
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
	exec "$@"
fi
root=$(dirname "$0")/..
CGO_ENABLED=0 go -C "$root" build -o bin/browser ./tools/browser
exec "$root/bin/browser" "$@"
