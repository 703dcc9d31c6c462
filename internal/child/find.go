package child

import (
	"os"
	"os/exec"
	"path/filepath"

	"boardstudio/msg"
)

// Program is the name of the small program that runs scripts, and guards programs of others.
const Program = "studio-script"

// Find returns its path: beside the running program, where the variable STUDIO_SCRIPT says, or in the PATH.
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
	return "", msg.Errorf("the program %s is missing: it belongs beside the studio", Program)
}

// runnable reports whether path is a program.
func runnable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}
