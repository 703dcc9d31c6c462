package play

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
	"boardstudio/store/journal"
)

// startGame starts a game of tic-tac-toe and plays two moves.
func startGame(t *testing.T, p *ctltest.Process) *ctltest.Process {
	t.Helper()
	p.Launch(t).Says(t, "b2", "a1")
	p.Until(t, " to move\n", 3)
	return p
}

var ticTacToe = []string{"play", "--game", "tictactoe"}

// TestPlaySaves checks that a game is saved whichever signal stops it, and that further signals do
// not stop the saving.
func TestPlaySaves(t *testing.T) {
	for s, code := range ctltest.Numbers {
		for _, more := range [][]syscall.Signal{nil, {syscall.SIGHUP, syscall.SIGTERM, syscall.SIGHUP}} {
			p := startGame(t, ctltest.Command(t.TempDir(), append(ticTacToe, "--save", "game.studio")...))
			p.Gets(t, s)
			for _, s := range more {
				_ = p.Process.Signal(s) // the process may have ended
			}
			got := p.End(t)
			if len(more) > 0 && slices.Contains([]int{129, 143}, got) { // any of them may be the first
				got = code
			}
			if got != code || p.Errs.String() != "studioctl: stopped\n" {
				t.Errorf("%v: exit code %d, %s", s, got, p.Errs.String())
			}
			if got := ctltest.Saved(t, filepath.Join(p.Dir, "game.studio")); got != "b2 a1" {
				t.Errorf("%v: the file has the moves %q", s, got)
			}
			if lost := p.Lost(t); len(lost) > 0 {
				t.Errorf("%v: %v is offered although it was saved", s, lost)
			}
		}
	}
}

// TestPlayKeepsTheOldFile checks that a game can be saved over another one.
func TestPlayKeepsTheOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "game.txt")
	if err := os.WriteFile(path, []byte("yesterday's game"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := startGame(t, ctltest.Command(dir, append(ticTacToe, "--save", "game.txt", "--replace")...))
	p.Says(t, "quit")
	p.End(t)
	if got := ctltest.Saved(t, path); got != "b2 a1" {
		t.Errorf("the file has the moves %q", got)
	}
	store := journal.New(filepath.Join(p.State, "boardstudio"))
	kept := store.Versions(path)
	if len(kept) != 1 {
		t.Fatalf("%d versions are kept, want that from before", len(kept))
	}
	if data, err := store.Read(kept[0]); err != nil || string(data) != "yesterday's game" {
		t.Errorf("kept is %q, %v", data, err)
	}
}

// TestPlayRecover checks that killed games can be resumed.
func TestPlayRecover(t *testing.T) {
	dir := t.TempDir()
	p := startGame(t, ctltest.Command(dir, append(ticTacToe, "--save", "game.studio", "--seat", "B=human")...))
	p.Says(t, "c1")
	p.Until(t, " to move\n", 4)
	p.Gets(t, syscall.SIGKILL)
	p.End(t)
	if lost := p.Lost(t); !slices.Equal(lost, []string{"game.studio"}) {
		t.Fatalf("the studio would offer %v", lost)
	}

	// The next game offers the interrupted one and does not change it.
	p = ctltest.Command(dir, "play", "--game", "gomoku")
	p.Stdin = strings.NewReader("")
	code := p.Launch(t).End(t)
	_, id, ok := strings.Cut(p.Errs.String(), "studioctl play --recover ")
	if code != ctl.ExitYes || !ok {
		t.Fatalf("exit code %d, %s", code, p.Errs.String())
	}

	// A recovered game that is interrupted again, or left without saving, is kept.
	id = strings.TrimSpace(id)
	p = ctltest.Command(dir, "play", "--recover", id).Launch(t)
	p.Says(t, "undo", "c3")
	p.Until(t, "Nought to move\n", 2)
	p.Gets(t, syscall.SIGKILL)
	p.End(t)
	p = ctltest.Command(dir, "play", "--recover", "last")
	p.Stdin = strings.NewReader("quit\n")
	if code := p.Launch(t).End(t); code != ctl.ExitYes || !strings.Contains(p.Out.String(), "│(X)│\n  └") || !strings.Contains(p.Errs.String(), "the game is saved") {
		t.Errorf("exit code %d, %s%s", code, p.Out.String(), p.Errs.String())
	}

	// Once it is saved, the game is no longer offered.
	p = ctltest.Command(dir, "play", "--recover", id, "--save", "late.studio", "--seat", "B=random")
	p.Stdin = strings.NewReader("")
	if code := p.Launch(t).End(t); code != ctl.ExitYes || p.Errs.String() != "" {
		t.Errorf("exit code %d, %s", code, p.Errs.String())
	}
	if got := ctltest.Saved(t, filepath.Join(dir, "late.studio")); !strings.HasPrefix(got, "b2 a1 c3 ") || len(strings.Fields(got)) != 4 {
		t.Errorf("the file has the moves %q", got)
	}
	if lost := p.Lost(t); len(lost) > 0 {
		t.Errorf("%v is offered although it was saved", lost)
	}
	p = ctltest.Command(dir, "play", "--recover", "last").Launch(t)
	if code := p.End(t); code != ctl.ExitError || p.Errs.String() != "studioctl: there is no interrupted game \"last\"\n" {
		t.Errorf("exit code %d, %s", code, p.Errs.String())
	}
}

// TestPlaySeen checks that every move printed by a game between engines is recoverable if the game
// is killed at a random moment.
func TestPlaySeen(t *testing.T) {
	games := 20
	if testing.Short() {
		games = 4
	}
	for n := range games {
		dir := t.TempDir()
		p := ctltest.Command(dir, "play", "-g", "gomoku", "-s", "A=random", "-s", "B=random", "--save", "game.studio").Launch(t)
		p.Until(t, " plays ", 1+n)
		p.Gets(t, syscall.SIGKILL)
		p.End(t)
		var seen []string
		for l := range strings.Lines(p.Out.String()) {
			if _, m, ok := strings.Cut(l, " plays "); ok && strings.HasSuffix(l, "\n") {
				seen = append(seen, strings.TrimSpace(m))
			}
		}
		file := filepath.Join(dir, "game.studio")
		if _, err := os.Stat(file); err != nil { // the game had not ended
			p = ctltest.Command(dir, "play", "--recover", "last", "-s", "A=human", "-s", "B=human", "--save", "game.studio")
			p.Stdin = strings.NewReader("")
			if code := p.Launch(t).End(t); code != ctl.ExitYes {
				t.Fatalf("exit code %d, %s", code, p.Errs.String())
			}
		}
		if got := ctltest.Saved(t, file); !strings.HasPrefix(got+" ", strings.Join(seen, " ")+" ") {
			t.Errorf("%d moves were seen, and the record has %s", len(seen), got)
		}
	}
}

// TestPlayDamaged checks that a damaged journal is reported and can be deleted.
func TestPlayDamaged(t *testing.T) {
	p := startGame(t, ctltest.Command(t.TempDir(), ticTacToe...))
	p.Gets(t, syscall.SIGKILL)
	p.End(t)
	logs, err := filepath.Glob(filepath.Join(p.State, "boardstudio", "journals", "*", "*"))
	if err != nil || len(logs) == 0 {
		t.Fatal(logs, err)
	}
	for _, name := range logs {
		if err := os.WriteFile(name, []byte(strings.Repeat("x", 100)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	next := func(want string, args ...string) {
		t.Helper()
		p := ctltest.Command(p.Dir, append([]string{"play"}, args...)...)
		p.Stdin = strings.NewReader("")
		if p.Launch(t).End(t); !strings.Contains(p.Errs.String(), want) || want == "" && p.Errs.String() != "" {
			t.Errorf("%v: %q, want %q", args, p.Errs.String(), want)
		}
	}
	next("studioctl: an interrupted game cannot be recovered: ", "--game", "gomoku")
	next("studioctl: the journal cannot be read: ", "--recover", "last")
	next("", "--forget", "last")
	next("", "--game", "gomoku")
}

// TestPlayForget checks that an interrupted game can be deleted. Without --save, a game is kept
// after signals that the user did not send, but not after Ctrl+C.
func TestPlayForget(t *testing.T) {
	dir := t.TempDir()
	for s, lost := range map[syscall.Signal]int{syscall.SIGINT: 0, syscall.SIGTERM: 1, syscall.SIGHUP: 1} {
		p := startGame(t, ctltest.Command(dir, ticTacToe...))
		p.Gets(t, s)
		p.End(t)
		if got := len(p.Lost(t)); got != lost {
			t.Errorf("%v: %d games are offered, want %d", s, got, lost)
		}
		if lost > 0 {
			if p := ctltest.Command(dir, "play", "--forget", "last").Launch(t); p.End(t) != ctl.ExitYes || len(p.Lost(t)) > 0 {
				t.Errorf("the game is still there; %s", p.Errs.String())
			}
		}
	}
}

// TestPlayTarget checks that an unwritable target is detected before the first move.
func TestPlayTarget(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "folder.studio"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/full", filepath.Join(dir, "full.studio")); err != nil {
		t.Fatal(err)
	}
	for file, why := range map[string]string{
		"missing/game.studio": "game.studio cannot be saved: there is no such file or folder",
		"folder.studio":       "folder.studio cannot be saved: it is a folder",
		"full.studio":         "full.studio cannot be saved: it is not a regular file",
		"/proc/game.studio":   "game.studio cannot be saved: .*",
	} {
		t.Run(file, func(t *testing.T) {
			t.Chdir(dir)
			program.Run(t, "b2\n", append(ticTacToe, "--save", file)...).Want(t, ctl.ExitError, ``, `studioctl: `+why+`\n`)
		})
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("%v, %v", left, err)
	}
}

// TestPlayTargetGone checks that the record is printed and the game can be saved elsewhere if the
// folder is removed during the game.
func TestPlayTargetGone(t *testing.T) {
	for name, begin := range map[string]string{"game.studio": "<?xml", "game.txt": "[Variant"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			folder := filepath.Join(dir, "folder")
			if err := os.Mkdir(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			p := startGame(t, ctltest.Command(dir, append(ticTacToe, "--save", "folder/"+name)...))
			if err := os.RemoveAll(folder); err != nil {
				t.Fatal(err)
			}
			p.Gets(t, syscall.SIGTERM)
			if code := p.End(t); code != ctl.ExitError || !strings.Contains(p.Errs.String(), name+" cannot be saved: there is no such file or folder\n") {
				t.Errorf("exit code %d, %s", code, p.Errs.String())
			}
			_, text, ok := strings.Cut(p.Out.String(), begin)
			printed := filepath.Join(dir, "printed")
			if err := os.WriteFile(printed, []byte(begin+text), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := ctltest.Saved(t, printed); !ok || got != "b2 a1" {
				t.Errorf("the printed record has the moves %q", got)
			}
			p = ctltest.Command(dir, "play", "--recover", "last", "--save", "late.studio")
			p.Stdin = strings.NewReader("")
			if code := p.Launch(t).End(t); code != ctl.ExitYes {
				t.Errorf("exit code %d, %s", code, p.Errs.String())
			}
			if got := ctltest.Saved(t, filepath.Join(dir, "late.studio")); got != "b2 a1" {
				t.Errorf("the file has the moves %q", got)
			}
		})
	}
}

// TestPlayClosedPipe checks the exit code of a game whose output pipe is closed.
func TestPlayClosedPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := ctltest.Command(t.TempDir(), append(ticTacToe, "--save", "game.studio")...)
	p.Stdout = w
	p.Launch(t)
	w.Close()
	buf := make([]byte, 1<<12)
	for text := ""; !strings.Contains(text, "to move"); {
		n, err := r.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		text += string(buf[:n])
	}
	r.Close()
	p.Says(t, "b2")
	if code := p.End(t); code != ctl.ExitPipe || p.Errs.String() != "" {
		t.Errorf("exit code %d, %s", code, p.Errs.String())
	}
	// Echoing the move fails first.
	if got := ctltest.Saved(t, filepath.Join(p.Dir, "game.studio")); got != "b2" && got != "" {
		t.Errorf("the file has the moves %q", got)
	}
}

// TestPlayFullOutput checks that a game is saved even if its output goes to a full disk.
func TestPlayFullOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	p := ctltest.Command(t.TempDir(), append(ticTacToe, "--save", "game.studio")...)
	p.Stdout, p.Stdin = full, strings.NewReader("b2\n")
	if code := p.Launch(t).End(t); code != ctl.ExitError || !strings.Contains(p.Errs.String(), "the output cannot be written") {
		t.Errorf("exit code %d, %s", code, p.Errs.String())
	}
	ctltest.Saved(t, filepath.Join(p.Dir, "game.studio"))
}

// terminal opens a pseudo-terminal and returns the user's end and the program's end.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { person.Close() })
	n, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Skip(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { program.Close() })
	return person, program
}

// TestPlayHangUp checks that a game is saved or kept if the terminal closes during it, like a
// dropped connection.
func TestPlayHangUp(t *testing.T) {
	for _, save := range []string{"game.studio", ""} {
		for range 5 { // the signal and the end of the input race
			person, program := terminal(t)
			p := ctltest.Command(t.TempDir(), append(ticTacToe, "--save", save)...)
			p.Stdin, p.Stdout, p.Stderr = program, program, program
			p.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			p.Launch(t)
			program.Close()
			seen := ""
			wait := func(text string) {
				for buf := make([]byte, 1<<12); !strings.Contains(seen, text); {
					n, err := person.Read(buf)
					if err != nil {
						t.Fatal(err)
					}
					seen += string(buf[:n])
				}
			}
			wait("to move")
			fmt.Fprintln(person, "b2")
			wait("Nought> ")
			person.Close()
			code := p.End(t)
			lost := len(p.Lost(t))
			switch {
			case code != 129 && code != ctl.ExitError && code != ctl.ExitYes:
				t.Errorf("exit code %d", code)
			case save == "" && lost != 1:
				t.Errorf("exit code %d, %d games are offered", code, lost)
			case save != "" && lost != 0:
				t.Errorf("exit code %d, %d games are offered although the game was saved", code, lost)
			}
			if save != "" {
				if got := ctltest.Saved(t, filepath.Join(p.Dir, save)); got != "b2" {
					t.Errorf("the file has the moves %q", got)
				}
			}
		}
	}
}

// TestPlayNohup checks that a signal which was ignored at the start stays ignored.
func TestPlayNohup(t *testing.T) {
	p := ctltest.Command(t.TempDir(), append(ticTacToe, "--save", "game.studio")...)
	p.Args = append([]string{"sh", "-c", `trap "" HUP; exec "$0" "$@"`, p.Path}, p.Args[1:]...)
	var err error
	if p.Path, err = exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	startGame(t, p)
	p.Gets(t, syscall.SIGHUP)
	p.Says(t, "c3")
	p.Until(t, " to move\n", 4)
	p.In.Close()
	if code := p.End(t); code != ctl.ExitYes {
		t.Errorf("exit code %d, %s", code, p.Errs.String())
	}
	if got := ctltest.Saved(t, filepath.Join(p.Dir, "game.studio")); got != "b2 a1 c3" {
		t.Errorf("the file has the moves %q", got)
	}
}

// TestPlayNoJournal checks that a game without a writable journal prints a warning and continues.
func TestPlayNoJournal(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "state"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p := ctltest.Command(dir, append(ticTacToe, "--save", "game.studio")...).Launch(t)
	for i, m := range []string{"b2", "a1", "c1", "a3", "a2", "c2"} {
		p.Says(t, m)
		p.Until(t, " to move\n", i+2)
	}
	p.Until(t, "Your moves are not being saved", 1)
	io.WriteString(p.In, "b1\nb3\nc3\n")
	if code := p.End(t); code != ctl.ExitYes {
		t.Errorf("exit code %d, %s", code, p.Errs.String())
	}
	if got := ctltest.Saved(t, filepath.Join(dir, "game.studio")); len(strings.Fields(got)) != 9 {
		t.Errorf("the file has the moves %q", got)
	}
}
