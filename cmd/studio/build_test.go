package main

import "os/exec"

// build compiles the program, with the flags that all of the studio is built with.
func build() (output string, err error) {
	out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput()
	return string(out), err
}
