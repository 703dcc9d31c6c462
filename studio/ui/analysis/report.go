package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"
	"github.com/gotk3/gotk3/pango"

	"boardstudio/analysis"
	"boardstudio/draw"
	"boardstudio/draw/chart"
	"boardstudio/draw/diagram"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/publish/report"
	"boardstudio/rules"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// Report shows the report of the current line: its mistakes and the results of each player.
func (p *Pane) Report() { p.s.Study.Report(p.s.View.Node(), p.showReport) }

// done shows the report of a finished analysis, unless the user is busy.
func (p *Pane) done(at *model.Node) {
	if p.host.Idle() {
		p.s.Study.Report(at, p.showReport)
	}
}

const (
	mostShown   = 6   // largest number of players shown without scrolling
	shownHeight = 160 // height of the scrolled list of players, in pixels
)

func (p *Pane) showReport(r analysis.Report) {
	mistakes := r.Mistakes(analysis.Marking{}, rules.NoPlayer)
	rs, doc := p.s.View.Rules(), p.s.View.Document()
	turning := map[*model.Node]bool{}
	for _, i := range r.Turning {
		turning[r.Moves[i].Node] = true
	}
	head := gtkx.VBox(10)
	ground, ink := draw.RGB(0xffffff), chart.Inks[diagram.Light]
	if p.host.Dark() {
		ground, ink = draw.RGB(0x2b2b2b), chart.Inks[diagram.Dark]
	}
	tints := report.BackgroundColors(doc, ground)
	head.PackStart(p.course(r, tints, ink), false, false, 0)
	if players := p.summary(r, tints, ink); len(r.Sides) > mostShown {
		players.ToWidget().SetMarginEnd(12)
		box := gtkx.Scrolled(players) // otherwise the list of mistakes has no space
		box.SetOverlayScrolling(false)
		box.SetSizeRequest(-1, shownHeight)
		head.PackStart(box, false, false, 0)
	} else {
		head.PackStart(players, false, false, 0)
	}
	says := locale.T("Analysed with “%s”.", analysis.EngineTitle(p.s.App.Engines, r.Engine, r.Version))
	if len(r.Turning) > 0 {
		says += " " + locale.T("The moves in bold decided the game.")
	}
	note := gtkx.Wrapped(says, 80)
	gtkx.AddClass(note, "hint")
	head.PackStart(note, false, false, 0)
	gtkx.Margins(head, 10, 6)
	var l *gtkx.List
	foot := gtkx.HBox(8)
	foot.SetHAlign(gtk.ALIGN_END)
	button := func(title string, do func()) {
		b, _ := gtk.ButtonNewWithMnemonic(title)
		b.Connect("clicked", do)
		foot.PackStart(b, false, false, 0)
	}
	if len(mistakes) > 0 {
		button(locale.T("_Learn from Mistakes…"), func() {
			l.Close()
			p.learn(r)
		})
	}
	file := p.host.File()
	button(locale.T("Save as _JSON…"), func() {
		data, err := json.MarshalIndent([]analysis.ReportJSON{r.JSON(doc, file)}, "", "  ")
		p.host.Save(l.Win, locale.T("Save as JSON"), locale.T("report")+".json", append(data, '\n'), err)
	})
	pages := func() []pdf.Page {
		return report.Pages(report.Sheet{Engines: p.s.App.Engines, Document: doc, Report: r, File: file, Paper: p.host.Paper()})
	}
	button(locale.T("Save as P_DF…"), func() {
		var b bytes.Buffer
		err := pdf.Write(context.Background(), &b, pages(), pdf.Info{Title: locale.T("Report"), Lang: locale.Current()})
		p.host.Save(l.Win, locale.T("Save as PDF"), locale.T("report")+".pdf", b.Bytes(), err)
	})
	button(locale.T("_Print…"), func() { p.host.Print(l.Win, pages()) })
	foot.ShowAll()
	p.host.Lists.Drop(locale.T("Report")) // the old report is about another line
	l = p.host.Lists.Open(gtkx.ListSpec{
		Title: locale.T("Report"),
		Hint:  locale.T("Search in the mistakes"),
		Columns: []gtkx.Column{
			{Title: locale.T("Move"), Width: 110, Right: true},
			{Title: locale.T("Player"), Width: 190},
			{Title: locale.T("Loss"), Width: 70, Right: true},
			{Title: locale.T("Better move"), Wide: true, Width: 160},
		},
		Width: 700, Height: 580,
		Head: head, Foot: foot,
		Stays: true,
		Empty: locale.T("No move lost %s of the winning chances", words.Percent(analysis.Marking{}.Least())),
		Rows: func(typed string) gtkx.Rows {
			_, rows := gtkx.Fitting(mistakes, typed, func(j analysis.EvaluatedMove) gtkx.Row {
				var best []string
				for _, m := range j.Best[:min(len(j.Best), 4)] {
					best = append(best, rs.FormatMove(m))
				}
				g := (analysis.Marking{}).Glyph(j.Loss())
				return gtkx.Row{
					Cells: []string{p.s.View.MoveLabel(j.Node) + " " + string(g), p.s.View.Name(j.Player), words.Percent(j.Loss()), strings.Join(best, " ")},
					Bold:  turning[j.Node],
				}
			}, func(j analysis.EvaluatedMove) {
				if p.s.View.Tree().Contains(j.Node) {
					p.s.Go(j.Node)
				}
			})
			return rows
		},
	})
}

// course returns the graph of the winning chances.
func (p *Pane) course(r analysis.Report, tints []draw.Color, ink chart.Ink) gtk.IWidget {
	course := report.EvaluationChart(&r, tints, ink)
	a := gtkx.Preview(400, 120, func(c gtkx.Canvas, box draw.Rect) { course.Draw(c, box) })
	gtkx.SetName(a, locale.T("Winning chances"))
	a.SetTooltipText(locale.T("Click to go to a move"))
	a.AddEvents(int(gdk.BUTTON_PRESS_MASK))
	a.Connect("button-press-event", func(_ *gtk.DrawingArea, ev *gdk.Event) {
		box := draw.Rect{W: float64(a.GetAllocatedWidth()), H: float64(a.GetAllocatedHeight())}
		if j, ok := report.MoveAt(&r, course.NodeAt(box, gdk.EventButtonNewFromEvent(ev).X())); ok && p.s.View.Tree().Contains(j.Node) {
			p.s.Go(j.Node)
		}
	})
	return a
}

// summary returns a table with a row for each player, which starts with the player's colour in the
// graph.
func (p *Pane) summary(r analysis.Report, tints []draw.Color, ink chart.Ink) gtk.IWidget {
	g, _ := gtk.GridNew()
	g.SetColumnSpacing(18)
	g.SetRowSpacing(4)
	gtkx.SetName(g, locale.T("Summary"))
	at := 0
	row := func(class string, before gtk.IWidget, name string, cells ...string) {
		x := gtkx.Styled(class, name)
		x.SetXAlign(0)
		x.SetEllipsize(pango.ELLIPSIZE_END)
		x.SetTooltipText(name)
		first := gtkx.HBox(8)
		first.SetHExpand(true)
		if before != nil {
			first.PackStart(before, false, false, 0)
		}
		first.PackStart(x, true, true, 0)
		g.Attach(first, 0, at, 1, 1)
		for i, text := range cells {
			x := gtkx.Styled(class, text)
			x.SetXAlign(1)
			g.Attach(x, i+1, at, 1, 1)
		}
		at++
	}
	titles := []string{locale.T("Accuracy"), locale.T("Average loss")}
	for _, k := range analysis.Kinds {
		titles = append(titles, string(k))
	}
	for _, phase := range analysis.Phases {
		titles = append(titles, locale.T(phase))
	}
	row("hint", nil, locale.T("Player"), titles...)
	for seat, s := range r.Sides {
		if s.Moves == 0 {
			continue
		}
		cells := []string{words.Percent(s.Accuracy / 100), words.Tenths(s.Loss)}
		kinds, phases := s.Kinds(), s.Phases()
		for _, n := range append(kinds[:], phases[:]...) {
			cells = append(cells, strconv.Itoa(n))
		}
		tint := tints[seat%len(tints)]
		swatch := gtkx.Preview(13, 13, func(c gtkx.Canvas, box draw.Rect) {
			c.Path(draw.Box(box.Inset(.5)), draw.Style{Fill: tint, Stroke: ink.Text, Width: 1})
		})
		swatch.SetVAlign(gtk.ALIGN_CENTER)
		row("name", swatch, p.s.View.Name(rules.Player(seat)), cells...)
	}
	return g
}
