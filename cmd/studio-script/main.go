// Command studio-script runs one script for Studio, which starts it and communicates with it on
// descriptor 3. It is sandboxed before it reads the first byte of the script, and ends together
// with Studio. It also supervises external engines; see package child.
package main

import (
	"fmt"
	"os"
	"strconv"

	"boardstudio/ai/lua/jail"
	"boardstudio/ai/lua/worker"
	"boardstudio/internal/child"
	"boardstudio/rules/all"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "studio-script cannot be used alone: Studio and studioctl start it to run scripts")
		os.Exit(2)
	}
	if code, ok := child.Guarding(os.Args); ok {
		os.Exit(code)
	}
	// The C library creates threads with system calls that the sandbox forbids. Such a build would
	// fail occasionally, in the middle of a game.
	if withC {
		fmt.Fprintln(os.Stderr, "studio-script was built with cgo and cannot be sandboxed: build it with CGO_ENABLED=0 go build ./cmd/studio-script")
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
		fmt.Fprintln(os.Stderr, "studio-script: the sandbox failed:", err)
		os.Exit(2)
	}
	// A second argument, used by tests, allows external engines without a sandbox. They are then
	// only confined by the lock.
	os.Exit(worker.Serve(all.Games, layers, page, len(os.Args) > 2 && os.Args[2] == "open"))
}
