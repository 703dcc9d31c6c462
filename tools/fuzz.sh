#!/bin/sh
# Runs every fuzz target for some time.
#   tools/fuzz.sh TIME        such as 5s or 2m
# What a target finds is kept in testdata/fuzz of its package, and is tested
# from then on.
set -eu
cd "$(dirname "$0")/.."
grep -rE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*\(' . | grep -vE '^\./(cmd/)?studio/[^/]*:' | sort |
	sed -E 's,^\./(.*)/[^/]*:func (Fuzz[A-Za-z0-9_]*).*,\1 \2,' |
	while read -r dir name; do
		echo "fuzz: $name in $dir for $1"
		go test -vet=off -run '^$' -fuzz "^$name\$" -fuzztime "$1" -fuzzminimizetime 10x "./$dir" </dev/null
	done
