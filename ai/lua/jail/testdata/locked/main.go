// Command locked runs the attempts of package attempts in a program without cgo, like
// studio-script. It was made for the tests of package jail.
package main

import (
	"os"

	"boardstudio/ai/lua/jail/testdata/attempts"
)

func main() { attempts.Run(os.Args[1:], 0) }
