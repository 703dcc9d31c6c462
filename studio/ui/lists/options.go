package lists

import (
	"cmp"
	"slices"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// head returns the search options other than the text.
func (f *Find) head() gtk.IWidget {
	all := gtkx.VBox(8)
	top := gtkx.HBox(12)
	top.PackStart(gtkx.Check(locale.T("Whole words"), f.q.Whole, func(on bool) { f.q.Whole = on; f.look() }), false, false, 0)
	f.folderButton = gtkx.Button("", f.pickFolder)
	gtkx.SetName(f.folderButton, locale.T("Folder"))
	where := map[bool]string{false: locale.T("In this document"), true: locale.T("In a folder")}
	f.where = gtkx.Pick(locale.T("Where"), []bool{false, true}, func(in bool) string { return where[in] }, f.inFolder, func(in bool) {
		f.inFolder = in
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

// pattern returns the options of the pattern.
func (f *Find) pattern() gtk.IWidget {
	box := gtkx.VBox(6)
	line := gtkx.HBox(8)
	f.choose, _ = gtk.ToggleButtonNewWithLabel(locale.T("Select Cells on the Board"))
	f.choose.Connect("toggled", func() {
		if !f.filling {
			f.s.Select(f.choose.GetActive())
		}
	})
	marked := gtkx.Button(locale.T("Marked cells"), func() {
		var cells []rules.Cell
		for _, m := range f.s.View.Node().Marks() {
			cells = append(cells, m.Cell)
		}
		f.s.Selection.Set(cells)
	})
	none := gtkx.Button(locale.C("cells", "None"), func() { f.s.Selection.Set(nil) })
	f.cells = gtkx.Styled("dim-label", "")
	gtkx.Pack(line, f.choose, marked, none)
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
	set(locale.T("Only where the pattern is new"), 1, 1, !f.standing, func(on bool) { f.standing = !on })
	box.PackStart(grid, false, false, 0)
	f.area, _ = gtk.RevealerNew()
	f.area.SetTransitionType(gtk.REVEALER_TRANSITION_TYPE_SLIDE_DOWN)
	f.area.Add(box)
	f.area.SetRevealChild(f.board == partOfBoard)
	return f.area
}

// special reports whether any option under "More" is set.
func (f *Find) special() bool {
	q := f.q
	q.Text = ""
	return !q.Empty()
}

// marked is a condition on the marks of a node.
type marked struct {
	any   bool
	kind  model.MarkKind // "" for any kind
	title msg.Key
}

func (f *Find) more() gtk.IWidget {
	g := gtkx.NewForm()
	gtkx.Margins(g, 12, 6)

	movers := []rules.Player{rules.NoPlayer}
	for i := range f.s.View.Rules().Players() {
		movers = append(movers, rules.Player(i))
	}
	mover := slices.IndexFunc(movers, f.q.Movers.Has)
	g.Row(locale.T("Moves of"), gtkx.Pick(locale.T("Moves of"), movers, func(p rules.Player) string {
		if p == rules.NoPlayer {
			return locale.T("anyone")
		}
		return f.s.View.Name(p)
	}, movers[max(mover, 0)], func(p rules.Player) {
		f.q.Movers = rules.Of(p)
		f.look()
	}))

	signs := slices.Concat([]model.Glyph{""}, app.Glyphs, []model.Glyph{model.GlyphEven, model.GlyphUnclear})
	for p := range min(f.s.View.Rules().Players(), 2) {
		for d := 1; d <= 3; d++ {
			signs = append(signs, model.Better(rules.Player(p), d))
		}
	}
	now := model.Glyph("")
	if len(f.q.Glyphs) > 0 {
		now = f.q.Glyphs[0]
	}
	g.Row(locale.T("Annotation symbol"), gtkx.Pick(locale.T("Annotation symbol"), signs, func(s model.Glyph) string {
		return cmp.Or(string(s), locale.T("does not matter"))
	}, now, func(s model.Glyph) {
		if f.q.Glyphs = nil; s != "" {
			f.q.Glyphs = []model.Glyph{s}
		}
		f.look()
	}))

	marks := []marked{
		{false, "", "does not matter"},
		{true, "", "any mark"},
		{true, model.MarkCircle, "Circle"},
		{true, model.MarkCross, "Cross"},
		{true, model.MarkSquare, "Square"},
		{true, model.MarkTriangle, "Triangle"},
		{true, model.MarkLabel, "Text"},
	}
	at := slices.IndexFunc(marks, func(m marked) bool { return m.any == f.q.Marked && m.kind == f.q.Mark })
	g.Row(locale.T("Marks"), gtkx.Pick(locale.T("Marks on cells"), marks, func(m marked) string { return locale.T(m.title) }, marks[max(at, 0)], func(m marked) {
		f.q.Marked, f.q.Mark = m.any, m.kind
		f.look()
	}))

	numbers := gtkx.HBox(6)
	first := gtkx.Spin(locale.T("First move number"), 0, 100000, f.q.From, func(v int) { f.q.From = v; f.look() })
	last := gtkx.Spin(locale.T("Last move number"), 0, 100000, f.q.To, func(v int) { f.q.To = v; f.look() })
	gtkx.Pack(numbers, first, gtkx.Label("–"), last)
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

func (f *Find) foot() gtk.IWidget {
	row := gtkx.HBox(10)
	f.status = gtkx.Label("")
	f.status.SetEllipsize(3)
	gtkx.SetID(f.status, "Search result")
	f.bar, _ = gtk.ProgressBarNew()
	f.bar.SetVAlign(gtk.ALIGN_CENTER)
	f.bar.SetNoShowAll(true)
	gtkx.SetName(f.bar, locale.T("Search progress"))
	f.stop, _ = gtk.ButtonNewWithLabel(locale.T("Stop"))
	f.stop.SetNoShowAll(true)
	f.stop.Connect("clicked", func() { f.s.Search.Finder().Stop() })
	row.PackStart(f.status, true, true, 0)
	gtkx.Pack(row, f.bar, f.stop)
	row.SetSizeRequest(-1, 34) // fixed, because the button is not always shown
	return row
}
