package rules

import "boardstudio/text/msg"

// Drawing is the way a note is drawn in its cells.
type Drawing uint8

// Drawings of notes.
const (
	Tint  Drawing = iota // colours the cells
	Dot                  // a dot in the middle of each cell
	Ring                 // a ring around the cell's content
	Cross                // a small cross, for a forbidden move
	Label                // a short text on a plate
	Line                 // a line through the cells, in order
	Arrow                // an arrow from the first cell to the last
)

// Note is an annotation of a position, drawn on the board.
type Note struct {
	Draw  Drawing
	Cells []Cell
	Who   Player // player whose colour is used; NoPlayer for the board's colour
	Label string // text of a Label: a number or a few letters
	// Weak marks a note that matters less than others of its kind. It is drawn fainter.
	Weak bool
	Text msg.Text // the meaning, as a sentence without a full stop
}

// OverlayKind describes a layer of notes that can be shown on the board.
type OverlayKind struct {
	Name  string // name in settings and on command lines
	Title msg.Key
	About msg.Key
	// Pointed is true if the notes also depend on the cell under the pointer.
	Pointed bool
}

// Overlayer is implemented by Rules with additional overlays.
type Overlayer interface {
	// Overlays returns the game's overlays. If two games use the same name, it must mean the same.
	Overlays() []OverlayKind
	// Overlay returns the notes of the named overlay for p. The pointer is on the cell at, or at is
	// NoCell. A Pointed overlay also shows the move made there.
	Overlay(name string, p Position, at Cell) []Note
}

// LegalMoves is the overlay of the legal moves. All games have it.
var LegalMoves = OverlayKind{Name: "legal", Title: "Legal moves", About: "The legal moves of the player to move."}

// Overlays returns the overlays available for r, LegalMoves first.
func Overlays(r Rules) []OverlayKind {
	all := []OverlayKind{LegalMoves}
	if o, ok := r.(Overlayer); ok {
		all = append(all, o.Overlays()...)
	}
	return all
}

// Overlay returns the notes of the named overlay for p, or nil if r has no such overlay. See
// Overlayer for the meaning of at.
func Overlay(r Rules, name string, p Position, at Cell) []Note {
	if name == LegalMoves.Name {
		return legalMoves(r.Board(), p)
	}
	if o, ok := r.(Overlayer); ok {
		return o.Overlay(name, p, at)
	}
	return nil
}

// legalMoves marks the cell on which each legal move ends, or the start of a sowing.
func legalMoves(b *Board, p Position) []Note {
	n := Note{Draw: Dot, Who: NoPlayer, Text: msg.Say("a legal move")}
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			continue
		}
		if c := Landing(b, p, q, m); c != NoCell {
			n.Cells = append(n.Cells, c)
		}
	}
	if n.Cells == nil {
		return nil
	}
	return []Note{n}
}
