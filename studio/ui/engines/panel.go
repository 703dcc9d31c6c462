// Package engines implements the engine panel, which shows the lines of engines for the current
// position. It also implements the evaluation bar and the evaluation graph.
package engines

import (
	"slices"
	"strings"

	"boardstudio/studio/app"

	"boardstudio/text/words"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw"
	"boardstudio/draw/chart"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/engines"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/look"
	"boardstudio/text/locale"
)

// Panel shows the lines of the engines. It draws them itself: with labels, the window would be laid
// out ten times a second.
type Panel struct {
	s      *app.Session
	runner *engines.Runner
	looks  *look.Looks
	st     *settings.Settings
	leave  func()

	Box  *gtk.Box
	Area *gtk.DrawingArea

	scrolled *gtk.ScrolledWindow // contains Area
	start    *gtk.Button
	pin      *gtk.Button
	note     *gtk.Label

	rows        []engines.Row
	place       engines.Place
	empty       string // shown if there are no rows
	heads       []head // as drawn
	lines       []spot // as drawn
	tip         string // tooltip of the header under the pointer
	chosen      int    // index into lines, or -1
	under       int    // line under the pointer, or -1
	description string // last description for screen readers
	high        int    // requested height
	peek        peek
}

// head is the drawn header of an engine, with its name and status.
type head struct {
	y    float64
	says string
	tip  string // full text if it was ellipsized
}

// spot is a drawn line.
type spot struct {
	y, h  float64
	line  engines.Line
	moves string
	text  string // full text, for screen readers
}

// Sizes in pixels, except maxMoves and leastName.
const (
	headHigh  = 24.0
	lineHigh  = 22.0
	indent    = 10.0
	textSize  = 12.5
	smallSize = 11.0
	scoreWide = 84.0
	maxMoves  = 40 // number of moves shown per line
	leastHigh = headHigh + 3*lineHigh
	leastName = 0.4 // share of the width reserved for the name of an engine, if it is long
)

// Buttons are the buttons above the lines. Each runs its command.
type Buttons struct{ Start, Pin, Choose, Clear *gtk.Button }

// NewPanel returns an engine panel. It calls leave to focus the board.
func NewPanel(s *app.Session, runner *engines.Runner, l *look.Looks, st *settings.Settings, b Buttons, leave func()) *Panel {
	p := &Panel{s: s, runner: runner, looks: l, st: st, leave: leave, chosen: -1, under: -1, start: b.Start, pin: b.Pin}
	p.Box = gtkx.VBox(0)
	bar := gtkx.HBox(4)
	title := gtkx.Styled("panel-title", locale.T("Engines"))
	bar.SetMarginEnd(8)
	bar.PackStart(title, false, false, 0)
	p.note = gtkx.Styled("hint", "")
	p.note.SetEllipsize(3)
	bar.PackStart(p.note, true, true, 6)
	for _, x := range []*gtk.Button{b.Clear, b.Choose, b.Pin, b.Start} {
		gtkx.AddClass(x, "tool")
		bar.PackEnd(x, false, false, 0)
	}
	p.Box.PackStart(bar, false, false, 0)
	p.Area, _ = gtk.DrawingAreaNew()
	p.Area.SetCanFocus(true)
	p.Area.AddEvents(int(gdk.BUTTON_PRESS_MASK | gdk.POINTER_MOTION_MASK | gdk.LEAVE_NOTIFY_MASK))
	gtkx.SetName(p.Area, locale.T("Lines of the engines"))
	p.Area.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool { p.paint(cr); return true })
	p.Area.Connect("button-press-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		e := gdk.EventButtonNewFromEvent(ev)
		if e.Type() == gdk.EVENT_BUTTON_PRESS && e.Button() == gdk.BUTTON_PRIMARY {
			p.peek.hide()
			p.insert(p.at(e.Y()))
		}
		return true
	})
	p.Area.Connect("motion-notify-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		_, y := gdk.EventMotionNewFromEvent(ev).MotionVal()
		p.point(p.at(y))
		p.explain(y)
		return false
	})
	p.Area.Connect("leave-notify-event", func() bool { p.point(-1); return false })
	p.Area.Connect("focus-in-event", func() bool {
		p.chosen = min(max(p.chosen, 0), len(p.lines)-1) // makes the focus visible
		p.Area.QueueDraw()
		p.describe()
		return false
	})
	p.Area.Connect("focus-out-event", func() bool {
		p.peek.hide()
		p.Area.QueueDraw()
		p.describe()
		return false
	})
	scrolled := gtkx.Scrolled(p.Area)
	scrolled.SetPolicy(gtk.POLICY_NEVER, gtk.POLICY_AUTOMATIC)
	scrolled.SetMinContentHeight(leastHigh)
	p.scrolled = scrolled
	p.Box.PackStart(scrolled, true, true, 0)
	p.Box.Connect("map", p.Changed) // a hidden panel is not updated
	p.peek.init(p)
	return p
}

// Changed updates the panel from the engines.
func (p *Panel) Changed() {
	if !p.Box.GetMapped() {
		return
	}
	p.rows = p.runner.Rows()
	place, ok := p.runner.At()
	p.place = place
	on := p.runner.On()
	switch {
	case !ok:
		p.empty = locale.T("Engines are off for this position")
	case place.Position.Turn() == rules.NoPlayer:
		p.rows, p.empty = nil, locale.T("The game is over")
	default:
		p.empty = locale.T("No engine is selected")
	}
	icon := "media-playback-start-symbolic"
	if on {
		icon = "media-playback-stop-symbolic"
	}
	setIcon(p.start, icon)
	p.start.SetSensitive(ok)
	p.pin.SetSensitive(on && ok)
	gtkx.SetClass(p.pin, "chosen", p.runner.Pinned())
	note := ""
	if p.runner.Pinned() {
		note = locale.T("Fixed at %s", p.s.View.Label(p.place.Node))
	}
	if now, _ := p.note.GetText(); now != note {
		p.note.SetText(note)
	}
	p.layOut()
	p.Area.QueueDraw()
	if at := p.under; p.peek.pos != nil {
		if at < 0 { // selected with the keyboard
			at = p.chosen
		}
		p.peek.renew(at)
	}
	if !slices.ContainsFunc(p.rows, func(row engines.Row) bool { return row.Thinking }) { // otherwise the description would change ten times a second
		p.describe()
	}
}

func setIcon(b *gtk.Button, icon string) {
	w, err := b.GetImage()
	if img, ok := w.(*gtk.Image); err == nil && ok {
		if now, _ := img.GetIconName(); now == icon {
			return
		}
	}
	img, _ := gtk.ImageNewFromIconName(icon, gtk.ICON_SIZE_BUTTON)
	b.SetImage(img)
}

// layOut computes the positions of headers and lines.
func (p *Panel) layOut() {
	y := 0.0
	p.lines, p.heads = p.lines[:0], p.heads[:0]
	r := p.s.View.Rules()
	for i := range p.rows {
		row := &p.rows[i]
		p.heads = append(p.heads, head{y: y, says: status(row)})
		y += headHigh
		for _, l := range row.Lines {
			var names []string
			for _, m := range l.Moves[:min(len(l.Moves), maxMoves)] {
				names = append(names, r.FormatMove(m))
			}
			s := spot{y: y, h: lineHigh, line: l, moves: strings.Join(names, " ")}
			s.text = row.Title + ", " + p.score(l) + ": " + s.moves
			p.lines = append(p.lines, s)
			y += lineHigh
		}
		y += 4
	}
	p.chosen = min(p.chosen, len(p.lines)-1)
	if high := int(y); high != p.high {
		p.high = high
		p.Area.SetSizeRequest(-1, high)
	}
}

// score formats the score of a line.
func (p *Panel) score(l engines.Line) string {
	return engines.Text(l, p.place.Position.Turn(), p.st.ScoreOfMover, p.s.View.Name)
}

// status describes the progress of an engine, or its error.
func status(row *engines.Row) string {
	var parts []string
	switch {
	case row.Err != nil:
		return locale.Err(row.Err)
	case row.Depth > 0:
		parts = append(parts, locale.T("depth %d", row.Depth))
	}
	if row.Nodes > 0 {
		parts = append(parts, engines.Count(float64(row.Nodes)))
	}
	if v := row.Speed(); v > 0 && row.Nodes > 0 {
		parts = append(parts, locale.T("%s/s", engines.Count(v)))
	}
	if row.Kept {
		parts = append(parts, locale.T("stored"))
	}
	return strings.Join(parts, " · ")
}

func (p *Panel) paint(cr *cairo.Context) {
	c, ink := p.looks.Canvas(cr), p.looks.Ink()
	w, h := float64(p.Area.GetAllocatedWidth()), float64(p.Area.GetAllocatedHeight())
	c.Path(draw.Box(draw.Rect{W: w, H: h}), draw.Style{Fill: ink.Ground})
	text := draw.TextStyle{Size: textSize, Color: ink.Text, Align: draw.Left}
	dim := draw.TextStyle{Size: smallSize, Color: ink.Text, Align: draw.Right}
	strong := text
	strong.Bold = true
	if p.Area.HasFocus() && len(p.lines) == 0 { // otherwise the selected line shows the focus
		c.Path(draw.Rounded(draw.Rect{W: w, H: h}.Inset(2), 4), draw.Style{Stroke: ink.Here, Width: 1.5})
	}
	if why := p.Empty(); why != "" {
		c.Text(draw.Point{X: indent, Y: headHigh}, c.Cut(why, text, w-2*indent), text)
		return
	}
	at := 0
	for i := range p.rows {
		row, head := &p.rows[i], &p.heads[i]
		mid := head.y + headHigh/2
		x := indent
		if row.Thinking {
			c.Path(draw.Circle(draw.Point{X: x + 4, Y: mid}, 3.5), draw.Style{Fill: chart.Lines[1]})
			x += 14
		}
		room := w - x - indent - 8
		says := c.Cut(head.says, dim, room-min(c.Width(row.Title, strong), leastName*room))
		title := c.Cut(row.Title, strong, room-c.Width(says, dim))
		c.Text(draw.Point{X: x, Y: mid}, title, strong)
		c.Text(draw.Point{X: w - indent, Y: mid}, says, dim)
		if head.tip = ""; says != head.says || title != row.Title {
			head.tip = row.Title + "\n" + head.says
		}
		for range row.Lines {
			p.line(c, ink, at, w)
			at++
		}
	}
}

// Empty returns the reason why no line is shown, or "" if there are engines.
func (p *Panel) Empty() string {
	if len(p.rows) > 0 {
		return ""
	}
	return p.empty
}

// Lines returns the number of lines shown.
func (p *Panel) Lines() int { return len(p.lines) }

// explain sets the tooltip to the full header at height y, if it was ellipsized.
func (p *Panel) explain(y float64) {
	tip := ""
	for _, x := range p.heads {
		if y >= x.y && y < x.y+headHigh {
			tip = x.tip
		}
	}
	if tip != p.tip {
		p.tip = tip
		p.Area.SetTooltipText(tip)
	}
}

// line draws line i, highlighted if it is selected or under the pointer.
func (p *Panel) line(c gtkx.Canvas, ink look.Ink, i int, w float64) {
	s := &p.lines[i]
	box := draw.Rect{X: indent - 4, Y: s.y, W: w - 2*indent + 8, H: s.h}
	if i == p.under || i == p.chosen && p.Area.HasFocus() {
		st := draw.Style{Fill: draw.Mix(ink.Ground, ink.Here, 0.16)}
		if i == p.chosen && p.Area.HasFocus() {
			st.Stroke, st.Width = ink.Here, 1.5
		}
		c.Path(draw.Rounded(box.Inset(0.75), 4), st)
	}
	mid := s.y + s.h/2
	score := draw.TextStyle{Size: textSize, Color: ink.Strong, Bold: true, Align: draw.Left}
	text, share := p.score(s.line), ""
	small := draw.TextStyle{Size: smallSize, Color: ink.Text, Align: draw.Right}
	wide := c.Width(text, score) + 12
	if len(s.line.Shares) == 2 && !s.line.Score.Proved {
		share = words.Percent(s.line.Shares[p.seat()])
		wide += c.Width(share, small) + 4
	}
	wide = min(max(wide, scoreWide), w/2)
	c.Text(draw.Point{X: indent, Y: mid}, c.Cut(text, score, w/2), score)
	x := indent + wide
	if share != "" {
		c.Text(draw.Point{X: x - 8, Y: mid}, share, small)
	}
	moves := draw.TextStyle{Size: textSize, Color: ink.Strong, Align: draw.Left}
	c.Text(draw.Point{X: x, Y: mid}, c.Cut(s.moves, moves, w-x-indent), moves)
}

// seat returns the player whose winning chances are shown.
func (p *Panel) seat() rules.Player {
	if p.st.ScoreOfMover {
		return p.place.Position.Turn()
	}
	return 0
}

// at returns the line at height y, or -1.
func (p *Panel) at(y float64) int {
	for i, s := range p.lines {
		if y >= s.y && y < s.y+s.h {
			return i
		}
	}
	return -1
}

// point handles the pointer moving to line i.
func (p *Panel) point(i int) {
	if i == p.under {
		return
	}
	p.under = i
	p.peek.point(i)
	p.Area.QueueDraw()
}

// insert adds a line to the tree and goes to its first move.
func (p *Panel) insert(i int) {
	if i < 0 || i >= len(p.lines) {
		return
	}
	p.runner.Insert(p.lines[i].line.Moves, func(n *model.Node) {
		p.s.Go(n)
		p.leave()
	})
}

// Key handles a key while the panel has the focus.
func (p *Panel) Key(k gtkx.Key) bool {
	if k.Mods != 0 || len(p.lines) == 0 {
		return false
	}
	switch k.Val {
	case gdk.KEY_Down:
		p.choose(min(p.chosen+1, len(p.lines)-1))
	case gdk.KEY_Up:
		p.choose(max(p.chosen-1, 0))
	case gdk.KEY_Home:
		p.choose(0)
	case gdk.KEY_End:
		p.choose(len(p.lines) - 1)
	case gdk.KEY_Return, gdk.KEY_KP_Enter:
		p.insert(p.chosen)
	case gdk.KEY_Escape:
		p.peek.hide()
		p.leave()
	default:
		return false
	}
	return true
}

// choose selects line i and scrolls to it.
func (p *Panel) choose(i int) {
	p.chosen = i
	s := p.lines[i]
	gtkx.Into(p.scrolled.GetVAdjustment(), s.y+s.h/2, headHigh+s.h/2) // scrolls the header of the first line into view too
	p.peek.show(i)
	p.Area.QueueDraw()
	p.describe()
	gtkx.Announce(p.Area, s.text)
}

// Enter focuses the panel and shows the selected line.
func (p *Panel) Enter() {
	p.Area.GrabFocus()
	if len(p.lines) > 0 {
		p.choose(max(p.chosen, 0))
	}
}

// describe updates the description for screen readers.
func (p *Panel) describe() {
	var all []string
	for _, s := range p.lines {
		all = append(all, s.text)
	}
	if text := strings.Join(all, "; "); text != p.description {
		p.description = text
		gtkx.Describe(p.Area, text)
	}
}
