#compdef studio
# Completion of studio for zsh.
_arguments \
	'--lang[language of the window]:language:(en fr)' \
	'--game[show the board of a game]:game:(tictactoe morpion gomoku gomoku-standard gomoku-captures ninuki pente renju connect4 infinite othello othello6 othello10 anti-othello awale awale-abapa hex)' \
	'--new-window[open another window of the running Studio]' \
	'--standalone[start another Studio, independent of the running one]' \
	'--time-start[print how long the window takes to appear]' \
	'--version[print the version]' \
	'--help[print the options]' \
	'*:file:_files -g "*.(studio|xml|txt|pgn|rec)"'
