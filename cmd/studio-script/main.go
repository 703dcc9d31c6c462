// Command studio-script runs one script of the studio, which starts it and
// speaks to it on descriptor 3. It is locked before it reads the first byte of a script, and
// dies with the studio. It also guards the programs of others that play: package child tells how.
package main

import (
	"fmt"
	"os"
	"strconv"

	"boardstudio/ai/lua/jail"
	"boardstudio/ai/lua/worker"
	"boardstudio/internal/child"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "studio-script is started by the studio, to run a script")
		os.Exit(2)
	}
	if code, ok := child.Guarding(os.Args); ok {
		os.Exit(code)
	}
	// Threads that the C library makes need calls that the lock does not allow: such a build would fail
	// now and then, in the middle of a game.
	if withC {
		fmt.Fprintln(os.Stderr, "studio-script was built with cgo, and cannot be locked so: CGO_ENABLED=0 go build ./cmd/studio-script")
		os.Exit(2)
	}
	megabytes, err := strconv.ParseUint(os.Args[1], 10, 16)
	if err != nil || megabytes == 0 {
		fmt.Fprintln(os.Stderr, "studio-script: the first argument is the memory in MB")
		os.Exit(2)
	}
	page := worker.OpenPage()
	layers, err := jail.Lock(megabytes << 20)
	if err != nil {
		fmt.Fprintln(os.Stderr, "studio-script: it cannot be locked:", err)
		os.Exit(2)
	}
	// With a second argument, which tests give, it also runs programs outside of any sandbox: the lock holds them.
	os.Exit(worker.Serve(layers, page, len(os.Args) > 2 && os.Args[2] == "open"))
}
