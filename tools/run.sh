#!/bin/sh
# Opens the studio: in a window, or without a display in a browser.
#   tools/run.sh PROGRAM [ARGUMENT]...
set -eu

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
	exec "$@"
fi

# GTK's own server draws the window in a browser. It has no password, so it
# listens on this machine's loopback address only.
if ! command -v broadwayd >/dev/null; then
	echo "run: there is no display, and no broadwayd (package libgtk-3-bin) to do without one" >&2
	exit 1
fi
dir=$(mktemp -d)
program=
server=
finish() {
	for p in $program $server; do
		kill "$p" 2>/dev/null && wait "$p" 2>/dev/null || true
	done
	rm -rf "$dir"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# listening PORT tells whether somebody listens on the port.
listening() {
	grep -qi "^ *[0-9]*: [0-9A-F]*:$(printf %04X "$1") [0-9A-F]*:0000 0A" /proc/net/tcp /proc/net/tcp6 2>/dev/null
}

# serve PORT starts the server; it fails where the port is taken.
serve() {
	! listening "$1" || return 1
	XDG_RUNTIME_DIR=$dir broadwayd --address 127.0.0.1 --port "$1" :1 >"$dir/log" 2>&1 &
	server=$!
	tries=50
	while kill -0 "$server" 2>/dev/null; do
		if listening "$1"; then
			return
		fi
		tries=$((tries - 1))
		[ "$tries" -gt 0 ] || kill "$server"
		sleep 0.1
	done
	server=
	return 1
}

port=8085
until serve "$port"; do
	port=$((port + 1))
	if [ "$port" -gt 8185 ]; then
		echo "run: no port from 8085 to 8185 can be used" >&2
		cat "$dir/log" >&2 || true
		exit 1
	fi
done
echo "There is no display: open http://127.0.0.1:$port/ in a browser on this machine. Ctrl+C ends the studio."
XDG_RUNTIME_DIR=$dir GDK_BACKEND=broadway BROADWAY_DISPLAY=:1 NO_AT_BRIDGE=1 "$@" &
program=$!
wait "$program"
