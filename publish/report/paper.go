// Package report lays out analysis reports as printable pages, and creates their charts.
package report

import (
	"context"
	"strconv"
	"strings"

	"boardstudio/ai/player"
	"boardstudio/analysis"
	"boardstudio/draw"
	"boardstudio/draw/chart"
	"boardstudio/draw/diagram"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/publish/flow"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// Sheet is a report to lay out.
type Sheet struct {
	Engines  *player.Catalog // name the players and the engine
	Document *model.Document
	Report   analysis.Report
	File     string // name of the document, or ""
	Paper    pdf.Paper
	Marking  analysis.Marking
}

// Sizes of a page in points.
const (
	margin   = 42
	textSize = 9
)

// Pages returns the pages of a report. Its moves must have At set.
func Pages(s Sheet) []pdf.Page {
	size := s.Paper.Size()
	k := min(1, size.X/pdf.A4.Size().X) // reduced for paper smaller than A4
	f := flow.New(context.Background(), flow.Sheet{
		Size: size, Top: margin * k, Bottom: margin * k, Side: margin * k, Text: textSize * k,
		Furnish: func(c draw.Canvas, p flow.Place) {
			at := draw.Point{X: size.X - margin*k, Y: size.Y - margin*k/2}
			c.Text(at, locale.T("Page %d of %d", p.Number, p.Of), draw.TextStyle{Size: (textSize - 1) * k, Color: flow.Faint, Align: draw.Right})
		},
	})
	s.head(f, k)
	s.Put(f)
	return flow.Pages(f)
}

// Put adds the report to a flow with one column: the evaluation chart, the players' statistics,
// turning points and mistakes. In a narrow column everything is smaller.
func (s Sheet) Put(f *flow.Flow) {
	l := &layout{s, f, min(1, f.Width()/(pdf.A4.Size().X-2*margin))}
	l.course()
	l.players()
	l.turning()
	l.mistakes()
}

// layout is the state of laying out a report.
type layout struct {
	Sheet
	*flow.Flow
	k float64 // scale, 1 for A4
}

// text adds a paragraph of one run in the sans-serif font. The default size is textSize.
func (l *layout) text(p flow.Paragraph, text string, run flow.Run) {
	run.Text, run.Sans = text, true
	if p.Size == 0 {
		p.Size = textSize * l.k
	}
	p.Runs = []flow.Run{run}
	l.Text(p)
}

// heading adds the title of a section. It begins a new column unless height is available below the
// title.
func (l *layout) heading(title string, height float64) {
	l.Skip(14 * l.k)
	l.Need((height + 24) * l.k)
	l.text(flow.Paragraph{Size: 11 * l.k, After: 4 * l.k, KeepWithNext: true}, title, flow.Run{Bold: true})
}

// head adds the title and information about the game.
func (s *Sheet) head(f *flow.Flow, k float64) {
	l := &layout{*s, f, k}
	r := s.Document.Tree.Rules()
	l.text(flow.Paragraph{Size: 17 * k, After: 2 * k}, locale.T("Report: %s", words.Game(r)), flow.Run{Bold: true})
	var names []string
	for p := range r.Players() {
		names = append(names, words.Player(s.Engines, s.Document, rules.Player(p)))
	}
	l.text(flow.Paragraph{Size: 11 * k, After: 2 * k}, strings.Join(names, " – "), flow.Run{})
	var facts []string
	for _, key := range []string{model.InfoTitle, model.InfoEvent, model.InfoDate} {
		if v := s.Document.Info[key]; v != "" {
			facts = append(facts, v)
		}
	}
	if s.File != "" {
		facts = append(facts, s.File)
	}
	facts = append(facts, By(s.Engines, &s.Report))
	l.text(flow.Paragraph{}, strings.Join(facts, " · "), flow.Run{Color: flow.Faint})
}

// By returns a text that names the engine of a report.
func By(engines *player.Catalog, r *analysis.Report) string {
	return locale.T("analysed with “%s”", analysis.EngineTitle(engines, r.Engine, r.Version))
}

// course adds the evaluation chart.
func (l *layout) course() {
	l.heading(locale.T("Winning chances"), 110)
	c := EvaluationChart(&l.Report, BackgroundColors(l.Document, white), chart.Ink{Ground: white, Line: flow.Ink.Alpha(.6), Text: flow.Ink.Alpha(.8), Here: flow.Ink})
	k := l.k
	l.Pictures(0, flow.Picture{Width: l.Width(), Height: 110 * k, Draw: func(to draw.Canvas, box draw.Rect) {
		c.Draw(scaled{to, k}, draw.Rect{X: box.X / k, Y: box.Y / k, W: box.W / k, H: box.H / k})
	}})
}

// BackgroundColors returns a background colour for each player: the colour of the player's pieces, mixed with
// ground to keep text readable.
func BackgroundColors(d *model.Document, ground draw.Color) (list []draw.Color) {
	x := diagram.New(d.Tree.Rules(), nil)
	if ground == white { // on paper, pieces must differ without colours
		x.Theme = diagram.Print
	}
	x.Seats = diagram.SeatsOf(d.Players)
	for _, c := range x.Colors() {
		list = append(list, draw.Mix(c, ground, .45))
	}
	return list
}

// white is the colour of the paper, mistake the colour of mistakes.
var (
	white   = draw.RGB(0xffffff)
	mistake = draw.RGB(0xd0342c)
)

// label returns the number, the notation and the glyph of a move.
func (s *Sheet) label(j *analysis.EvaluatedMove) string {
	m, _ := j.Node.Move()
	return words.MoveNumber(j.Ply) + s.Document.Tree.Rules().FormatMove(m) + " " + string(s.Marking.Glyph(j.Loss()))
}

// players adds a table with a row for each player.
func (l *layout) players() {
	l.heading(locale.T("Players"), float64(min(len(l.Report.Sides), 4)+1)*14)
	kinds, tints := analysis.Kinds, BackgroundColors(l.Document, white)
	t := flow.Table{
		Columns: []flow.Column{{Width: .29}, {Width: .08, Right: true}, {Width: .11, Right: true}, {Width: .17, Right: true}, {Width: .05, Right: true}, {Width: .05, Right: true}, {Width: .05, Right: true}, {Width: .20, Right: true}},
		Titles:  []string{locale.T("Player"), locale.T("Moves"), locale.T("Accuracy"), locale.T("Average loss"), string(kinds[0]), string(kinds[1]), string(kinds[2]), locale.T("Mistakes by phase")},
		Size:    textSize * l.k,
	}
	for p, s := range l.Report.Sides {
		if s.Moves == 0 {
			continue
		}
		counts, phases := s.Kinds(), s.Phases()
		cells := flow.Texts(
			words.Player(l.Engines, l.Document, rules.Player(p)), strconv.Itoa(s.Moves), words.Percent(s.Accuracy/100), words.Tenths(s.Loss),
			strconv.Itoa(counts[0]), strconv.Itoa(counts[1]), strconv.Itoa(counts[2]), words.Counts(phases[:]),
		)
		cells[0].Figure = func(c draw.Canvas, box draw.Rect) {
			c.Path(draw.Box(box), draw.Style{Fill: tints[p%len(tints)], Stroke: flow.Faint, Width: .6})
		}
		t.Rows = append(t.Rows, flow.Row{Cells: cells})
	}
	l.Table(t)
	l.text(flow.Paragraph{Size: (textSize - 1.5) * l.k, Before: 3 * l.k}, locale.T("By phase: opening, middle game and endgame, each a third of the game."), flow.Run{Color: flow.Faint})
}

// boardsPerRow is the number of boards per row.
const boardsPerRow = 3

// turning adds diagrams of the turning points, with the move played and a better one.
func (l *layout) turning() {
	if len(l.Report.Turning) == 0 {
		return
	}
	gap := 18 * l.k
	side := (l.Width() - (boardsPerRow-1)*gap) / boardsPerRow
	r := l.Document.Tree.Rules()
	seats := diagram.SeatsOf(l.Document.Players)
	var list []flow.Picture
	for _, at := range l.Report.Turning {
		j := &l.Report.Moves[at]
		d := diagram.New(r, j.At)
		d.Theme, d.MinText, d.Seats = diagram.Print, 5*l.k, seats
		m, _ := j.Node.Move()
		p := flow.Picture{Width: side, Height: d.Layout(draw.Rect{W: side, H: side}).Plate().H, Draw: func(c draw.Canvas, box draw.Rect) {
			d.Draw(c, box)
			lay := d.Layout(box)
			badge(c, &lay, r, j.At, m, "?", mistake)
			if len(j.Best) > 0 {
				badge(c, &lay, r, j.At, j.Best[0], "!", better)
			}
		}}
		for n, text := range []string{
			l.label(j) + " · " + words.Player(l.Engines, l.Document, j.Player),
			locale.T("better: %s", l.line(j, 3)),
			locale.T("from %s to %s", words.Percent(j.Before()), words.Percent(j.After())),
		} {
			below := flow.Paragraph{Runs: []flow.Run{{Text: text, Sans: true, Bold: n == 0}}, Size: textSize * l.k}
			if n == 0 {
				below.Before = 4 * l.k
			}
			p.Below = append(p.Below, below)
		}
		list = append(list, p)
	}
	for len(list)%boardsPerRow > 0 { // fill the last row, which aligns it with the others on the left
		list = append(list, flow.Picture{Width: side, Draw: func(draw.Canvas, draw.Rect) {}})
	}
	l.heading(locale.T("Turning points"), (list[0].Height/l.k)+4*12)
	l.Pictures(gap, list...)
}

// better is the colour of better moves.
var better = draw.RGB(0x2a7d32)

// badge marks the cell of a move. On an occupied cell the badge is at the corner.
func badge(canvas draw.Canvas, lay *diagram.Layout, r rules.Rules, at rules.Position, m rules.Move, text string, of draw.Color) {
	c := cellOf(r, at, m)
	if c < 0 || !lay.Shows(c) {
		return
	}
	p, size := lay.Centre(c), max(lay.Unit()*.42, 4)
	if at.At(c) != rules.Empty {
		p.X, p.Y = p.X+lay.Unit()*.3, p.Y-lay.Unit()*.3
	}
	canvas.Path(draw.Circle(p, size), draw.Style{Fill: of, Stroke: white, Width: .6})
	canvas.Text(p, text, draw.TextStyle{Size: size * 1.5, Bold: true, Color: white})
}

// cellOf returns the cell that represents a move: its destination, or its origin if it has no
// destination.
func cellOf(r rules.Rules, at rules.Position, m rules.Move) rules.Cell {
	if after, err := at.Play(m); err == nil && m.To != rules.NoCell {
		return rules.Landing(r.Board(), at, after, m)
	}
	return m.From
}

// line returns the first moves of the principal variation as text.
func (s *Sheet) line(j *analysis.EvaluatedMove, most int) string {
	var moves []string
	for _, m := range j.Best[:min(len(j.Best), most)] {
		moves = append(moves, s.Document.Tree.Rules().FormatMove(m))
	}
	return strings.Join(moves, " ")
}

// mistakes adds a table of mistakes.
func (l *layout) mistakes() {
	list := l.Report.Mistakes(l.Marking, rules.NoPlayer)
	l.heading(locale.T("Mistakes"), 3*14)
	if len(list) == 0 {
		l.text(flow.Paragraph{}, locale.T("No move lost %s of the winning chances", words.Percent(l.Marking.Least())), flow.Run{})
		return
	}
	turning := map[*model.Node]bool{}
	for _, i := range l.Report.Turning {
		turning[l.Report.Moves[i].Node] = true
	}
	t := flow.Table{
		Columns: []flow.Column{{Width: .14}, {Width: .26}, {Width: .10, Right: true}, {Width: .11, Right: true}, {Width: .10, Right: true}, {Width: .02}, {Width: .27}},
		Titles:  []string{locale.T("Move"), locale.T("Player"), locale.T("Before"), locale.T("After"), locale.T("Loss"), "", locale.T("Better move")},
		Size:    textSize * l.k,
	}
	for i := range list {
		j := &list[i]
		t.Rows = append(t.Rows, flow.Row{
			Cells: flow.Texts(l.label(j), words.Player(l.Engines, l.Document, j.Player), words.Percent(j.Before()), words.Percent(j.After()), words.Percent(j.Loss()), "", l.line(j, 5)),
			Bold:  turning[j.Node],
		})
	}
	l.Table(t)
}

// scaled is a canvas that scales everything by k.
type scaled struct {
	c draw.Canvas
	k float64
}

// Path implements draw.Canvas.
func (s scaled) Path(p draw.Path, st draw.Style) {
	points := make([]draw.Point, len(p.Points))
	for i, q := range p.Points {
		points[i] = s.point(q)
	}
	dash := make([]float64, len(st.Dash))
	for i, v := range st.Dash {
		dash[i] = v * s.k
	}
	p.Points, p.Centre, p.Radius = points, s.point(p.Centre), p.Radius*s.k
	st.Width, st.Dash = st.Width*s.k, dash
	s.c.Path(p, st)
}

// Text implements draw.Canvas.
func (s scaled) Text(at draw.Point, text string, st draw.TextStyle) {
	st.Size *= s.k
	s.c.Text(s.point(at), text, st)
}

func (s scaled) point(p draw.Point) draw.Point { return draw.Point{X: p.X * s.k, Y: p.Y * s.k} }
