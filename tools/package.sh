#!/bin/sh
# Checks the Debian package with the validators of desktops and of Debian.
#   tools/package.sh FILE
set -eu
cd "$(dirname "$0")/.."

fail() {
	echo "package: $*" >&2
	exit 1
}

need() {
	for tool; do
		command -v "$tool" >/dev/null && continue
		[ -z "${CI:-}" ] || fail "$tool is missing: run tools/setup.sh test"
		echo "package: skipped, $tool is missing" >&2
		exit 0
	done
}

# files lists exactly the files of the package.
files="bin/studio bin/studio-script bin/studioctl
share/applications/boardstudio.desktop
share/bash-completion/completions/studio share/bash-completion/completions/studioctl
share/doc/boardstudio/changelog.gz share/doc/boardstudio/copyright
share/doc/boardstudio/FORMAT.md share/doc/boardstudio/formats.md share/doc/boardstudio/studio-2.xsd share/doc/boardstudio/studioctl.md
$(find samples -type f ! -name '*.go' | sed 's|^samples/|share/doc/boardstudio/examples/|')
$(for l in text/help/*/; do l=${l%/} l=${l##*/}; for f in text/help/en/*.md; do f=${f##*/}; echo "share/doc/boardstudio/html/$l/${f%.md}.html"; done; echo "share/doc/boardstudio/html/$l/index.html"; done)
share/fish/vendor_completions.d/studio.fish share/fish/vendor_completions.d/studioctl.fish
share/icons/hicolor/scalable/apps/boardstudio.svg
share/icons/hicolor/scalable/mimetypes/application-x-boardstudio+xml.svg
share/lintian/overrides/boardstudio
$(for f in dist/man/*/*.1; do f=${f#dist/man/}; echo "share/man/${f%/*}/man1/${f##*/}.gz"; done)
$(for f in text/locale/po/*.po; do f=${f##*/}; echo "share/man/${f%.po}/man1/studioctl.1.gz"; done)
share/man/man1/studio-script.1.gz share/man/man1/studio.1.gz share/man/man1/studioctl.1.gz
share/metainfo/example.boardstudio.Studio.metainfo.xml
share/mime/packages/boardstudio.xml
share/zsh/vendor-completions/_studio share/zsh/vendor-completions/_studioctl"

need desktop-file-validate appstreamcli lintian xmllint update-mime-database dpkg-deb readelf gio man
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dpkg-deb -x "$1" "$work/root"
usr=$work/root/usr

# shellcheck disable=SC2086 # a list of words
printf 'usr/%s\n' $files | LC_ALL=C sort >"$work/want"
(cd "$work/root" && find . ! -type d -printf '%P\n') | LC_ALL=C sort >"$work/have"
diff -u "$work/want" "$work/have" || fail "the package has other files than it should"
dpkg-deb -c "$1" | awk '$2 != "root/root" { print; bad = 1 } END { exit bad }' || fail "files belong to somebody"

desktop-file-validate "$usr/share/applications/boardstudio.desktop"
appstreamcli validate --no-net "$usr/share/metainfo/example.boardstudio.Studio.metainfo.xml"
xmllint --noout "$usr/share/mime/packages/boardstudio.xml" "$usr"/share/icons/hicolor/scalable/*/*.svg
lintian --fail-on error --display-level '>=warning' --tag-display-limit 0 --allow-root "$1"

# The type of a document is recognised by name and by content.
mkdir -p "$work/data"
cp -r "$usr/share/mime" "$work/data/mime"
XDG_DATA_DIRS=$work/data:/usr/share update-mime-database "$work/data/mime"
cp samples/pente.studio "$work/document"
for f in samples/*.studio "$work/document"; do
	type=$(XDG_DATA_HOME=$work/data gio info -a standard::content-type "$f" | sed -n 's/.*content-type: //p')
	[ "$type" = application/x-boardstudio+xml ] || fail "$f is of the type $type"
done
type=$(XDG_DATA_HOME=$work/data gio info -a standard::content-type samples/legacy.xml | sed -n 's/.*content-type: //p')
[ "$type" = application/xml ] || fail "samples/legacy.xml is of the type $type"

# The package depends on the packages of all libraries that the window needs.
dpkg-deb -f "$1" Depends | tr ',' '\n' | sed 's/^ *\([^ ]*\).*/\1/' >"$work/depends"
readelf -d "$usr/bin/studio" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >"$work/needed"
[ -s "$work/needed" ] || fail "readelf finds no libraries"
while read -r lib; do
	file=$(ldd "$usr/bin/studio" | awk -v lib="$lib" '$1 == lib { print $3 }') # ldconfig would also list libraries for other processors
	package=$(dpkg-query -S "$file" 2>/dev/null || dpkg-query -S "$(readlink -f "$file")" 2>/dev/null || dpkg-query -S "*/$lib")
	package=$(echo "$package" | head -n 1 | cut -d : -f 1)
	grep -qx "${package%t64}" "$work/depends" || fail "$lib is in $package, which the package does not depend on"
done <"$work/needed"

# The programs run in every language, and find studio-script.
"$usr/bin/studioctl" version | grep -q "^studioctl $(dpkg-deb -f "$1" Version) "
cp scripts/random.lua "$work/random.lua"
env -i PATH=/none "$usr/bin/studioctl" lua check "$work/random.lua" >/dev/null || fail "studioctl does not run scripts"
for f in "$usr"/share/man/man1/*.gz "$usr"/share/man/*/man1/*.gz; do
	warnings=$(gzip -dc "$f" | MANROFFSEQ='' LC_ALL=C.UTF-8 man --warnings=w -E UTF-8 -l - 2>&1 >/dev/null)
	[ -z "$warnings" ] || fail "$f: $warnings"
done
for f in "$usr"/share/bash-completion/completions/*; do
	bash -n "$f"
done
bash -c '. "$1"; COMP_WORDS=(studio --la); COMP_CWORD=1; _studio; [ "${COMPREPLY[*]}" = --lang ]' \
	- "$usr/share/bash-completion/completions/studio" || fail "studio is not completed"

# make install PREFIX=… writes the same files elsewhere, and make uninstall removes them.
DESTDIR=$work/elsewhere PREFIX="/opt/board studio" BIN=bin/deb/bin tools/install.sh install
there="$work/elsewhere/opt/board studio"
grep -qx 'Exec="/opt/board studio/bin/studio" %F' "$there/share/applications/boardstudio.desktop" || fail "the desktop file does not name the program"
cmp "$there/share/icons/hicolor/scalable/apps/boardstudio.svg" dist/icons/boardstudio.svg
DESTDIR=$work/elsewhere PREFIX="/opt/board studio" tools/install.sh uninstall
left=$(find "$work/elsewhere" ! -type d)
[ -z "$left" ] || fail "make uninstall leaves $left"
echo "package: $1 is fine"
