package contests

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"boardstudio"
	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
	"boardstudio/draw/term"
	"boardstudio/internal/race"
)

// contests are commands that play almost forever, with text and JSON output.
var contests = map[string][]string{
	"match":           strings.Fields("match -g tictactoe -s A=random -s B=random -n 1000000000"),
	"match JSON":      strings.Fields("match -g tictactoe -s A=random -s B=random -n 1000000000 --json"),
	"tournament":      strings.Fields("tournament -g tictactoe random random random -n 1000000000 -v"),
	"tournament JSON": strings.Fields("tournament -g tictactoe random random random -n 1000000000 --json"),
}

// heapRecorder is a stream that records the memory in use after given numbers of lines.
type heapRecorder struct {
	lines int
	at    []int
	use   []uint64
}

func (h *heapRecorder) Write(p []byte) (int, error) {
	h.lines += strings.Count(string(p), "\n")
	if len(h.at) > 0 && h.lines >= h.at[0] {
		h.at = h.at[1:]
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		h.use = append(h.use, m.HeapAlloc)
	}
	return len(p), nil
}

// TestContestFlat checks that memory use does not grow with the number of games.
func TestContestFlat(t *testing.T) {
	race.Skip(t)
	games := 50_000
	if testing.Short() {
		games = 10_000
	}
	for name, args := range contests {
		t.Run(name, func(t *testing.T) {
			out := &heapRecorder{at: []int{1000, games}}
			args = append(slices.Clone(args), "--plies", "1", "-n", fmt.Sprint(games+10))
			tl := &ctl.Tool{All: boardstudio.All, Commands: program, In: strings.NewReader(""), Out: &ctl.Output{W: out}, Err: &ctltest.Text{}, Getenv: func(string) string { return "" }, Term: term.Terminal{}}
			if code := tl.Run(context.Background(), args); code != ctl.ExitYes {
				t.Fatalf("exit code %d", code)
			}
			if len(out.use) != 2 {
				t.Fatalf("only %d lines", out.lines)
			}
			t.Logf("%d KB after 1000 games, %d KB after %d", out.use[0]>>10, out.use[1]>>10, games)
			if grown := int64(out.use[1]) - int64(out.use[0]); grown > 256<<10 {
				t.Errorf("%d games have taken %d KB", games, grown>>10)
			}
		})
	}
}

// countGames returns the number of games in the output of a contest.
func countGames(t *testing.T, name, out string, whole bool) int {
	t.Helper()
	if strings.Contains(name, "JSON") {
		if !whole {
			out += "]}"
		}
		var j matchJSON
		if err := json.Unmarshal([]byte(out), &j); err != nil {
			t.Errorf("%s: %v in %.2000s", name, err, out)
		}
		played := 0
		for _, e := range j.Engines {
			played += e.Total.Games
		}
		if whole && played != 2*len(j.Games) {
			t.Errorf("%s: the engines have played %d times in %d games", name, played, len(j.Games))
		}
		return len(j.Games)
	}
	n := 0
	for l := range strings.Lines(out) {
		if !strings.HasPrefix(l, "game ") {
			if !whole {
				t.Errorf("%s: there is more than games: %s", name, l)
			}
			break
		}
		if n++; !regexp.MustCompile(fmt.Sprintf(`^game %d: .*, \d moves(: .*)?\n$`, n)).MatchString(l) {
			t.Errorf("%s: line %d is %s", name, n, l)
		}
	}
	return n
}

// TestContestKilled checks that the output file of a killed contest contains every game.
func TestContestKilled(t *testing.T) {
	for name, args := range contests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "out")
			f, err := os.Create(file)
			if err != nil {
				t.Fatal(err)
			}
			p := ctltest.Command(dir, args...)
			p.Stdout = f
			p.Launch(t)
			f.Close()
			if !ctltest.Watch(t, dir).Until(func() bool {
				info, err := os.Stat(file)
				return err == nil && info.Size() >= 10_000
			}) {
				t.Fatalf("nothing was written; %s", p.Errs.String())
			}
			p.Gets(t, syscall.SIGKILL)
			p.End(t)
			out, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if n := countGames(t, name, string(out), false); n < 20 {
				t.Errorf("%d games", n)
			}
		})
	}
}

// TestContestStopped checks that the games and the table are printed if a signal stops a contest.
func TestContestStopped(t *testing.T) {
	for name, args := range contests {
		t.Run(name, func(t *testing.T) {
			for s, code := range ctltest.Numbers {
				p := ctltest.Command(t.TempDir(), args...).Launch(t)
				p.Until(t, "\n", 100)
				p.Gets(t, s)
				if got := p.End(t); got != code || p.Errs.String() != "studioctl: stopped\n" {
					t.Errorf("%s, %v: exit code %d, %s", name, s, got, p.Errs.String())
				}
				if n := countGames(t, name, p.Out.String(), true); n < 90 {
					t.Errorf("%s, %v: %d games", name, s, n)
				}
				if !strings.Contains(name, "JSON") && !strings.Contains(p.Out.String(), "\nengine ") {
					t.Errorf("%s, %v: there is no table", name, s)
				}
			}
		})
	}
}

// TestContestClosedPipe checks the exit code of a contest whose output pipe is closed.
func TestContestClosedPipe(t *testing.T) {
	for name, args := range contests {
		t.Run(name, func(t *testing.T) {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			p := ctltest.Command(t.TempDir(), args...)
			p.Stdout = w
			p.Launch(t)
			w.Close()
			if _, err := r.Read(make([]byte, 100)); err != nil {
				t.Fatal(err)
			}
			r.Close()
			if code := p.End(t); code != ctl.ExitPipe || p.Errs.String() != "" {
				t.Errorf("exit code %d, %s", code, p.Errs.String())
			}
		})
	}
}
