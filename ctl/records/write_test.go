package records

import (
	"cmp"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
	"boardstudio/internal/race"
	"boardstudio/store/safe"
)

// leftovers returns the temporary files in dir that saving left behind.
func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(dir, safe.Prefix+"*"))
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// TestLeftovers checks that the temporary file of a killed command is removed by the next command
// that writes into the folder.
func TestLeftovers(t *testing.T) {
	race.Skip(t)
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("there is no strace")
	}
	in := ctltest.Sample(t)
	for name, next := range map[string][]string{
		"convert": {"convert", in, "b.txt"},
		"grid":    {"grid", "--game", "tictactoe", "--out", "b.pdf"},
		"play":    {"play", "--game", "tictactoe", "--save", "b.studio"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			killed := ctltest.Command(dir, "convert", in, "a.txt")
			killed.Path, killed.Args = "/usr/bin/strace", append([]string{"strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=renameat,renameat2", "-e", "inject=renameat,renameat2:signal=KILL"}, killed.Args...)
			if err := killed.Run(); err == nil {
				t.Fatal("it was not killed")
			}
			if n := len(leftovers(t, dir)); n != 1 {
				t.Fatalf("%d files are left", n)
			}
			p := ctltest.Command(dir, next...)
			p.Stdin = strings.NewReader("quit\n")
			if err := p.Run(); err != nil {
				t.Errorf("%v: %s", err, p.Errs.String())
			}
			if left := leftovers(t, dir); len(left) > 0 {
				t.Errorf("%s leaves %v", name, left)
			}
		})
	}
}

// TestReplace checks that an existing file is replaced only with --replace. This is checked before
// a game starts.
func TestReplace(t *testing.T) {
	in := ctltest.Sample(t)
	for name, args := range map[string][]string{
		"convert": {"convert", in, "OUT"},
		"grid":    {"grid", "--game", "tictactoe", "--out", "OUT"},
		"play":    {"play", "--game", "tictactoe", "--save", "OUT"},
		"join":    {"convert", in, "OUT", "--join"},
		"merge":   {"convert", in, "OUT", "--merge"},
		"picture": {"picture", in, "--out", "OUT"},
		"web":     {"web", in, "--out", "OUT"},
		"booklet": {"booklet", in, "--out", "OUT"},
		"sheet":   {"sheet", in, "--out", "OUT"},
		"report":  {"analyse", in, "--pdf", "OUT", "--nodes", "100", "--out", filepath.Join(t.TempDir(), "analysed")},
	} {
		t.Run(name, func(t *testing.T) {
			ends := map[string]string{"convert": "a.txt", "play": "a.studio", "join": "a.txt", "merge": "a.studio", "picture": "a.png", "web": "a.html"}
			out := filepath.Join(t.TempDir(), cmp.Or(ends[name], "a.pdf"))
			if err := errors.Join(os.WriteFile(out, []byte("old"), 0o600), os.Link(out, out+"2")); err != nil {
				t.Fatal(err)
			}
			for i, a := range args {
				if a == "OUT" {
					args[i] = out
				}
			}
			program.Run(t, "quit\n", args...).Want(t, ctl.ExitError, ``,
				`studioctl: `+regexp.QuoteMeta(out)+` already exists: use --replace to replace it\n`)
			if now, err := os.ReadFile(out); err != nil || string(now) != "old" {
				t.Errorf("the file holds %q, %v", now, err)
			}
			if r := program.Run(t, "quit\n", append(args, "--replace")...); r.Code != ctl.ExitYes {
				t.Errorf("%d: %s", r.Code, r.Err)
			}
			if now, err := os.ReadFile(out); err != nil || string(now) == "old" {
				t.Errorf("the file holds %q, %v", now, err)
			}
			if other, err := os.ReadFile(out + "2"); err != nil || string(other) != "old" {
				t.Errorf("the other name holds %q, %v", other, err)
			}
			if left := leftovers(t, filepath.Dir(out)); len(left) > 0 {
				t.Errorf("%s leaves %v", name, left)
			}
		})
	}
}

// TestConvertTimesToLegacy checks that converting a game with a clock to the old format reports the
// loss of its times.
func TestConvertTimesToLegacy(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.studio")
	text := `<studio xmlns="urn:boardstudio:document:2" version="2.0"><game name="line"/>` +
		`<info><item key="clock">5m+3s</item></info><tree>b2 <time seconds="1.5"/> a1 <time seconds="62"/> c3</tree></studio>`
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	const lost = `studioctl: the format xml1 cannot store everything: `
	old := filepath.Join(dir, "old.xml")
	program.Run(t, "", "convert", in, old, "--to", "xml1").Want(t, ctl.ExitYes, ``, lost+`times used: 2, details of the game\n`)
	if data, err := os.ReadFile(old); err != nil || strings.Contains(string(data), "62") || strings.Count(string(data), "<case ") != 3 {
		t.Errorf("%v: %s", err, data)
	}
	program.Run(t, "", "convert", in, in, filepath.Join(dir, "out"), "--to", "xml1").Want(t, ctl.ExitYes, ``, lost+`times used, details of the game\nstudioctl: 2 of 2 games written, 2 files\n`)
}
