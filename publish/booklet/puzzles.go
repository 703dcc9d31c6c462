package booklet

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"boardstudio/ai/player"
	"boardstudio/draw"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/publish/flow"
	"boardstudio/puzzle"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// PuzzleOptions configure a puzzle sheet.
type PuzzleOptions struct {
	Paper   pdf.Paper // "" for A4
	PerPage int       // puzzles per page; 0 chooses by board and paper size
	Title   string    // "" takes it from the documents
	// Each limits the puzzles of each document to the first ones. Max limits the total, spread
	// evenly over the solution lengths. 0 means no limit.
	Each, Max int
	// Refute returns a wrong try in a puzzle and the reply that refutes it, or ok=false. It is
	// called only for puzzles without variations. It may be nil.
	Refute func(context.Context, rules.Rules, puzzle.Puzzle) (try, reply rules.Move, ok bool)
}

// MaxPuzzles is the maximum number of puzzles on a page.
const MaxPuzzles = 12

// PuzzleSheet lays out the puzzles of collections, several on a page, followed by their solutions.
// Unreadable puzzles are skipped. It returns a *msg.Error if no puzzle is left or the options are
// invalid, or the error of ctx.
func PuzzleSheet(ctx context.Context, engines *player.Catalog, docs []*model.Document, o PuzzleOptions) ([]pdf.Page, pdf.Info, error) {
	o.Paper = cmp.Or(o.Paper, pdf.A4)
	if o.PerPage < 0 || o.PerPage > MaxPuzzles {
		return nil, pdf.Info{}, msg.Errorf("a page can have from 1 to %d puzzles, not %d", MaxPuzzles, o.PerPage)
	}
	s := &puzzleSheet{PuzzleOptions: o}
	for _, d := range docs {
		n := 0
		for _, e := range puzzle.Of(d.Tree) {
			if e.Err == nil && (o.Each == 0 || n < o.Each) {
				s.list = append(s.list, posed{e, d})
				n++
			}
		}
	}
	s.list = puzzle.Choose(s.list, o.Max, func(p posed) int { return len(p.Line) })
	if len(s.list) == 0 {
		return nil, pdf.Info{}, msg.Errorf("there is no puzzle to print")
	}
	s.sheet = sheet(o.Paper, 1)
	s.sheet.Side = 0.09 * s.sheet.Size.X
	s.title = strings.TrimSpace(o.Title)
	if s.title == "" {
		s.title = cmp.Or((&maker{docs: docs}).collection(), strings.TrimSpace(docs[0].Info[model.InfoTitle]))
	}
	if s.title == "" || len(docs) > 1 && o.Title == "" {
		s.title = locale.T("Puzzles: %s", (&maker{docs: docs}).games())
	}
	s.maker = &maker{engines: engines, sheet: s.sheet, title: s.title}
	s.sheet.Furnish = s.furnish
	front := s.puzzles(ctx)
	back := s.solutions(ctx)
	return flow.Pages(front, back), pdf.Info{Title: s.title, Lang: locale.Current()}, ctx.Err()
}

// puzzleSheet lays out a puzzle sheet.
type puzzleSheet struct {
	PuzzleOptions
	*maker
	sheet flow.Sheet
	title string
	list  []posed
}

// posed is a puzzle and its document.
type posed struct {
	puzzle.Entry
	doc *model.Document
}

// puzzles lays out the puzzles in rows of two.
func (s *puzzleSheet) puzzles(ctx context.Context) *flow.Flow {
	f := flow.New(ctx, s.sheet)
	f.Head(s.title)
	size := f.Size()
	f.Mark(s.title, 0)
	f.Text(flow.Paragraph{Runs: []flow.Run{{Text: s.title, Bold: true, Sans: true}}, Size: 1.6 * size, After: 0.4 * size})
	across := 2
	gap := 2 * size
	if s.sheet.Size.X < 500 {
		gap = 1.4 * size
	}
	per := s.PerPage
	if per == 0 {
		per = s.perPage(f)
	}
	if per == 1 {
		across = 1
	}
	if per > 6 {
		across = 3
	}
	rows := (per + across - 1) / across
	width := (f.Width() - float64(across-1)*gap) / float64(across)
	const below = 4.2 // height of the caption and the line to write on, as a multiple of the text size
	height := f.Height()/float64(rows) - (below+1.2)*size
	for from := 0; from < len(s.list) && ctx.Err() == nil; from += per {
		if from > 0 {
			f.Break(0)
		}
		room := height
		if from == 0 {
			room -= 2.7 * size / float64(rows) // room for the title
		}
		var list []flow.Picture
		for i, p := range s.list[from:min(from+per, len(s.list))] {
			list = append(list, s.posed(f, from+i, &p, width, room))
		}
		f.Pictures(gap, list...)
	}
	return f
}

// perPage returns the number of puzzles on a page: six, or four if six boards would be too small.
func (s *puzzleSheet) perPage(f *flow.Flow) int {
	g := newGame(s.engines, s.list[0].doc, f)
	d := g.board(s.list[0].At)
	const least = 9.5 // minimum cell size in points
	l := d.Layout(draw.Rect{W: f.Width()/2 - f.Size(), H: f.Height()/3 - 5*f.Size()})
	if l.Unit() < least {
		return 4
	}
	return 6
}

// posed returns the picture of a puzzle: its position, with the task below it.
func (s *puzzleSheet) posed(f *flow.Flow, i int, p *posed, width, height float64) flow.Picture {
	g := newGame(s.engines, p.doc, f)
	pic := fit(g.board(p.At), width, height, g.cell(f.Size()))
	runs := []flow.Run{{Text: strconv.Itoa(i+1) + "\u2002", Bold: true, Sans: true}}
	if g.figures {
		runs = append(runs, flow.Run{Figure: g.swatch(p.At.Turn())}, flow.Run{Text: "\u00a0"})
	}
	runs = append(runs, flow.Run{Text: goal(g, p)})
	pic.Below = []flow.Paragraph{
		{Runs: runs, Centre: true, Before: 0.4 * f.Size()},
		{Runs: []flow.Run{{Text: strings.Repeat("_", max(int(width/f.Size()), 8)), Color: flow.Rule}}, Centre: true, Before: 0.5 * f.Size()},
	}
	pic.Least = width
	return pic
}

// goal returns the task of a puzzle: who moves, and in how many moves that player wins.
func goal(g *game, p *posed) string {
	who := g.name(p.At.Turn())
	if g.rules.Board().Counted() { // the number of moves is not meaningful in games decided by counting
		return locale.T("%s to move and win", who)
	}
	return locale.N("%s to move and win in %d move", "%s to move and win in %d moves", p.Moves(), who, p.Moves())
}

// solutions lays out the solutions.
func (s *puzzleSheet) solutions(ctx context.Context) *flow.Flow {
	sheet := s.sheet
	if sheet.Size.X > 500 {
		sheet.Columns, sheet.Text = 2, 0.92*sheet.Text
	}
	f := flow.New(ctx, sheet)
	f.Head(locale.T("Solutions"))
	f.Mark(locale.T("Solutions"), 0)
	f.Text(flow.Paragraph{Runs: []flow.Run{{Text: locale.T("Solutions"), Bold: true, Sans: true}}, Size: 1.4 * f.Size(), After: 0.4 * f.Size(), KeepWithNext: true})
	for i := range s.list {
		if ctx.Err() != nil {
			break
		}
		s.solution(ctx, f, i)
	}
	return f
}

// solution writes one solution: its moves (the solver's in bold), the refutations of wrong tries,
// and the source of the puzzle.
func (s *puzzleSheet) solution(ctx context.Context, f *flow.Flow, i int) {
	p := &s.list[i]
	g := newGame(s.engines, p.doc, f)
	runs := []flow.Run{{Text: strconv.Itoa(i+1) + "\u2002", Bold: true, Sans: true, Size: 0.9}}
	me := p.At.Turn()
	at := p.At
	for k, m := range p.Line {
		mine := at != nil && at.Turn() == me
		runs = append(runs, flow.Run{Text: strconv.Itoa(k+1) + ".\u00a0"}, flow.Run{Text: g.notation(m), Bold: mine}, flow.Run{Text: " "})
		if at != nil {
			at, _ = at.Play(m)
		}
	}
	grade := locale.T(puzzle.GradeOf(g.rules, len(p.Line)).Title())
	runs = append(runs, flow.Run{Text: "(" + grade + ")", Italic: true})
	f.Text(flow.Paragraph{Runs: runs, Before: 0.5 * f.Size(), KeepWithNext: true, Whole: true})
	for _, text := range s.refuted(ctx, g, p) {
		f.Text(flow.Paragraph{Runs: []flow.Run{{Text: text}}, Indent: 1.4 * f.Size(), Size: 0.94 * f.Size(), KeepWithNext: p.From != ""})
	}
	if p.From != "" {
		f.Text(flow.Paragraph{Runs: []flow.Run{{Text: p.From, Italic: true, Color: flow.Faint}}, Indent: 1.4 * f.Size(), Size: 0.88 * f.Size()})
	}
}

func (g *game) notation(m rules.Move) string {
	if m == rules.Pass {
		return locale.T("pass")
	}
	return g.rules.FormatMove(m)
}

// refuted describes the refutations of wrong tries: the variations of the solution, or the result
// of Refute.
func (s *puzzleSheet) refuted(ctx context.Context, g *game, p *posed) (list []string) {
	for v := p.Node.First().Next(); v != nil; v = v.Next() {
		var moves []string
		for n := v; n != nil && len(moves) < 8; n = n.First() {
			moves = append(moves, words.Move(g.rules, n))
		}
		list = append(list, wrong(moves[0], moves[1:]))
	}
	if list != nil || s.Refute == nil {
		return list
	}
	if try, reply, ok := s.Refute(ctx, g.rules, p.Puzzle); ok {
		list = append(list, wrong(g.notation(try), []string{g.notation(reply)}))
	}
	return list
}

// wrong returns a sentence about a wrong try and its continuation.
func wrong(try string, then []string) string {
	if len(then) == 0 {
		return locale.T("%s does not win.", try)
	}
	return locale.T("%s does not win: %s.", try, strings.Join(then, " "))
}
