package engines

import (
	"math"
	"slices"
	"strings"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/analysis"
	"boardstudio/draw"
	"boardstudio/draw/chart"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/engines"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/look"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// Graph shows the evaluations stored along the line as curves. Clicking it goes to a node.
type Graph struct {
	s      *app.Session
	runner *engines.Runner
	looks  *look.Looks
	Area   *gtk.DrawingArea
	cache  model.Cache[key, course]
	news   []engines.News // evaluations drawn at the current node, in addition to the stored ones
}

// key is the cache key of a course, in addition to the tree.
type key struct {
	end  *model.Node
	from int
}

// course is the evaluated part of a line.
type course struct {
	line   []*model.Node
	from   int // ply of its first node
	curves []analysis.Curve
	moves  []analysis.EvaluatedMove
}

// most is the largest number of nodes drawn, because a line may have a million moves.
const most = 1000

// GraphHeight is the default height of the graph, in pixels.
const GraphHeight = 96

// NewGraph returns an evaluation graph of the current line. Clicking it goes to the node there and
// calls leave, which moves the focus to the board.
func NewGraph(s *app.Session, runner *engines.Runner, l *look.Looks, leave func()) *Graph {
	g := &Graph{s: s, runner: runner, looks: l}
	g.Area, _ = gtk.DrawingAreaNew()
	g.Area.SetSizeRequest(120, GraphHeight)
	g.Area.AddEvents(int(gdk.BUTTON_PRESS_MASK | gdk.BUTTON_RELEASE_MASK | gdk.POINTER_MOTION_MASK | gdk.BUTTON1_MOTION_MASK))
	gtkx.SetName(g.Area, locale.T("Evaluation graph"))
	g.Area.Connect("map", g.Changed)
	g.Area.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool { g.paint(cr); return true })
	visit := func(x float64) {
		if c := g.course(); len(c.line) > 0 {
			k := g.chart(&c)
			s.Go(c.line[k.NodeAt(g.box(), x)])
		}
	}
	g.Area.Connect("button-press-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		if e := gdk.EventButtonNewFromEvent(ev); e.Button() == gdk.BUTTON_PRIMARY && e.Type() == gdk.EVENT_BUTTON_PRESS {
			visit(e.X())
			leave()
		}
		return true
	})
	g.Area.Connect("motion-notify-event", func(_ *gtk.DrawingArea, ev *gdk.Event) bool {
		e := gdk.EventMotionNewFromEvent(ev)
		x, _ := e.MotionVal()
		if e.State()&gdk.BUTTON1_MASK != 0 {
			visit(x)
		}
		g.Area.SetTooltipText(g.tip(x))
		return false
	})
	return g
}

// Changed redraws the graph if it is visible.
func (g *Graph) Changed() {
	if !g.Area.GetMapped() {
		return
	}
	g.news = g.runner.News()
	g.Area.QueueDraw()
	gtkx.Describe(g.Area, g.describe())
}

// News redraws the graph if the evaluations of running engines have changed visibly.
func (g *Graph) News() {
	if !g.Area.GetMapped() {
		return
	}
	near := func(a, b engines.News) bool {
		return a.Engine == b.Engine && slices.EqualFunc(a.Shares, b.Shares, func(x, y float64) bool { return math.Abs(x-y) < 0.005 })
	}
	if news := g.runner.News(); !slices.EqualFunc(news, g.news, near) {
		g.news = news
		g.Area.QueueDraw()
	}
}

func (g *Graph) box() draw.Rect {
	return draw.Rect{W: float64(g.Area.GetAllocatedWidth()), H: float64(g.Area.GetAllocatedHeight())}
}

// course returns the line through the current node. If the line is long, it returns the part around
// that node.
func (g *Graph) course() course {
	here, last := g.s.Progress()
	from := 0
	if last >= most {
		from = min(max(here-here%(most/4)-most/2, 0), last-most+1)
	}
	line := g.s.LineNodes(from, from+most-1)
	if len(line) == 0 {
		return course{}
	}
	return g.cache.Get(g.s.View.Tree(), key{line[len(line)-1], from}, func() course {
		engine, version := analysis.MostUsedEngine(line)
		return course{line, from, analysis.Curves(g.s.App.Engines, g.s.View.Tree(), line), analysis.EvaluatedInLine(g.s.App.Engines, g.s.View.Tree(), line, engine, version)}
	})
}

// curves returns the curves of a course, including the evaluations of running engines.
func (g *Graph) curves(c *course) []analysis.Curve {
	here, _ := g.s.Progress()
	return engines.WithNews(c.curves, g.news, here-c.from, g.s.View.Rules().Players())
}

func (g *Graph) chart(c *course) chart.Chart {
	here, _ := g.s.Progress()
	k := chart.Chart{Last: len(c.line) - 1, Here: here - c.from, Ink: g.looks.Ink().Ink, Colors: g.looks.Colors()}
	seats := g.s.View.Rules().Players()
	curves := g.curves(c)
	if len(curves) > 0 {
		for i, p := range curves[0].Points {
			b := chart.Band{At: p.At, Shares: []float64{p.Share, 1 - p.Share}}
			if seats > 2 {
				b.Shares = b.Shares[:0]
				for seat := range seats {
					b.Shares = append(b.Shares, curves[seat].Points[i].Share)
				}
			}
			k.Bands = append(k.Bands, b)
		}
	}
	switch {
	case seats > 2:
		for seat := range seats {
			k.Titles = append(k.Titles, g.s.View.Name(rules.Player(seat)))
		}
	case len(curves) > 0:
		k.Titles = []string{analysis.EngineTitle(g.s.App.Engines, curves[0].Engine, "")}
		for i, x := range curves[1:] {
			v := chart.Curve{Title: analysis.EngineTitle(g.s.App.Engines, x.Engine, ""), Color: chart.Lines[i%len(chart.Lines)]}
			for _, p := range x.Points {
				v.Points = append(v.Points, chart.Point(p))
			}
			k.Curves = append(k.Curves, v)
		}
	}
	at := make(map[*model.Node]int, len(c.line))
	for i, n := range c.line {
		at[n] = i
	}
	for _, j := range c.moves {
		if l := j.Loss(); l > 0 {
			k.Losses = append(k.Losses, chart.Loss{At: at[j.Node], Share: l})
		}
	}
	return k
}

func (g *Graph) paint(cr *cairo.Context) {
	c := g.course()
	k := g.chart(&c)
	canvas, box := g.looks.Canvas(cr), g.box()
	k.Draw(canvas, box)
	if len(k.Bands) == 0 {
		st := draw.TextStyle{Size: textSize, Color: k.Ink.Text}
		text := canvas.Cut(locale.T("No engine has analysed this line"), st, box.W-80)
		at := box.Centre()
		w := canvas.Width(text, st)
		canvas.Path(draw.Box(draw.Rect{X: at.X - w/2 - 8, Y: at.Y - 10, W: w + 16, H: 20}), draw.Style{Fill: k.Ink.Ground})
		canvas.Text(at, text, st)
	}
}

// tip returns the tooltip at x.
func (g *Graph) tip(x float64) string {
	c := g.course()
	if len(c.line) == 0 {
		return ""
	}
	k := g.chart(&c)
	i := k.NodeAt(g.box(), x)
	lines := []string{g.s.View.Label(c.line[i])}
	for _, v := range g.curves(&c) {
		title := analysis.EngineTitle(g.s.App.Engines, v.Engine, "")
		if g.s.View.Rules().Players() > 2 {
			title = g.s.View.Name(v.Seat)
		}
		for _, p := range v.Points {
			if p.At == i {
				lines = append(lines, locale.T("%s: %s", title, words.Percent(p.Share)))
			}
		}
	}
	for _, l := range k.Losses {
		if l.At == i && l.Share >= 0.005 {
			lines = append(lines, locale.T("Loss: %s", words.Percent(l.Share)))
		}
	}
	return strings.Join(lines, "\n")
}

// describe describes the graph at the current node for screen readers.
func (g *Graph) describe() string {
	c := g.course()
	mistakes := 0
	for _, j := range c.moves {
		if (analysis.Marking{}).Glyph(j.Loss()) != "" {
			mistakes++
		}
	}
	here, _ := g.s.Progress()
	for _, x := range g.curves(&c) {
		for _, p := range x.Points {
			if p.At == here-c.from {
				return locale.T("%s has winning chances of %s; mistakes in this line: %d", g.s.View.Name(x.Seat), words.Percent(p.Share), mistakes)
			}
		}
	}
	return locale.T("This position is not evaluated; mistakes in this line: %d", mistakes)
}

// Mistake returns the next mistake of the line after the current node, or the previous one if back
// is set. It returns nil if the line has no such mistake.
func (g *Graph) Mistake(back bool) *model.Node {
	c := g.course()
	here, _ := g.s.Progress()
	at := make(map[*model.Node]int, len(c.line))
	for i, n := range c.line {
		at[n] = i + c.from
	}
	var found *model.Node
	for _, j := range c.moves {
		if (analysis.Marking{}).Glyph(j.Loss()) == "" {
			continue
		}
		switch i := at[j.Node]; {
		case back && i < here:
			found = j.Node
		case !back && i > here:
			return j.Node
		}
	}
	return found
}

// Bar is the evaluation bar beside the board. It shows the winning chances of each seat.
type Bar struct {
	s      *app.Session
	runner *engines.Runner
	looks  *look.Looks
	Area   *gtk.DrawingArea
	shown  []float64
}

// barWidth is the width of the bar, in pixels.
const barWidth = 26

// NewBar returns an evaluation bar.
func NewBar(s *app.Session, runner *engines.Runner, l *look.Looks) *Bar {
	b := &Bar{s: s, runner: runner, looks: l}
	b.Area, _ = gtk.DrawingAreaNew()
	b.Area.SetSizeRequest(barWidth+8, -1)
	gtkx.SetName(b.Area, locale.T("Evaluation bar"))
	b.Area.Connect("map", b.Changed)
	b.Area.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool {
		h := float64(b.Area.GetAllocatedHeight())
		chart.Bar(b.looks.Canvas(cr), draw.Rect{X: 8, Y: 10, W: barWidth, H: h - 20}, b.shown, b.looks.Colors(), b.looks.Ink().Ink)
		return true
	})
	return b
}

// Changed shows the winning chances at the current node.
func (b *Bar) Changed() {
	if !b.Area.GetMapped() {
		return
	}
	b.shown = b.runner.Shares()
	var parts []string
	for i, v := range b.shown {
		parts = append(parts, b.s.View.Name(rules.Player(i))+" "+words.Percent(v))
	}
	text := strings.Join(parts, ", ")
	if text == "" {
		text = locale.T("Not evaluated")
	}
	b.Area.SetTooltipText(text)
	gtkx.Describe(b.Area, text)
	b.Area.QueueDraw()
}
