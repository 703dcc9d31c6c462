#!/bin/sh
# Installs or removes the programs that make build has built.
#   tools/install.sh install | uninstall
# Variables:
#   PREFIX   folder where the programs will be used; default: /usr/local
#   DESTDIR  prefix of every path, for packages; nothing outside it is changed
#   BIN      folder of the programs; default: bin
#   ZSH      folder of completions for zsh, below PREFIX
set -eu
cd "$(dirname "$0")/.."
action=$1
prefix=${PREFIX:-/usr/local}
bin=${BIN:-bin}
case $prefix in
/*) ;;
*) echo "install: PREFIX must begin with a slash: $prefix" >&2; exit 1 ;;
esac
root=${DESTDIR:-}$prefix
umask 022
# Each catalogue is a language. Manual and help pages of a language are optional.
langs=en
for f in text/locale/po/*.po; do
	f=${f##*/}
	langs="$langs ${f%.po}"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# put MODE SOURCE PATH installs or removes a file, so both actions use the same list of files.
put() {
	if [ "$action" = install ]; then
		install -D -m "$1" "$2" "$root/$3"
	else
		rm -f "$root/$3"
	fi
}

# page NAME LANGUAGE PATH installs a manual page. The compressed file is reproducible.
page() {
	mkdir -p "$work/$2"
	[ "$action" != install ] || gzip -9n <"$1" >"$work/$2/${1##*/}.gz"
	put 644 "$work/$2/${1##*/}.gz" "$3/man1/${1##*/}.gz"
}

# written LANGUAGE NAME prints the path of the manual page of a program, or nothing if there is none.
# studioctl writes its own page.
written() {
	from=dist/man/$1/$2.1
	[ "$1" != en ] || from=dist/man/$2.1
	[ ! -f "$from" ] || echo "$from"
}

case $action in
install)
	for f in studio studioctl studio-script copyright; do
		[ -f "$bin/$f" ] || { echo "install: $bin/$f is missing: run make build" >&2; exit 1; }
	done
	version=$(sed -n 's/^const Version = "\(.*\)"/\1/p' dist/dist.go)
	for lang in $langs; do
		mkdir -p "$work/pages/$lang"
		for f in studio studio-script; do
			from=$(written "$lang" "$f")
			[ -z "$from" ] || sed "s/@VERSION@/$version/" "$from" >"$work/pages/$lang/$f.1"
		done
		"$bin/studioctl" --lang "$lang" man >"$work/pages/$lang/studioctl.1"
		"$bin/studioctl" --lang "$lang" manual "$work/html/$lang"
	done
	for shell in bash zsh fish; do
		"$bin/studioctl" --lang en completion "$shell" >"$work/studioctl.$shell"
	done
	# Desktops find programs only in these folders.
	case $prefix in
	/usr | /usr/local) cat dist/boardstudio.desktop ;;
	*) sed "s|^Exec=studio|Exec=\"$prefix/bin/studio\"|; s|^TryExec=studio|TryExec=$prefix/bin/studio|" dist/boardstudio.desktop ;;
	esac >"$work/boardstudio.desktop"
	;;
uninstall) ;;
*)
	echo "install: unknown action $action" >&2
	exit 1
	;;
esac

put 755 "$bin/studio" bin/studio
put 755 "$bin/studioctl" bin/studioctl
put 755 "$bin/studio-script" bin/studio-script # in the folder of the other programs, which look for it there
put 644 "$work/boardstudio.desktop" share/applications/boardstudio.desktop
put 644 dist/boardstudio.metainfo.xml share/metainfo/example.boardstudio.Studio.metainfo.xml
put 644 dist/boardstudio.mime.xml share/mime/packages/boardstudio.xml
put 644 dist/icons/boardstudio.svg share/icons/hicolor/scalable/apps/boardstudio.svg
put 644 "dist/icons/application-x-boardstudio+xml.svg" "share/icons/hicolor/scalable/mimetypes/application-x-boardstudio+xml.svg"
for lang in $langs; do
	to=share/man/$lang
	[ "$lang" != en ] || to=share/man
	for f in studio studioctl studio-script; do
		[ "$f" != studioctl ] && [ -z "$(written "$lang" "$f")" ] || page "$work/pages/$lang/$f.1" "$lang" "$to"
	done
done
for f in studio studioctl; do
	from=$work
	[ "$f" = studioctl ] || from=dist/completions
	put 644 "$from/$f.bash" "share/bash-completion/completions/$f"
	put 644 "$from/$f.zsh" "${ZSH:-share/zsh/site-functions}/_$f"
	put 644 "$from/$f.fish" "share/fish/vendor_completions.d/$f.fish"
done
for lang in $langs; do
	[ -d "text/help/$lang" ] || continue
	put 644 "$work/html/$lang/index.html" "share/doc/boardstudio/html/$lang/index.html"
	for f in text/help/en/*.md; do # the English page replaces a missing one
		f=${f##*/}
		put 644 "$work/html/$lang/${f%.md}.html" "share/doc/boardstudio/html/$lang/${f%.md}.html"
	done
done
put 644 "$bin/copyright" share/doc/boardstudio/copyright
for f in io/xml/FORMAT.md io/xml/studio-2.xsd docs/formats.md docs/studioctl.md; do
	put 644 "$f" "share/doc/boardstudio/${f##*/}"
done
for f in $(find samples -type f ! -name '*.go'); do # the program embeds them, too
	put 644 "$f" "share/doc/boardstudio/examples/${f#samples/}"
done
if [ "$action" = uninstall ]; then
	for lang in $langs ''; do
		rmdir "$root/share/doc/boardstudio/html/$lang" 2>/dev/null || true
	done
	rmdir "$root/share/doc/boardstudio/examples/puzzles" "$root/share/doc/boardstudio/examples" "$root/share/doc/boardstudio" 2>/dev/null || true
fi

# Packages notify the desktop in their own way.
if [ -z "${DESTDIR:-}" ]; then
	# tell COMMAND ARGUMENT... runs a command if it is installed.
	tell() {
		! command -v "$1" >/dev/null || "$@" >/dev/null || true
	}
	tell update-desktop-database -q "$root/share/applications"
	tell update-mime-database "$root/share/mime"
	tell gtk-update-icon-cache -q -t -f "$root/share/icons/hicolor"
fi
