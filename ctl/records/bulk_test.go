package records

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
	"boardstudio/model"
	"boardstudio/rules/all"
)

// gamesFolder returns a folder with three files: one has two games, one has one game, and one is
// not a record.
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
	// A second run writes what is missing.
	if err := os.Remove(filepath.Join(out, "two-1.studio")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(out, "two-2.studio"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "convert", in, out, "--to", "xml").Want(t, ctl.ExitError, ``, noRecord+`studioctl: 1 of 3 games written, 1 file, 2 already existed, 1 problem\n`)
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
	// All games of a file are converted if the format allows several.
	program.Run(t, "", "convert", filepath.Join(in, "two.txt"), "-", "--to", "record").Want(t, ctl.ExitYes, `(?s).*Ada.*Bo.*`, `studioctl: 2 of 2 games written, 0 files\n`)
	program.Run(t, "", "convert", in, filepath.Join(dir, "x.studio"), "--join").Want(t, ctl.ExitError, ``, `(?s).*studioctl: the format xml stores only one game per file\n`)
	tree := filepath.Join(dir, "tree.studio")
	program.Run(t, "", "convert", filepath.Join(in, "two.txt"), tree, "--merge").Want(t, ctl.ExitYes, ``, `studioctl: 2 of 2 games written, 1 file\n`)
	program.Run(t, "", "show", tree).Want(t, ctl.ExitYes, `(?s).*`, ``)
	data, _ = os.ReadFile(tree)
	if got := string(data); !strings.Contains(got, "why") || !strings.Contains(got, "Ada – ?") && !strings.Contains(got, ">Ada<") || strings.Count(got, "f5") != 1 {
		t.Errorf("merged:\n%s", got)
	}
	program.Run(t, "", "convert", in, "-", "--to", "xml").Want(t, ctl.ExitError, ``, `(?s).*cannot write several games to the standard output without --join or --merge\n`)
}

// TestConvertInterrupted checks that the games read before an interruption are written.
func TestConvertInterrupted(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.txt")
	game := "[Variant \"othello\"]\n1. f5 d6 2. zz9\n\n"
	if err := os.WriteFile(in, []byte(strings.Repeat(game, 20_000)), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	warned := &ctltest.Text{}
	warned.Comes = func() { // called at the first warnings
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

// partly is the content of a file with three games. The second is unreadable.
const partly = "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[99];B[hh])(;GM[4]SZ[15];B[hh];W[hi])"

// TestConvertNothing checks that no file is written or changed if no game is readable.
func TestConvertNothing(t *testing.T) {
	dir := t.TempDir()
	in, all, out := filepath.Join(dir, "bad.hexworld"), filepath.Join(dir, "all.sgf"), filepath.Join(dir, "out")
	bad := strings.Repeat("https://hexworld.org/board/#99c1,a1\n", 2)
	if err := errors.Join(os.WriteFile(in, []byte(bad), 0o600), os.WriteFile(all, []byte("mine"), 0o600)); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "convert", in, all, "--join", "--replace").Want(t, ctl.ExitError, ``, `(?s).*studioctl: 0 of 2 games written, 0 files, 2 problems\n`)
	program.Run(t, "", "convert", in, out, "--to", "sgf", "--split").Want(t, ctl.ExitError, ``, `(?s).*studioctl: 0 of 2 games written, 0 files, 2 problems\n`)
	program.Run(t, "", "convert", in, in, out, "--to", "sgf").Want(t, ctl.ExitError, ``, `(?s).*studioctl: 0 of 4 games written, 0 files, 4 problems\n`)
	if got := contents(t, dir); len(got) != 2 || got["all.sgf"] != "mine" {
		t.Errorf("written: %q", got)
	}
}

// TestConvertPartly checks that an unreadable game is reported by every run, while the other games
// of its file are written. Once the game is readable, the written file is completed.
func TestConvertPartly(t *testing.T) {
	in, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	path := filepath.Join(in, "a.sgf")
	if err := errors.Join(os.WriteFile(path, []byte(partly), 0o600), os.WriteFile(filepath.Join(in, "b.sgf"), []byte("(;GM[4]SZ[15];B[hh])"), 0o600)); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "convert", in, out, "--to", "record").Want(t, ctl.ExitError, ``, `(?s)studioctl: \S*a.sgf:.*studioctl: 3 of 4 games written, 2 files, 1 problem\n`)
	first := contents(t, out)
	if strings.Count(first["a.txt"], "[Variant") != 2 {
		t.Errorf("written: %q", first)
	}
	program.Run(t, "", "convert", in, out, "--to", "record").Want(t, ctl.ExitError, ``, `(?s)studioctl: \S*a.sgf:.*studioctl: 0 of 4 games written, 0 files, 3 already existed, 1 problem\n`)
	if got := contents(t, out); got["a.txt"] != first["a.txt"] {
		t.Errorf("a second run wrote %q", got)
	}
	// When the game can be read, all are written.
	if err := os.WriteFile(path, []byte(strings.Replace(partly, "99", "15", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "convert", in, out, "--to", "record").Want(t, ctl.ExitYes, ``, `studioctl: 3 of 4 games written, 1 file, 1 already existed\n`)
	whole := contents(t, out)
	if strings.Count(whole["a.txt"], "[Variant") != 3 {
		t.Errorf("written: %q", whole)
	}
	program.Run(t, "", "convert", in, out, "--to", "record").Want(t, ctl.ExitYes, ``, `studioctl: 0 of 4 games written, 0 files, 4 already existed\n`)
	// The user's file, with fewer and different games, is not changed.
	mine := strings.Replace(first["a.txt"], "[Variant", "[White \"Ada\"]\n[Variant", 1)
	if err := os.WriteFile(filepath.Join(out, "a.txt"), []byte(mine), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "convert", in, out, "--to", "record").Want(t, ctl.ExitNo, ``, `studioctl: \S*out/a.txt: warning: .*fewer than 3 games .*\nstudioctl: 0 of 4 games written, 0 files, 4 already existed\n`)
	if got := contents(t, out); got["a.txt"] != mine {
		t.Errorf("written: %q", got)
	}
	program.Run(t, "", "convert", in, out, "--to", "record", "--replace").Want(t, ctl.ExitYes, ``, `studioctl: 4 of 4 games written, 2 files\n`)
	if got := contents(t, out); got["a.txt"] != whole["a.txt"] {
		t.Errorf("written: %q", got)
	}
}

// TestConvertIntoFolder checks that the games of one file are written into a folder if the target
// exists or ends with a slash.
func TestConvertIntoFolder(t *testing.T) {
	in, there := file(t, "a.sgf", []byte(partly)), t.TempDir()
	for _, out := range []string{there, t.TempDir() + "/new/"} {
		program.Run(t, "", "convert", in, out).Want(t, ctl.ExitError, ``, `studioctl: \S*a.sgf:.*\nstudioctl: 2 of 3 games written, 2 files, 1 problem\n`)
		program.Run(t, "", "convert", in, out).Want(t, ctl.ExitError, ``, `studioctl: \S*a.sgf:.*\nstudioctl: 0 of 3 games written, 0 files, 2 already existed, 1 problem\n`)
		program.Run(t, "", "convert", in, out, "--to", "record").Want(t, ctl.ExitError, ``, `studioctl: \S*a.sgf:.*\nstudioctl: 2 of 3 games written, 1 file, 1 problem\n`)
		if got := contents(t, out); len(got) != 3 || got["a-1.studio"] == "" || got["a-3.studio"] == "" || strings.Count(got["a.txt"], "[Variant") != 2 {
			t.Errorf("written: %q", got)
		}
	}
}

// TestConvertMergeWrong checks that merging names the file of an unreadable game.
func TestConvertMergeWrong(t *testing.T) {
	in := t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(in, "a.sgf"), []byte("(;GM[4]SZ[15];B[hh])"), 0o600), os.WriteFile(filepath.Join(in, "b.sgf"), []byte(partly), 0o600)); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "convert", in, filepath.Join(t.TempDir(), "tree.studio"), "--merge").Want(t, ctl.ExitError, ``, `studioctl: \S*b.sgf:.*\nstudioctl: 3 of 4 games written, 1 file, 1 problem\n`)
}

// TestTargets checks that the cost of a name does not grow with the number of files of this name: an
// archive may contain 100,000.
func TestTargets(t *testing.T) {
	f := boardstudio.Documents.ForName("a.sgf")
	b := &bulk{format: f, taken: map[string]bool{}, next: map[string]int{}}
	for i, want := range []string{"a.sgf", "a-2.sgf", "a-3.sgf"} {
		if got := b.target("a", ""); got != want {
			t.Errorf("%d: %s", i, got)
		}
	}
	for range 10_000 {
		b.target("a", "")
	}
	if n := testing.AllocsPerRun(10, func() { b.target("a", "") }); n > 50 {
		t.Errorf("%v allocations", n)
	}
	if got := b.target("a-2", ""); got != "a-2-2.sgf" {
		t.Error(got)
	}
}

// TestAppearing checks that a file that another program creates during the conversion is not
// replaced.
func TestAppearing(t *testing.T) {
	dir := t.TempDir()
	to, err := ctl.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	path := filepath.Join(dir, "sub", "a.txt")
	for _, x := range []struct {
		name    string
		was     string // content of the file, "" if it does not exist
		known   bool   // the conversion knows that the file exists
		replace bool
		want    string
	}{
		{"no file", "", false, false, "new"},
		{"a file appeared", "old", false, false, "old"},
		{"a known file", "old", true, false, "new"},
		{"a file appeared, --replace", "old", false, true, "new"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if err := os.RemoveAll(filepath.Dir(path)); err != nil {
				t.Fatal(err)
			}
			if x.was != "" {
				if err := errors.Join(os.Mkdir(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(x.was), 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			b := &bulk{to: to, replace: x.replace}
			err := b.put("sub/a.txt", []byte("new"), x.known)
			if got, _ := os.ReadFile(path); string(got) != x.want || (err == nil) != (x.want == "new") {
				t.Errorf("the file holds %q, %v", got, err)
			}
			if err != nil && !strings.Contains(err.Error(), "already exists: use --replace to replace it") {
				t.Error(err)
			}
			if files := b.said.Files; (files == 1) != (err == nil) {
				t.Errorf("%d files, %v", files, err)
			}
		})
	}
}

// TestCreatedMeanwhile checks that a file that another program creates during a conversion stays, and counts as one
// that existed before.
func TestCreatedMeanwhile(t *testing.T) {
	dir := t.TempDir()
	to, err := ctl.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	r, err := all.Games.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "a.studio")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := &bulk{to: to, format: boardstudio.Documents.ForName(path)}
	err = b.encode(t.Context(), "a.studio", model.NewDocument(r))
	if data, _ := os.ReadFile(path); err != nil || string(data) != "old" || b.said.Kept != 1 || b.said.Converted != 0 {
		t.Errorf("%v, %d kept, %d converted, the file holds %q", err, b.said.Kept, b.said.Converted, data)
	}
}
