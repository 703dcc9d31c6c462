# Completion of studio for fish.
complete -c studio -l lang -x -a 'en fr' -d 'Language of the window'
complete -c studio -l game -x -a 'tictactoe morpion gomoku gomoku-standard gomoku-captures ninuki pente renju connect4 infinite othello othello6 othello10 anti-othello awale awale-abapa hex' -d 'Show the board of a game'
complete -c studio -l new-window -d 'Open another window of the running Studio'
complete -c studio -l standalone -d 'Start another Studio, independent of the running one'
complete -c studio -l time-start -d 'Print how long the window takes to appear'
complete -c studio -l version -d 'Print the version'
complete -c studio -l help -d 'Print the options'
