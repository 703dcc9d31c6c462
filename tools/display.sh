#!/bin/sh
# Runs a command on a new virtual display.
#   tools/display.sh COMMAND [ARGUMENT]...
set -eu
number=$(mktemp)
# Without -noreset, the server would close all windows when its first client disconnects.
Xvfb -displayfd 3 -noreset -nolisten tcp -screen 0 1280x800x24 3>"$number" 2>/dev/null &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -f "$number"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
until [ -s "$number" ]; do
	kill -0 "$server" 2>/dev/null || { echo "display: Xvfb has not started" >&2; exit 1; }
	sleep 0.05
done
DISPLAY=:$(cat "$number") GDK_BACKEND=x11 "$@"
