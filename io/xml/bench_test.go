package xml

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/internal/cpu"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// games are the game families used by the tests.
var games = rules.Catalog{&line.Game, &othello.Game, &awale.Game}

// opts returns the options used by the tests.
func opts(name string) codec.Options { return codec.Options{Games: games, File: name} }

// build returns the rules of a game.
func build(t testing.TB, game string, p rules.Params) rules.Rules {
	t.Helper()
	r, err := opts("").Games.FromSpec(rules.Spec{Game: game, Params: p})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// bigTree returns an analysis of a 19×19 game with n nodes: long lines with some variations, and a
// comment on every tenth node.
func bigTree(t testing.TB, n int) *model.Document {
	r := build(t, "line", rules.Params{"rows": "19", "cols": "19", "k": "5"})
	d := model.NewDocument(r)
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	tree := d.Tree
	at, pos := tree.Root(), r.Start()
	type place struct {
		node *model.Node
		pos  rules.Position
	}
	back := []place{{at, pos}}
	for tree.Len() < n {
		var moves []rules.Move
		for m := range pos.Moves() {
			moves = append(moves, m)
		}
		if len(moves) == 0 || rng.IntN(30) == 0 {
			p := back[rng.IntN(len(back))]
			at, pos = p.node, p.pos
			continue
		}
		m := moves[rng.IntN(len(moves))]
		next, err := pos.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		at, pos = tree.Add(at, m), next
		if tree.Len()%10 == 0 {
			tree.Annotate(at, model.Annotation{Comment: fmt.Sprintf("Node %d: Black's shape is thin, but the row in the north holds.", tree.Len())})
		}
		switch { // nodes to return to, all of them early in the game
		case len(moves) < 200:
		case len(back) < 200:
			back = append(back, place{at, pos})
		case rng.IntN(10) == 0:
			back[rng.IntN(200)] = place{at, pos}
		}
	}
	return d
}

func benchOpen(b *testing.B, n int) {
	var data bytes.Buffer
	if err := Encode(context.Background(), &data, bigTree(b, n), nil); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(data.Len()))
	b.ResetTimer()
	for b.Loop() {
		d, err := Decode(context.Background(), data.Bytes(), opts(""))
		if err != nil || d.Tree.Len() != n || len(d.Warnings) != 0 {
			b.Fatal(err, d.Warnings)
		}
	}
}

func benchSave(b *testing.B, n int) {
	d := bigTree(b, n)
	b.ResetTimer()
	for b.Loop() {
		if err := Encode(context.Background(), io.Discard, d, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// Targets for 1,000,000 nodes with a comment on every tenth, on two cores: open in 1.5 s, save in 1
// s, with a peak of 250 MB.
//
//	go test ./io/xml -run - -bench 1M

func BenchmarkOpen100k(b *testing.B) { benchOpen(b, 100_000) }
func BenchmarkSave100k(b *testing.B) { benchSave(b, 100_000) }
func BenchmarkOpen1M(b *testing.B)   { benchOpen(b, 1_000_000) }
func BenchmarkSave1M(b *testing.B)   { benchSave(b, 1_000_000) }

// BenchmarkUsable1M reads only the structure, after which the document can be shown.
func BenchmarkUsable1M(b *testing.B) {
	var data bytes.Buffer
	if err := Encode(context.Background(), &data, bigTree(b, 1_000_000), nil); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(data.Len()))
	b.ReportAllocs()
	for b.Loop() {
		o := opts("")
		o.Later = &codec.DelayedCheck{}
		if _, err := Decode(context.Background(), data.Bytes(), o); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPeak1M opens and saves in a separate process and reports its peak memory use according
// to the system. SGF=FILE writes the same tree in SGF, to compare other programs.
func BenchmarkPeak1M(b *testing.B) {
	d := bigTree(b, 1_000_000)
	if name := os.Getenv("SGF"); name != "" {
		if err := os.WriteFile(name, sgf(d), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	name := filepath.Join(b.TempDir(), "a.studio")
	if err := os.WriteFile(name, save(b, d), 0o666); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestPeakChild$", "-test.v")
		cmd.Env = append(os.Environ(), "PEAK_FILE="+name)
		out, err := cmd.CombinedOutput()
		if err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		for _, what := range []string{"open", "save"} {
			_, rest, _ := strings.Cut(string(out), what+": ")
			var s, cpu, mb float64
			if _, err := fmt.Sscanf(rest, "%f s, %f s of processors, %f MB", &s, &cpu, &mb); err != nil {
				b.Fatalf("%v: %s", err, out)
			}
			b.ReportMetric(s, what+"-s")
			b.ReportMetric(cpu, what+"-cpu-s")
			b.ReportMetric(mb, what+"-MB")
			if mb > 250 {
				b.Errorf("%s: a peak of %.0f MB", what, mb)
			}
		}
	}
}

// TestPeakChild is the process started by BenchmarkPeak1M.
func TestPeakChild(t *testing.T) {
	name := os.Getenv("PEAK_FILE")
	if name == "" {
		t.Skip("for a benchmark")
	}
	log := func(what string, start time.Time, used time.Duration) {
		fmt.Printf("%s: %.2f s, %.2f s of processors, %.0f MB\n", what, time.Since(start).Seconds(), (cpu.Used() - used).Seconds(), peak(t))
	}
	start, used := time.Now(), cpu.Used()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Decode(context.Background(), data, opts(""))
	log("open", start, used)
	if err != nil {
		t.Fatal(err)
	}
	start, used = time.Now(), cpu.Used()
	again := save(t, d)
	log("save", start, used)
	if !bytes.Equal(again, data) {
		t.Error("saved differently")
	}
}

// peak returns the peak memory use of this process in MB.
func peak(t *testing.T) float64 {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("no /proc here")
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kB float64
	if _, err := fmt.Sscanf(rest, "%f kB", &kB); err != nil {
		t.Fatal(err)
	}
	return kB / 1024
}

// sgf returns the tree as a game of Go with alternating moves and comments.
func sgf(d *model.Document) []byte {
	var b bytes.Buffer
	b.WriteString("(;GM[1]FF[4]SZ[19]")
	cells := d.Tree.Rules().Board().Cells
	type at struct {
		n     *model.Node
		depth int
		close bool
	}
	for stack := []at{{d.Tree.Root(), 0, false}}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x.close {
			b.WriteByte(')')
			continue
		}
		if m, ok := x.n.Move(); ok && x.n.Parent() != nil {
			if x.n.Next() != nil || x.n.Prev() != nil {
				b.WriteByte('(')
				stack = append(stack, at{close: true})
			}
			c := cells[m.To]
			fmt.Fprintf(&b, ";%c[%c%c]", "WB"[x.depth%2], 'a'+c.Col, 'a'+c.Row)
		}
		if text := x.n.Comment(); text != "" {
			b.WriteString("C[" + text + "]")
		}
		first := len(stack)
		for c := range x.n.Children() {
			stack = append(stack, at{c, x.depth + 1, false})
		}
		slices.Reverse(stack[first:])
	}
	b.WriteByte(')')
	return b.Bytes()
}
