#!/bin/sh
# Runs a part of make test, and prints how long it took.
#
#	tools/timed.sh NAME COMMAND...
name=$1
shift
start=$(date +%s)
"$@"
rc=$?
echo "$name: $(($(date +%s) - start)) s"
exit $rc
