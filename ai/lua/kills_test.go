package lua_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/ai/random"
)

// children returns the child processes of this process, including zombies.
func children() (pids []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		var state string
		var parent int
		if _, err := fmt.Sscan(rest, &state, &parent); err == nil && parent == os.Getpid() {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// descriptors returns the number of open files.
func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// kills is the number of scripts that TestKills kills:
//
//	go test ./ai/lua -run TestKills -kills 1000
var kills = flag.Int("kills", 300, "how many scripts are killed")

// TestKills checks that a game ends with a verdict if the process of its script is killed at a
// random moment, and that no process or file is left.
func TestKills(t *testing.T) {
	n := *kills
	if testing.Short() {
		n = 50
	}
	games := n / 5
	r := build(t, "connect4", nil)
	path := write(t, choosing("for i = 1, 20000 do local x = i end"))
	other, err := random.Kind.New(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	if left := children(); len(left) > 0 {
		t.Fatalf("there are processes before: %v", left)
	}
	files := descriptors(t)
	var killed, finished, failed atomic.Int64
	stop := make(chan struct{})
	var killer, players sync.WaitGroup
	killer.Go(func() {
		for rng := rand.New(rand.NewPCG(1, 1)); ; {
			select {
			case <-stop:
				return
			case <-time.After(time.Duration(rng.IntN(8000)) * time.Microsecond):
			}
			if pids := children(); len(pids) > 0 && unix.Kill(pids[rng.IntN(len(pids))], unix.SIGKILL) == nil {
				killed.Add(1)
			}
		}
	})
	var game atomic.Int64
	for range 4 {
		players.Go(func() {
			for killed.Load() < int64(n) || finished.Load() < int64(games) {
				n := game.Add(1)
				e := player(t, r, path)
				rec, err := match.Play(context.Background(), match.Config{
					Rules: r, Engines: []ai.Engine{e, other}, Seed: uint64(n), Limits: []ai.Limit{{Time: 20 * time.Second}},
				})
				ai.Close(e)
				if err != nil || !rec.Result.Over {
					t.Errorf("game %d: %v, %+v", n, err, rec.Result)
				}
				if rec.Failure != nil {
					failed.Add(1)
					if text := rec.Failure.Error(); !strings.Contains(text, "script") {
						t.Errorf("game %d: %v", n, rec.Failure)
					}
				}
				finished.Add(1)
			}
		})
	}
	players.Wait()
	close(stop)
	killer.Wait()
	t.Logf("%d kills, %d games, %d of them lost by a kill", killed.Load(), finished.Load(), failed.Load())
	if failed.Load() == 0 {
		t.Error("no kill has hit a game")
	}
	if left := children(); len(left) > 0 {
		t.Errorf("these processes are left: %v", left)
	}
	if now := descriptors(t); now > files {
		t.Errorf("%d files are open, %d before", now, files)
	}
}
