#!/bin/sh
# Runs each fuzz target for a given time.
#   tools/fuzz.sh TIME              such as 5s or 2m: all of them
#   tools/fuzz.sh TIME TARGET...    some, such as io/sgf:FuzzDecode, or io/sgf for all of a package
# A failing input is saved in testdata/fuzz of its package, and tested from then on.
# Packages that import GTK are skipped, because their code would have to be compiled
# again for fuzzing.
set -eu
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
time=$1
shift
targets=$*

fuzz() {
	echo "fuzz: $2 in $1 for $3"
	if go test -vet=off -run '^$' -fuzz "^$2\$" -fuzztime "$3" -fuzzminimizetime 10x "./$1" >"$log" 2>&1 </dev/null; then
		grep -h execs: "$log" | tail -n 1
		return
	fi
	cat "$log"
	# Go sometimes reports the end of the time as a failure: issue 75804.
	grep -q 'context deadline exceeded' "$log" && ! grep -q 'Failing input' "$log"
}

grep -rE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*\(' . | grep -vE '^\./(cmd/)?studio/[^/]*:' | sort |
	sed -E 's,^\./(.*)/[^/]*:func (Fuzz[A-Za-z0-9_]*).*,\1 \2,' |
	while read -r dir name; do
		case " $targets " in
		"  " | *" $dir "* | *" $dir:$name "*) fuzz "$dir" "$name" "$time" ;;
		esac
	done
