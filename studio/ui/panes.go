package ui

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
	side   *gtk.Paned // board | panels
	panels *gtk.Paned // tree / moves and comment
	texts  *gtk.Paned // engines and moves / comment
	lines  *gtk.Paned // engines / moves
	tree   *gtk.Box
	moves  *gtk.Box
	strip  bool // the tree is in the strip
}

// buildPanes creates the panes around the board.
func (p *page) buildPanes(board gtk.IWidget) {
	x, st := &p.panes, p.st
	x.tree, x.moves = panel(locale.T("Game tree"), p.tree.Box), panel(locale.T("Moves"), p.moves.Box)
	x.texts, _ = gtk.PanedNew(gtk.ORIENTATION_VERTICAL)
	x.lines, _ = gtk.PanedNew(gtk.ORIENTATION_VERTICAL)
	x.lines.Pack1(p.engines.panel.Box, false, false)
	x.lines.Pack2(x.moves, true, false)
	x.lines.SetPosition(st.EngineHeight)
	x.texts.Pack1(x.lines, true, false)
	x.texts.Pack2(p.notes.Box, false, false)
	x.panels, _ = gtk.PanedNew(gtk.ORIENTATION_VERTICAL)
	x.panels.Pack1(x.tree, true, false)
	x.panels.Pack2(x.texts, false, false) // the tree takes all additional space of a larger window
	x.panels.SetPosition(st.TreeHeight)
	x.panels.SetSizeRequest(260, -1)
	// The initial height; limited, so it does not enlarge the window on a small display.
	_, high := p.win.GetSize()
	p.notes.Box.SetSizeRequest(-1, max(min(st.CommentHeight, high/3), leastComment))
	done := false
	x.texts.Connect("size-allocate", func() {
		if !done && p.notes.Box.GetVisible() {
			done = true
			gtkx.Idle(func() {
				x.texts.SetPosition(x.texts.GetPosition())
				p.notes.Box.SetSizeRequest(-1, leastComment)
			})
		}
	})
	x.side, _ = gtk.PanedNew(gtk.ORIENTATION_HORIZONTAL)
	x.side.Pack1(board, true, false)
	x.side.Pack2(x.panels, false, false)
	x.side.SetPosition(st.Width - st.SideWidth)
	x.whole, _ = gtk.PanedNew(gtk.ORIENTATION_VERTICAL)
	x.whole.Pack1(x.side, true, false)
	x.whole.ShowAll()
	p.views.AddNamed(x.whole, "document")
}

// arrange shows the panels chosen in the settings and places them.
func (p *page) arrange() {
	x, st := &p.panes, p.st
	if x.strip != st.TreeAcross {
		if x.strip = st.TreeAcross; x.strip {
			x.panels.Remove(x.tree)
			x.whole.Pack2(x.tree, false, false)
			x.whole.SetPosition(max(x.whole.GetAllocatedHeight(), st.Height-90) - st.StripHeight)
		} else {
			x.whole.Remove(x.tree)
			x.panels.Pack1(x.tree, true, false)
		}
	}
	focus, _ := p.win.GetFocus()
	x.tree.SetVisible(!st.HideTree)
	x.moves.SetVisible(!st.HideMoves)
	p.notes.Box.SetVisible(!st.HideComment)
	p.engines.panel.Box.SetVisible(st.ShowEngines)
	p.engines.bar.Area.SetVisible(st.ShowBar)
	p.engines.graph.Area.SetVisible(st.ShowGraph)
	x.lines.SetVisible(!st.HideMoves || st.ShowEngines)
	x.texts.SetVisible(!st.HideMoves || !st.HideComment || st.ShowEngines)
	x.panels.SetVisible(!st.HideMoves || !st.HideComment || st.ShowEngines || !st.HideTree && !x.strip)
	if focus != nil && !focus.ToWidget().GetMapped() {
		p.toBoard()
	}
}

// reveal returns a function that shows the comment panel and then calls then().
func (p *page) reveal(then func()) func() {
	return func() {
		if p.st.HideComment {
			p.st.HideComment = false
			p.d.apply()
			p.arrange()
		}
		then()
	}
}

// remember saves the sizes of the visible panes in the settings.
func (p *page) remember() {
	x, st := &p.panes, p.st
	if x.side == nil || x.side.GetAllocatedWidth() <= 1 { // never shown
		return
	}
	if x.panels.GetVisible() {
		st.SideWidth = x.side.GetAllocatedWidth() - x.side.GetPosition()
	}
	switch {
	case st.HideTree:
	case x.strip:
		st.StripHeight = x.tree.GetAllocatedHeight()
	case x.texts.GetVisible():
		st.TreeHeight = x.panels.GetPosition()
	}
	if st.ShowEngines && !st.HideMoves {
		st.EngineHeight = x.lines.GetPosition()
	}
	if !st.HideComment && !st.HideMoves {
		st.CommentHeight = p.notes.Box.GetAllocatedHeight()
	}
}
