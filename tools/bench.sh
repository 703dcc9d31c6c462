#!/bin/sh
# Runs a few quick benchmarks of packages without GTK, and prints their results in Go's format.
#   tools/bench.sh
# They use one processor, so names and allocations are the same on every machine. There are six
# rounds, so other work on the machine does not slow one benchmark alone.
set -eu
cd "$(dirname "$0")/.."
export CGO_ENABLED=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

list() { # prints lines of the form PACKAGE PATTERN
	cat <<'END'
ai/gomoku ^BenchmarkBoard$
ai/lua/script ^BenchmarkPlay$
ai/othello/pattern ^BenchmarkValue$
draw/diagram ^BenchmarkDraw19$
model ^BenchmarkDoUndo$
rules/awale ^BenchmarkAwale$/^Play$
rules/line ^BenchmarkPlay15$
rules/othello ^BenchmarkOthello$/^Play$
END
}

program() { # PACKAGE: prints the path of its test program
	echo "$work/$(echo "$1" | tr / -).test"
}

list | while read -r package _; do
	go test -c -vet=off -o "$(program "$package")" "./$package"
done
for _ in 1 2 3 4 5 6; do
	list | while read -r package pattern; do
		test=$(program "$package")
		if ! (cd "$package" && "$test" -test.run '^$' -test.bench "$pattern" -test.benchmem -test.benchtime 100ms -test.cpu 1) >"$work/out" 2>&1; then
			cat "$work/out" >&2
			exit 1
		fi
		if ! grep -q '^Benchmark.*ns/op' "$work/out"; then
			echo "bench: no benchmark of $package matches $pattern" >&2
			exit 1
		fi
		grep -E '^(goos|goarch|pkg|cpu):|^Benchmark.*ns/op' "$work/out"
	done
done
