package records

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
	"boardstudio/internal/race"
)

// file writes a file into a new folder and returns its path.
func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// wthor returns a WTHOR file with the given number of games. Its header claims said games.
func wthor(games, said int) []byte {
	data := make([]byte, 16+68*games)
	copy(data, []byte{20, 24, 1, 1})
	binary.LittleEndian.PutUint32(data[4:], uint32(said))
	binary.LittleEndian.PutUint16(data[10:], 2000)
	data[12] = 8
	for i := range games {
		data[16+68*i+8] = 56
	}
	return data
}

// zipped returns a ZIP archive of files, given as names and contents.
func zipped(t *testing.T, flags uint16, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.CreateHeader(&zip.FileHeader{Name: files[i], Flags: flags})
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// damaged returns incomplete files and the expected message for each.
func damaged(t *testing.T) map[string]string {
	t.Helper()
	cut, err := os.ReadFile("testdata/cut.rif")
	if err != nil {
		t.Fatal(err)
	}
	whole := wthor(40, 40)
	return map[string]string{
		file(t, "cut.rif", cut):                                           `the file is damaged at this line, and the rest was left out: .*`,
		file(t, "half.wtb", whole[:len(whole)/2]):                         `the header says that there are 40 games: the file ends at byte 1368, after 19 of them`,
		file(t, "many.wtb", wthor(40, 41)):                                `the header says that there are 41 games: the file ends at byte 2736, after 40 of them`,
		file(t, "few.wtb", wthor(40, 39)):                                 `the header says that there are 39 games: 1 more after them were left out`,
		file(t, "one.wtb", wthor(1, 2)):                                   `the header says that there are 2 games: the file ends at byte 84, after 1 of them`,
		file(t, "two.wtb", wthor(2, 1)):                                   `the header says that there are 1 games: 1 more after them were left out`,
		file(t, "cut.zip", zipped(t, 0, "half.wtb", string(whole[:700]))): `the header says that there are 40 games: .*`,
	}
}

// TestDamaged checks that every command reports a damaged file as an error, alone and in a folder,
// and never reports success.
func TestDamaged(t *testing.T) {
	race.Skip(t)
	for path, why := range damaged(t) {
		dir := filepath.Dir(path)
		out := filepath.Join(t.TempDir(), "out")
		for name, args := range map[string][]string{
			"check a file":     {"check", path},
			"check a folder":   {"check", dir},
			"check --json":     {"check", "--json", path},
			"convert a folder": {"convert", dir, out, "--to", "xml"},
			"convert --join":   {"convert", path, out + ".txt", "--join"},
			"convert --merge":  {"convert", path, out + ".studio", "--merge"},
			"find --ply":       {"find", "--ply", "1", "--count", path},
			"find --text":      {"find", "--text", "nowhere", dir},
			"booklet":          {"booklet", dir, "--out", out + ".pdf"},
			"analyse":          {"analyse", dir, "--stored"},
			"puzzles --prove":  {"puzzles", "--prove", dir},
			"puzzles --out":    {"puzzles", "--out", out + "-puzzles.studio", dir},
		} {
			t.Run(filepath.Base(path)+", "+name, func(t *testing.T) {
				r := program.Run(t, "", args...)
				said := r.Out + r.Err
				if r.Code != ctl.ExitError || strings.Contains(r.Out, "no problems") {
					t.Errorf("%q: exit code %d:\n%s", args, r.Code, said)
				}
				if args[1] == "--json" {
					var reports []checkJSON
					if err := json.Unmarshal([]byte(r.Out), &reports); err != nil || len(reports) != 1 || reports[0].Error == nil {
						t.Errorf("%q: %v\n%s", args, err, r.Out)
					}
					return
				}
				ctltest.Ran{Out: said, Code: r.Code}.Want(t, ctl.ExitError, `.*`+why+`.*`, ``)
			})
		}
	}
}

// TestCheckLooks checks that a check reports every path, including those without games.
func TestCheckLooks(t *testing.T) {
	game := "[Variant \"othello\"]\n1. f5\n"
	empty := t.TempDir()
	for _, x := range []struct{ name, path, want string }{
		{"empty folder", empty, `\S+: error: there is no game record in it\n`},
		{"empty archive", file(t, "empty.zip", zipped(t, 0)), `\S+empty\.zip: error: there is no game record in it\n`},
		{"pictures", file(t, "pictures.zip", zipped(t, 0, "a.png", "x")), `\S+pictures\.zip: error: there is no game record in it\n`},
		{"encrypted file", file(t, "locked.zip", zipped(t, 1, "a.txt", game)), `\S+a\.txt: error: it is encrypted: unpack the archive with its password first\n`},
		{"long path", strings.Repeat("d/", 2100) + "a.txt", `(?s)\S+: error: .*: the name is too long\n`},
		{"missing file", filepath.Join(empty, "none"), `\S+: error: .*: there is no such file or folder\n`},
		{"missing archive", filepath.Join(empty, "none.zip"), `\S+none\.zip: error: it cannot be read: there is no such file or folder\n`},
		{"archive with a text", file(t, "mixed.zip", zipped(t, 0, "a.txt", game, "b.txt", "Dear all,\nhow?\n")), `\S+b\.txt: error: .*\n\S+a\.txt: no problems \(1 game, 1 move\)\n`},
	} {
		t.Run(x.name, func(t *testing.T) {
			program.Run(t, "", "check", x.path).Want(t, ctl.ExitError, x.want, `.*`)
		})
	}
	latin1 := file(t, "a.txt", []byte("[Variant \"othello\"]\n[Black \"\xc9va\"]\n1. f5\n\n[Variant \"othello\"]\n1. f5\n"))
	program.Run(t, "", "check", latin1).Want(t, ctl.ExitNo, `\S+a\.txt: warning: the text is not UTF-8: it was read as Latin-1, which is a guess\n`, ``)
	program.Run(t, "", "convert", filepath.Dir(latin1), t.TempDir()).Want(t, ctl.ExitNo, ``, `studioctl: \S+: warning: the text is not UTF-8.*2 of 2 games written, 2 files\n`)
}

// TestSkipped checks that skipped files are counted, and listed on request.
func TestSkipped(t *testing.T) {
	dir := gamesFolder(t)
	for name, text := range map[string]string{"note.doc": "x", ".hidden.doc": "x", "sub/picture.png": "x", "a.zip": string(zipped(t, 0, "a.doc", "x", "LICENSE", "Dear all,\n", "b.txt", "[Variant \"othello\"]\n1. f5\n"))} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const count = `studioctl: 4 files were skipped, since they do not look like game records`
	for _, args := range [][]string{
		{"check"},
		{"find", "--ply", "1", "--count"},
		{"convert", "OUT"},
		{"booklet", "--out", "OUT.pdf"},
		{"analyse", "--stored"},
		{"puzzles", "--prove"},
	} {
		t.Run(args[0], func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			list := []string{args[0], dir}
			for _, a := range args[1:] {
				list = append(list, strings.ReplaceAll(a, "OUT", out))
			}
			r := program.Run(t, "", list...)
			ctltest.Ran{Out: r.Err}.Want(t, 0, `.*`+count+` \(--verbose lists them\)\n.*`, ``)
			list = append(list, "--verbose")
			if args[0] == "convert" || args[0] == "booklet" {
				list = append(list, "--replace")
			}
			r = program.Run(t, "", list...)
			ctltest.Ran{Out: r.Err}.Want(t, 0, `.*`+count+`\n.*`, ``)
			for _, name := range []string{"note.doc", "sub/picture.png", "a.zip/a.doc", "a.zip/LICENSE"} {
				if !strings.Contains(r.Err, "studioctl: skipped: "+filepath.Join(dir, name)+"\n") {
					t.Errorf("%q does not list %s:\n%s", args, name, r.Err)
				}
			}
			if strings.Contains(r.Err, "hidden") {
				t.Errorf("%q lists a hidden file", args)
			}
		})
	}
}

// TestConvertNames checks that archive entries whose names cannot be written are errors. Nothing is
// written outside the folder.
func TestConvertNames(t *testing.T) {
	out := t.TempDir()
	if err := os.MkdirAll(filepath.Join(out, "file-and-folder", "a.studio"), 0o755); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "convert", "testdata/file-and-folder.zip", t.TempDir()).Want(t, ctl.ExitYes, ``, `studioctl: 2 of 2 games written, 2 files\n`)
	// A file has the name of a folder.
	blocked := t.TempDir()
	if err := os.MkdirAll(filepath.Join(blocked, "file-and-folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(blocked, "file-and-folder", "a.sgf"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "convert", "testdata/file-and-folder.zip", blocked, "--to", "sgf").Want(t, ctl.ExitError, ``, `studioctl: \S+a\.sgf/b\.sgf: .*a part of the path is not a folder\nstudioctl: 0 of 2 games written, 0 files, 1 already existed, 1 problem\n`)
	fresh := t.TempDir()
	program.Run(t, "", "convert", "testdata/file-and-folder.zip", fresh, "--to", "sgf").Want(t, ctl.ExitError, ``, `studioctl: \S+a\.sgf/b\.sgf: .*a part of the path is not a folder\nstudioctl: 1 of 2 games written, 1 file, 1 problem\n`)
	long := file(t, "long.zip", zipped(t, 0, strings.Repeat("x", 300)+".txt", "[Variant \"othello\"]\n1. f5\n"))
	program.Run(t, "", "convert", long, t.TempDir()).Want(t, ctl.ExitError, ``, `studioctl: .*: the name is too long\nstudioctl: 0 of 1 game written, 0 files, 1 problem\n`)

	clean := t.TempDir()
	nul := `studioctl: testdata/nul-name\.zip/\x{FFFD}{4}sgf: not written: the name contains a NUL character\n`
	program.Run(t, "", "convert", "testdata/nul-name.zip", clean).Want(t, ctl.ExitError, ``, nul+`studioctl: 0 of 1 game written, 0 files, 1 problem\n`)
	if got := contents(t, clean); len(got) != 0 {
		t.Errorf("written: %q", got)
	}
	// The other entries are written, even if the file exists and in a second run.
	game := "[Variant \"othello\"]\n1. f5\n"
	some := file(t, "some.zip", zipped(t, 0, "a.txt", game, "b\x00.txt", game, "d\x00/c.txt", game, "e.txt", game))
	for _, said := range []string{`2 of 4 games written, 2 files`, `0 of 4 games written, 0 files, 2 already existed`} {
		program.Run(t, "", "convert", some, clean).Want(t, ctl.ExitError, ``, `studioctl: \S+/some\.zip/b\x{FFFD}\.txt: .*NUL.*\nstudioctl: \S+/some\.zip/d\x{FFFD}/c\.txt: .*NUL.*\nstudioctl: `+said+`, 2 problems\n`)
	}
	if got := contents(t, clean); len(got) != 2 || got["some/a.studio"] == "" || got["some/e.studio"] == "" {
		t.Errorf("written: %q", got)
	}
	// Writing into one file needs no names.
	program.Run(t, "", "convert", some, "-", "--to", "record", "--join").Want(t, ctl.ExitYes, `(?s).*`, `studioctl: 4 of 4 games written, 0 files\n`)
	program.Run(t, "", "analyse", some, "--out", t.TempDir(), "--nodes", "10").Want(t, ctl.ExitError, `(?s).*`, `(?s).*some\.zip/b\x{FFFD}\.txt: .*NUL.*`)
	turned := file(t, "t.zip", zipped(t, 0, "a\u202eoidut\x1b[2J.txt", "[Variant \"othello\"]\n1. f5\n"))
	program.Run(t, "", "convert", turned, clean).Want(t, ctl.ExitYes, ``, `.*1 file\n`)
	if got := contents(t, clean); got["t/aoidut[2J.studio"] == "" {
		t.Errorf("written: %q", got)
	}
}

// TestConvertLinks checks that symbolic links in OUT are followed only within OUT.
func TestConvertLinks(t *testing.T) {
	in := file(t, "in.zip", zipped(t, 0, "sub/a.txt", "[Variant \"othello\"]\n1. f5\n"))
	elsewhere := t.TempDir()
	mine := filepath.Join(elsewhere, "mine.studio")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	leads := `studioctl: \S+: not written: a symbolic link leads out of the folder .*\n`
	for _, args := range [][]string{{"convert", in, "OUT", "--replace"}, {"analyse", in, "--out", "OUT", "--nodes", "10", "--replace"}} {
		for link, to := range map[string]string{"in/sub": elsewhere, "in/sub/a.studio": mine, "in/sub/a.studio ": filepath.Join(elsewhere, "new.studio"), "in": elsewhere} {
			t.Run(args[0]+" "+link, func(t *testing.T) {
				link = strings.TrimSpace(link)
				out := t.TempDir()
				if err := os.MkdirAll(filepath.Dir(filepath.Join(out, link)), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(to, filepath.Join(out, link)); err != nil {
					t.Fatal(err)
				}
				list := append([]string{}, args...)
				for i := range list {
					if list[i] == "OUT" {
						list[i] = out
					}
				}
				program.Run(t, "", list...).Want(t, ctl.ExitError, `.*`, `(?s)`+leads+`.*`)
			})
		}
	}
	if got := contents(t, elsewhere); len(got) != 1 || got["mine.studio"] != "mine" {
		t.Errorf("written elsewhere: %q", got)
	}
	// A link within the folder is followed.
	out := t.TempDir()
	if err := os.MkdirAll(filepath.Join(out, "real"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", filepath.Join(out, "in")); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "convert", in, out).Want(t, ctl.ExitYes, ``, `.*`)
	if _, err := os.Stat(filepath.Join(out, "real/sub/a.studio")); err != nil {
		t.Error(err)
	}
}

// TestFindAllGames checks that all games of files and archives are searched. A game in a multi-game
// file is shown with its number.
func TestFindAllGames(t *testing.T) {
	dir := gamesFolder(t)
	if err := os.Remove(filepath.Join(dir, "note.txt")); err != nil {
		t.Fatal(err)
	}
	two, err := os.ReadFile(filepath.Join(dir, "two.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.zip"), zipped(t, 0, "in/two.txt", string(two)), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "find", "--text", "why", dir).Want(t, ctl.ExitYes, `\S+a\.zip/in/two\.txt#2:f5 f6\t2\twhy\n\S+two\.txt#2:f5 f6\t2\twhy\n`, ``)
	program.Run(t, "", "find", "--game", "othello", "--after", "f5", "--count", dir).Want(t, ctl.ExitYes, "5\n", ``)
	var got []foundJSON
	program.Run(t, "", "find", "--text", "why", "--json", filepath.Join(dir, "two.txt")).Parse(t, &got)
	if len(got) != 1 || got[0].Game != 2 {
		t.Errorf("%+v", got)
	}
	program.Run(t, string(two), "find", "--text", "why", "-").Want(t, ctl.ExitYes, `-#2:f5 f6\t2\twhy\n`, ``)
	program.Run(t, "", "find", "--ply", "1", "--limit", "3", dir).Want(t, ctl.ExitYes, `(\S+:f5\t1\t\n){3}`, ``)
}

// TestPuzzlesInAllGames checks that all games of files, folders and archives are searched for
// puzzles.
func TestPuzzlesInAllGames(t *testing.T) {
	files := records(t, "30", few...)
	dir := t.TempDir()
	all, out := filepath.Join(dir, "all.txt"), filepath.Join(dir, "out.studio")
	program.Run(t, "", append(append([]string{"convert"}, files...), all, "--join")...).Want(t, ctl.ExitYes, ``, `.*`)
	text, err := os.ReadFile(all)
	if err != nil {
		t.Fatal(err)
	}
	in := file(t, "a.zip", zipped(t, 0, "all.txt", string(text)))
	search := func(in ...string) string {
		r := program.Run(t, "", append(append([]string{"puzzles", "--out", out, "--replace"}, "--nodes", "20000"), in...)...)
		r.Want(t, ctl.ExitYes, `.+`, `.*`)
		return r.Out
	}
	want := search(files...)
	for _, path := range []string{all, in, filepath.Dir(in)} {
		if got := search(path); got != want {
			t.Errorf("%s: found\n%sand in single files\n%s", path, got, want)
		}
	}
}
