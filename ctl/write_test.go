package ctl

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"boardstudio/catalog"
	"boardstudio/rules/all"
)

// TestMayWrite checks that the user is asked once before a file is replaced, and only on a
// terminal.
func TestMayWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	for _, tt := range []struct {
		name          string
		asks, replace bool
		answer        string
		want          string
	}{
		{"no terminal", false, false, "y\n", path + " already exists: use --replace to replace it"},
		{"no terminal, --replace", false, true, "", ""},
		{"yes", true, false, "y\n", ""},
		{"yes in capitals with spaces", true, false, " YES \n", ""},
		{"empty answer", true, false, "\n", path + " was not replaced"},
		{"end of input", true, false, "", path + " was not replaced"},
		{"no", true, false, "no\n", path + " was not replaced"},
		{"terminal, --replace", true, true, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			var errs bytes.Buffer
			tool := &Tool{In: strings.NewReader(tt.answer), Err: &errs, Asks: tt.asks}
			err := tool.MayWrite(path, tt.replace)
			if err == nil {
				err = tool.WriteFile(path, []byte("new"), tt.replace)
			} else if e := tool.WriteFile(path, []byte("new"), tt.replace); e == nil {
				t.Errorf("it is written although it may not be")
			}
			got := ""
			if err != nil {
				got = err.Error()
			}
			data, _ := os.ReadFile(path)
			if got != tt.want || (string(data) == "new") != (tt.want == "") {
				t.Errorf("%q, the file holds %q", got, data)
			}
			if asked := strings.Count(errs.String(), "Replace it?"); asked > 0 != (tt.asks && !tt.replace) || tt.want == "" && asked > 1 {
				t.Errorf("asked %q", errs.String())
			}
		})
	}
	tool := &Tool{In: strings.NewReader(""), Err: &bytes.Buffer{}}
	for _, free := range []string{Stdin, filepath.Join(t.TempDir(), "new"), t.TempDir(), "/dev/null"} {
		if err := tool.MayWrite(free, false); err != nil {
			t.Errorf("%s: %v", free, err)
		}
	}
	if err := tool.TryFile(path, []byte("x"), false); err == nil || !strings.Contains(err.Error(), "already exists") {
		t.Errorf("%v", err)
	}
}

// TestFolderReplaced checks that nothing is written through a link that takes the place of an open folder.
func TestFolderReplaced(t *testing.T) {
	dir, elsewhere := filepath.Join(t.TempDir(), "out"), t.TempDir()
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Create("a", nil); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Rename(dir, dir+"-old"), os.Symlink(elsewhere, dir)); err != nil {
		t.Fatal(err)
	}
	want := "not written: the folder " + dir + " was moved or replaced"
	for _, err := range []error{f.Create("b", nil), f.Write("sub/c", nil, true)} {
		if err == nil || err.Error() != want {
			t.Errorf("%v", err)
		}
	}
	if files, err := os.ReadDir(elsewhere); len(files) > 0 || err != nil {
		t.Errorf("%v, %v", files, err)
	}
	if err := errors.Join(os.Remove(dir), os.Rename(dir+"-old", dir), f.Create("b", nil)); err != nil {
		t.Error(err)
	}
}

// TestUnexpected checks that the error for an extra argument suggests an option.
func TestUnexpected(t *testing.T) {
	command := func(use string, high int, flags ...string) *cobra.Command {
		cmd := &cobra.Command{Use: use, Args: (&Tool{All: catalog.All{Games: all.Games}}).Arguments(0, high), SilenceErrors: true, DisableFlagsInUseLine: true, SilenceUsage: true, Run: func(*cobra.Command, []string) {}}
		for _, f := range flags {
			cmd.Flags().String(f, "", "")
		}
		return cmd
	}
	for _, tt := range []struct {
		cmd  *cobra.Command
		args []string
		want string
	}{
		{command("picture FILE --out PICTURE", 1, "game", "out"), []string{"a.studio", "b.png"}, `unexpected argument "b.png": option --out names the file to write, as in --out b.png`},
		{command("picture FILE --out PICTURE", 1, "game", "out"), []string{"a.studio", "b.png", "--out", "c.png"}, `unexpected argument "b.png"; usage: picture FILE --out PICTURE`},
		{command("perft DEPTH", 1, "game"), []string{"amazons", "1"}, `unexpected argument "amazons": option --game names the game, as in --game amazons`},
		{command("perft DEPTH", 1, "game"), []string{"1", "amazons"}, `unexpected argument "amazons": option --game names the game, as in --game amazons`},
		{command("show FILE", 1, "game"), []string{"a.studio", "b.studio"}, `unexpected argument "b.studio"; usage: show FILE`},
		{command("grid", 0, "game", "out"), []string{"othello"}, `unexpected argument "othello": option --game names the game, as in --game othello`},
		{command("grid", 0, "game", "out"), []string{"--game", "othello", "o.pdf"}, `unexpected argument "o.pdf": option --out names the file to write, as in --out o.pdf`},
		{command("list NAME", 1), []string{"a", "b"}, `unexpected argument "b"; usage: list NAME`},
		{command("list NAME", 2), []string{"a", "b"}, ``},
	} {
		tt.cmd.SetArgs(tt.args)
		got := ""
		if err := tt.cmd.Execute(); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.args, got, tt.want)
		}
	}
}
