#!/bin/sh
# Runs a part of make test, and prints how long it took, by the clock and in processor time.
#
#	tools/timed.sh NAME COMMAND...
name=$1
shift
start=$(date +%s)
"$@"
rc=$?
used=$(times | sed -n '2{s/m/ /g;s/s//g;p;}' | awk '{printf "%d", $1*60+$2+$3*60+$4}')
echo "$name: $(($(date +%s) - start)) s, $used s of processor time"
exit $rc
