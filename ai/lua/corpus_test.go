package lua_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/ai/lua/worker"
	"boardstudio/internal/effort"
	"boardstudio/internal/race"
	"boardstudio/rules"
)

var strict = flag.Bool("strict", false, "the hostile scripts must also keep to their times, which needs a machine with nothing else to do")

// specimen is a hostile script with the settings in its header.
type specimen struct {
	name   string
	source []byte
	// Acceptable results: T out of time, M out of memory, D its process died, E its error, I no
	// move, OK.
	verdict []string
	game    string
	played  []string
	asks    int
	limit   time.Duration
	clock   time.Duration // time for all moves together, 0 if unlimited
}

var (
	headLine = regexp.MustCompile(`(?m)^-- ([a-z]+): (.*)$`)
	piece    = regexp.MustCompile(`("(?:[^"\\]|\\.)*")(?:\*([0-9]+))?`)
)

// usual is the default time limit.
const usual = 300 * time.Millisecond

// specimens reads the hostile scripts. A script with several values occurs once for each of them.
func specimens(t *testing.T, canary string) []specimen {
	t.Helper()
	paths, err := filepath.Glob("testdata/hostile/*.lua")
	if err != nil {
		t.Fatal(err)
	}
	var all []specimen
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s := specimen{
			name: strings.TrimSuffix(filepath.Base(path), ".lua"), game: "tictactoe", asks: 1, limit: usual,
			source: []byte(strings.ReplaceAll(string(text), "@CANARY@", canary)),
		}
		var values []string
		for _, m := range headLine.FindAllStringSubmatch(string(text), -1) {
			var err error
			switch key, value := m[1], m[2]; key {
			case "verdict":
				s.verdict = strings.Split(value, "|")
			case "game":
				s.game = value
			case "played":
				s.played = strings.Fields(value)
			case "asks":
				s.asks, err = strconv.Atoi(value)
			case "limit":
				s.limit, err = time.ParseDuration(value)
			case "clock":
				s.clock, err = time.ParseDuration(value)
			case "source":
				s.source = expand(t, value)
			case "values":
				values = strings.Split(value, " ;; ")
			case "full": // more values
				if effort.Full() {
					values = append(values, strings.Split(value, " ;; ")...)
				}
			}
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		}
		if !*strict && !slices.Contains(s.verdict, "T") {
			s.limit = max(s.limit, 2*time.Minute) // the script ends by itself, but a slow machine takes long
		}
		if values == nil {
			all = append(all, s)
		}
		for i, v := range values {
			one := s
			one.name += " " + strconv.Itoa(i+1)
			one.source = []byte(strings.ReplaceAll(string(s.source), "@VALUE@", v))
			all = append(all, one)
		}
	}
	return all
}

// expand returns the text of a list of quoted pieces, each with an optional repeat count. In the
// pieces, # is the number of the repetition.
func expand(t *testing.T, list string) []byte {
	t.Helper()
	var b []byte
	for _, m := range piece.FindAllStringSubmatch(list, -1) {
		text, err := strconv.Unquote(m[1])
		if err != nil {
			t.Fatal(err)
		}
		n := 1
		if m[2] != "" {
			if n, err = strconv.Atoi(m[2]); err != nil {
				t.Fatal(err)
			}
		}
		for i := range n {
			if m[2] != "" && strings.Contains(text, "#[#]") {
				b = append(b, strings.ReplaceAll(text, "#[#]", "t["+strconv.Itoa(i)+"]")...)
			} else {
				b = append(b, text...)
			}
		}
	}
	return b
}

// verdict classifies an error of a script.
func verdict(w *worker.Client, err error) string {
	var f *script.Fault
	switch {
	case err == nil:
		return "OK"
	case !errors.As(err, &f):
		return "?"
	case f.Budget == stdlib.AnswerBudget:
		return "I"
	case f.Budget == stdlib.TimeBudget || f.Budget == stdlib.InstructionBudget:
		return "T"
	case w.Died():
		return "D"
	case f.Budget == stdlib.MemoryBudget:
		return "M"
	}
	return "E"
}

// budgets are the words in messages for each budget.
var budgets = map[string]string{
	stdlib.TimeBudget: "out of time", stdlib.InstructionBudget: "out of instructions", stdlib.MemoryBudget: "memory",
	stdlib.StackBudget: "too many nested calls", stdlib.AnswerBudget: "which is not a",
}

// outcome is the result of a hostile script.
type outcome struct {
	verdict string
	err     error
	took    time.Duration // duration of the last request
	limit   time.Duration // limit of the last request
	peak    int64
	log     int
}

// attack runs a hostile script.
func attack(t *testing.T, s specimen) outcome {
	t.Helper()
	w, err := worker.Open(t.Context(), worker.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r := build(t, s.game, nil)
	o := outcome{limit: script.LoadTime}
	begun := time.Now()
	about, err := w.Load(t.Context(), worker.Load{Name: s.name, Source: s.source, Game: r.Spec(), Time: s.limit})
	o.took, o.limit = time.Since(begun), max(o.limit, s.limit)
	w.Play(r)
	var moves []rules.Move
	for _, text := range s.played {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
	}
	clock := s.clock
	for range s.asks {
		if err != nil {
			break
		}
		o.limit = s.limit
		if s.clock > 0 {
			o.limit = max(clock, time.Millisecond)
		}
		begun := time.Now()
		var a script.Answer
		a, err = w.Choose(t.Context(), r.Start(), moves, ai.Limit{Time: o.limit}, 1)
		o.took = time.Since(begun)
		clock -= o.took
		moves = append(moves, a.Move)
	}
	if err == nil && about.Finish {
		begun := time.Now()
		err = w.Finish(t.Context(), r.Start(), moves, 0, rules.Result{Over: true, Reason: rules.Full}, o.limit)
		o.took = time.Since(begun)
	}
	o.verdict, o.err, o.peak, o.log = verdict(w, err), err, w.Peak(), len(w.Log())
	return o
}

// heartbeat measures how long a goroutine like the one of the window has to wait.
func heartbeat(t *testing.T) (worst func() time.Duration) {
	var most atomic.Int64
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		last := time.Now()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if gap := time.Since(last); int64(gap) > most.Load() {
				most.Store(int64(gap))
			}
			last = time.Now()
		}
	}()
	t.Cleanup(func() { close(done); <-gone })
	return func() time.Duration { return time.Duration(most.Swap(0)) }
}

// Limits that apply to each hostile script.
const (
	maxLate = 300 * time.Millisecond // until the verdict, after the time limit
	maxPing = 100 * time.Millisecond
	maxNext = 100 * time.Millisecond
	maxPeak = (256 + 64) << 20
	// time after which a process that has not stopped its script is killed
	killAfter = 200 * time.Millisecond
	// allowance for a busy machine
	slack = 5 * time.Second
)

// TestHostileCorpus checks that each hostile script gets its expected verdict in time. Studio must
// keep its memory and files, the message must be useful, and the next script must play (checked
// after every fourth, and after each with -full).
func TestHostileCorpus(t *testing.T) {
	race.Skip(t)
	canary := filepath.Join(t.TempDir(), "canary")
	if err := os.WriteFile(canary, []byte("sings"), 0o600); err != nil {
		t.Fatal(err)
	}
	more := slack
	if *strict {
		more = 0
	}
	ping := heartbeat(t)
	var late, slowest, next time.Duration
	var peak int64
	t.Logf("%-28s %-3s %8s %8s %6s %6s  %s", "script", "is", "took", "late", "MB", "ping", "message")
	for i, s := range specimens(t, canary) {
		if testing.Short() && i%3 != 0 {
			continue
		}
		o := attack(t, s)
		p := ping()
		message := "-"
		if o.err != nil {
			message = o.err.Error()
		}
		over := max(0, o.took-o.limit)
		t.Logf("%-28s %-3s %8v %8v %6d %6v  %s", s.name, o.verdict, o.took.Round(time.Millisecond), over.Round(time.Millisecond), o.peak>>20, p.Round(time.Millisecond), message)
		late, slowest, peak = max(late, over), max(slowest, p), max(peak, o.peak)
		if !slices.Contains(s.verdict, o.verdict) {
			t.Errorf("%s: verdict %s, want %s", s.name, o.verdict, strings.Join(s.verdict, " or "))
		}
		if over > maxLate+more {
			t.Errorf("%s: the verdict came %v after the limit", s.name, over)
		}
		if p > maxPing+more {
			t.Errorf("%s: the window would have stood still for %v", s.name, p)
		}
		if o.peak > maxPeak || o.peak == 0 {
			t.Errorf("%s: its process had %d MB", s.name, o.peak>>20)
		}
		if o.log > 70<<10 {
			t.Errorf("%s: %d bytes of its log are kept", s.name, o.log)
		}
		checkMessage(t, s, o.err, over >= killAfter && !*strict)
		if text, err := os.ReadFile(canary); err != nil || string(text) != "sings" {
			t.Fatalf("%s: the canary is dead: %v", s.name, err)
		}
		if i%4 > 0 && !effort.Full() {
			continue
		}
		begun := time.Now()
		if fresh := attack(t, specimen{
			name: "next", source: []byte(choosing("assert(string.rep and print and pos:turn() == 1)")), game: "tictactoe", asks: 1, limit: 10 * time.Second,
		}); fresh.err != nil {
			t.Errorf("after %s the next script fails: %v", s.name, fresh.err)
		}
		next = max(next, time.Since(begun))
	}
	ping()
	t.Logf("worst of all: verdict %v after the limit, ping %v, memory %d MB, next script after %v", late, slowest, peak>>20, next)
	if next > maxNext+more {
		t.Errorf("the next script played only after %v", next)
	}
}

// checkMessage checks that a message is useful and has one line. The line number is unknown if the
// process was killed.
func checkMessage(t *testing.T, s specimen, err error, killed bool) {
	t.Helper()
	var f *script.Fault
	if !errors.As(err, &f) {
		return
	}
	text := err.Error()
	if !strings.HasPrefix(text, "script "+s.name) || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' }) || len(text) > 600 {
		t.Errorf("%s: the message is %q", s.name, text)
	}
	if want := budgets[f.Budget]; f.Budget != "" && !strings.Contains(text, want) {
		t.Errorf("%s: the message %q does not speak of %q", s.name, text, want)
	}
	if f.Budget != "" && f.Line == 0 && !killed && !strings.Contains(text, "compile") {
		t.Errorf("%s: the message %q has no line", s.name, text)
	}
}
