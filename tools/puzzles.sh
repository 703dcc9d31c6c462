#!/bin/sh
# Rebuilds samples/puzzles: our engines play, and studioctl searches their games for puzzles.
# The files are reproducible on any machine as long as engines and rules are the same.
# It takes about half an hour on two processors. Arguments are names of games to rebuild.
set -e
cd "$(dirname "$0")/.."
make -s ctl
ctl=$PWD/bin/studioctl
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p samples/puzzles

# collect GAME GAMES OPENING OPTIONS... plays three matches between computers of equal and of
# different levels. The levels overlook enough moves to give puzzles, and find enough wins.
collect() {
	game=$1 games=$2 opening=$3
	shift 3
	for match in 1:3:3 2:4:4 3:3:4; do
		seed=${match%%:*} levels=${match#*:}
		"$ctl" match --game "$game" --seat "A=computer:${levels%:*}" --seat "B=computer:${levels#*:}" --games "$games" \
			--seed "$seed" --opening "$opening" --nodes 100000 --folder "$dir/$game/$seed" >"$dir/table"
	done
	"$ctl" puzzles "$dir/$game"/*/*.studio --out "samples/puzzles/$game.studio" --max 50 "$@"
	"$ctl" puzzles --prove "samples/puzzles/$game.studio"
}

for game in ${*:-gomoku renju pente connect4 othello awale}; do
	case $game in
	gomoku | renju) collect "$game" 50 0 --each 1 --plies 3-11 ;;
	pente) collect "$game" 60 0 --each 2 --plies 3-11 --nodes 200000 ;;
	connect4) collect "$game" 40 4 --each 1 --plies 3-13 --ever ;;
	othello) collect "$game" 60 6 --each 2 --plies 3-13 --ever --nodes 100000 ;;
	awale) collect "$game" 95 4 --each 2 --plies 3-15 --ever --nodes 60000 ;;
	*) echo "puzzles.sh: no puzzles are made for $game" >&2; exit 2 ;;
	esac
done
