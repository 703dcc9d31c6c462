package booklet_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	aiall "boardstudio/ai/all"
	"boardstudio/draw"
	"boardstudio/draw/font"
	"boardstudio/internal/race"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/publish/booklet"
	"boardstudio/puzzle"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// inside checks that all items are inside the page.
func inside(t *testing.T, name string, list []pdf.Page) {
	t.Helper()
	for i, page := range drawn(list) {
		for _, it := range page {
			b := it.Bounds()
			if it.Text != "" {
				b.W = font.Width(font.Plain(it.Text), it.TextStyle)
			}
			if b.X < 8 || b.Y < 8 || b.X+b.W > list[i].Size.X-8 || b.Y+b.H > list[i].Size.Y-8 {
				t.Errorf("%s: page %d has something at %+v: %q", name, i+1, b, it.Text)
			}
		}
	}
}

// TestScoreSheets checks blank sheets of all games and papers.
func TestScoreSheets(t *testing.T) {
	race.Skip(t)
	for _, g := range families(t) {
		for _, paper := range []pdf.Paper{pdf.A4, pdf.A5, pdf.Letter} {
			d := model.NewDocument(g.Tree.Rules())
			list, info, err := booklet.ScoreSheet(t.Context(), aiall.Engines, d, booklet.ScoreOptions{Paper: paper, Pages: 2})
			if err != nil {
				t.Fatal(err)
			}
			inside(t, g.name+" on "+string(paper), list)
			if len(list) != 2 || !slices.EqualFunc(drawn(list[:1])[0][2:9], drawn(list[1:])[0][2:9], func(a, b draw.Item) bool { return a.Text == b.Text && a.At == b.At }) {
				t.Errorf("%s on %s: %d pages, or they differ", g.name, paper, len(list))
			}
			got := text(list[:1])
			for _, want := range []string{"Event", "Date", "Result", "Signature", "\n40"} {
				if !strings.Contains(got, want) && !(paper == pdf.A5 && want == "\n40") {
					t.Errorf("%s on %s: %q is missing in %s", g.name, paper, want, got)
				}
			}
			if len(written(t, list, info)) == 0 {
				t.Error("no file")
			}
		}
	}
	for _, o := range []booklet.ScoreOptions{{Pages: -1}, {Pages: 5000}} {
		if _, _, err := booklet.ScoreSheet(t.Context(), aiall.Engines, model.NewDocument(build(t, "hex", nil)), o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}

// TestFilledSheet checks that each move is in the column of its player and that a long game
// continues on further pages.
func TestFilledSheet(t *testing.T) {
	d := sample(t, "penloup-juhem.studio")
	list, _, err := booklet.ScoreSheet(t.Context(), aiall.Engines, d, booklet.ScoreOptions{})
	if err != nil {
		t.Fatal(err)
	}
	inside(t, "othello", list)
	pos := d.Tree.Rules().Start()
	columns := map[rules.Player]map[float64]bool{0: {}, 1: {}}
	page := drawn(list)[0]
	for n := d.Tree.Root().First(); n != nil; n = n.First() {
		m, _ := n.Move()
		if m != rules.Pass {
			name := d.Tree.Rules().FormatMove(m)
			i := slices.IndexFunc(page, func(it draw.Item) bool { return it.Text == name && it.TextStyle.Serif })
			if i < 0 {
				t.Fatalf("%s is missing", name)
			}
			columns[pos.Turn()][page[i].At.X] = true
		}
		pos, _ = pos.Play(m)
	}
	for x := range columns[0] {
		if columns[1][x] {
			t.Errorf("both players have moves at %v", x)
		}
	}
	if len(columns[0]) > 2 || !strings.Contains(text(list), "Juhem wins 20–44") {
		t.Errorf("columns %v", columns)
	}

	r := build(t, "gomoku", rules.Params{"rows": "39", "cols": "41", "k": "41"})
	long := model.NewDocument(r)
	n := long.Tree.Root()
	for c := range 1599 {
		n = long.Tree.Add(n, rules.Place(rules.Cell(c)))
	}
	list, _, err = booklet.ScoreSheet(t.Context(), aiall.Engines, long, booklet.ScoreOptions{Paper: pdf.A5})
	if err != nil {
		t.Fatal(err)
	}
	got := 0
	for _, page := range drawn(list) {
		for _, it := range page {
			if regexp.MustCompile(`^[a-z]+[0-9]+$`).MatchString(it.Text) && it.TextStyle.Serif {
				got++
			}
		}
	}
	if got != 1599 {
		t.Errorf("%d moves on %d pages", got, len(list))
	}
	many := played(t, build(t, "tictactoe", rules.Params{"rows": "6", "cols": "6", "k": "4", "players": "26"}), "a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5")
	list, _, err = booklet.ScoreSheet(t.Context(), aiall.Engines, many, booklet.ScoreOptions{Paper: pdf.A5})
	if err != nil {
		t.Fatal(err)
	}
	inside(t, "26 players", list)
}

// TestPuzzleSheets checks that each puzzle has a board, a task and a solution.
func TestPuzzleSheets(t *testing.T) {
	race.Skip(t)
	for _, name := range []string{"gomoku", "renju", "pente", "connect4", "othello", "awale"} {
		t.Run(name, func(t *testing.T) {
			d := sample(t, "puzzles/"+name+".studio")
			puzzles := puzzle.Of(d.Tree)
			for _, o := range []booklet.PuzzleOptions{{}, {Paper: pdf.A5}, {PerPage: 4}, {PerPage: 1, Paper: pdf.Letter}, {PerPage: 12}} {
				list, info, err := booklet.PuzzleSheet(t.Context(), aiall.Engines, []*model.Document{d}, o)
				if err != nil {
					t.Fatal(err)
				}
				inside(t, fmt.Sprintf("%s %+v", name, o), list)
				solutions := slices.IndexFunc(list, func(p pdf.Page) bool {
					return slices.ContainsFunc(p.Marks, func(m pdf.Mark) bool { return m.Title == "Solutions" })
				})
				pages := func(per int) int { return (len(puzzles) + per - 1) / per }
				if o.PerPage > 0 && solutions != pages(o.PerPage) || o.PerPage == 0 && solutions != pages(6) && solutions != pages(4) {
					t.Errorf("%s %+v: the puzzles take %d pages", name, o, solutions)
				}
				asked := strings.Count(text(list[:max(solutions, 0)]), " to move and win")
				if asked != len(puzzles) {
					t.Errorf("%s %+v: %d puzzles of %d", name, o, asked, len(puzzles))
				}
				if o.PerPage == 4 {
					got := strings.ReplaceAll(text(list[solutions:]), "\n", " ")
					for i, p := range puzzles {
						if want := fmt.Sprintf("%d\u20021. %s", i+1, d.Tree.Rules().FormatMove(p.Line[0])); !strings.Contains(got, want) {
							t.Errorf("%q is missing", want)
						}
					}
				}
				if o.PerPage == 0 {
					written(t, list, info)
				}
			}
		})
	}
}

// TestRefutations checks the refutations of wrong tries, from variations and from the Refute
// option.
func TestRefutations(t *testing.T) {
	d := sample(t, "puzzles/connect4.studio")
	first := puzzle.Of(d.Tree)[0]
	var wrong []string
	for m := range first.At.Moves() {
		if m != first.Line[0] {
			n := d.Tree.Add(first.Node, m)
			wrong = append(wrong, d.Tree.Rules().FormatMove(m))
			d.Tree.Add(n, m)
			break
		}
	}
	asked := 0
	list, _, err := booklet.PuzzleSheet(t.Context(), aiall.Engines, []*model.Document{d}, booklet.PuzzleOptions{
		Refute: func(_ context.Context, r rules.Rules, p puzzle.Puzzle) (try, reply rules.Move, ok bool) {
			asked++
			return p.Line[0], p.Line[0], asked%2 == 0
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := text(list)
	if want := wrong[0] + " does not win: " + wrong[0] + "."; !strings.Contains(got, want) {
		t.Errorf("%q is missing", want)
	}
	if n := len(puzzle.Of(d.Tree)); asked != n-1 || strings.Count(got, "does not win") != 1+(n-1)/2 {
		t.Errorf("%d were asked for, %d stand there", asked, strings.Count(got, "does not win"))
	}
	_, _, err = booklet.PuzzleSheet(t.Context(), aiall.Engines, []*model.Document{sample(t, "awale.studio")}, booklet.PuzzleOptions{})
	if e := (*msg.Error)(nil); !errors.As(err, &e) {
		t.Errorf("a game without puzzles: %v", err)
	}
	if _, _, err = booklet.PuzzleSheet(t.Context(), aiall.Engines, []*model.Document{d}, booklet.PuzzleOptions{PerPage: 13}); err == nil {
		t.Error("13 on a page are taken")
	}
}
