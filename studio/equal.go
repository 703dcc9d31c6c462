package studio

import (
	"strings"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/app"
)

// equal lists the places with the position of the current one; the list follows
// when the person moves around.
func (w *window) equal() {
	var l *list
	copy, _ := gtk.ButtonNewWithLabel(locale.T("Copy the continuation here"))
	status := label("")
	status.SetEllipsize(3)
	addClass(status, "dim-label")
	name(status, locale.T("Number of equal positions"))
	foot := hbox(10)
	foot.PackStart(status, true, true, 0)
	foot.PackStart(copy, false, false, 0)
	var shown []app.Twin
	l = w.openList(listSpec{
		title: locale.T("Equal positions"),
		hint:  locale.T("Search in the list"),
		columns: []column{
			{title: locale.T("Move"), width: 52, right: true},
			{title: locale.T("Line"), wide: true, width: 170},
			{title: locale.T("Board"), width: 72},
			{title: locale.T("New moves"), width: 134, right: true},
		},
		width: findWidth, height: 380,
		live:  app.TopicHere | app.TopicTree | app.TopicTwins,
		stays: true,
		empty: locale.T("No other place has this position"),
		foot:  foot,
		rows: func(typed string) rows {
			links, known := w.s.Links()
			shown = nil
			typed = app.Fold(strings.TrimSpace(typed))
			for _, x := range links {
				if typed == "" || strings.Contains(app.Fold(w.lineTo(x.Node)), typed) {
					shown = append(shown, x)
				}
			}
			none := unfit(typed)
			if !known { // nothing can be said yet
				none = locale.T("Searching…")
			}
			copy.SetSensitive(len(shown) > 0)
			switch done, total := w.s.LinksProgress(); {
			case !known && total > 0:
				status.SetText(locale.T("Searching…") + " " + itoa(100*done/total) + " %")
			case !known:
				status.SetText(locale.T("Searching…"))
			default:
				status.SetText(locale.N("%d other place", "%d other places", len(links), len(links)))
			}
			return rows{
				n: len(shown), none: none,
				at: func(i int) row {
					x := shown[i]
					board, more := locale.T("as here"), ""
					if x.Turned {
						board = locale.T("turned")
					}
					if x.More > 0 {
						more = itoa(x.More)
					}
					return row{cells: []string{itoa(x.Node.Ply()), w.lineTo(x.Node), board, more}}
				},
				do: func(i int) { w.s.Go(shown[i].Node) },
			}
		},
	})
	if !l.win.IsActive() {
		w.aside(l, 300)
	}
	copy.Connect("clicked", func() {
		if l.at >= 0 && l.at < len(shown) {
			w.s.CopyContinuation(shown[l.at])
		}
	})
}

// lineTo returns the last moves of the line to n.
func (w *window) lineTo(n *model.Node) string {
	var words []string
	for ; n.Parent() != nil && len(words) < 8; n = n.Parent() {
		words = append([]string{w.s.MoveName(n)}, words...)
	}
	text := strings.Join(words, " ")
	switch {
	case text == "":
		text = w.s.MoveName(n)
	case n.Parent() != nil:
		text = "… " + text
	}
	return text
}
