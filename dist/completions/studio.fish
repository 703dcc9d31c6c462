# Completion of studio for fish.
complete -c studio -l lang -x -a 'en fr' -d 'Language of the window'
complete -c studio -l recover -x -d 'Open what an unexpected end left behind'
complete -c studio -l take -r -d 'Open a file as a document without a name, and delete it'
complete -c studio -l time-start -d 'Print how long the window takes to appear'
complete -c studio -l version -d 'Print the version'
complete -c studio -l help -d 'Print the options'
