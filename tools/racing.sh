#!/bin/sh
# Lists the packages whose tests should run with the race detector: the package, a package that it
# imports, or its tests start goroutines. The goroutines of model (which check a tree while it is
# read) and of io/codectest do not count for other packages, such as formats: the tests of model,
# document and collection run them with the race detector. The packages named in "idle" import
# packages that start goroutines, but their own tests start none, as a coverage profile shows
# (publish/report only evaluates positions, as analysis does).
#
#	tools/racing.sh          these packages
#	tools/racing.sh -long    these packages, if their tests do more without -short
#	tools/racing.sh -not     the other packages whose tests need no GTK
set -eu
starts='^[[:space:]]*go [a-zA-Z_(]|\.Go\(|AfterFunc\(|t\.Parallel\('
packages() { xargs -n 1 dirname | sort -u | sed "s,^\.,$(go list -m),"; }
{
	# Libraries that call us from their own goroutines.
	echo github.com/godbus/dbus/v5
	echo github.com/ebitengine/oto/v3
	# rulestest starts goroutines only in tests of a game.
	grep -rlE --include='*.go' --exclude='*_test.go' --exclude-dir=rulestest "$starts" . | packages
	echo =
	grep -rlE --include='*_test.go' "$starts|rulestest\.Shared\(" . | packages
	echo =
	grep -rlE --include='*_test.go' 'testing\.Short\(\)|race\.Skip\(' . | packages
	echo =
	go list -test -f '{{.ImportPath}} {{join .Deps " "}}' ./...
} | awk -v want="${1-}" -v module="$(go list -m)" '
	BEGIN {
		split("ai ai/all dist model/wire publish/report publish/web rules studio/app/command studio/app/prefs studio/app/summaries text/help text/words tools/extract", names, " ")
		for (i in names)
			idle[module "/" names[i]] = 1
	}
	$0 == "=" { part++; next }
	part == 0 && ($1 == module "/model" || $1 == module "/io/codectest") { races[$1] = 1; next }
	part == 0 { starts[$1] = 1; next }
	part == 1 { races[$1] = 1; next }
	part == 2 { long[$1] = 1; next }
	sub(/\.test$/, "", $1) && !/ github\.com\/gotk3\// {
		for (i = 2; i <= NF; i++)
			if ($i in starts && !($1 in idle))
				races[$1] = 1
		if (want == "-not" ? !($1 in races) : $1 in races && (want != "-long" || $1 in long))
			print $1
	}'
