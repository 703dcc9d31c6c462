package records

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/ctl"
	"boardstudio/io/charset"
)

// inCharset returns text encoded in a charset.
func inCharset(t *testing.T, name, text string) string {
	t.Helper()
	enc, ok := charset.Of(name)
	if !ok {
		t.Fatalf("%s is unknown", name)
	}
	old, err := enc.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return old
}

// TestCharset checks --charset for single files, files in folders and archives, and standard input.
func TestCharset(t *testing.T) {
	const player, said = "Щербаков", "сильный ход"
	sgf := "(;GM[4]SZ[15]PB[" + player + "]PW[Guest];B[hh]C[" + said + "];W[hi])"
	old := inCharset(t, "windows-1251", sgf)
	two := inCharset(t, "windows-1251", sgf+"\n"+strings.ReplaceAll(sgf, said, "ничья"))
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one := write("one.sgf", old)
	write("two.sgf", two)
	write("three.zip", string(zipped(t, 0, "in.sgf", old)))
	read := `warning: the text is not UTF-8: it was read as windows-1251\n`
	guess := `warning: the text is not UTF-8: it was read as windows-1251, which is a guess\n`
	wrong := `warning: the text is not UTF-8: it was read as GBK.*\n`

	program.Run(t, "", "check", one).Want(t, ctl.ExitNo, `(?s).*`+guess+`.*`, ``)
	program.Run(t, "", "check", one, "--charset", "windows-1251").Want(t, ctl.ExitNo, `(?s).*`+read+`.*`, ``)
	program.Run(t, "", "check", one, "--charset", "CP1251").Want(t, ctl.ExitNo, `(?s).*`+read+`.*`, ``)
	program.Run(t, "", "check", one, "--charset", "GBK").Want(t, ctl.ExitNo, `(?s).*`+wrong+`.*`, ``)
	for _, args := range [][]string{{one}, {"-"}} {
		in := ""
		if args[0] == "-" {
			in = old
		}
		r := program.Run(t, in, append([]string{"show", "--charset", "windows-1251", "--ply", "1"}, args...)...)
		if !strings.Contains(r.Out, said) || !strings.Contains(r.Err, "it was read as windows-1251\n") {
			t.Errorf("%q shows %s%s", args, r.Out, r.Err)
		}
		r = program.Run(t, in, append([]string{"show", "--charset", "KOI8-R", "--ply", "1"}, args...)...)
		if strings.Contains(r.Out, said) || !strings.Contains(r.Err, "it was read as KOI8-R\n") {
			t.Errorf("%q shows as KOI8-R %s%s", args, r.Out, r.Err)
		}
	}

	// a list of games: a folder with an archive in it
	program.Run(t, "", "find", "--player", player, "--text", said, dir, "--charset", "windows-1251", "--count").Want(t, ctl.ExitYes, "3\n", `(?s).*`)
	program.Run(t, "", "find", "--player", player, "--text", said, dir, "--charset", "Big5", "--count").Want(t, ctl.ExitNo, "0\n", `(?s).*`)
	for name, want := range map[string]int{"windows-1251": 4, "KOI8-R": 0} {
		t.Run(name, func(t *testing.T) {
			r := program.Run(t, "", "convert", dir, "-", "--to", "sgf", "--join", "--charset", name)
			if got := strings.Count(r.Out, "PB["+player+"]"); got != want || strings.Count(r.Out, "PW[Guest]") != 4 {
				t.Errorf("the player is named %d times, want %d:\n%s", got, want, r.Out)
			}
			if n := strings.Count(r.Err, "it was read as "+name+"\n"); n != 3 {
				t.Errorf("%d warnings about 3 files: %s", n, r.Err)
			}
		})
	}
	r := program.Run(t, "", "check", dir, "--charset", "windows-1251")
	if n := strings.Count(r.Out+r.Err, "it was read as windows-1251\n"); n != 3 {
		t.Errorf("%d warnings about 3 files: %s%s", n, r.Out, r.Err)
	}

	// UTF-8 is recognised.
	utf := filepath.Join(t.TempDir(), "utf.sgf")
	if err := os.WriteFile(utf, []byte(sgf), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "check", utf, "--charset", "GBK").Want(t, ctl.ExitYes, `(?s).*`, ``)
}

// TestCharsetUnknown checks that all commands refuse an unknown charset before they read or write
// anything.
func TestCharsetUnknown(t *testing.T) {
	game := file(t, "a.sgf", []byte("(;GM[4]SZ[15];B[hh])"))
	out := filepath.Join(t.TempDir(), "out.txt")
	program.Run(t, "", "convert", game, out, "--charset", "GBQ").Want(t, ctl.ExitError, ``, `studioctl: unknown charset "GBQ"; did you mean GBK\?\n`)
	program.Run(t, "", "check", game, "--charset", "windows-1252x").Want(t, ctl.ExitError, ``, `studioctl: unknown charset "windows-1252x"; did you mean windows-125.*\n`)
	program.Run(t, "", "games", "--charset", "martian").Want(t, ctl.ExitError, ``, `studioctl: unknown charset "martian"\n`)
	if _, err := os.Stat(out); err == nil {
		t.Error("it is written")
	}
	r := program.Run(t, "", "__complete", "check", "--charset", "")
	for _, name := range charset.Names() {
		if !strings.Contains(r.Out, name+"\n") {
			t.Errorf("%s is not completed: %s", name, r.Out)
		}
	}
}
