package studio

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/find"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
)

// What of the board is looked for.
const (
	anyBoard = iota
	thisBoard
	partOfBoard
)

// finding is what the search window asks for: it is there again when that is opened anew.
type finding struct {
	w    *window
	list *list // nil while the window is closed

	q                 find.Query // texts and annotations
	board             int
	fixed, whole      bool // the pattern lies as it is, where it is
	swapped, standing bool
	inFolder          bool
	folder            string
	asked             string // what was last looked for, to see whether it is something else now
	wait              func() // ends waiting before a folder is searched
	choose            *gtk.ToggleButton
	cells, status     *gtk.Label
	bar               *gtk.ProgressBar
	stop              *gtk.Button
	area              *gtk.Revealer
	where             *gtk.ComboBoxText
	folderButton      *gtk.Button
	filling           bool
}

// findWidth is the width of the search window.
const findWidth = 430

// folderPause is how long nothing must be typed before a folder is searched.
const folderPause = 500 * time.Millisecond

// find shows the search window.
func (w *window) find(inFolder bool) {
	f := &w.finding
	f.w = w
	if f.list != nil {
		f.list.win.Present()
		f.list.find.GrabFocus()
		if inFolder && !f.inFolder {
			f.where.SetActive(1)
		}
		return
	}
	f.inFolder = inFolder
	if f.folder == "" {
		f.folder = w.st.LastFolder
	}
	title := locale.T("Find")
	f.list = w.openList(listSpec{
		title: title,
		hint:  locale.T("Text in comments and names"),
		columns: []column{
			{title: locale.T("Move"), width: 52, right: true},
			{width: 64},
			{title: locale.T("Found"), wide: true, width: 200},
		},
		width: findWidth, height: 620,
		live:  app.TopicFind | app.TopicHere | app.TopicTree,
		stays: true,
		empty: locale.T("Nothing was found"),
		head:  f.head(),
		foot:  f.foot(),
		rows:  f.rows,
	})
	f.list.win.Connect("destroy", func() {
		f.list, f.asked = nil, ""
		w.s.Chosen().Choose(false)
		w.s.Finder().Live(false)
		if f.inFolder {
			w.s.Finder().Stop()
		}
		w.board.area.QueueDraw()
	})
	w.aside(f.list, 60)
	w.s.Finder().Live(true)
	if f.q.Text != "" {
		f.list.find.SetText(f.q.Text)
		f.list.find.SelectRegion(0, -1)
	}
	f.shown()
	if inFolder && f.folder == "" {
		f.pickFolder()
	}
}

// aside puts a list window over the panels: the board is looked at meanwhile, or
// chosen from.
func (w *window) aside(l *list, down int) {
	x, y := w.win.GetPosition()
	width, _ := w.win.GetSize()
	own, _ := l.win.GetSize()
	l.win.Move(x+max(width-own, 0), y+down)
}

// head returns what is asked for besides the text.
func (f *finding) head() gtk.IWidget {
	w := f.w
	all := vbox(8)
	top := hbox(12)
	top.PackStart(check(locale.T("Whole words"), f.q.Whole, func(on bool) { f.q.Whole = on; f.look() }), false, false, 0)
	f.folderButton, _ = gtk.ButtonNewWithLabel("")
	f.folderButton.Connect("clicked", f.pickFolder)
	name(f.folderButton, locale.T("Folder"))
	in := 0
	if f.inFolder {
		in = 1
	}
	f.where = combo(locale.T("Where"), []string{locale.T("In this document"), locale.T("In a folder")}, in, func(i int) {
		f.inFolder = i == 1
		if f.inFolder && f.folder == "" {
			f.pickFolder()
		}
		f.look()
	})
	top.PackEnd(f.folderButton, false, false, 0)
	top.PackEnd(f.where, false, false, 0)
	all.PackStart(top, false, false, 0)

	g := newForm()
	board := combo(locale.T("Board"), []string{
		locale.T("Any position"), locale.T("The position on the board"), locale.T("A pattern of some cells"),
	}, f.board, func(i int) {
		f.board = i
		w.s.Chosen().Choose(i == partOfBoard)
		f.look()
	})
	board.SetHExpand(true)
	g.row(locale.T("_Board"), board)
	g.wide(f.pattern(), 0, 2)
	all.PackStart(g, false, false, 0)
	more, _ := gtk.ExpanderNew(locale.T("More"))
	more.Add(f.more())
	more.SetExpanded(f.special())
	all.PackStart(more, false, false, 0)
	return all
}

// pattern returns what can be said about the pattern.
func (f *finding) pattern() gtk.IWidget {
	w := f.w
	box := vbox(6)
	line := hbox(8)
	f.choose, _ = gtk.ToggleButtonNewWithLabel(locale.T("Choose cells on the board"))
	f.choose.Connect("toggled", func() {
		if !f.filling {
			w.s.Chosen().Choose(f.choose.GetActive())
		}
	})
	marked, _ := gtk.ButtonNewWithLabel(locale.T("Marked cells"))
	marked.Connect("clicked", func() {
		var cells []rules.Cell
		for _, m := range w.s.Node().Marks() {
			cells = append(cells, m.Cell)
		}
		w.s.Chosen().Set(cells)
	})
	none, _ := gtk.ButtonNewWithLabel(locale.T("None"))
	none.Connect("clicked", func() { w.s.Chosen().Set(nil) })
	f.cells = label("")
	addClass(f.cells, "dim-label")
	line.PackStart(f.choose, false, false, 0)
	line.PackStart(marked, false, false, 0)
	line.PackStart(none, false, false, 0)
	line.PackStart(f.cells, false, false, 4)
	box.PackStart(line, false, false, 0)
	grid, _ := gtk.GridNew()
	grid.SetColumnSpacing(16)
	set := func(title string, col, row int, on bool, to func(bool)) {
		grid.Attach(check(title, on, func(on bool) { to(on); f.look() }), col, row, 1, 1)
	}
	set(locale.T("Anywhere on the board"), 0, 0, !f.whole, func(on bool) { f.whole = !on })
	set(locale.T("Turned and mirrored"), 1, 0, !f.fixed, func(on bool) { f.fixed = !on })
	set(locale.T("Players exchanged"), 0, 1, f.swapped, func(on bool) { f.swapped = on })
	set(locale.T("Only where it is new"), 1, 1, !f.standing, func(on bool) { f.standing = !on })
	box.PackStart(grid, false, false, 0)
	f.area, _ = gtk.RevealerNew()
	f.area.SetTransitionType(gtk.REVEALER_TRANSITION_TYPE_SLIDE_DOWN)
	f.area.Add(box)
	f.area.SetRevealChild(f.board == partOfBoard)
	return f.area
}

// special reports whether something is asked for that stands under "More".
func (f *finding) special() bool {
	q := f.q
	q.Text = ""
	return !q.Empty()
}

// markKinds are the kinds of marks to choose from, behind "does not matter" and "any".
var markKinds = []model.MarkKind{model.MarkCircle, model.MarkCross, model.MarkSquare, model.MarkTriangle, model.MarkLabel}

func (f *finding) more() gtk.IWidget {
	w := f.w
	g := newForm()
	margins(g, 12, 6)

	players := []string{locale.T("anybody")}
	mover := 0
	for i := range w.s.Rules().Players() {
		players = append(players, w.s.Name(rules.Player(i)))
		if f.q.Movers.Has(rules.Player(i)) {
			mover = i + 1
		}
	}
	g.row(locale.T("Moves of"), combo(locale.T("Moves of"), players, mover, func(i int) {
		f.q.Movers = rules.Of(rules.Player(i - 1))
		f.look()
	}))

	glyphs, glyph := []string{locale.T("does not matter")}, 0
	signs := append([]model.Glyph{}, app.Glyphs...)
	signs = append(signs, model.GlyphEven, model.GlyphUnclear)
	for p := range min(w.s.Rules().Players(), 2) {
		for d := 1; d <= 3; d++ {
			signs = append(signs, model.Better(rules.Player(p), d))
		}
	}
	for i, s := range signs {
		glyphs = append(glyphs, string(s))
		if len(f.q.Glyphs) > 0 && f.q.Glyphs[0] == s {
			glyph = i + 1
		}
	}
	g.row(locale.T("Sign"), combo(locale.T("Sign"), glyphs, glyph, func(i int) {
		if f.q.Glyphs = nil; i > 0 {
			f.q.Glyphs = signs[i-1 : i]
		}
		f.look()
	}))

	kinds, kind := []string{locale.T("does not matter"), locale.T("any mark")}, 0
	if f.q.Marked {
		kind = 1
	}
	for i, k := range []string{locale.T("Circle"), locale.T("Cross"), locale.T("Square"), locale.T("Triangle"), locale.T("Text")} {
		kinds = append(kinds, k)
		if f.q.Marked && f.q.Mark == markKinds[i] {
			kind = i + 2
		}
	}
	g.row(locale.T("Marks"), combo(locale.T("Marks on cells"), kinds, kind, func(i int) {
		f.q.Marked, f.q.Mark = i > 0, ""
		if i > 1 {
			f.q.Mark = markKinds[i-2]
		}
		f.look()
	}))

	numbers := hbox(6)
	numbers.PackStart(spin(locale.T("First move number"), 0, 100000, f.q.From, func(v int) { f.q.From = v; f.look() }), false, false, 0)
	numbers.PackStart(label("–"), false, false, 0)
	numbers.PackStart(spin(locale.T("Last move number"), 0, 100000, f.q.To, func(v int) { f.q.To = v; f.look() }), false, false, 0)
	hint := label(locale.T("0: no limit"))
	addClass(hint, "dim-label")
	numbers.PackStart(hint, false, false, 4)
	g.row(locale.T("Move numbers"), numbers)

	swing, _ := gtk.SpinButtonNewWithRange(0, 1e6, .5)
	swing.SetDigits(1)
	swing.SetValue(f.q.Swing)
	name(swing, locale.T("Evaluation changes by"))
	swing.Connect("value-changed", func() { f.q.Swing = swing.GetValue(); f.look() })
	swing.SetHAlign(gtk.ALIGN_START)
	g.row(locale.T("Evaluation changes by"), swing)

	checks := hbox(14)
	for _, c := range []struct {
		title string
		on    *bool
	}{
		{locale.T("Bookmark"), &f.q.Bookmarked},
		{locale.T("Name"), &f.q.Named},
		{locale.T("Comment"), &f.q.Commented},
		{locale.T("Does not play"), &f.q.Broken},
	} {
		checks.PackStart(check(c.title, *c.on, func(on bool) { *c.on = on; f.look() }), false, false, 0)
	}
	g.wide(checks, 1, 1)
	return g
}

func (f *finding) foot() gtk.IWidget {
	row := hbox(10)
	f.status = label("")
	f.status.SetEllipsize(3)
	name(f.status, locale.T("Search result"))
	f.bar, _ = gtk.ProgressBarNew()
	f.bar.SetVAlign(gtk.ALIGN_CENTER)
	f.bar.SetNoShowAll(true)
	name(f.bar, locale.T("Search progress"))
	f.stop, _ = gtk.ButtonNewWithLabel(locale.T("Stop"))
	f.stop.SetNoShowAll(true)
	f.stop.Connect("clicked", func() { f.w.s.Finder().Stop() })
	row.PackStart(f.status, true, true, 0)
	row.PackStart(f.bar, false, false, 0)
	row.PackStart(f.stop, false, false, 0)
	row.SetSizeRequest(-1, 34) // the button comes and goes
	return row
}

// pickFolder asks for the folder to be searched.
func (f *finding) pickFolder() {
	d, err := gtk.FileChooserDialogNewWith2Buttons(locale.T("Find in a folder"), f.list.win, gtk.FILE_CHOOSER_ACTION_SELECT_FOLDER,
		locale.T("Cancel"), gtk.RESPONSE_CANCEL, locale.T("Choose"), gtk.RESPONSE_ACCEPT)
	if err != nil {
		return
	}
	d.SetModal(true)
	d.SetDefaultResponse(gtk.RESPONSE_ACCEPT)
	if home, err := os.UserHomeDir(); f.folder != "" || err == nil {
		d.SetCurrentFolder(cmp.Or(f.folder, home))
	}
	d.Connect("response", func(_ *gtk.FileChooserDialog, r gtk.ResponseType) {
		path := d.GetFilename()
		d.Destroy()
		if r == gtk.RESPONSE_ACCEPT && path != "" {
			f.folder = path
			f.look()
		}
		if f.list != nil {
			f.list.find.GrabFocus()
		}
	})
	d.ShowAll()
}

// query returns what is asked for now.
func (f *finding) query() find.Query {
	q, s := f.q, f.w.s
	switch f.board {
	case thisBoard:
		at := rules.SetupOf(s.Rules(), s.Shown())
		q.Position = &at
	case partOfBoard:
		cells := s.Chosen().Pattern()
		if len(cells) > 0 {
			q.Pattern = &find.Pattern{Cells: cells, Turned: !f.fixed, Anywhere: !f.whole, Swapped: f.swapped, Anew: !f.standing}
		}
	}
	return q
}

// look begins a search if what is asked for is something else than before.
func (f *finding) look() {
	if f.list == nil {
		return
	}
	q := f.query()
	folder := ""
	if f.inFolder {
		folder = f.folder
	}
	id := f.identify(&q, folder)
	if id == f.asked {
		f.shown()
		return
	}
	f.asked = id
	if f.wait != nil {
		f.wait()
		f.wait = nil
	}
	switch {
	case f.board == partOfBoard && q.Pattern == nil, f.inFolder && folder == "":
		q = find.Query{} // nothing to look for yet
		f.w.s.Finder().Look(q, folder)
	case f.inFolder:
		f.w.s.Finder().Stop()
		f.wait = loop{}.After(folderPause, func() {
			f.wait = nil
			f.w.s.Finder().Look(q, folder)
		})
	default:
		f.w.s.Finder().Look(q, "")
	}
	f.shown()
}

// identify returns a text that is another for another search.
func (f *finding) identify(q *find.Query, folder string) string {
	plain := *q
	plain.Position, plain.Pattern = nil, nil
	id := fmt.Sprintf("%q %+v", folder, plain)
	if q.Position != nil {
		id += fmt.Sprint(*q.Position)
	}
	if q.Pattern != nil {
		id += fmt.Sprint(*q.Pattern)
	}
	return id
}

// rows returns the places found for a text, as far as they are known.
func (f *finding) rows(text string) rows {
	s := f.w.s
	if f.list != nil { // else the window is being made, and the text of last time comes still
		f.q.Text = strings.TrimSpace(text)
		f.look()
	}
	x := s.Finder()
	now, ok := x.Here()
	if !ok {
		now = max(now, 0)
	}
	return rows{
		n: x.Len(), now: now,
		at: func(i int) row {
			p := x.At(i)
			why := p.Why
			if p.Err != nil {
				why = locale.Err(p.Err)
			}
			if p.Path != "" {
				file, err := filepath.Rel(x.Folder(), p.Path)
				if err != nil {
					file = filepath.Base(p.Path)
				}
				why = strings.Trim(file+"  ·  "+why, " ·")
			}
			return row{cells: []string{itoa(p.Ply), p.Move, why}, bold: p.Node != nil && p.Node == s.Node()}
		},
		do: func(i int) {
			p := x.At(i)
			if x.GoTo(p) {
				return
			}
			if p.Path != "" {
				f.w.unlessUnsaved(func() { x.OpenAt(p) })
			}
		},
	}
}

// shown brings the texts around the list up to date.
func (f *finding) shown() {
	if f.list == nil {
		return
	}
	s, x := f.w.s, f.w.s.Finder()
	f.filling = true
	f.choose.SetActive(s.Choosing())
	f.filling = false
	f.area.SetRevealChild(f.board == partOfBoard)
	n := len(s.Chosen().Cells())
	f.cells.SetText(locale.N("%d cell", "%d cells", n, n))
	f.folderButton.SetVisible(f.inFolder)
	if f.folder != "" {
		f.folderButton.SetLabel(filepath.Base(f.folder))
		f.folderButton.SetTooltipText(f.folder)
	} else {
		f.folderButton.SetLabel(locale.T("Choose…"))
	}
	done, total, busy := x.Busy()
	f.bar.SetVisible(busy && total > 0)
	f.stop.SetVisible(busy && total > 0)
	if total > 0 {
		f.bar.SetFraction(float64(done) / float64(total))
	}
	text, empty := "", locale.T("Nothing was found")
	switch {
	case f.board == partOfBoard && n == 0:
		empty = locale.T("Draw a rectangle on the board, or click cells")
	case !x.Asked() && f.wait == nil:
		empty = locale.T("Type a text, or choose what to look for")
	case x.Err() != nil:
		text = locale.Err(x.Err())
	case busy || f.wait != nil:
		text, empty = locale.T("Searching…"), ""
	case x.Full():
		text = locale.T("The first %d places", x.Len())
	default:
		text = locale.N("%d place", "%d places", x.Len(), x.Len())
	}
	if u := x.Unread(); len(u) > 0 {
		text += "  ·  " + locale.N("%d file could not be read", "%d files could not be read", len(u), len(u))
		f.status.SetTooltipText(strings.Join(u[:min(len(u), 20)], "\n"))
	} else {
		f.status.SetTooltipText("")
	}
	f.status.SetText(text)
	f.list.none.SetText(empty)
}

// findArea returns the cells to frame on the board: those being chosen, or where the
// pattern lies at the current place.
func (w *window) findArea() []rules.Cell {
	if w.s.Choosing() {
		return w.s.Chosen().Cells()
	}
	if w.finding.list == nil || w.finding.board != partOfBoard || w.finding.inFolder {
		return nil
	}
	if i, ok := w.s.Finder().Here(); ok {
		return w.s.Finder().At(i).Cells
	}
	return nil
}

// findMove goes to another place that was found, or asks what to look for.
func (w *window) findMove(move func()) {
	if x := w.s.Finder(); !x.Asked() || x.Folder() != "" {
		w.find(false)
		return
	}
	move()
}
