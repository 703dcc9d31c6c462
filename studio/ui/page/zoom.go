package page

import (
	"maps"
	"slices"

	"boardstudio/rules"
	"boardstudio/studio/app/settings"
)

// lay changes the orientation of boards of the document's game.
func (p *Page) lay(change func(*rules.Board, rules.Orientation) rules.Orientation) {
	b, game := p.Session.View.Rules().Board(), p.Session.View.Rules().Spec().Game
	o := rules.Orientation(p.Settings.Orientations[game])
	if !b.Allows(o) { // saved for another board of the same family
		o = rules.Orientation{}
	}
	lies := maps.Clone(p.Settings.Orientations)
	if lies == nil {
		lies = map[string]settings.Orientation{}
	}
	if lies[game] = settings.Orientation(change(b, o)); lies[game] == (settings.Orientation{}) {
		delete(lies, game)
	}
	p.Settings.Orientations = lies
	p.program.Apply()
}

// zooms are the sizes of the board, in percent of the size that fits.
var zooms = []int{100, 125, 150, 200, 250, 300, 400}

// zoom changes the size of the board by a number of steps, or resets it if by is 0.
func (p *Page) zoom(by int) {
	i, _ := slices.BinarySearch(zooms, max(p.Settings.Zoom, 100))
	p.Settings.Zoom = zooms[min(max(i+by, 0), len(zooms)-1)]
	if by == 0 {
		p.Settings.Zoom = 100
	}
	for _, q := range p.program.Pages() {
		if q.Board != nil {
			q.Board.Magnify()
		}
	}
}
