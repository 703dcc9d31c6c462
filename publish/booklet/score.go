package booklet

import (
	"cmp"
	"context"
	"math"
	"strconv"
	"strings"

	"boardstudio/ai/player"
	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/publish/flow"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// ScoreOptions configure score sheets.
type ScoreOptions struct {
	Paper pdf.Paper // "" for A4
	Pages int       // minimum number of pages; 0 means 1. A long game adds pages
	Title string    // title of each sheet; "" for the name of the game
}

// ScoreSheet lays out score sheets. A sheet has fields for the names and the event, an empty board,
// and rows with a cell for each player. Players, information and the legal moves of the main line
// in d are filled in; long games continue on further pages. It returns the error of ctx, or a
// *msg.Error if the number of pages is invalid.
func ScoreSheet(ctx context.Context, engines *player.Catalog, d *model.Document, o ScoreOptions) ([]pdf.Page, pdf.Info, error) {
	o.Paper, o.Pages = cmp.Or(o.Paper, pdf.A4), cmp.Or(o.Pages, 1)
	if o.Pages < 1 || o.Pages > pdf.MaxPages {
		return nil, pdf.Info{}, msg.Errorf("the number of pages must be from 1 to %d, not %d", pdf.MaxPages, o.Pages)
	}
	s := newScore(engines, d, o)
	info := pdf.Info{Title: locale.T("Score sheet: %s", s.title), Lang: locale.Current()}
	if err := s.fill(ctx); err != nil {
		return nil, info, err
	}
	// computed now because the document may change before the pages are drawn
	s.fields, s.picture = s.fieldsOf(), s.diagram()
	var pages []pdf.Page
	for row := 0; ; {
		from, number := row, len(pages)+1
		pages = append(pages, pdf.Page{Size: s.size, Draw: func(c draw.Canvas) { s.page(c, from, number) }})
		if len(s.filled) > 0 {
			row += s.rows(from == 0)
		}
		if row >= len(s.filled) && len(pages) >= o.Pages {
			return pages, info, ctx.Err()
		}
	}
}

// score lays out a score sheet.
type score struct {
	*game
	size   draw.Point
	title  string
	k      float64 // scale relative to A4
	margin float64
	each   int    // cells in a row: one for each player, or one in all
	cells  int    // blocks side by side
	filled []turn // the filled-in rows
	moves  []playedMove
	end    rules.Position

	fields  []field
	picture *diagram.Diagram
}

// turn is a filled-in row. texts has the move of each player in seat order. If rows have a single
// cell, who is the player who moved.
type turn struct {
	texts []string
	who   rules.Player
}

// mostBeside is the maximum number of players for rows with a cell for each player. With more
// players, each row has one move.
const mostBeside = 6

// Dimensions of a sheet on A4, in points. Rows are high enough for handwriting.
const (
	rowHeight  = 19.5
	numberWide = 22.0
	cellWide   = 50.0
	fieldStep  = 24.0
)

func newScore(engines *player.Catalog, d *model.Document, o ScoreOptions) *score {
	size := o.Paper.Size()
	s := &score{size: size, k: math.Sqrt(size.X / pdf.A4.Size().X), margin: 0.075 * size.X, each: d.Tree.Rules().Players()}
	s.game = newGame(engines, d, flow.New(context.Background(), sheet(o.Paper, 2)))
	s.title = cmp.Or(strings.TrimSpace(o.Title), words.Game(s.rules))
	if s.each > mostBeside {
		s.each = 1
	}
	s.cells = max(int((s.width()+s.gap())/(s.block(cellWide*s.k)+s.gap())), 1)
	return s
}

func (s *score) width() float64 { return s.size.X - 2*s.margin }
func (s *score) gap() float64   { return 10 * s.k }

// block returns the width of a block whose cells have the given width.
func (s *score) block(cell float64) float64 {
	n := numberWide * s.k
	if s.each == 1 && s.rules.Players() > 1 {
		n += 14 * s.k // room for the piece
	}
	return n + float64(s.each)*cell
}

// fill collects the moves of the main line.
func (s *score) fill(ctx context.Context) error {
	t := s.doc.Tree
	pos := s.start()
	s.end = pos
	number := 0
	last := s.rules.Players()
	for n := t.Root().First(); n != nil; n = n.First() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		m, ok := n.Move()
		if !ok {
			break
		}
		after, err := pos.Play(m)
		if err != nil {
			break
		}
		if m != rules.Pass {
			number++
		}
		who := pos.Turn()
		s.moves = append(s.moves, playedMove{number: number, move: m, before: pos, after: after})
		if s.each == 1 || int(who) <= last || len(s.filled) == 0 {
			s.filled = append(s.filled, turn{texts: make([]string, s.each), who: who})
		}
		at := int(who)
		if s.each == 1 {
			at = 0
		}
		s.filled[len(s.filled)-1].texts[at] = words.Move(s.rules, n)
		if last = int(who); who < 0 {
			last = s.rules.Players()
		}
		pos, s.end = after, after
	}
	return nil
}

// heads returns the height of the area above the rows.
func (s *score) heads(first bool) float64 {
	if !first {
		return s.margin + 34*s.k
	}
	return s.margin + 34*s.k + max(float64(len(s.fields))*fieldStep*s.k, s.boardRoom()) + 26*s.k
}

// boardRoom returns the height of the board on the first page.
func (s *score) boardRoom() float64 { return 0.24 * s.size.Y }

// lines returns the number of rows in a block.
func (s *score) lines(first bool) int {
	return max(int((s.size.Y-s.margin-30*s.k-s.heads(first))/(rowHeight*s.k)), 1)
}

// rows returns the number of rows on a page.
func (s *score) rows(first bool) int { return s.cells * s.lines(first) }

// field is a labelled line to write on.
type field struct {
	title, value string
	piece        rules.Player // drawn before the title
}

// fieldsOf returns the fields for the players and the event.
func (s *score) fieldsOf() (list []field) {
	n := s.rules.Players()
	for p := range min(n, mostBeside) {
		f := field{title: words.Seat(s.rules, rules.Player(p)), piece: rules.NoPlayer}
		if s.figures {
			f.piece = rules.Player(p)
		}
		if p < len(s.doc.Players) && words.Known(s.doc.Players[p]) {
			f.value = strings.TrimSpace(s.name(rules.Player(p)))
		}
		list = append(list, f)
	}
	for _, x := range []struct {
		key   string
		title msg.Key
	}{{model.InfoEvent, "Event"}, {model.InfoRound, "Round"}, {model.InfoPlace, "Place"}, {model.InfoDate, "Date"}, {model.InfoResult, "Result"}} {
		value := strings.TrimSpace(s.doc.Info[x.key])
		if x.key == model.InfoResult && s.end.Result().Over {
			value = words.Outcome(s.rules, s.end.Result(), s.name)
		}
		list = append(list, field{locale.T(x.title), value, rules.NoPlayer})
	}
	return list
}

// page draws a sheet, starting with row from.
func (s *score) page(c draw.Canvas, from, number int) {
	title := draw.TextStyle{Size: 15 * s.k, Bold: true, Color: flow.Ink, Align: draw.Left}
	y := s.margin + 8*s.k
	c.Text(draw.Point{X: s.margin, Y: y}, flow.Cut(s.title, s.width()-60*s.k, title), title)
	small := draw.TextStyle{Size: 8 * s.k, Color: flow.Faint, Align: draw.Right}
	c.Text(draw.Point{X: s.size.X - s.margin, Y: y}, locale.T("Sheet %d", number), small)
	if from == 0 {
		s.head(c, s.margin+34*s.k)
	}
	s.table(c, from)
	s.foot(c)
}

// head draws the fields and the board.
func (s *score) head(c draw.Canvas, top float64) {
	fields, d := s.fields, s.picture
	height := max(float64(len(fields))*fieldStep*s.k, s.boardRoom())
	p := fit(d, 0.46*s.width(), height, 26*s.k)
	p.Draw(c, draw.Rect{X: s.size.X - s.margin - p.Width, Y: top, W: p.Width, H: p.Height})
	right := s.size.X - s.margin - max(p.Width, 0.3*s.width()) - 22*s.k
	st := draw.TextStyle{Size: 9 * s.k, Color: flow.Faint, Align: draw.Left}
	written := draw.TextStyle{Size: 11 * s.k, Color: flow.Ink, Align: draw.Left, Serif: true}
	for i, f := range fields {
		y := top + (float64(i)+0.6)*fieldStep*s.k
		x := s.margin
		if f.piece != rules.NoPlayer {
			s.swatch(f.piece)(c, draw.Rect{X: x, Y: y - 5*s.k, W: 10 * s.k, H: 10 * s.k})
			x += 15 * s.k
		}
		c.Text(draw.Point{X: x, Y: y}, flow.Cut(f.title, 58*s.k, st), st)
		from := s.margin + 76*s.k
		if f.value != "" {
			c.Text(draw.Point{X: from + 4*s.k, Y: y}, flow.Cut(f.value, right-from-6*s.k, written), written)
		}
		under := y + 8*s.k
		c.Path(draw.Segment(draw.Point{X: from, Y: under}, draw.Point{X: right, Y: under}), draw.Style{Stroke: flow.Rule, Width: 0.7})
	}
}

// diagram returns the board of a sheet, with the moves if there are any.
func (s *score) diagram() *diagram.Diagram {
	if d, _, _ := s.transcript(); d != nil {
		return d
	}
	if len(s.moves) == 0 {
		return s.board(s.end)
	}
	list := s.moves[max(len(s.moves)-mostNumbered, 0):]
	d, _ := s.game.moves(list[0].before, list, s.end)
	d.Win = s.end.Result().Cells
	return d
}

// table draws the blocks of rows, side by side.
func (s *score) table(c draw.Canvas, from int) {
	lines := s.lines(from == 0)
	width := (s.width() - float64(s.cells-1)*s.gap()) / float64(s.cells)
	cell := (width - s.block(0)) / float64(s.each)
	top, step := s.heads(from == 0), rowHeight*s.k
	line := draw.Style{Stroke: flow.Rule, Width: 0.6}
	for b := range s.cells {
		x := s.margin + float64(b)*(width+s.gap())
		left := x + s.block(0)
		if s.each > 1 {
			for p := range s.each {
				at := draw.Point{X: left + (float64(p)+0.5)*cell, Y: top - 9*s.k}
				if s.figures {
					s.swatch(rules.Player(p))(c, draw.Rect{X: at.X - 5*s.k, Y: at.Y - 5*s.k, W: 10 * s.k, H: 10 * s.k})
					continue
				}
				st := draw.TextStyle{Size: 8 * s.k, Color: flow.Faint}
				c.Text(at, flow.Cut(words.Seat(s.rules, rules.Player(p)), cell, st), st)
			}
		}
		for i := range lines {
			s.row(c, from+b*lines+i, draw.Point{X: x, Y: top + (float64(i)+0.5)*step}, left, cell)
		}
		var grid draw.Path
		for i := range lines + 1 {
			y := top + float64(i)*step
			grid = grid.Move(x, y).Line(x+width, y)
		}
		for i := range s.each + 1 {
			at := left + float64(i)*cell
			grid = grid.Move(at, top).Line(at, top+float64(lines)*step)
		}
		c.Path(grid.Move(x, top).Line(x, top+float64(lines)*step), line)
	}
}

// row draws the number of row n and its moves.
func (s *score) row(c draw.Canvas, n int, at draw.Point, left, cell float64) {
	number := draw.TextStyle{Size: 8 * s.k, Color: flow.Faint, Align: draw.Right}
	c.Text(draw.Point{X: at.X + (numberWide-5)*s.k, Y: at.Y}, strconv.Itoa(n+1), number)
	if s.each == 1 && s.rules.Players() > 1 {
		who := rules.Player(n % s.rules.Players())
		if n < len(s.filled) {
			who = s.filled[n].who
		}
		if s.figures && who >= 0 {
			s.swatch(who)(c, draw.Rect{X: left - 13*s.k, Y: at.Y - 5*s.k, W: 10 * s.k, H: 10 * s.k})
		}
	}
	if n >= len(s.filled) {
		return
	}
	st := draw.TextStyle{Size: 11 * s.k, Color: flow.Ink, Serif: true}
	for i, text := range s.filled[n].texts {
		if text != "" {
			c.Text(draw.Point{X: left + (float64(i)+0.5)*cell, Y: at.Y}, flow.Cut(text, cell-4, st), st)
		}
	}
}

// foot draws the lines for signatures.
func (s *score) foot(c draw.Canvas) {
	n := min(s.rules.Players(), 3)
	if s.rules.Players() > 3 {
		n = 1
	}
	y := s.size.Y - s.margin - 4*s.k
	width := (s.width() - float64(n-1)*24*s.k) / float64(n)
	st := draw.TextStyle{Size: 7.5 * s.k, Color: flow.Faint, Align: draw.Left}
	for i := range n {
		x := s.margin + float64(i)*(width+24*s.k)
		c.Path(draw.Segment(draw.Point{X: x, Y: y}, draw.Point{X: x + width, Y: y}), draw.Style{Stroke: flow.Rule, Width: 0.7})
		text := locale.T("Signature")
		if n > 1 {
			text += ": " + words.Seat(s.rules, rules.Player(i))
		}
		c.Text(draw.Point{X: x, Y: y + 8*s.k}, flow.Cut(text, width, st), st)
	}
}
