#compdef studio
# Completion of studio for zsh.
_arguments \
	'--lang[language of the window]:language:(en fr)' \
	'--recover[open what an unexpected end left behind]:name:' \
	'--take[open a file as a document without a name, and delete it]:file:_files' \
	'--time-start[print how long the window takes to appear]' \
	'--version[print the version]' \
	'--help[print the options]' \
	'*:file:_files -g "*.(studio|xml|txt|pgn|rec)"'
