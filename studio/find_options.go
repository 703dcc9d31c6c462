package studio

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
)

// head returns what is asked for besides the text.
func (f *finding) head() gtk.IWidget {
	all := gtkx.VBox(8)
	top := gtkx.HBox(12)
	top.PackStart(gtkx.Check(locale.T("Whole words"), f.q.Whole, func(on bool) { f.q.Whole = on; f.look() }), false, false, 0)
	f.folderButton, _ = gtk.ButtonNewWithLabel("")
	f.folderButton.Connect("clicked", f.pickFolder)
	gtkx.SetName(f.folderButton, locale.T("Folder"))
	in := 0
	if f.inFolder {
		in = 1
	}
	f.where = gtkx.Combo(locale.T("Where"), []string{locale.T("In this document"), locale.T("In a folder")}, in, func(i int) {
		f.inFolder = i == 1
		if f.inFolder && f.folder == "" {
			f.pickFolder()
		}
		f.look()
	})
	top.PackEnd(f.folderButton, false, false, 0)
	top.PackEnd(f.where, false, false, 0)
	all.PackStart(top, false, false, 0)

	g := gtkx.NewForm()
	board := gtkx.Combo(locale.T("Board"), []string{
		locale.T("Any position"), locale.T("The position on the board"), locale.T("A pattern of some cells"),
	}, f.board, func(i int) {
		f.board = i
		f.s.Select(i == partOfBoard)
		f.look()
	})
	board.SetHExpand(true)
	g.Row(locale.T("_Board"), board)
	g.Wide(f.pattern(), 0, 2)
	all.PackStart(g, false, false, 0)
	more, _ := gtk.ExpanderNew(locale.T("More"))
	more.Add(f.more())
	more.SetExpanded(f.special())
	all.PackStart(more, false, false, 0)
	return all
}

// pattern returns what can be said about the pattern.
func (f *finding) pattern() gtk.IWidget {
	box := gtkx.VBox(6)
	line := gtkx.HBox(8)
	f.choose, _ = gtk.ToggleButtonNewWithLabel(locale.T("Select Cells on the Board"))
	f.choose.Connect("toggled", func() {
		if !f.filling {
			f.s.Select(f.choose.GetActive())
		}
	})
	marked, _ := gtk.ButtonNewWithLabel(locale.T("Marked cells"))
	marked.Connect("clicked", func() {
		var cells []rules.Cell
		for _, m := range f.s.Node().Marks() {
			cells = append(cells, m.Cell)
		}
		f.s.Selection().Set(cells)
	})
	none, _ := gtk.ButtonNewWithLabel(locale.C("cells", "None"))
	none.Connect("clicked", func() { f.s.Selection().Set(nil) })
	f.cells = gtkx.Label("")
	gtkx.AddClass(f.cells, "dim-label")
	line.PackStart(f.choose, false, false, 0)
	line.PackStart(marked, false, false, 0)
	line.PackStart(none, false, false, 0)
	line.PackStart(f.cells, false, false, 4)
	box.PackStart(line, false, false, 0)
	grid, _ := gtk.GridNew()
	grid.SetColumnSpacing(16)
	set := func(title string, col, row int, on bool, to func(bool)) {
		grid.Attach(gtkx.Check(title, on, func(on bool) { to(on); f.look() }), col, row, 1, 1)
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
	g := gtkx.NewForm()
	gtkx.Margins(g, 12, 6)

	players := []string{locale.T("anybody")}
	mover := 0
	for i := range f.s.Rules().Players() {
		players = append(players, f.s.Name(rules.Player(i)))
		if f.q.Movers.Has(rules.Player(i)) {
			mover = i + 1
		}
	}
	g.Row(locale.T("Moves of"), gtkx.Combo(locale.T("Moves of"), players, mover, func(i int) {
		f.q.Movers = rules.Of(rules.Player(i - 1))
		f.look()
	}))

	glyphs, glyph := []string{locale.T("does not matter")}, 0
	signs := append([]model.Glyph{}, app.Glyphs...)
	signs = append(signs, model.GlyphEven, model.GlyphUnclear)
	for p := range min(f.s.Rules().Players(), 2) {
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
	g.Row(locale.T("Sign"), gtkx.Combo(locale.T("Sign"), glyphs, glyph, func(i int) {
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
	g.Row(locale.T("Marks"), gtkx.Combo(locale.T("Marks on cells"), kinds, kind, func(i int) {
		f.q.Marked, f.q.Mark = i > 0, ""
		if i > 1 {
			f.q.Mark = markKinds[i-2]
		}
		f.look()
	}))

	numbers := gtkx.HBox(6)
	numbers.PackStart(gtkx.Spin(locale.T("First move number"), 0, 100000, f.q.From, func(v int) { f.q.From = v; f.look() }), false, false, 0)
	numbers.PackStart(gtkx.Label("–"), false, false, 0)
	numbers.PackStart(gtkx.Spin(locale.T("Last move number"), 0, 100000, f.q.To, func(v int) { f.q.To = v; f.look() }), false, false, 0)
	numbers.SetTooltipText(locale.T("0: no limit"))
	g.Row(locale.T("Move numbers"), numbers)

	swing, _ := gtk.SpinButtonNewWithRange(0, 1e6, .5)
	swing.SetDigits(1)
	swing.SetValue(f.q.Swing)
	gtkx.SetName(swing, locale.T("Evaluation changes by"))
	swing.Connect("value-changed", func() { f.q.Swing = swing.GetValue(); f.look() })
	swing.SetHAlign(gtk.ALIGN_START)
	g.Row(locale.T("Evaluation changes by"), swing)

	checks, _ := gtk.GridNew()
	checks.SetColumnSpacing(16)
	for i, c := range []struct {
		title string
		on    *bool
	}{
		{locale.T("Bookmark"), &f.q.Bookmarked},
		{locale.T("Name"), &f.q.Named},
		{locale.T("Comment"), &f.q.Commented},
		{locale.T("Illegal move"), &f.q.Broken},
	} {
		checks.Attach(gtkx.Check(c.title, *c.on, func(on bool) { *c.on = on; f.look() }), i%2, i/2, 1, 1)
	}
	g.Wide(checks, 1, 1)
	return g
}

func (f *finding) foot() gtk.IWidget {
	row := gtkx.HBox(10)
	f.status = gtkx.Label("")
	f.status.SetEllipsize(3)
	gtkx.SetName(f.status, locale.T("Search result"))
	f.bar, _ = gtk.ProgressBarNew()
	f.bar.SetVAlign(gtk.ALIGN_CENTER)
	f.bar.SetNoShowAll(true)
	gtkx.SetName(f.bar, locale.T("Search progress"))
	f.stop, _ = gtk.ButtonNewWithLabel(locale.T("Stop"))
	f.stop.SetNoShowAll(true)
	f.stop.Connect("clicked", func() { f.s.Finder().Stop() })
	row.PackStart(f.status, true, true, 0)
	row.PackStart(f.bar, false, false, 0)
	row.PackStart(f.stop, false, false, 0)
	row.SetSizeRequest(-1, 34) // the button comes and goes
	return row
}
