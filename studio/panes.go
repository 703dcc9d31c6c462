package studio

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/studio/gtkx"
)

// The smallest heights of panes, with all their buttons.
const leastComment = 170

// panes are the parts of a page beside the board. Each can be hidden; the tree stands above the moves, or in a strip
// below the board while it grows from left to right.
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

// buildPanes puts the panes beside the board.
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
	x.panels.Pack2(x.texts, false, false) // what room a larger window has is for the tree
	x.panels.SetPosition(st.TreeHeight)
	x.panels.SetSizeRequest(260, -1)
	// Until it has its place; on a small display it may not make the window higher than that.
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

// arrange shows the panes that the person wants, where they belong.
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

// reveal shows the comment before something is done there.
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

// remember writes down how large the panes are that are shown.
func (p *page) remember() {
	x, st := &p.panes, p.st
	if x.side == nil || x.side.GetAllocatedWidth() <= 1 { // it was never shown
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
