package booklet

import (
	"context"
	"fmt"
	"strings"

	"boardstudio/draw"
	"boardstudio/model"
	"boardstudio/publish/flow"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// cover returns the title page.
func (m *maker) cover(ctx context.Context) *flow.Flow {
	s := m.sheet
	s.Columns, s.Side = 1, max(s.Side, 0.12*s.Size.X)
	f := flow.New(ctx, s)
	f.ClearMargins()
	k := s.Size.X / 595
	line := func(text string, p flow.Paragraph, r flow.Run) {
		r.Text = text
		p.Runs, p.Centre = []flow.Run{r}, true
		f.Text(p)
	}
	f.Drop(0.1 * s.Size.Y)
	d := m.docs[0]
	f.Mark(m.title, 0)
	line(m.title, flow.Paragraph{Size: 25 * k, After: 10 * k}, flow.Run{Bold: true})
	g := newGame(m.engines, d, f)
	if len(m.docs) == 1 {
		if m.title != m.opponents(d) {
			f.Text(flow.Paragraph{Runs: g.opponents(), Size: 14 * k, After: 4 * k, Centre: true})
		}
		line(about(d, model.InfoEvent, model.InfoRound), flow.Paragraph{Size: 12 * k}, flow.Run{Italic: true})
		line(about(d, model.InfoPlace, model.InfoDate), flow.Paragraph{Size: 12 * k}, flow.Run{Italic: true})
	} else {
		if n := locale.N("%d game", "%d games", len(m.docs), len(m.docs)); n != m.title {
			line(n, flow.Paragraph{Size: 13 * k}, flow.Run{Italic: true})
		}
		line(m.span(), flow.Paragraph{Size: 12 * k}, flow.Run{Italic: true})
	}
	f.Skip(0.04 * s.Size.Y)
	end := g.end()
	board := g.board(end)
	board.Win = end.Result().Cells
	f.Pictures(0, fit(board, 0.66*s.Size.X, 0.44*s.Size.Y, 1.5*g.cell(s.Text)))
	f.Skip(0.035 * s.Size.Y)
	line(m.games(), flow.Paragraph{Size: 13 * k, Before: 4 * k}, flow.Run{Bold: true})
	if len(m.docs) == 1 {
		line(g.outcome(end), flow.Paragraph{Size: 11.5 * k, Before: 4 * k}, flow.Run{})
		if by := strings.TrimSpace(d.Info[model.InfoAnnotator]); by != "" {
			line(locale.T("Annotated by %s", by), flow.Paragraph{Size: 11 * k, Before: 8 * k}, flow.Run{Italic: true})
		}
	}
	return f
}

// span returns the first and last date of a collection.
func (m *maker) span() string {
	first, last := "", ""
	for _, d := range m.docs {
		if v := strings.TrimSpace(d.Info[model.InfoDate]); v != "" && (first == "" || v < first) {
			first = v
		}
		last = max(last, strings.TrimSpace(d.Info[model.InfoDate]))
	}
	if first == last {
		return first
	}
	return first + " – " + last
}

// games returns the names of the games, without repetitions.
func (m *maker) games() string {
	var titles []string
	seen := map[string]bool{}
	for _, d := range m.docs {
		r := d.Tree.Rules()
		if key := fmt.Sprint(r.Spec()); !seen[key] && len(titles) < mostNamed {
			seen[key] = true
			titles = append(titles, words.Game(r))
		}
	}
	return strings.Join(titles, ", ")
}

// contents returns the table of contents, which follows the title page.
func (m *maker) contents(ctx context.Context) *flow.Flow {
	s := m.sheet
	s.Columns, s.Side = 1, max(s.Side, 0.12*s.Size.X)
	for n := 1; ; { // the number of pages does not depend on the page numbers printed in it
		f := flow.New(ctx, s)
		f.Head(locale.T("Contents"))
		f.Mark(locale.T("Contents"), 0)
		f.Text(flow.Paragraph{Runs: []flow.Run{{Text: locale.T("Contents"), Bold: true, Sans: true}}, Size: 1.6 * s.Text, After: s.Text, KeepWithNext: true})
		for _, c := range m.chapters {
			f.Entry(c.title, fmt.Sprint(c.at.Page()+n+2), c.at)
		}
		if f.Len() == n || ctx.Err() != nil {
			return f
		}
		n = f.Len()
	}
}

// opponents returns the names of the players, each with a small picture of the player's piece.
func (g *game) opponents() (runs []flow.Run) {
	n := g.rules.Players()
	for i := range min(n, rules.MaxPlayers) {
		p := rules.Player(i)
		if i > 0 {
			runs = append(runs, flow.Run{Text: " – "})
		}
		if g.figures {
			runs = append(runs, flow.Run{Figure: g.swatch(p)}, flow.Run{Text: "\u00a0"})
		}
		runs = append(runs, flow.Run{Text: strings.ReplaceAll(g.name(p), " ", "\u00a0")})
	}
	return runs
}

// swatch returns a function that draws a piece of player p.
func (g *game) swatch(p rules.Player) func(draw.Canvas, draw.Rect) {
	d := g.board(nil)
	return func(c draw.Canvas, box draw.Rect) { d.Swatch(c, p, box) }
}
