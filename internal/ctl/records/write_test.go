package records

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/internal/ctl"
	"boardstudio/internal/ctl/ctltest"
	"boardstudio/io/safe"
)

// leftovers returns the temporary files of saves in dir.
func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(dir, safe.Prefix+"*"))
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// What a killed command leaves of the file that it was writing is removed by the next
// command that writes into the folder, whichever it is.
func TestLeftovers(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("there is no strace")
	}
	in := ctltest.Sample(t)
	for name, next := range map[string][]string{
		"convert": {"convert", in, "b.txt"},
		"grid":    {"grid", "--game", "tictactoe", "--out", "b.pdf"},
		"play":    {"play", "--game", "tictactoe", "--save", "b.studio"},
	} {
		dir := t.TempDir()
		killed := ctltest.Command(dir, "convert", in, "a.txt")
		killed.Path, killed.Args = "/usr/bin/strace", append([]string{"strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=renameat", "-e", "inject=renameat:signal=KILL"}, killed.Args...)
		if err := killed.Run(); err == nil {
			t.Fatalf("%s: it was not killed", name)
		}
		if n := len(leftovers(t, dir)); n != 1 {
			t.Fatalf("%s: %d files are left", name, n)
		}
		p := ctltest.Command(dir, next...)
		p.Stdin = strings.NewReader("quit\n")
		if err := p.Run(); err != nil {
			t.Errorf("%s: %v: %s", name, err, p.Errs.String())
		}
		if left := leftovers(t, dir); len(left) > 0 {
			t.Errorf("%s leaves %v", name, left)
		}
	}
}

// A file of which something would get lost is replaced only with --replace, and that is
// known before a game begins.
func TestReplace(t *testing.T) {
	in := ctltest.Sample(t)
	for name, args := range map[string][]string{
		"convert": {"convert", in, "OUT"},
		"grid":    {"grid", "--game", "tictactoe", "--out", "OUT"},
		"play":    {"play", "--game", "tictactoe", "--save", "OUT"},
	} {
		out := filepath.Join(t.TempDir(), map[string]string{"convert": "a.txt", "grid": "a.pdf", "play": "a.studio"}[name])
		if err := errors.Join(os.WriteFile(out, []byte("old"), 0o600), os.Link(out, out+"2")); err != nil {
			t.Fatal(err)
		}
		for i, a := range args {
			if a == "OUT" {
				args[i] = out
			}
		}
		program.Run(t, "quit\n", args...).Want(t, ctl.ExitError, ``,
			`studioctl: `+filepath.Base(out)+` cannot be saved: under its other names \(hard links\) the old content would stay \(--replace replaces it nevertheless\)\n`)
		if now, err := os.ReadFile(out); err != nil || string(now) != "old" {
			t.Errorf("%s: the file holds %q, %v", name, now, err)
		}
		if r := program.Run(t, "quit\n", append(args, "--replace")...); r.Code != ctl.ExitYes {
			t.Errorf("%s: %d: %s", name, r.Code, r.Err)
		}
		if now, err := os.ReadFile(out); err != nil || string(now) == "old" {
			t.Errorf("%s: the file holds %q, %v", name, now, err)
		}
		if other, err := os.ReadFile(out + "2"); err != nil || string(other) != "old" {
			t.Errorf("%s: the other name holds %q, %v", name, other, err)
		}
		if left := leftovers(t, filepath.Dir(out)); len(left) > 0 {
			t.Errorf("%s leaves %v", name, left)
		}
	}
}
