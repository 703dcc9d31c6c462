package studio

import (
	"maps"
	"slices"

	"boardstudio/rules"
	"boardstudio/studio/settings"
)

// lay changes how the boards of the document's game lie.
func (p *page) lay(change func(*rules.Board, rules.Orientation) rules.Orientation) {
	b, game := p.s.Rules().Board(), p.s.Rules().Spec().Game
	o := rules.Orientation(p.st.Lies[game])
	if !b.Allows(o) { // that of another board of the same family
		o = rules.Orientation{}
	}
	lies := maps.Clone(p.st.Lies)
	if lies == nil {
		lies = map[string]settings.Lie{}
	}
	if lies[game] = settings.Lie(change(b, o)); lies[game] == (settings.Lie{}) {
		delete(lies, game)
	}
	p.st.Lies = lies
	p.d.apply()
}

// zooms are the sizes of the board in percent of what fits.
var zooms = []int{100, 125, 150, 200, 250, 300, 400}

// zoom shows the board larger or smaller by so many steps, or all of it for 0.
func (p *page) zoom(by int) {
	i, _ := slices.BinarySearch(zooms, max(p.st.Zoom, 100))
	p.st.Zoom = zooms[min(max(i+by, 0), len(zooms)-1)]
	if by == 0 {
		p.st.Zoom = 100
	}
	for _, w := range p.d.windows {
		for _, q := range w.tabs {
			if q.board != nil {
				q.board.Magnify()
			}
		}
	}
}
