package record

import (
	"bytes"
	"context"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// randomTree returns a tree of legal moves, many of which have variations.
func randomTree(t *testing.T, r *rand.Rand, preset string) *model.Document {
	t.Helper()
	play, err := games.Games.FromSpec(*codectest.Spec(t, preset))
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(play)
	var grow func(n *model.Node, pos rules.Position, depth int)
	grow = func(n *model.Node, pos rules.Position, depth int) {
		for {
			moves := slices.Collect(pos.Moves())
			moves = slices.DeleteFunc(moves, func(m rules.Move) bool { return m == rules.Resign || m == rules.Timeout })
			if len(moves) == 0 {
				return
			}
			r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			var child *model.Node
			var after rules.Position
			for i, m := range moves[:min(len(moves), 1+r.IntN(3))] {
				next, err := pos.Play(m)
				if err != nil {
					t.Fatal(err)
				}
				c := d.Tree.Add(n, m)
				switch {
				case i == 0:
					child, after = c, next
				case depth < 4 && d.Tree.Len() < 500:
					grow(c, next, depth+1)
				}
			}
			if n, pos = child, after; d.Tree.Len() > 1000 || depth > 0 && r.IntN(4) == 0 {
				return
			}
		}
	}
	grow(d.Tree.Root(), play.Start(), 0)
	return d
}

// TestPassesInVariations checks that omitted passes are added in variations too, and after them.
func TestPassesInVariations(t *testing.T) {
	pass := regexp.MustCompile(`\bpass ?`)
	passes := 0
	for seed := range uint64(200) {
		d := randomTree(t, rand.New(rand.NewPCG(seed, 1)), "othello6")
		var b bytes.Buffer
		if err := Encode(context.Background(), &b, d, nil); err != nil {
			t.Fatal(err)
		}
		passes += len(pass.FindAll(b.Bytes(), -1))
		// A line cannot omit a pass at its end.
		text := regexp.MustCompile(`\bpass( ?[^\s0-9)(])`).ReplaceAllString(b.String(), "$1")
		got := must(t, text, nil)
		noWarnings(t, got)
		var again bytes.Buffer
		if err := Encode(context.Background(), &again, got, nil); err != nil {
			t.Fatal(err)
		}
		if again.String() != b.String() {
			t.Fatalf("seed %d: %s\nis read as\n%s", seed, text, again.String())
		}
	}
	if passes < 100 {
		t.Errorf("%d passes in all trees", passes)
	}
}

// TestNestedVariations checks that reading deeply nested variations plays each move only a few
// times, since the positions after the variations are stored.
func TestNestedVariations(t *testing.T) {
	const depth = 100
	cell := func(i int) string { return string(rune('a'+i%19)) + strconv.Itoa(i/19+1) }
	var b strings.Builder
	b.WriteString("[Variant \"line\"]\n[Param.rows \"19\"]\n[Param.cols \"19\"]\n[Param.k \"19\"]\n")
	for i := range depth {
		b.WriteString(" " + cell(3*i) + " (" + cell(3*i+1))
	}
	for i := depth - 1; i >= 0; i-- {
		b.WriteString(" " + cell(3*i+2) + ")")
	}
	var played atomic.Int64
	d, err := Decode(t.Context(), []byte(b.String()), codec.Options{Games: counted("line", &played)})
	if err != nil || len(d.Warnings) > 0 || d.Tree.Len() != 3*depth+1 {
		t.Fatalf("%v, %v", d, err)
	}
	if played.Load() > 3*int64(d.Tree.Len()) {
		t.Errorf("reading %d moves plays %d", d.Tree.Len()-1, played.Load())
	}
}

// counted returns the games. The named one counts the moves that are played.
func counted(name string, played *atomic.Int64) rules.Catalog {
	list := slices.Clone(games.Games)
	for i, g := range list {
		if g.Name == name {
			c := *g
			c.New = func(p rules.Params) (rules.Rules, error) {
				r, err := g.New(p)
				return counting{r, played}, err
			}
			list[i] = &c
		}
	}
	return list
}

type counting struct {
	rules.Rules
	played *atomic.Int64
}

func (c counting) Start() rules.Position { return counter{c.Rules.Start(), c.played} }

type counter struct {
	rules.Position
	played *atomic.Int64
}

func (c counter) Play(m rules.Move) (rules.Position, error) {
	c.played.Add(1)
	p, err := c.Position.Play(m)
	if err != nil {
		return nil, err
	}
	return counter{p, c.played}, nil
}
