package main

import (
	"os"
	"os/exec"
	"path/filepath"
)

// build compiles the program, with the flags that all of the studio is built with, and
// beside it the one in which scripts run.
func build() (output string, err error) {
	out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput()
	if err != nil {
		return string(out), err
	}
	script := exec.Command("go", "build", "-o", filepath.Join(filepath.Dir(binary), "studio-script"), "../studio-script")
	script.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err = script.CombinedOutput()
	return string(out), err
}
