# Completion of studio for bash.
_studio() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
	COMPREPLY=()
	case $before in
	--lang | -lang) mapfile -t COMPREPLY < <(compgen -W "en fr" -- "$word") ;;
	--game | -game) mapfile -t COMPREPLY < <(compgen -W "tictactoe morpion gomoku gomoku-standard gomoku-captures ninuki pente renju connect4 infinite othello othello6 othello10 anti-othello awale awale-abapa hex" -- "$word") ;;
	*)
		case $word in
		-*) mapfile -t COMPREPLY < <(compgen -W "--lang --game --new-window --standalone --time-start --version --help" -- "$word") ;;
		esac
		;;
	esac
}
complete -o bashdefault -o default -F _studio studio
