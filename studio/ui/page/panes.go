package page

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// The smallest height of the comment panel, with all its buttons.
const leastComment = 170

// panes are the panels of a page. Each can be hidden. The tree is above the moves, or in a
// strip below the board if it grows to the right.
type panes struct {
	whole  *gtk.Paned // board and panels / strip
	Side   *gtk.Paned // board | panels
	Panels *gtk.Paned // tree / moves and comment
	texts  *gtk.Paned // engines and moves / comment
	lines  *gtk.Paned // engines / moves
	tree   *gtk.Box
	moves  *gtk.Box
	strip  bool // the tree is in the strip
}

// buildPanes creates the panes around the board.
func (p *Page) buildPanes(board gtk.IWidget) {
	x, st := &p.Panes, p.Settings
	x.tree, x.moves = panel(locale.T("Game tree"), p.tree.Box), panel(locale.T("Moves"), p.Moves.Box)
	x.texts, _ = gtk.PanedNew(gtk.ORIENTATION_VERTICAL)
	x.lines, _ = gtk.PanedNew(gtk.ORIENTATION_VERTICAL)
	x.lines.Pack1(p.Engines.Panel.Box, false, false)
	x.lines.Pack2(x.moves, true, false)
	x.lines.SetPosition(st.EngineHeight)
	x.texts.Pack1(x.lines, true, false)
	x.texts.Pack2(p.Notes.Box, false, false)
	x.Panels, _ = gtk.PanedNew(gtk.ORIENTATION_VERTICAL)
	x.Panels.Pack1(x.tree, true, false)
	x.Panels.Pack2(x.texts, false, false) // the tree takes all additional space of a larger window
	x.Panels.SetPosition(st.TreeHeight)
	x.Panels.SetSizeRequest(260, -1)
	// The initial height; limited, so it does not enlarge the window on a small display.
	_, high := p.Win.GetSize()
	p.Notes.Box.SetSizeRequest(-1, max(min(st.CommentHeight, high/3), leastComment))
	done := false
	x.texts.Connect("size-allocate", func() {
		if !done && p.Notes.Box.GetVisible() {
			done = true
			gtkx.Idle(func() {
				x.texts.SetPosition(x.texts.GetPosition())
				p.Notes.Box.SetSizeRequest(-1, leastComment)
			})
		}
	})
	x.Side, _ = gtk.PanedNew(gtk.ORIENTATION_HORIZONTAL)
	x.Side.Pack1(board, true, false)
	x.Side.Pack2(x.Panels, false, false)
	x.Side.SetPosition(st.Width - st.SideWidth)
	x.whole, _ = gtk.PanedNew(gtk.ORIENTATION_VERTICAL)
	x.whole.Pack1(x.Side, true, false)
	x.whole.ShowAll()
	p.views.AddNamed(x.whole, "document")
}

// arrange shows the panels chosen in the settings and places them.
func (p *Page) arrange() {
	x, st := &p.Panes, p.Settings
	if x.strip != st.TreeAcross {
		if x.strip = st.TreeAcross; x.strip {
			x.Panels.Remove(x.tree)
			x.whole.Pack2(x.tree, false, false)
			x.whole.SetPosition(max(x.whole.GetAllocatedHeight(), st.Height-90) - st.StripHeight)
		} else {
			x.whole.Remove(x.tree)
			x.Panels.Pack1(x.tree, true, false)
		}
	}
	focus, _ := p.Win.GetFocus()
	x.tree.SetVisible(!st.HideTree)
	x.moves.SetVisible(!st.HideMoves)
	p.Notes.Box.SetVisible(!st.HideComment)
	p.Engines.Panel.Box.SetVisible(st.ShowEngines)
	p.Engines.bar.Area.SetVisible(st.ShowBar)
	p.Engines.graph.Area.SetVisible(st.ShowGraph)
	x.lines.SetVisible(!st.HideMoves || st.ShowEngines)
	x.texts.SetVisible(!st.HideMoves || !st.HideComment || st.ShowEngines)
	x.Panels.SetVisible(!st.HideMoves || !st.HideComment || st.ShowEngines || !st.HideTree && !x.strip)
	if focus != nil && !focus.ToWidget().GetMapped() {
		p.ToBoard()
	}
}

// reveal returns a function that shows the comment panel and then calls then().
func (p *Page) reveal(then func()) func() {
	return func() {
		if p.Settings.HideComment {
			p.Settings.HideComment = false
			p.program.Apply()
			p.arrange()
		}
		then()
	}
}

// Remember saves the sizes of the visible panes in the settings.
func (p *Page) Remember() {
	x, st := &p.Panes, p.Settings
	if x.Side == nil || x.Side.GetAllocatedWidth() <= 1 { // never shown
		return
	}
	if x.Panels.GetVisible() {
		st.SideWidth = x.Side.GetAllocatedWidth() - x.Side.GetPosition()
	}
	switch {
	case st.HideTree:
	case x.strip:
		st.StripHeight = x.tree.GetAllocatedHeight()
	case x.texts.GetVisible():
		st.TreeHeight = x.Panels.GetPosition()
	}
	if st.ShowEngines && !st.HideMoves {
		st.EngineHeight = x.lines.GetPosition()
	}
	if !st.HideComment && !st.HideMoves {
		st.CommentHeight = p.Notes.Box.GetAllocatedHeight()
	}
}
