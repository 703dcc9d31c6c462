#!/bin/sh
# Installs a Debian package in a new Debian system, uses it there as a user would, and removes it.
#   tools/package-try.sh FILE [FOLDER]
# It needs root and the network. If FOLDER is given, the new system is stored there for the next run,
# with pictures of the windows. SUITE (bookworm) and MIRROR select the system.
set -eu
cd "$(dirname "$0")/.."
suite=${SUITE:-bookworm}
mirror=${MIRROR:-} # "" for the default of debootstrap

say() { echo "package-test: $*"; }

fail() {
	echo "package-test: $*" >&2
	exit 1
}

[ "$(id -u)" = 0 ] || fail "only root can make a new system"
for tool in debootstrap Xvfb openbox xdotool import mountpoint; do
	command -v "$tool" >/dev/null || fail "$tool is missing: apt-get install debootstrap, and tools/setup.sh test"
done
kept=${2:-}
work=$(mktemp -d)
root=$work/root
pids=
finish() {
	# shellcheck disable=SC2086 # a list of process IDs
	[ -z "$pids" ] || kill $pids 2>/dev/null || true
	for f in proc dev/pts dev/shm; do
		! mountpoint -q "$root/$f" || umount -l "$root/$f"
	done
	rm -rf --one-file-system "$work"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
cp "$1" "$work/package.deb" # the package may be rebuilt during the test

# in_root runs a command in the new system, as root.
in_root() {
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}

# as_person runs a shell command in the new system, as the user at the display.
as_person() {
	env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/home/ada USER=ada LANG=C.UTF-8 DISPLAY="$display" \
		/usr/sbin/chroot --userspec=ada:ada "$root" sh -c "cd; $1"
}

# The new system also gets parts of a desktop: programs that start others by desktop file and by type,
# and a bus. The display and the programs that inspect it run outside.
if [ -n "$kept" ] && [ -d "$kept/root" ]; then
	say "takes the system in $kept/root"
	cp -a "$kept/root" "$root"
else
	say "makes a $suite system${mirror:+ from $mirror}"
	debootstrap --variant=minbase "$suite" "$root" ${mirror:+"$mirror"} >"$work/debootstrap.log" 2>&1 || { tail -n 5 "$work/debootstrap.log" >&2; fail "debootstrap has failed"; }
	printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # no daemons
	chmod 755 "$root/usr/sbin/policy-rc.d"
	cp /etc/resolv.conf "$root/etc/resolv.conf"
	in_root apt-get -q -y install --no-install-recommends dbus libgtk-3-bin libglib2.0-bin xdg-utils desktop-file-utils shared-mime-info hicolor-icon-theme >"$work/apt.log" 2>&1 ||
		{ tail -n 5 "$work/apt.log" >&2; fail "apt-get has failed"; }
	in_root useradd -m -s /bin/sh ada
	if [ -n "$kept" ]; then
		mkdir -p "$kept"
		cp -a "$root" "$kept/root"
	fi
fi
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev/shm"

# everything lists the files of programs and settings with their content.
everything() {
	(cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./home -o -path ./root \
		-o -path ./var/cache -o -path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg \) -prune -o ! -type d -printf '%P %m %l\n' | LC_ALL=C sort)
}
everything >"$work/before"
in_root dpkg-query -W >"$work/packages-before"

say "installs $(basename "$1") with apt"
mv "$work/package.deb" "$root/tmp/package.deb"
in_root apt-get -q -y install --no-install-recommends /tmp/package.deb >"$work/apt.log" 2>&1 || { tail -n 20 "$work/apt.log" >&2; fail "it does not install"; }
in_root dpkg-query -W -f '${Package} ${Version} ${db:Status-Status}\n' boardstudio
in_root dpkg --verify boardstudio || fail "files differ from those of the package"
in_root grep -q 'application/x-boardstudio+xml=boardstudio.desktop' /usr/share/applications/mimeinfo.cache || fail "the desktop does not know the type"

number=$work/display
Xvfb -displayfd 3 -noreset -nolisten tcp -ac -screen 0 1280x800x24 3>"$number" 2>/dev/null &
pids=$!
until [ -s "$number" ]; do sleep 0.1; done
display=:$(cat "$number")
export DISPLAY="$display"
openbox >/dev/null 2>&1 &
pids="$pids $!"
mkdir -p "$root/tmp/.X11-unix"

# The session bus of the user.
bus=unix:path=/home/ada/bus
pids="$pids $(as_person "dbus-daemon --session --fork --print-pid --address=$bus")"

# start COMMAND runs a command as the user.
start() {
	say "$1"
	as_person "export DBUS_SESSION_BUS_ADDRESS=$bus; $1" >"$work/program.log" 2>&1 & # ends with the display
}

# window TITLE PICTURE waits for the window of Studio in the new system, then ends Studio.
window() {
	id=
	for _ in $(seq 300); do
		id=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | head -n 1) || true
		[ -z "$id" ] || break
		sleep 0.1
	done
	[ -n "$id" ] || { cat "$work/program.log" >&2; fail "no window is called $1"; }
	say "window: $(xdotool getwindowname "$id")"
	[ -z "$kept" ] || { sleep 2; import -window root "$kept/$2.png"; } # wait until it is drawn
	pid=$(xdotool getwindowpid "$id")
	[ "$(readlink "/proc/$pid/root")$(readlink "/proc/$pid/exe" | sed "s|^$root||")" = "$root/usr/bin/studio" ] || fail "another program shows it"
	kill "$pid"
	for _ in $(seq 100); do
		kill -0 "$pid" 2>/dev/null || return 0
		sleep 0.1
	done
	fail "Studio does not end"
}

start 'gtk-launch boardstudio'
window ' – Studio$' launched

cp samples/penloup-juhem.studio "$root/home/ada/game.studio"
cp samples/pente.studio "$root/home/ada/no-extension"
in_root chown ada:ada /home/ada/game.studio /home/ada/no-extension
for f in game.studio no-extension; do
	type=$(as_person "gio info -a standard::content-type $f" | sed -n 's/.*content-type: //p')
	say "$f is of the type $type"
	[ "$type" = application/x-boardstudio+xml ] || fail "that is wrong"
done
icon=$(as_person 'gio info -a standard::icon game.studio' | sed -n 's/.*standard::icon: //p')
say "its icon: $icon"
case $icon in application-x-boardstudio+xml,*) ;; *) fail "that is wrong" ;; esac
as_person 'gio mime application/x-boardstudio+xml' | grep -x 'Default application for .*: boardstudio.desktop' || fail "another program opens documents"
as_person 'xdg-mime query default application/x-boardstudio+xml' | grep -qx boardstudio.desktop || fail "xdg-mime knows another program"
start 'gio open game.studio'
window '^game.studio – Studio$' opened
start 'XDG_CURRENT_DESKTOP=GNOME xdg-open no-extension'
window '^no-extension – Studio$' opened-without-extension

# Scripts run: both programs find studio-script.

cp scripts/random.lua "$root/home/ada/random.lua"
as_person 'studioctl lua check random.lua' | head -n 1
as_person 'studioctl version; studio --version'

say "removes it"
in_root apt-get -q -y purge boardstudio >"$work/apt.log" 2>&1 || { tail -n 20 "$work/apt.log" >&2; fail "it is not removed"; }
in_root apt-get -q -y -o APT::AutoRemove::RecommendsImportant=false autoremove --purge >>"$work/apt.log" 2>&1
in_root dpkg-query -W >"$work/packages-after"
diff "$work/packages-before" "$work/packages-after" || fail "other packages are left"
if in_root grep -rIl boardstudio /usr/share/applications /usr/share/mime /usr/share/icons /etc /var/lib/dpkg/info; then
	fail "it is still named there"
fi
everything >"$work/after"
# Caches of installed files stay, as they do for other packages.
diff "$work/before" "$work/after" | grep '^[<>]' | grep -v -e ' etc/ld.so.cache ' >"$work/left" || true
if grep -i -e studio "$work/left"; then
	fail "files of it are left"
fi
[ ! -s "$work/left" ] || { say "its dependencies changed:"; cat "$work/left"; }
say "installed, started, opened and removed"
