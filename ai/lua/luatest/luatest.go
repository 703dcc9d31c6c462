// Package luatest builds the program that runs scripts, for tests of packages that play with
// scripts.
package luatest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const program = "studio-script"

// Main builds the program and runs the tests by calling run. It then calls the checks, and returns
// the exit code, which also reflects their errors. Call it from TestMain:
// os.Exit(luatest.Main(m.Run)).
func Main(run func() int, checks ...func() error) int {
	dir, err := os.MkdirTemp("", "studio-script")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, program)
	cmd := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-o", path, "boardstudio/cmd/studio-script")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building %s: %v\n%s", program, err, out)
		return 1
	}
	if err := os.Setenv("STUDIO_SCRIPT", path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := run()
	for _, check := range checks {
		if err := check(); err != nil && code == 0 {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	return code
}
