package records

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/internal/ctl"
	"boardstudio/internal/ctl/ctltest"
)

// games makes a folder with a file of two games, a file of one and one that is no record.
func gamesFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"two.txt":     "[Variant \"othello\"]\n[Black \"Ada\"]\n1. f5 d6\n\n[Variant \"othello\"]\n[White \"Bo\"]\n1. f5 f6 {why}\n",
		"sub/one.txt": "[Variant \"othello\"]\n1. f5 d6 2. zz9 c3\n",
		"note.txt":    "Dear all,\nsee you.\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		found[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

const noRecord = `studioctl: \S*note.txt: .+\n`

func TestConvertFolder(t *testing.T) {
	in, out := gamesFolder(t), filepath.Join(t.TempDir(), "out")
	warning := `studioctl: \S*one.txt:2: warning: .*zz9.*\n`
	program.Run(t, "", "convert", in, out, "--to", "xml").Want(t, ctl.ExitError, ``,
		`(?s)`+noRecord+`(`+warning+`.*)+studioctl: 3 of 3 games written, 3 files, 1 with warnings, 1 problem\n`)
	first := contents(t, out)
	if len(first) != 3 || first["two-1.studio"] == "" || first["two-2.studio"] == "" || first["sub/one.studio"] == "" {
		t.Errorf("written: %q", first)
	}
	// A second run goes on with what is missing.
	if err := os.Remove(filepath.Join(out, "two-1.studio")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(out, "two-2.studio"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "convert", in, out, "--to", "xml").Want(t, ctl.ExitError, ``, noRecord+`studioctl: 1 of 3 games written, 1 file, 2 were there already, 1 problem\n`)
	second := contents(t, out)
	if second["two-1.studio"] != first["two-1.studio"] || second["two-2.studio"] != "mine" {
		t.Errorf("written: %q", second)
	}
	program.Run(t, "", "convert", filepath.Join(in, "two.txt"), out, "--to", "xml", "--split", "--replace").Want(t, ctl.ExitYes, ``, `studioctl: 2 of 2 games written, 2 files\n`)
	if again := contents(t, out); again["two-2.studio"] != first["two-2.studio"] {
		t.Error("it was not written anew")
	}
	program.Run(t, "", "convert", "--json", filepath.Join(in, "two.txt"), out, "--to", "record", "--split").Want(t, ctl.ExitYes, `(?s).*"written": 2,.*`, `.*`)
}

func TestConvertJoin(t *testing.T) {
	in, dir := gamesFolder(t), t.TempDir()
	all := filepath.Join(dir, "all.txt")
	program.Run(t, "", "convert", filepath.Join(in, "two.txt"), filepath.Join(in, "sub"), all, "--join").Want(t, ctl.ExitNo, ``, `(?s).*studioctl: 3 of 3 games written, 1 file, 1 with warnings\n`)
	data, err := os.ReadFile(all)
	if err != nil || strings.Count(string(data), "[Variant") != 3 || !strings.Contains(string(data), "zz9") {
		t.Errorf("%v:\n%s", err, data)
	}
	// A file of many games is converted whole where the format can hold them.
	program.Run(t, "", "convert", filepath.Join(in, "two.txt"), "-", "--to", "record").Want(t, ctl.ExitYes, `(?s).*Ada.*Bo.*`, `studioctl: 2 of 2 games written, 0 files\n`)
	program.Run(t, "", "convert", in, filepath.Join(dir, "x.studio"), "--join").Want(t, ctl.ExitError, ``, `(?s).*studioctl: the format xml holds one game in a file\n`)
	tree := filepath.Join(dir, "tree.studio")
	program.Run(t, "", "convert", filepath.Join(in, "two.txt"), tree, "--merge").Want(t, ctl.ExitYes, ``, `studioctl: 2 of 2 games written, 1 file\n`)
	program.Run(t, "", "show", tree).Want(t, ctl.ExitYes, `(?s).*`, ``)
	data, _ = os.ReadFile(tree)
	if got := string(data); !strings.Contains(got, "why") || !strings.Contains(got, "Ada – ?") && !strings.Contains(got, ">Ada<") || strings.Count(got, "f5") != 1 {
		t.Errorf("merged:\n%s", got)
	}
	program.Run(t, "", "convert", in, "-", "--to", "xml").Want(t, ctl.ExitError, ``, `(?s).*cannot be written to the standard output without --join or --merge\n`)
}

// What was read before an interruption is written.
func TestConvertInterrupted(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.txt")
	game := "[Variant \"othello\"]\n1. f5 d6 2. zz9\n\n"
	if err := os.WriteFile(in, []byte(strings.Repeat(game, 20_000)), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	warned := &ctltest.Text{}
	warned.Comes = func() { // by the first warnings
		if warned.Len() > 1000 {
			cancel()
		}
	}
	out := filepath.Join(dir, "out.txt")
	r := program.RunTo(t, ctx, &ctltest.Text{}, warned, "", map[string]string{"LC_ALL": "C.UTF-8"}, "convert", in, out, "--join")
	data, err := os.ReadFile(out)
	n := strings.Count(string(data), "[Variant")
	if err != nil || n == 0 || n >= 20_000 || r.Code == ctl.ExitYes {
		t.Errorf("%v: %d games, exit code %d", err, n, r.Code)
	}
	cancel()
}
