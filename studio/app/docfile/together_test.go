package docfile

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/rules"
	"boardstudio/store/journal"
	"boardstudio/store/safe"
)

// collectionOf returns the content of a file with n games.
func collectionOf(n int) string {
	var text strings.Builder
	for i := range n {
		text.WriteString("(;GM[4]SZ[15]PB[p" + strconv.Itoa(i) + "];B[hh])\n")
	}
	return text.String()
}

// saver opens game i of a multi-game file and adds a move at cell. It returns the save to be
// performed.
func saver(t *testing.T, path string, i int, cell rules.Cell) (*written, []byte) {
	t.Helper()
	ctx := context.Background()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, f, err := boardstudio.Documents.Games(ctx, path, data, codec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := g.Decode(ctx, i)
	if err != nil {
		t.Fatal(err)
	}
	d.Tree.Add(d.Tree.Root().First(), rules.Place(cell))
	one, err := document.Encode(ctx, path, f, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := len(g.Heads)
	return &written{target: target{path: path, format: f, member: boardstudio.Documents.MemberOf(path, f, g, n, i, nil)}, foreign: true}, one
}

// TestSaverProcess is the child process of TestTwoProcesses. For each input line "PATH GAME" it
// opens the game, reports that it is ready, and saves the game on request.
func TestSaverProcess(t *testing.T) {
	cell, err := strconv.Atoi(os.Getenv("BOARDSTUDIO_TEST_SAVER"))
	if err != nil {
		t.Skip("only as a process of TestTwoProcesses")
	}
	store := journal.New(t.TempDir())
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		path, number, _ := strings.Cut(in.Text(), " ")
		i, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		w, one := saver(t, path, i, rules.Cell(cell))
		fmt.Println("\nready")
		if !in.Scan() {
			return
		}
		if err := w.insert(store, one); err != nil {
			fmt.Println("\nrefused:", err)
		} else {
			fmt.Println("\nsaved")
		}
	}
}

// process is a running TestSaverProcess.
type process struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Scanner
}

func startSaver(t *testing.T, cell int) *process {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run", "^TestSaverProcess$", "-test.v")
	c.Env = append(os.Environ(), "BOARDSTUDIO_TEST_SAVER="+strconv.Itoa(cell))
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_, _ = io.Copy(io.Discard, out)
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	})
	return &process{t, in, bufio.NewScanner(out)}
}

func (p *process) send(line string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

// says returns the next line of the process that starts with one of the words.
func (p *process) says(words ...string) string {
	p.t.Helper()
	for p.out.Scan() {
		for _, w := range words {
			if strings.HasPrefix(p.out.Text(), w) {
				return p.out.Text()
			}
		}
	}
	p.t.Fatal("the process has ended")
	return ""
}

// TestTwoProcesses checks that two processes can save games of one file at the same time. Two
// different games must both be saved. If both save the same game, the second save is refused.
func TestTwoProcesses(t *testing.T) {
	a, b := startSaver(t, 3), startSaver(t, 4)
	for _, n := range []int{8, 500} {
		path := filepath.Join(t.TempDir(), "games.sgf")
		for round := range 8 {
			if err := os.WriteFile(path, []byte(collectionOf(n)), 0o644); err != nil {
				t.Fatal(err)
			}
			first, second := 2, 2+round%4 // every fourth time both save the same game
			a.send(path + " " + strconv.Itoa(first))
			b.send(path + " " + strconv.Itoa(second))
			a.says("ready")
			b.says("ready")
			a.send("now")
			b.send("now")
			saved := 0
			for _, p := range []*process{a, b} {
				if said := p.says("saved", "refused"); said == "saved" {
					saved++
				} else if want := "refused: " + document.ErrMoved.Error(); said != want {
					t.Errorf("%s, want %s", said, want)
				}
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := 2
			if first == second {
				want = 1
			}
			if there := strings.Count(string(data), ";W["); saved != want || there != want || strings.Count(string(data), ";B[hh]") != n {
				t.Errorf("%d games, round %d: %d saves said to be done, %d in the file, want %d", n, round, saved, there, want)
			}
		}
	}
}

// TestHeldFile checks that a save waits until another program unlocks the file, and then reads the
// new content.
func TestHeldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.sgf")
	if err := os.WriteFile(path, []byte(collectionOf(4)), 0o644); err != nil {
		t.Fatal(err)
	}
	w, one := saver(t, path, 1, 5)
	store := journal.New(t.TempDir())
	ended := make(chan error, 1)
	if err := safe.Hold(path, lockTimeout, func() error {
		go func() { ended <- w.insert(store, one) }()
		return safe.Write(path, safe.Data([]byte(collectionOf(6))))
	}); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil || strings.Count(string(data), ";W[") != 1 || strings.Count(string(data), "PB[") != 6 || w.member.Of != 6 {
		t.Errorf("%v, %+v\n%s", err, w.member, data)
	}
}

// writeFile writes a file as another program does, without a lock.
func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Error(err)
	}
}

// fileHas checks the content of a file.
func fileHas(t *testing.T, path, want string) {
	t.Helper()
	if data, err := os.ReadFile(path); err != nil || string(data) != want {
		t.Errorf("%s has %q, want %q (%v)", path, data, want, err)
	}
}

// TestGamesChangedWhileSaving writes a file with several games from another program after the save
// has read it. The game is inserted into the new content, but refused if the file keeps changing.
func TestGamesChangedWhileSaving(t *testing.T) {
	store := journal.New(t.TempDir())
	path := filepath.Join(t.TempDir(), "games.sgf")
	for _, x := range []struct {
		name    string
		changes int // how often the other program writes the file
		games   int // in the file in the end
		err     error
	}{
		{"changed twice", 2, 6, nil},
		{"changed at each try", 1000, 4 + spliceTries, document.ErrMoved},
	} {
		t.Run(x.name, func(t *testing.T) {
			writeFile(t, path, collectionOf(4))
			w, one := saver(t, path, 1, 5)
			member, tries := w.member, 0
			w.hooks.beforeRename = func() {
				if tries++; tries <= x.changes {
					writeFile(t, path, collectionOf(4+tries))
				}
			}
			if err := w.insert(store, one); !errors.Is(err, x.err) {
				t.Errorf("error %v, want %v", err, x.err)
			}
			if x.err != nil {
				if tries != spliceTries || w.member != member {
					t.Errorf("%d tries, game %+v", tries, w.member)
				}
				fileHas(t, path, collectionOf(x.games))
				return
			}
			if data, err := os.ReadFile(path); err != nil || strings.Count(string(data), ";W[") != 1 || strings.Count(string(data), "PB[") != x.games || tries != x.changes+1 {
				t.Errorf("%d tries, %v\n%s", tries, err, data)
			}
		})
	}
}

// savedHost returns a host with a saved document and one unsaved move.
func savedHost(t *testing.T) (d *testHost, path string) {
	t.Helper()
	d, path = newHost(t, t.TempDir()), filepath.Join(t.TempDir(), "own.studio")
	d.play(4)
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	d.play(5)
	return d, path
}

// TestDocumentChangedWhileSaving writes the file of a document from another program after the save
// has read it. The save is refused and the other content stays, until the user has seen it.
func TestDocumentChangedWhileSaving(t *testing.T) {
	d, own := savedHost(t)
	d.hooks.beforeRename = func() { writeFile(t, own, "by another program") }
	if err := d.save(own); !errors.Is(err, safe.ErrChanged) || !d.Dirty() {
		t.Errorf("%v, dirty %v", err, d.Dirty())
	}
	if len(d.said) != 1 { // about the first save; the caller asks about the second
		t.Errorf("said %q", d.said)
	}
	d.hooks.beforeRename = nil
	if err := d.save(own); !errors.Is(err, safe.ErrChanged) {
		t.Errorf("once more: %v", err)
	}
	fileHas(t, own, "by another program")

	// The user has seen this change and agrees to replace it, but not a later one.
	if c := d.state(); c != journal.Edited {
		t.Errorf("state %v", c)
	}
	d.hooks.beforeRename = func() { writeFile(t, own, "by a third program") }
	if err := d.save(own); !errors.Is(err, safe.ErrChanged) {
		t.Errorf("changed after the question: %v", err)
	}
	d.hooks.beforeRename = nil
	if c := d.state(); c != journal.Edited {
		t.Errorf("state %v", c)
	}
	if err := d.save(own); err != nil || d.Dirty() {
		t.Errorf("agreed: %v, dirty %v", err, d.Dirty())
	}
	if v := d.store.Versions(own); len(v) < 2 {
		t.Errorf("%d versions", len(v))
	} else if old, err := d.store.Read(v[1]); err != nil || string(old) != "by a third program" {
		t.Errorf("the version before: %.30q, %v", old, err)
	}
}

// TestDocumentDeletedWhileSaving checks that a deleted file is created again only after the user was
// asked, and that a file which another program creates instead stays.
func TestDocumentDeletedWhileSaving(t *testing.T) {
	d, own := savedHost(t)
	d.hooks.beforeRename = func() {
		if err := os.Remove(own); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
	for range 2 {
		if err := d.save(own); !errors.Is(err, safe.ErrChanged) || !d.Dirty() {
			t.Errorf("gone: %v, dirty %v", err, d.Dirty())
		}
		if _, err := os.Stat(own); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("it was made again: %v", err)
		}
	}
	if c := d.state(); c != journal.Gone {
		t.Errorf("state %v", c)
	}
	d.hooks.beforeRename = func() { writeFile(t, own, "by another program") }
	if err := d.save(own); !errors.Is(err, safe.ErrChanged) {
		t.Errorf("made again by another program: %v", err)
	}
	fileHas(t, own, "by another program")
	d.hooks.beforeRename = nil
	if err := os.Remove(own); err != nil {
		t.Fatal(err)
	}
	if c := d.state(); c != journal.Gone {
		t.Errorf("state %v", c)
	}
	if err := d.save(own); err != nil || d.Dirty() {
		t.Errorf("gone: %v, dirty %v", err, d.Dirty())
	}
}

// choose simulates that the user chose a file to save to.
func (d *testHost) choose(path string) {
	d.t.Helper()
	over := false
	d.GamesAt(path, func(int, *document.Member) { over = true })
	d.loop.Until(d.t, "the look at the file", func() bool { return over })
}

// TestChosenFileChanges checks that a file is not overwritten if another program changes it after
// the user chose it. The user is asked again.
func TestChosenFileChanges(t *testing.T) {
	const theirs = "by another program"
	for name, x := range map[string]struct {
		there  bool   // exists when it is chosen
		during bool   // the file changes during the save, otherwise before
		change string // new content; "" if it is deleted
		fails  bool
	}{
		"changed before":  {true, false, theirs, true},
		"changed during":  {true, true, theirs, true},
		"made before":     {false, false, theirs, true},
		"made during":     {false, true, theirs, true},
		"deleted before":  {true, false, "", false}, // the user agreed to replace the file
		"deleted during":  {true, true, "", false},
		"nothing happens": {true, false, "chosen", false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newHost(t, t.TempDir())
			d.play(4)
			path := filepath.Join(t.TempDir(), "a.studio")
			write := func(text string) {
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Error(err)
				}
			}
			if x.there {
				write("chosen")
			}
			d.choose(path)
			change := func() {
				if x.change != "" {
					write(x.change)
				} else if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
					t.Error(err)
				}
			}
			if x.during {
				d.hooks.beforeRename = change
			} else {
				change()
			}
			d.said = nil
			for _, save := range []func(string, func(error)){d.Save, d.Replace} {
				err := d.wait(func(done func(error)) { save(path, done) })
				if !x.fails {
					if err != nil || d.Path() != path || d.Dirty() {
						t.Errorf("%v, path %q, dirty %v", err, d.Path(), d.Dirty())
					}
					return
				}
				if data, _ := os.ReadFile(path); !errors.Is(err, safe.ErrChanged) || d.Path() != "" || !d.Dirty() || string(data) != theirs {
					t.Errorf("%v, path %q, dirty %v, the file has %.30q", err, d.Path(), d.Dirty(), data)
				}
				if len(d.said) > 0 { // the caller asks the user
					t.Errorf("said %q", d.said)
				}
			}
			d.hooks.beforeRename = nil
			d.choose(path)
			if err := d.save(path); err != nil || d.Path() != path || d.Dirty() {
				t.Errorf("chosen again: %v, path %q, dirty %v", err, d.Path(), d.Dirty())
			}
			if v := d.store.Versions(path); len(v) < 2 { // “chosen” may be one, too
				t.Errorf("%d versions", len(v))
			} else if old, err := d.store.Read(v[1]); err != nil || string(old) != theirs {
				t.Errorf("the version before: %.30q, %v", old, err)
			}
		})
	}
}

// TestChosenFileIsForgotten checks that the file state recorded in the file dialog applies only to
// the first save, so a second save does not take the first for a change by another program.
func TestChosenFileIsForgotten(t *testing.T) {
	for _, name := range []string{"a.studio", "a.txt"} { // the document's own file, and a copy
		d := newHost(t, t.TempDir())
		d.play(4)
		path := filepath.Join(t.TempDir(), name)
		d.choose(path)
		for range 2 {
			if err := d.save(path); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
