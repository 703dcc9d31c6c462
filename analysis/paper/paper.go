// Package paper lays reports of analyses out as pages to print, and draws the course of a game.
package paper

import (
	"strconv"
	"strings"

	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/io/chart"
	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/io/pdf"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/words"
)

// Sheet is a report to lay out.
type Sheet struct {
	Document *model.Document
	Report   analysis.Report
	File     string // what the document is called, "" for nothing
	Paper    pdf.Paper
	Marking  analysis.Marking
}

// The measures of a page, in points.
const (
	margin   = 42
	textSize = 9
	lineStep = 14
)

var (
	ink   = draw.RGB(0x1c1c1c)
	faint = draw.RGB(0x6a6a6a)
	rule  = draw.RGB(0xc4c4c4)
)

// layout fills pages from the top to the bottom.
type layout struct {
	Sheet
	size  draw.Point
	pages []*draw.Recorder
	c     *draw.Recorder // the last page
	y     float64        // where it is free
}

// Pages returns the pages of a report. Its moves must know the positions before them.
func Pages(s Sheet) []pdf.Page {
	size := s.Paper.Size()
	k := min(1, size.X/pdf.A4.Size().X) // small paper gets the same page, smaller
	l := &layout{Sheet: s, size: draw.Point{X: size.X / k, Y: size.Y / k}}
	l.page()
	l.head()
	l.course()
	l.players()
	l.turning()
	l.mistakes()
	pages := make([]pdf.Page, len(l.pages))
	for i, r := range l.pages {
		at := draw.Point{X: l.size.X - margin, Y: l.size.Y - margin/2}
		r.Text(at, locale.T("Page %d of %d", i+1, len(pages)), draw.TextStyle{Size: textSize - 1, Color: faint, Align: draw.Right})
		pages[i] = pdf.Page{Size: size, Draw: func(c draw.Canvas) { r.Replay(scaled{c, k}) }}
	}
	return pages
}

func (l *layout) page() {
	l.c = &draw.Recorder{}
	l.pages = append(l.pages, l.c)
	l.y = margin
}

// need begins a new page unless there is so much room on this one; it reports whether it did.
func (l *layout) need(height float64) bool {
	if l.y+height <= l.size.Y-margin {
		return false
	}
	l.page()
	return true
}

func (l *layout) width() float64 { return l.size.X - 2*margin }

// text writes a line at x, cut to its room, and returns how wide it is.
func (l *layout) text(x float64, s string, room float64, st draw.TextStyle) float64 {
	if st.Size == 0 {
		st.Size = textSize
	}
	if st.Color.A == 0 {
		st.Color = ink
	}
	s = cut(s, room, st)
	l.c.Text(draw.Point{X: x, Y: l.y}, s, st)
	return draw.TextWidth(s, st)
}

// cut shortens a text to a width.
func cut(s string, room float64, st draw.TextStyle) string {
	if s == "" || draw.TextWidth(s, st) <= room {
		return s
	}
	r := []rune(s)
	for len(r) > 0 && draw.TextWidth(string(r)+"…", st) > room {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

// heading writes the title of a part, which begins on a new page unless so much of it has room on this one.
func (l *layout) heading(title string, height float64) {
	l.y += 16
	l.need(height + 24)
	l.text(margin, title, l.width(), draw.TextStyle{Size: 11, Bold: true, Align: draw.Left})
	l.y += 18
}

// name returns what a player is called.
func (s *Sheet) name(p rules.Player) string {
	if int(p) < len(s.Document.Players) {
		if n := s.Document.Players[p].Name; n != "" {
			return n
		}
	}
	return words.Seat(s.Document.Tree.Rules(), p)
}

// head says what is reported.
func (l *layout) head() {
	r := l.Document.Tree.Rules()
	l.y += 6
	l.text(margin, locale.T("Report: %s", words.Game(r.Spec())), l.width(), draw.TextStyle{Size: 17, Bold: true, Align: draw.Left})
	l.y += 24
	var names []string
	for p := range r.Players() {
		names = append(names, l.name(rules.Player(p)))
	}
	l.text(margin, strings.Join(names, " – "), l.width(), draw.TextStyle{Size: 11, Align: draw.Left})
	l.y += 16
	var facts []string
	for _, key := range []string{model.InfoTitle, model.InfoEvent, model.InfoDate} {
		if v := l.Document.Info[key]; v != "" {
			facts = append(facts, v)
		}
	}
	if l.File != "" {
		facts = append(facts, l.File)
	}
	facts = append(facts, locale.T("judged by “%s”", engineTitle(l.Report.Engine, l.Report.Version)))
	l.text(margin, strings.Join(facts, " · "), l.width(), draw.TextStyle{Color: faint, Align: draw.Left})
	l.y += 8
}

// engineTitle returns what an engine and its version are called.
func engineTitle(engine, version string) string {
	title := engine
	if k, _, err := aiall.Parse(engine); err == nil {
		title = locale.T(k.Title)
	}
	return strings.TrimSpace(title + " " + version)
}

// course draws the shares of the players along the game.
func (l *layout) course() {
	l.heading(locale.T("Shares of the win"), 110)
	l.y -= 2
	box := draw.Rect{X: margin, Y: l.y, W: l.width(), H: 110}
	c := Course(&l.Report, Tints(l.Document, white), chart.Ink{Ground: white, Line: ink.Alpha(.6), Text: ink.Alpha(.8), Here: ink})
	c.Draw(l.c, box)
	l.y += box.H + 10
}

// Tints returns a colour for each player, for a ground: that of the pieces, but so that ink stands out on it.
func Tints(d *model.Document, ground draw.Color) (list []draw.Color) {
	x := diagram.New(d.Tree.Rules(), nil)
	x.Seats = diagram.SeatsOf(d.Players)
	for _, c := range x.Colors() {
		list = append(list, draw.Mix(c, ground, .45))
	}
	return list
}

// white is the paper, and mistake the colour of the moves that gave much away.
var (
	white   = draw.RGB(0xffffff)
	mistake = draw.RGB(0xd0342c)
)

// label returns what a move is called in the report.
func (s *Sheet) label(j *analysis.Judged) string {
	m, _ := j.Node.Move()
	return strconv.Itoa(j.Ply) + ". " + s.Document.Tree.Rules().FormatMove(m) + " " + string(s.Marking.Glyph(j.Loss()))
}

// cell is one of a row: a text, and whether it stands on the right of its column.
type column struct {
	width float64 // as a share of the page
	right bool
}

// row writes a row of a table.
func (l *layout) row(columns []column, cells []string, st draw.TextStyle) {
	x := float64(margin)
	for i, c := range columns {
		room := c.width*l.width() - 8
		st.Align = draw.Left
		if c.right {
			st.Align = draw.Right
			l.text(x+room, cells[i], room, st)
		} else {
			l.text(x, cells[i], room, st)
		}
		x += c.width * l.width()
	}
	l.y += lineStep
}

// header writes the titles of a table, and a line below.
func (l *layout) header(columns []column, titles ...string) {
	l.row(columns, titles, draw.TextStyle{Bold: true, Color: faint, Size: textSize - 1})
	y := l.y - lineStep/2
	l.c.Path(draw.Segment(draw.Point{X: margin, Y: y}, draw.Point{X: l.size.X - margin, Y: y}), draw.Style{Stroke: rule, Width: .6})
	l.y += 3
}

// players has a row for each player.
func (l *layout) players() {
	l.heading(locale.T("Players"), float64(len(l.Report.Sides)+1)*lineStep)
	columns := []column{{.22, false}, {.09, true}, {.11, true}, {.16, true}, {.06, true}, {.06, true}, {.06, true}, {.24, true}}
	kinds, tints := analysis.Kinds, Tints(l.Document, white)
	l.header(columns, locale.T("Player"), locale.T("Moves"), locale.T("Accuracy"), locale.T("Average loss"), string(kinds[0]), string(kinds[1]), string(kinds[2]), locale.T("Mistakes by phase"))
	for p, s := range l.Report.Sides {
		if s.Moves == 0 {
			continue
		}
		counts, phases := s.Kinds(), s.Phases()
		l.c.Path(draw.Box(draw.Rect{X: margin, Y: l.y - 4, W: 8, H: 8}), draw.Style{Fill: tints[p%len(tints)], Stroke: faint, Width: .6})
		l.row(columns, []string{
			"    " + l.name(rules.Player(p)), strconv.Itoa(s.Moves), words.Percent(s.Accuracy / 100), words.Percent(s.Loss),
			strconv.Itoa(counts[0]), strconv.Itoa(counts[1]), strconv.Itoa(counts[2]), words.Counts(phases[:]),
		}, draw.TextStyle{})
	}
	l.text(margin, locale.T("By phase: opening, middle game, endgame, each a third of the game."), l.width(), draw.TextStyle{Size: textSize - 1.5, Color: faint, Align: draw.Left})
	l.y += 6
}

// perRow is how many boards stand beside each other.
const perRow = 3

// turning shows the positions in which the lead was lost: what was played, and what was better.
func (l *layout) turning() {
	if len(l.Report.Turning) == 0 {
		return
	}
	gap := 18.0
	side := (l.width() - (perRow-1)*gap) / perRow
	r := l.Document.Tree.Rules()
	board := func(i int) *diagram.Diagram {
		d := diagram.New(r, l.Report.Moves[i].At)
		d.Theme, d.Coordinates, d.MinText = diagram.Print, true, 5
		d.Seats = diagram.SeatsOf(l.Document.Players)
		return d
	}
	plate := board(l.Report.Turning[0]).Layout(draw.Rect{W: side, H: side}).Plate()
	height := plate.H + 12 + 3*12
	l.heading(locale.T("Turning points"), height)
	for i, at := range l.Report.Turning {
		if i%perRow == 0 && i > 0 {
			l.y += height + 10
			l.need(height)
		}
		j := &l.Report.Moves[at]
		x := margin + float64(i%perRow)*(side+gap)
		d, box := board(at), draw.Rect{X: x, Y: l.y, W: side, H: plate.H}
		d.Draw(l.c, box)
		lay := d.Layout(box)
		m, _ := j.Node.Move()
		l.badge(&lay, r, j.At, m, "?", mistake)
		if len(j.Best) > 0 {
			l.badge(&lay, r, j.At, j.Best[0], "!", better)
		}
		y := l.y
		for n, text := range []string{
			l.label(j) + " · " + l.name(j.Player),
			locale.T("better %s", l.line(j, 3)),
			locale.T("from %s to %s", words.Percent(j.Before()), words.Percent(j.After())),
		} {
			l.y = y + plate.H + float64(n+1)*12
			l.text(x, text, side, draw.TextStyle{Align: draw.Left, Bold: n == 0})
		}
		l.y = y
	}
	l.y += height
}

// better is the colour of what would have been better.
var better = draw.RGB(0x2a7d32)

// badge marks where a move is made: beside a piece that lies there.
func (l *layout) badge(lay *diagram.Layout, r rules.Rules, at rules.Position, m rules.Move, text string, of draw.Color) {
	c := where(r, at, m)
	if c < 0 || !lay.Shows(c) {
		return
	}
	p, size := lay.Centre(c), max(lay.Unit()*.42, 4)
	if at.At(c) != rules.Empty {
		p.X, p.Y = p.X+lay.Unit()*.3, p.Y-lay.Unit()*.3
	}
	l.c.Path(draw.Circle(p, size), draw.Style{Fill: of, Stroke: white, Width: .6})
	l.c.Text(p, text, draw.TextStyle{Size: size * 1.5, Bold: true, Color: white})
}

// where returns the cell that shows a move: where it ends up, or where it begins.
func where(r rules.Rules, at rules.Position, m rules.Move) rules.Cell {
	if after, err := at.Play(m); err == nil && m.To != rules.NoCell {
		return rules.Landing(r.Board(), at, after, m)
	}
	return m.From
}

// line writes the first moves of what was better.
func (s *Sheet) line(j *analysis.Judged, most int) string {
	var moves []string
	for _, m := range j.Best[:min(len(j.Best), most)] {
		moves = append(moves, s.Document.Tree.Rules().FormatMove(m))
	}
	return strings.Join(moves, " ")
}

// mistakes lists the moves that gave much away.
func (l *layout) mistakes() {
	list := l.Report.Mistakes(l.Marking, rules.NoPlayer)
	l.heading(locale.T("Mistakes"), 3*lineStep)
	if len(list) == 0 {
		l.text(margin, locale.T("No move gave away a tenth of the win"), l.width(), draw.TextStyle{Align: draw.Left})
		return
	}
	turning := map[*model.Node]bool{}
	for _, i := range l.Report.Turning {
		turning[l.Report.Moves[i].Node] = true
	}
	columns := []column{{.19, false}, {.21, false}, {.10, true}, {.11, true}, {.10, true}, {.02, false}, {.27, false}}
	header := func() {
		l.header(columns, locale.T("Move"), locale.T("Player"), locale.T("Before"), locale.T("After"), locale.T("Loss"), "", locale.T("Better was"))
	}
	header()
	for i := range list {
		if l.need(lineStep) {
			header()
		}
		j := &list[i]
		l.row(columns, []string{
			l.label(j), l.name(j.Player), words.Percent(j.Before()), words.Percent(j.After()), words.Percent(j.Loss()), "", l.line(j, 5),
		}, draw.TextStyle{Bold: turning[j.Node]})
	}
}

// scaled is a canvas on which all is smaller.
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
