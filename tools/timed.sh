#!/bin/sh
# Runs a part of make test, and prints how long it took, by the clock and in processor time.
#
#	tools/timed.sh NAME COMMAND...
name=$1
shift
start=$(date +%s)
"$@"
rc=$?
# In a pipe, times would report those of the pipe. Its second line is the time of child processes.
all=$(mktemp)
times >"$all"
used=$(sed -n '2{s/[ms]/ /g;p;}' "$all" | awk '{print int($1 * 60 + $2 + $3 * 60 + $4)}')
rm -f "$all"
echo "$name: $(($(date +%s) - start)) s, $used s of processor time"
exit $rc
