#!/bin/sh
# Installs the Debian packages that are missing, and checks Go.
#   tools/setup.sh build | run | test
# It asks no questions. It needs no network if everything is installed.
set -eu
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/local/go/bin # as in the Makefile; .ci/run may run this script first

say() { echo "setup: $*" >&2; }

# Packages for compiling and running the window. The icons and the font are for machines
# without a desktop.
packages="gcc libc6-dev make pkg-config ca-certificates libgtk-3-dev libgtksourceview-4-dev libasound2-dev
	adwaita-icon-theme librsvg2-common fonts-dejavu-core"
if [ "${1:-run}" = test ]; then
	# A virtual desktop, and programs that check the files we write, including a browser.
	packages="$packages git xvfb openbox xdotool xsettingsd x11-utils at-spi2-core dbus-daemon imagemagick libgtk-3-bin
		gettext libxml2-utils poppler-utils qpdf chromium strace e2fsprogs mount
		desktop-file-utils appstream lintian shared-mime-info libglib2.0-bin man-db python3-jsonschema"
elif [ "${1:-run}" = run ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
	packages="$packages libgtk-3-bin" # for the window in a browser
fi

as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif [ -t 0 ]; then
		sudo "$@"
	else
		sudo -n "$@" # no terminal to type a password
	fi
}

apt_get() {
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" >&2
}

# lists_are_fit reports whether there are lists of packages, not older than a day.
lists_are_fit() {
	[ -n "$(find /var/lib/apt/lists -maxdepth 1 -name '*_Packages*' -mtime -1 2>/dev/null | head -n 1)" ]
}

install_missing() {
	missing=
	for p in $packages; do
		if [ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)" != installed ]; then
			missing="$missing $p"
		fi
	done
	[ -n "$missing" ] || return 0
	if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
		say "these packages are missing, and there is no sudo; run as root: apt-get install$missing"
		exit 1
	fi
	say "installing with apt-get$([ "$(id -u)" = 0 ] || echo ", as root by sudo"):$missing"
	lists_are_fit || apt_get update
	# shellcheck disable=SC2086 # a list of words
	if ! apt_get install --no-install-recommends $missing; then
		say "trying again with fresh lists of packages"
		apt_get update
		# shellcheck disable=SC2086
		apt_get install --no-install-recommends $missing
	fi
}

# check_libraries names missing libraries on systems without apt-get.
check_libraries() {
	for lib in gtk+-3.0 gtksourceview-4 alsa; do
		if ! pkg-config --exists "$lib" 2>/dev/null; then
			say "there is no apt-get here; install the files for compiling with $lib (GTK 3.24, GtkSourceView 4, ALSA), a C compiler and pkg-config"
			exit 1
		fi
	done
}

check_go() {
	if ! command -v go >/dev/null; then
		say "Go is not installed"
	elif version=$(go env GOVERSION 2>&1); then # Go 1.21 and later download the version in go.mod
		minor=${version#go1.}
		minor=${minor%%[!0-9]*}
		if [ "${minor:-0}" -ge 26 ] 2>/dev/null; then
			return
		fi
		say "Go is too old: $version"
	else
		say "Go does not work: $version"
	fi
	arch=$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')
	cat >&2 <<-END
	setup: Go 1.26 or newer is needed; Debian's own package is older. As root:
	    wget https://go.dev/dl/go1.26.8.linux-$arch.tar.gz
	    tar -C /usr/local -xzf go1.26.8.linux-$arch.tar.gz
	make finds it in /usr/local/go.
	END
	exit 1
}

if command -v apt-get >/dev/null; then
	install_missing
else
	check_libraries
fi
check_go
