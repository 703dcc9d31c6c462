// Package booklet lays out documents for printing: booklets of games, trees and collections, score
// sheets, and puzzle sheets.
package booklet

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"boardstudio/ai/player"
	"boardstudio/analysis"
	"boardstudio/draw"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/publish/flow"
	"boardstudio/publish/report"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// Variations selects how a booklet shows variations. The values are also used on the command line.
type Variations string

// Ways to show variations.
const (
	Indented Variations = "indented" // as indented text, one step for each level
	Diagrams Variations = "diagrams" // like Indented, with a diagram for each variation
	None     Variations = "none"
)

// VariationsChoices lists the values of Variations for dialogs and help.
var VariationsChoices = []rules.Option{
	{Name: string(Indented), Title: "Indented"}, {Name: string(Diagrams), Title: "With diagrams"}, {Name: string(None), Title: "Left out"},
}

// Options configure a booklet.
type Options struct {
	Paper      pdf.Paper  // "" for A4
	Columns    int        // 1 or 2; 0 chooses by paper size
	Every      int        // moves of the main line between two diagrams; 0 for no such diagrams
	Variations Variations // "" for Indented
	Report     bool       // append a report with a graph of the stored evaluations
	Title      string     // title of a collection; "" takes it from the documents
}

// Limits against mistyped numbers.
const (
	MaxGames = 10_000
	maxEvery = 1000
)

// check returns o with defaults filled in. It returns an error if a value is invalid.
func (o Options) check() (Options, error) {
	o.Paper, o.Variations = cmp.Or(o.Paper, pdf.A4), cmp.Or(o.Variations, Indented)
	switch {
	case !slices.ContainsFunc(pdf.Papers, func(p rules.Option) bool { return p.Name == string(o.Paper) }):
		return o, msg.Errorf("unknown paper %q", string(o.Paper))
	case o.Columns < 0 || o.Columns > 2:
		return o, msg.Errorf("a page can have 1 or 2 columns, not %d", o.Columns)
	case o.Every < 0 || o.Every > maxEvery:
		return o, msg.Errorf("a diagram can follow every 1 to %d moves, not %d", maxEvery, o.Every)
	case !slices.ContainsFunc(VariationsChoices, func(v rules.Option) bool { return v.Name == string(o.Variations) }):
		return o, msg.Errorf("unknown treatment of variations %q", string(o.Variations))
	}
	if o.Columns == 0 {
		o.Columns = 2
		if o.Paper.Size().X < 500 {
			o.Columns = 1
		}
	}
	return o, nil
}

// Pages lays out a booklet. It has a title page, a table of contents if there are several
// documents, and each document with its moves, comments and diagrams. The documents must not be
// edited during the call. It returns the error of ctx, or a *msg.Error if the options or the number
// of documents are invalid. The documents' engines are named by engines.
func Pages(ctx context.Context, engines *player.Catalog, docs []*model.Document, o Options) ([]pdf.Page, pdf.Info, error) {
	o, err := o.check()
	if err != nil {
		return nil, pdf.Info{}, err
	}
	switch n := len(docs); {
	case n == 0:
		return nil, pdf.Info{}, msg.Errorf("there is no game to print")
	case n > MaxGames:
		return nil, pdf.Info{}, msg.Errorf("a booklet can have at most %d games, not %d", MaxGames, n)
	}
	m := &maker{Options: o, engines: engines, docs: docs, sheet: sheet(o.Paper, o.Columns)}
	m.title = cmp.Or(strings.TrimSpace(o.Title), m.collection(), m.named(docs[0]))
	m.sheet.Furnish = m.furnish
	m.Flow = flow.New(ctx, m.sheet)
	for i := range docs {
		if m.chapter(i); ctx.Err() != nil {
			return nil, pdf.Info{}, ctx.Err()
		}
	}
	body := m.Flow
	parts := []*flow.Flow{m.cover(ctx)}
	if len(docs) > 1 {
		parts = append(parts, m.contents(ctx))
	}
	pages := flow.Pages(append(parts, body)...)
	return pages, pdf.Info{Title: m.title, Author: docs[0].Info[model.InfoAnnotator], Lang: locale.Current()}, ctx.Err()
}

// sheet returns the page layout for a paper size. A line has about 45 characters in two columns and
// about 75 in one.
func sheet(p pdf.Paper, columns int) flow.Sheet {
	s := flow.Sheet{Size: p.Size(), Columns: columns, Gap: 22, Text: 9.6}
	small := s.Size.X < 500
	switch {
	case small && columns == 2:
		s.Side, s.Gap, s.Text = 34, 16, 8
	case small:
		s.Side, s.Text = 46, 9.2
	case columns == 2:
		s.Side = 52
	default:
		s.Side, s.Text = 92, 10.4
	}
	s.Top, s.Bottom = 0.085*s.Size.Y, 0.085*s.Size.Y
	return s
}

// maker lays out a booklet.
type maker struct {
	*flow.Flow
	Options
	engines  *player.Catalog
	docs     []*model.Document
	sheet    flow.Sheet
	title    string
	chapters []chapter
}

// chapter is an entry of the table of contents.
type chapter struct {
	title string
	at    *flow.Anchor
}

// collection returns the event or title that all documents share, or else their number. It returns
// "" for a single document.
func (m *maker) collection() string {
	if len(m.docs) < 2 {
		return ""
	}
	for _, key := range []string{model.InfoEvent, model.InfoTitle} {
		first := strings.TrimSpace(m.docs[0].Info[key])
		same := first != ""
		for _, d := range m.docs {
			same = same && strings.TrimSpace(d.Info[key]) == first
		}
		if same {
			return first
		}
	}
	return locale.N("%d game", "%d games", len(m.docs), len(m.docs))
}

// named returns the title of a document, or else its players, its event, or the name of its game.
func (m *maker) named(d *model.Document) string {
	return cmp.Or(strings.TrimSpace(d.Info[model.InfoTitle]), m.opponents(d), strings.TrimSpace(d.Info[model.InfoEvent]), words.Game(d.Tree.Rules()))
}

// mostNamed is the maximum number of players, or of games, named in a title.
const mostNamed = 6

// opponents returns the names of the players, or "" if all are unnamed people.
func (m *maker) opponents(d *model.Document) string {
	return words.Opponents(m.engines, d, mostNamed)
}

// about returns the values of the given keys of d.Info, joined by commas and without repetitions.
func about(d *model.Document, keys ...string) string {
	var facts []string
	for _, key := range keys {
		v := strings.TrimSpace(d.Info[key])
		if v == "" || slices.Contains(facts, v) {
			continue
		}
		if key == model.InfoRound {
			v = locale.T("round %s", v)
		}
		facts = append(facts, v)
	}
	return strings.Join(facts, ", ")
}

// furnish draws the running head and the page number.
func (m *maker) furnish(c draw.Canvas, p flow.Place) {
	s := m.sheet
	st := draw.TextStyle{Size: 0.84 * s.Text, Serif: true, Italic: true, Color: flow.Faint}
	y := 0.62 * s.Top
	left, right := m.title, p.Head
	if right == left {
		right = ""
	}
	room := s.Size.X - 2*s.Side
	if right != "" {
		room = room/2 - s.Text
	}
	st.Align = draw.Left
	c.Text(draw.Point{X: s.Side, Y: y}, flow.Cut(left, room, st), st)
	if right != "" {
		st.Align = draw.Right
		c.Text(draw.Point{X: s.Size.X - s.Side, Y: y}, flow.Cut(right, room, st), st)
	}
	c.Path(draw.Segment(draw.Point{X: s.Side, Y: y + s.Text}, draw.Point{X: s.Size.X - s.Side, Y: y + s.Text}), draw.Style{Stroke: flow.Rule, Width: 0.5})
	st = draw.TextStyle{Size: 0.92 * s.Text, Serif: true, Color: flow.Ink}
	c.Text(draw.Point{X: s.Size.X / 2, Y: s.Size.Y - 0.55*s.Bottom}, strconv.Itoa(p.Number), st)
}

// chapter lays out document i.
func (m *maker) chapter(i int) {
	d := m.docs[i]
	t := &chapterWriter{maker: m, Document: d, game: newGame(m.engines, d, m.Flow)}
	title := m.named(d)
	mark := locale.T("Moves")
	if len(m.docs) > 1 {
		title = strconv.Itoa(i+1) + ". " + title
		mark = title
	}
	if i > 0 {
		m.Skip(2 * m.Size())
		m.Need(0.3 * m.Height())
	}
	m.Head(title)
	m.chapters = append(m.chapters, chapter{title, m.Mark(mark, 0)})
	t.heading(title)
	t.transcript()
	t.write()
	if m.Report {
		t.report()
	}
}

// report lays out the report of the evaluations in the main line, on separate pages.
func (t *chapterWriter) report() {
	end := t.Tree.Root()
	for n := range t.Tree.Main() {
		end = n
	}
	r := analysis.ReportOn(t.game.engines, t.Document, end, analysis.Marking{})
	if len(r.Moves) == 0 {
		return
	}
	t.Break(1)
	level := 0
	if len(t.docs) > 1 {
		level = 1
	}
	t.Mark(locale.T("Report"), level)
	t.Text(flow.Paragraph{Runs: []flow.Run{{Text: locale.T("Report"), Bold: true, Sans: true}}, Size: 1.35 * t.Size(), KeepWithNext: true})
	t.Text(flow.Paragraph{Runs: []flow.Run{{Text: report.By(t.game.engines, &r), Italic: true}}, KeepWithNext: true})
	report.Sheet{Engines: t.game.engines, Document: t.Document, Report: r, Paper: t.Paper}.Put(t.Flow)
	t.Break(0)
}
