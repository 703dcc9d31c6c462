package main

import (
	"os"
	"os/exec"
	"path/filepath"
)

// build compiles the program, and next to it the one that runs scripts.
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
