#!/bin/sh
# Writes the licences of the programs, and of the modules, the font and the Go library that they
# contain.
#   tools/copyright.sh [debian] >FILE
# With debian, the Apache licence is replaced by the path of Debian's copy.
set -eu
cd "$(dirname "$0")/.."
for=${1:-}

part() { # TITLE FILE...
	printf '\n%s\n%s\n\n' "----------------------------------------------------------------------" "$1"
	shift
	if [ "$for" = debian ] && grep -q 'Apache License' "$1"; then
		echo "Apache License, version 2.0: see /usr/share/common-licenses/Apache-2.0."
		shift
	fi
	# If a module offers the GPL or another licence, use the other one.
	[ $# = 0 ] || sed '/^GPL v2.0:$/,$d' "$@"
}

echo "Studio"
echo "Source: https://boardstudio.example/"
echo
cat LICENSE
part "The fonts DejaVu Sans and DejaVu Serif, in what is printed" draw/font/LICENSE
part "A sample game of Pente.org" samples/LICENSE.pente
part "The Go library" "$(go env GOROOT)/LICENSE"
modules='{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}'
{
	go list -deps -f "$modules" ./cmd/studio
	CGO_ENABLED=0 go list -deps -f "$modules" ./cmd/studioctl ./cmd/studio-script
} | LC_ALL=C sort -u | while read -r path dir; do
	set --
	for f in "$dir"/LICEN[CS]E* "$dir"/Licen[cs]e* "$dir"/COPYING* "$dir"/NOTICE*; do
		[ ! -f "$f" ] || set -- "$@" "$f"
	done
	if [ $# = 0 ]; then
		echo "copyright: module $path has no licence" >&2
		exit 1
	fi
	part "Module $path" "$@"
done
