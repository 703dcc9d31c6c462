package booklet_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	aiall "boardstudio/ai/all"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/publish/booklet"
	"boardstudio/puzzle"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// onBoard matches board coordinates and the numbers on pieces.
var onBoard = regexp.MustCompile(`^([a-o]*|[A-F]|[0-9]*)$`)

// body returns the texts of pages without board coordinates and move numbers on boards. Texts at
// the same height are joined.
func body(list []pdf.Page) string {
	var lines []string
	for _, l := range strings.Split(text(list), "\n") {
		if l = strings.ReplaceAll(strings.TrimSpace(l), "\u2002", " "); !onBoard.MatchString(l) {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}

// marked returns a document with the given moves. If change is not nil, it is applied to the
// document.
func marked(t testing.TB, preset string, over rules.Params, moves string, change func(*model.Document)) *model.Document {
	d := played(t, build(t, preset, over), moves)
	if change != nil {
		change(d)
	}
	return d
}

// bodyCase is a document with the text of its booklet.
type bodyCase struct {
	name    string
	d       *model.Document
	options booklet.Options
	want    string
}

func bodyCases(t *testing.T) []bodyCase {
	t.Helper()
	mark := func(d *model.Document, ply int) {
		d.Tree.Annotate(at(d, ply), model.Annotation{Bookmark: true})
	}
	return []bodyCase{
		{
			"result of the record", marked(t, "tictactoe", nil, "b2", func(d *model.Document) { d.Info[model.InfoResult] = " 1-0 " }),
			booklet.Options{},
			"Tic-tac-toe\nCross –  Nought\n1. b2\nDiagram 1 move 1\nResult: 1-0",
		},
		{
			"result unknown", marked(t, "tictactoe", nil, "b2", func(d *model.Document) { d.Info[model.InfoResult] = "*" }),
			booklet.Options{},
			"Tic-tac-toe\nCross –  Nought\n1. b2\nDiagram 1 move 1",
		},
		{
			"result by the rules", marked(t, "tictactoe", nil, "a1 b1 a2 b2 a3", func(d *model.Document) { d.Info[model.InfoResult] = "0-1" }),
			booklet.Options{},
			"Tic-tac-toe\nCross –  Nought\n1. a1 2. b1 3. a2 4. b2 5. a3\nDiagram 1 moves 1–5\nCross wins – a row is complete",
		},
		{
			"resigned", marked(t, "tictactoe", nil, "b2 resign", nil),
			booklet.Options{},
			"Tic-tac-toe\nCross –  Nought\n1. b2 resigns\nDiagram 1 move 1\nCross wins – resignation",
		},
		{
			"diagram of the start", marked(t, "tictactoe", nil, "b2", func(d *model.Document) { mark(d, 0) }),
			booklet.Options{},
			"Tic-tac-toe\nCross –  Nought\nDiagram 1 start\n1. b2\nDiagram 2 move 1",
		},
		{
			"no move", marked(t, "tictactoe", nil, "", nil),
			booklet.Options{},
			"Tic-tac-toe\nCross –  Nought\nDiagram 1 start",
		},
		{
			"every two moves", marked(t, "tictactoe", nil, "b2 a1 c3 b1 b3", nil),
			booklet.Options{Every: 2},
			"Tic-tac-toe\nCross –  Nought\n1. b2 2. a1\nDiagram 1 moves 1–2\n3. c3 4. b1\nDiagram 2 moves 3–4\n5. b3\nDiagram 3 move 5",
		},
		{
			"last move has a diagram", marked(t, "tictactoe", nil, "b2 a1", func(d *model.Document) { mark(d, 2) }),
			booklet.Options{},
			"Tic-tac-toe\nCross –  Nought\n1. b2 2. a1\nDiagram 1 moves 1–2",
		},
		{
			"numbers begin at 31", marked(t, "tictactoe", nil, "b2 a1 c3", func(d *model.Document) { d.Tree.Annotate(at(d, 2), model.Annotation{Number: 31}) }),
			booklet.Options{},
			"Tic-tac-toe\nCross –  Nought\n1. b2 31. a1 32. c3\nDiagram 1 moves 1–32",
		},
		{
			"players, event and place", marked(t, "tictactoe", nil, "b2", func(d *model.Document) {
				d.Players[0].Name, d.Info[model.InfoTitle] = "Ada", "The final"
				d.Info[model.InfoEvent], d.Info[model.InfoPlace], d.Info[model.InfoRound] = "Lyon", "Lyon", "2"
			}),
			booklet.Options{},
			"The final\nAda –  Nought\nLyon, round 2\n1. b2\nDiagram 1 move 1",
		},
		{
			"event only", marked(t, "tictactoe", nil, "b2", func(d *model.Document) { d.Info[model.InfoEvent] = "Club" }),
			booklet.Options{},
			"Club\nCross –  Nought\nClub\n1. b2\nDiagram 1 move 1",
		},
		{
			"pieces change sides", marked(t, "hex", nil, "k1 swap-sides", nil),
			booklet.Options{Every: 5},
			"Hex\nRed –  Blue\n1. k1 2. swap of sides\nDiagram 1 moves 1–2\n2 swaps sides",
		},
		{
			"a piece changes sides", marked(t, "hex", nil, "k1 swap", nil),
			booklet.Options{Every: 5},
			"Hex\nRed –  Blue\n1. k1 2. swap\nDiagram 1 moves 1–2\n2 swaps",
		},
		{
			"sowing", marked(t, "awale", nil, "A a", func(d *model.Document) { mark(d, 0); mark(d, 1) }),
			booklet.Options{},
			"Awale, classroom rules\nSouth – North\nDiagram 1 start\n1. A\nDiagram 2 after 1. A\n2. a\nDiagram 3 after 2. a",
		},
		{
			"sowing, then resigned", marked(t, "awale", nil, "A resign", nil),
			booklet.Options{},
			"Awale, classroom rules\nSouth – North\n1. A resigns\nDiagram 1 after 1. A\nSouth wins 48–0 – resignation",
		},
		{
			"variations left out", annotated(t),
			booklet.Options{Variations: booklet.None, Paper: pdf.A5, Columns: 1},
			"Ada – Bob\nAda –  Bob\nClub evening, round 3, Lyon, 2026-02-03\nA lesson\nThe centre is strong.\n•  one\n•  two\nThe centre\n1. b2!\nDiagram 1 move 1\n2. a1 3. c3 4. b1\nThe only move.\n5. b3 6. c1\nDiagram 2 moves 2–6\nBob wins – a row is complete",
		},
	}
}

// TestBody compares the texts of whole games.
func TestBody(t *testing.T) {
	for _, x := range bodyCases(t) {
		x.options.Columns = 1
		list, _ := pages(t, x.options, x.d)
		got := body(list[1:])
		title := strings.SplitN(got, "\n", 2)[0]
		got = strings.ReplaceAll(strings.TrimSuffix(got, "\n"+title), "\n"+title+"\n"+title, "\n"+title)
		if got != x.want {
			t.Errorf("%s:\n%q, want\n%q", x.name, got, x.want)
		}
	}
}

// TestProblems checks that illegal moves, unreadable moves and invalid set-ups each get a message.
// The moves after them have no diagram.
func TestProblems(t *testing.T) {
	illegal := marked(t, "tictactoe", nil, "b2 a1", func(d *model.Document) {
		d.Tree.Add(d.Tree.Add(at(d, 2), rules.Place(0)), rules.Place(8))
		d.Info[model.InfoResult] = "1-0"
	})
	unread := marked(t, "tictactoe", nil, "b2", func(d *model.Document) { d.Tree.AddRaw(at(d, 1), "zz9") })
	setup := marked(t, "tictactoe", nil, "b2", func(d *model.Document) {
		n := d.Tree.AddSetup(at(d, 1), "nonsense")
		d.Tree.Annotate(n, model.Annotation{Comment: "Lost."})
		d.Tree.Annotate(d.Tree.Add(n, rules.Place(8)), model.Annotation{Bookmark: true})
	})
	for _, x := range []struct {
		name     string
		d        *model.Document
		want     []string
		diagrams int
	}{
		{"illegal", illegal, []string{"3. ", " (illegal: there is a piece on ", "Diagram 1 moves 1–2", "4. ", "Result: 1-0"}, 1},
		{"unread", unread, []string{"2. zz9 (illegal: the move could not be read)", "Diagram 1 move 1"}, 1},
		{"set-up", setup, []string{"Set-up position: ", "Lost."}, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			list, _ := pages(t, booklet.Options{Columns: 1}, x.d)
			got := body(list[1:])
			last := 0
			for _, want := range x.want {
				i := strings.Index(got[last:], want)
				if i < 0 {
					t.Fatalf("%q is missing or stands too early in %s", want, got)
				}
				last += i
			}
			if n := strings.Count(got, "Diagram "); n != x.diagrams {
				t.Errorf("%d diagrams, want %d in %s", n, x.diagrams, got)
			}
		})
	}
}

// TestLongestDiagram checks that a diagram numbers at most the last 150 moves, and that more than
// six diagrams in a row stay in order.
func TestLongestDiagram(t *testing.T) {
	d := model.NewDocument(build(t, "gomoku", rules.Params{"rows": "15", "cols": "15", "k": "15"}))
	n := d.Tree.Root()
	for c := range 151 {
		n = d.Tree.Add(n, rules.Place(rules.Cell(c)))
	}
	list, _ := pages(t, booklet.Options{}, d)
	if got := text(list); !strings.Contains(got, "Diagram 1\u2002moves 2–151") {
		t.Errorf("the diagram of 151 moves: %s", got[strings.LastIndex(got, "Diagram"):])
	}
	d = played(t, build(t, "tictactoe", nil), "b2 a1")
	for _, c := range []rules.Cell{1, 2, 3, 5, 6, 7, 8} {
		d.Tree.Annotate(d.Tree.Add(at(d, 1), rules.Place(c)), model.Annotation{Bookmark: true})
	}
	list, _ = pages(t, booklet.Options{}, d)
	got, last := text(list), -1
	for i := 1; i <= 8; i++ {
		at := strings.Index(got, fmt.Sprintf("Diagram %d\u2002move", i))
		if at <= last {
			t.Errorf("diagram %d stands at %d after %d: %s", i, at, last, got)
		}
		last = at
	}
}

// TestCover compares title pages.
func TestCover(t *testing.T) {
	players := func(names ...string) func(*model.Document) {
		return func(d *model.Document) {
			for i, n := range names {
				d.Players[i].Name = n
			}
		}
	}
	info := func(list ...string) func(*model.Document) {
		return func(d *model.Document) {
			for i := 0; i < len(list); i += 2 {
				d.Info[list[i]] = list[i+1]
			}
		}
	}
	tic := func(change func(*model.Document)) *model.Document { return marked(t, "tictactoe", nil, "b2", change) }
	many := marked(t, "tictactoe", rules.Params{"rows": "5", "cols": "5", "k": "4", "players": "8"}, "", players("A", "B", "C", "D", "E", "F", "G", "H"))
	var kinds []*model.Document
	for _, name := range []string{"gomoku", "renju", "pente", "connect4", "othello", "awale", "hex", "gomoku"} {
		kinds = append(kinds, marked(t, name, nil, "", nil))
	}
	event, title, date := model.InfoEvent, model.InfoTitle, model.InfoDate
	for _, x := range []struct {
		name string
		o    booklet.Options
		docs []*model.Document
		want string
		of   string // document title in the PDF
	}{
		{"alone", booklet.Options{}, []*model.Document{tic(nil)}, "Tic-tac-toe\nCross –  Nought\nTic-tac-toe", "Tic-tac-toe"},
		{"named", booklet.Options{}, []*model.Document{tic(players("Ada", "Bob"))}, "Ada – Bob\nTic-tac-toe", "Ada – Bob"},
		{"one named", booklet.Options{}, []*model.Document{tic(players("", "Bob"))}, "Cross – Bob\nTic-tac-toe", "Cross – Bob"},
		{"titled", booklet.Options{}, []*model.Document{tic(info(title, " Final ", event, "Cup"))}, "Final\nCross –  Nought\nCup\nTic-tac-toe", "Final"},
		{"by option", booklet.Options{Title: " My games "}, []*model.Document{tic(info(title, "Final", model.InfoAnnotator, "Zoë"))}, "My games\nCross –  Nought\nTic-tac-toe\nAnnotated by Zoë", "My games"},
		{"eight players", booklet.Options{}, []*model.Document{many}, "A – B – C – D – E – F – …\nTic-tac-toe 5×5, 4 in a row, 8 players", "A – B – C – D – E – F – …"},
		{"one event", booklet.Options{}, []*model.Document{tic(info(event, "Cup", date, "2026-05-02")), tic(info(event, " Cup", date, "2026-05-01"))}, "Cup\n2 games\n2026-05-01 – 2026-05-02\nTic-tac-toe", "Cup"},
		{"one title", booklet.Options{}, []*model.Document{tic(info(event, "Cup", title, "Best", date, "2026-05-02")), tic(info(event, "Cop", title, "Best"))}, "Best\n2 games\n2026-05-02\nTic-tac-toe", "Best"},
		{"nothing in common", booklet.Options{}, []*model.Document{tic(info(event, "Cup")), tic(info(event, "Cop"))}, "2 games\nTic-tac-toe", "2 games"},
		{"one without event", booklet.Options{}, []*model.Document{tic(nil), tic(info(event, "Cup"))}, "2 games\nTic-tac-toe", "2 games"},
		{"many games", booklet.Options{}, kinds, "8 games\nGomoku, Renju, Pente, Connect four, Othello, Awale, classroom\nrules", "8 games"},
	} {
		t.Run(x.name, func(t *testing.T) {
			list, info := pages(t, x.o, x.docs...)
			if got := body(list[:1]); got != x.want || info.Title != x.of {
				t.Errorf("%q, want\n%q; the file is called %q, want %q", got, x.want, info.Title, x.of)
			}
			if info.Lang != "en" || info.Author != x.docs[0].Info[model.InfoAnnotator] {
				t.Errorf("%+v", info)
			}
		})
	}
}

// TestStart checks that a game with a set-up starts from there, and that a game ends before an
// unreadable move.
func TestStart(t *testing.T) {
	r := build(t, "tictactoe", nil)
	pos := r.Start()
	for _, s := range []string{"a1", "b1", "a2", "b2"} {
		m, err := r.ParseMove(s)
		if err != nil {
			t.Fatal(err)
		}
		if pos, err = pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	d := model.NewDocument(r)
	if err := d.Tree.SetStart(pos.String()); err != nil {
		t.Fatal(err)
	}
	d.Tree.Add(d.Tree.Root(), rules.Place(r.Board().Find("a3")))
	won := "Cross wins – a row is complete"
	list, _ := pages(t, booklet.Options{Columns: 1}, d)
	if got, want := body(list[1:]), "Diagram 1 set-up position\n1. a3\nDiagram 2 move 1\n"+won; !strings.Contains(got, want) || !strings.Contains(text(list[:1]), won) {
		t.Errorf("%q, want %q", got, want)
	}
	sheet, _, err := booklet.ScoreSheet(t.Context(), aiall.Engines, d, booklet.ScoreOptions{})
	if err != nil || !strings.Contains(text(sheet), "Result"+won) || !strings.Contains(text(sheet), "\n1a3\n2\n") {
		t.Errorf("%v: %s", err, text(sheet))
	}
	unread := played(t, r, "a1 b1 a2 b2")
	n := unread.Tree.AddRaw(at(unread, 4), "zz")
	unread.Tree.Add(n, rules.Place(r.Board().Find("a3")))
	list, _ = pages(t, booklet.Options{}, unread)
	if got := text(list); strings.Contains(got, won) {
		t.Errorf("the game goes on behind a move that could not be read: %s", got)
	}
}

// TestScoreTexts checks that score sheets show the legal moves of the main line and the information
// about the game.
func TestScoreTexts(t *testing.T) {
	sheet := func(d *model.Document, o booklet.ScoreOptions) (string, []pdf.Page, pdf.Info) {
		list, info, err := booklet.ScoreSheet(t.Context(), aiall.Engines, d, o)
		if err != nil {
			t.Fatal(err)
		}
		return text(list), list, info
	}
	for _, x := range []struct {
		name  string
		d     *model.Document
		o     booklet.ScoreOptions
		want  []string
		never []string
	}{
		{"named", annotated(t), booklet.ScoreOptions{}, []string{"CrossAda", "NoughtBob", "EventClub evening", "Round3", "PlaceLyon", "Date2026-02-03", "ResultBob wins", "\n1b2a1\n2c3b1\n3b3c1\n4\n", "Signature: Cross", "Signature: Nought"}, nil},
		{"result of the record", marked(t, "tictactoe", nil, "b2", func(d *model.Document) { d.Info[model.InfoResult] = " 1-0 " }), booklet.ScoreOptions{}, []string{"Result1-0"}, nil},
		{"illegal move", marked(t, "tictactoe", nil, "b2 a1", func(d *model.Document) { d.Tree.Add(d.Tree.Add(at(d, 2), rules.Place(0)), rules.Place(8)) }), booklet.ScoreOptions{}, []string{"\n1b2a1\n2\n3\n"}, nil},
		{"move that could not be read", marked(t, "tictactoe", nil, "b2", func(d *model.Document) { d.Tree.AddRaw(at(d, 1), "zz9") }), booklet.ScoreOptions{}, []string{"\n1b2\n2\n3\n"}, []string{"zz9"}},
		{"black passes", sample(t, "penloup-juhem.studio"), booklet.ScoreOptions{}, []string{"pass"}, nil},
		{"by hand", marked(t, "tictactoe", nil, "", nil), booklet.ScoreOptions{Title: "  Cup "}, []string{"CupSheet 1"}, []string{"Tic-tac-toe"}},
	} {
		got, _, _ := sheet(x.d, x.o)
		for _, want := range x.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q is missing in %q", x.name, want, got)
			}
		}
		for _, not := range x.never {
			if strings.Contains(got, not) {
				t.Errorf("%s: %q stands there", x.name, not)
			}
		}
	}

	// Four players share one signature line on each sheet.
	four := marked(t, "tictactoe", rules.Params{"rows": "5", "cols": "5", "k": "4", "players": "4"}, "", nil)
	if got, _, info := sheet(four, booklet.ScoreOptions{Pages: 3}); strings.Count(got, "Signature") != 3 || strings.Contains(got, "Signature:") || info.Title != "Score sheet: Tic-tac-toe 5×5, 4 in a row, 4 players" || info.Lang != "en" {
		t.Errorf("%d signatures on three sheets of four players: %+v", strings.Count(got, "Signature"), info)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := booklet.ScoreSheet(ctx, aiall.Engines, annotated(t), booklet.ScoreOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, list, _ := sheet(four, booklet.ScoreOptions{Pages: pdf.MaxPages}); len(list) != pdf.MaxPages {
		t.Errorf("%d pages", len(list))
	}
}

// TestPuzzleTexts checks limits, titles and solutions.
func TestPuzzleTexts(t *testing.T) {
	d := sample(t, "puzzles/connect4.studio")
	other := sample(t, "puzzles/connect4.studio")
	if len(puzzle.Of(d.Tree)) < 5 {
		t.Fatal("the sample has too few puzzles")
	}
	// The first puzzle of d gets two refutations and the name of its source. One puzzle is
	// unreadable.
	bad := unreadable(d.Tree.Rules())
	alone := model.NewDocument(d.Tree.Rules())
	first := puzzle.Of(d.Tree)[0]
	n := alone.Tree.AddSetup(alone.Tree.Root(), first.Node.Setup())
	alone.Tree.Annotate(n, model.Annotation{Name: "Found here"})
	m := n
	for _, move := range first.Line {
		m = alone.Tree.Add(m, move)
	}
	wrong := n
	for i, move := range []string{"a", "b", "a", "b", "c", "c", "d", "d", "e", "e"} {
		move, err := alone.Tree.Rules().ParseMove(move)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 && move == first.Line[0] {
			t.Fatal("the wrong try is the solution")
		}
		wrong = alone.Tree.Add(wrong, move)
	}
	last := func(name string) rules.Move {
		move, err := alone.Tree.Rules().ParseMove(name)
		if err != nil {
			t.Fatal(err)
		}
		return move
	}
	alone.Tree.Add(n, last("f"))
	named := sample(t, "puzzles/connect4.studio")
	named.Info[model.InfoTitle] = "  The hundred  "
	for _, x := range []struct {
		name    string
		docs    []*model.Document
		o       booklet.PuzzleOptions
		puzzles int
		title   string
		want    []string
	}{
		{"each", []*model.Document{d, other}, booklet.PuzzleOptions{Each: 2}, 4, "Puzzles: Connect four", nil},
		{"at most", []*model.Document{d, other}, booklet.PuzzleOptions{Max: 3}, 3, "Puzzles: Connect four", nil},
		{"both", []*model.Document{bad, d}, booklet.PuzzleOptions{Each: 3, Max: 2}, 2, "Puzzles: Connect four", nil},
		{"by option", []*model.Document{d, other}, booklet.PuzzleOptions{Each: 1, Title: " Mine "}, 2, "Mine", nil},
		{"by the document", []*model.Document{named}, booklet.PuzzleOptions{Each: 1}, 1, "The hundred", nil},
		{"refuted", []*model.Document{alone}, booklet.PuzzleOptions{}, 1, "Puzzles: Connect four", []string{"\na does not win: b a b c c d d.\nf does not win.\nFound here"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			list, info, err := booklet.PuzzleSheet(t.Context(), aiall.Engines, x.docs, x.o)
			if err != nil {
				t.Fatal(x.name, err)
			}
			got := text(list)
			if n := strings.Count(got, "to move and win"); n != x.puzzles || info.Title != x.title || info.Lang != "en" {
				t.Errorf("%d puzzles, want %d; the file is %+v, want the title %q", n, x.puzzles, info, x.title)
			}
			if !strings.Contains(got, x.title) {
				t.Error("the title is missing")
			}
			for _, want := range x.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in %s", want, got)
				}
			}
		})
	}
}

// unreadable returns a document with one puzzle, whose position is unreadable.
func unreadable(r rules.Rules) *model.Document {
	d := model.NewDocument(r)
	d.Tree.Add(d.Tree.AddSetup(d.Tree.Root(), "nonsense"), rules.Place(0))
	return d
}

// TestPuzzleSheetErrors checks sheets without a readable puzzle, wrong options and cancellation.
func TestPuzzleSheetErrors(t *testing.T) {
	d, other := sample(t, "puzzles/connect4.studio"), sample(t, "puzzles/connect4.studio")
	bad := unreadable(d.Tree.Rules())
	_, _, err := booklet.PuzzleSheet(t.Context(), aiall.Engines, []*model.Document{bad}, booklet.PuzzleOptions{})
	if e := (*msg.Error)(nil); !errors.As(err, &e) {
		t.Errorf("a sheet without a puzzle that can be read: %v", err)
	}
	for _, per := range []int{-1, booklet.MaxPuzzles + 1} {
		if _, _, err := booklet.PuzzleSheet(t.Context(), aiall.Engines, []*model.Document{d}, booklet.PuzzleOptions{PerPage: per}); err == nil {
			t.Errorf("%d puzzles on a page are accepted", per)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := booklet.PuzzleSheet(ctx, aiall.Engines, []*model.Document{d}, booklet.PuzzleOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, _, err := booklet.Pages(ctx, aiall.Engines, []*model.Document{d, other}, booklet.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled booklet: %v", err)
	}
}
