package ui

import (
	"maps"
	"slices"

	"boardstudio/rules"
	"boardstudio/studio/app/settings"
)

// lay changes the orientation of boards of the document's game.
func (p *page) lay(change func(*rules.Board, rules.Orientation) rules.Orientation) {
	b, game := p.s.View.Rules().Board(), p.s.View.Rules().Spec().Game
	o := rules.Orientation(p.st.Orientations[game])
	if !b.Allows(o) { // saved for another board of the same family
		o = rules.Orientation{}
	}
	lies := maps.Clone(p.st.Orientations)
	if lies == nil {
		lies = map[string]settings.Orientation{}
	}
	if lies[game] = settings.Orientation(change(b, o)); lies[game] == (settings.Orientation{}) {
		delete(lies, game)
	}
	p.st.Orientations = lies
	p.d.apply()
}

// zooms are the sizes of the board, in percent of the size that fits.
var zooms = []int{100, 125, 150, 200, 250, 300, 400}

// zoom changes the size of the board by a number of steps, or resets it if by is 0.
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
