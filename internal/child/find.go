package child

import (
	"os"
	"os/exec"
	"path/filepath"

	"boardstudio/text/msg"
)

// Program is the name of the program that runs scripts and guards external programs.
const Program = "studio-script"

// Find returns the path of Program. It looks next to the running program, at $STUDIO_SCRIPT, and in
// $PATH. It returns an error if the program is not found.
func Find() (string, error) {
	if self, err := os.Executable(); err == nil {
		if path := filepath.Join(filepath.Dir(self), Program); runnable(path) {
			return path, nil
		}
	}
	if path := os.Getenv("STUDIO_SCRIPT"); path != "" && runnable(path) {
		return path, nil
	}
	if path, err := exec.LookPath(Program); err == nil {
		return path, nil
	}
	return "", msg.Errorf("the program %s, a part of Studio, was not found: reinstall Studio", Program)
}

// runnable reports whether path is an executable file.
func runnable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}
