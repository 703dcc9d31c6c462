package tournaments

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gtk"
	"github.com/gotk3/gotk3/pango"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/rules"
	"boardstudio/studio/app/tournaments"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/tournament"
)

// view shows a tournament: its tables, the finished games, and the boards of games in progress.
type view struct {
	w      *Window
	of     *tournament.Tournament
	box    *gtk.Paned
	book   *gtk.Notebook
	table  *gtkx.Table
	cross  *gtkx.Table
	games  *gtkx.Table
	listed int // number of games listed
	right  *gtk.ScrolledWindow
	boards *gtk.FlowBox
	cards  []*card
}

func newView(w *Window, t *tournament.Tournament) *view {
	v := &view{w: w, of: t}
	v.table = gtkx.NewTable(locale.T("Table"), columns(tournaments.Heads()), nil)
	v.cross = gtkx.NewTable(locale.T("Cross Table"), columns(w.run.CrossHeads()), nil)
	var games []gtkx.Column
	heads := w.run.GameHeads()
	for i, title := range heads {
		c := gtkx.Column{Title: title, Width: 110, Wide: true}
		switch i {
		case len(heads) - 2:
			c.Width, c.Tells = 160, true // the result needs the most space
		case 0, len(heads) - 1:
			c = gtkx.Column{Title: title, Fits: true, Right: true}
		}
		games = append(games, c)
	}
	v.games = gtkx.NewTable(locale.T("Games Played"), games, func(i int) {
		if list := v.w.run.Games(); i < len(list) {
			v.w.openGame(list[len(list)-1-i])
		}
	})
	v.book, _ = gtk.NotebookNew()
	v.book.SetShowBorder(false)
	for _, p := range []struct {
		title string
		table *gtkx.Table
	}{{locale.T("Table"), v.table}, {locale.T("Cross Table"), v.cross}} {
		v.book.AppendPage(p.table.Box, gtkx.Label(p.title))
	}
	heading := gtkx.Styled("heading", locale.T("Games Played"))
	gtkx.Margins(heading, 12, 4)
	hint := gtkx.Styled("hint", locale.T("Enter opens a game"))
	gtkx.Margins(hint, 12, 4)
	line := gtkx.HBox(0)
	line.PackStart(heading, false, false, 0)
	line.PackEnd(hint, false, false, 0)
	gtkx.AddClass(line, "edge-top")
	list := gtkx.VBox(0)
	list.PackStart(line, false, false, 0)
	list.PackStart(v.games.Box, true, true, 0)
	left, _ := gtk.PanedNew(gtk.ORIENTATION_VERTICAL)
	left.Pack1(v.book, true, false)
	left.Pack2(list, true, false)
	left.SetPosition(min(100+30*len(t.Entrants), 330))

	v.boards, _ = gtk.FlowBoxNew()
	v.boards.SetSelectionMode(gtk.SELECTION_NONE)
	v.boards.SetVAlign(gtk.ALIGN_START)
	v.boards.SetMaxChildrenPerLine(6)
	gtkx.SetName(v.boards, locale.T("Games in progress"))
	v.right = gtkx.Scrolled(v.boards)
	gtkx.AddClass(v.right, "edge-left")
	v.right.SetSizeRequest(boardSize+40, -1)
	v.right.SetNoShowAll(true)
	v.box, _ = gtk.PanedNew(gtk.ORIENTATION_HORIZONTAL)
	v.box.Pack1(left, true, false)
	v.box.Pack2(v.right, false, false)
	return v
}

// columns returns columns with the given titles: the rank, the player, and numbers.
func columns(heads []tournaments.Head) []gtkx.Column {
	var list []gtkx.Column
	for i, h := range heads {
		c := gtkx.Column{Title: h.Title, Tip: h.Tip, Width: 36, Fits: true, Right: true}
		if i == 1 {
			c = gtkx.Column{Title: h.Title, Width: 158, Wide: true}
		}
		list = append(list, c)
	}
	return list
}

// focus focuses the list of games, or the table if no game has finished.
func (v *view) focus() {
	if len(v.w.run.Games()) > 0 {
		v.games.GrabFocus()
		return
	}
	v.table.GrabFocus()
}

// nextPane moves the focus between the tables and the games.
func (v *view) nextPane() {
	if v.games.HasFocus() {
		v.book.GrabFocus()
		return
	}
	v.games.GrabFocus()
}

// fill updates the tables and the boards.
func (v *view) fill() {
	run := v.w.run
	if list := run.Games(); len(list) != v.listed || v.listed == 0 {
		v.table.SetVisible(tournaments.ErrorsColumn, run.Errors())
		v.table.Fill(run.Ranking())
		v.cross.Fill(run.Cross())
		var rows [][]string
		for _, g := range list[min(v.listed, len(list)):] {
			rows = append(rows, run.GameRow(g))
		}
		slices.Reverse(rows) // latest first
		v.games.Insert(rows)
		v.listed = len(list)
	}
	v.showBoards(run.Live())
}

// showBoards shows the games in progress. A game keeps its board until it ends.
func (v *view) showBoards(list []tournament.Live) {
	v.right.SetVisible(v.w.run.Playing())
	if v.w.run.Playing() {
		v.boards.ShowAll()
	}
	left := slices.Clone(list)
	for _, c := range v.cards {
		i := slices.IndexFunc(left, func(g tournament.Live) bool { return g.Number == c.game.Number })
		if c.over = i < 0; !c.over {
			c.show(left[i])
			left = slices.Delete(left, i, i+1)
		}
	}
	for _, g := range left {
		i := slices.IndexFunc(v.cards, func(c *card) bool { return c.over })
		if i < 0 {
			i = len(v.cards)
			v.cards = append(v.cards, newCard(v, len(g.Seats)))
		}
		v.cards[i].over = false
		v.cards[i].show(g)
	}
}

// card is a small board with its players. It shows a finished game until another one replaces it.
type card struct {
	v       *view
	game    tournament.Live
	over    bool
	caption *gtk.Label
	area    *gtk.DrawingArea
	seats   []seatLine
}

// seatLine contains the widgets of a player.
type seatLine struct {
	piece             *gtk.DrawingArea
	name, clock, says *gtk.Label
}

// boardSize is the size of a small board, in pixels.
const boardSize = 200

func newCard(v *view, seats int) *card {
	c := &card{v: v}
	box := gtkx.VBox(3)
	gtkx.Margins(box, 8, 6)
	gtkx.AddClass(box, "live")
	c.caption = gtkx.Styled("hint", "")
	c.area = gtkx.Preview(boardSize, boardSize, func(cv gtkx.Canvas, box draw.Rect) {
		if v.w.win.GetScaleFactor() == 1 {
			cv.Sprites = v.w.circles
		}
		c.diagram().Draw(cv, box)
	})
	gtkx.Pack(box, c.caption)
	box.PackStart(c.area, true, true, 0)
	for seat := range seats {
		var l seatLine
		l.piece, _ = gtk.DrawingAreaNew()
		l.piece.SetSizeRequest(16, 16)
		l.piece.Connect("draw", func(a *gtk.DrawingArea, cr *cairo.Context) bool {
			room := draw.Rect{W: float64(a.GetAllocatedWidth()), H: float64(a.GetAllocatedHeight())}
			c.diagram().Swatch(gtkx.Canvas{Cairo: cr}, rules.Player(seat), room.Inset(1))
			return true
		})
		l.name, l.clock, l.says = gtkx.Label(""), gtkx.Styled("hint", ""), gtkx.Styled("hint", "")
		l.name.SetEllipsize(pango.ELLIPSIZE_END)
		l.name.SetMaxWidthChars(18)
		l.says.SetEllipsize(pango.ELLIPSIZE_END)
		l.says.SetMarginStart(22) // aligned with the name
		row, below := gtkx.HBox(6), gtkx.HBox(6)
		row.PackStart(l.piece, false, false, 0)
		row.PackStart(l.name, true, true, 0)
		below.PackStart(l.says, true, true, 0)
		below.PackEnd(l.clock, false, false, 0)
		gtkx.Pack(box, row, below)
		c.seats = append(c.seats, l)
	}
	v.boards.Add(box)
	box.ShowAll()
	return c
}

// diagram returns the diagram of the current position.
func (c *card) diagram() *diagram.Diagram {
	r := c.v.of.Rules()
	d := diagram.New(r, c.game.Last)
	d.Pixel = 1
	c.v.w.host.Dress(d)
	if n := len(c.game.Moves); n > 0 && c.game.Before != nil {
		d.Last = rules.Landing(r.Board(), c.game.Before, c.game.Last, c.game.Moves[n-1])
	}
	if c.game.Last != nil {
		d.Win = c.game.Last.Result().Cells
	}
	return d
}

// show updates the names, clocks and evaluations of g, and the board if a move was played.
func (c *card) show(g tournament.Live) {
	moved := g.Number != c.game.Number || len(g.Moves) != len(c.game.Moves)
	c.game = g
	for i, s := range c.v.w.run.Seats(&g, time.Now()) {
		l := &c.seats[i]
		set(l.name, s.Name)
		set(l.clock, s.Clock)
		set(l.says, s.Says)
		gtkx.SetClass(l.name, "name", s.Turn)
	}
	if !moved {
		return
	}
	set(c.caption, tournaments.Caption(&g))
	gtkx.SetName(c.area, tournaments.Caption(&g)+", "+c.v.w.run.Names(g.Seats))
	c.area.QueueDraw()
}

// parentOf returns the parent of a folder, or "" if dir is "".
func parentOf(dir string) string {
	if dir == "" {
		return ""
	}
	return filepath.Dir(dir)
}
