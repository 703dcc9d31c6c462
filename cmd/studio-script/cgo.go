//go:build cgo

package main

import (
	"fmt"
	"os"
)

// Threads that the C library makes need calls that the lock does not allow: such a build would fail now and then,
// in the middle of a game. So it says at once what is wrong.
func init() {
	fmt.Fprintln(os.Stderr, "studio-script was built with cgo, and cannot be locked so: CGO_ENABLED=0 go build ./cmd/studio-script")
	os.Exit(2)
}
