package rules

import "boardstudio/msg"

// Drawing is how a note looks in its cells.
type Drawing uint8

// The drawings of notes.
const (
	Tint  Drawing = iota // colours the cells
	Dot                  // a dot in the middle of each cell
	Ring                 // a ring around what lies there
	Cross                // a small cross, on what is not allowed
	Label                // a short text on a plate
	Line                 // a line through the cells, in their order
	Arrow                // an arrow from the first cell to the last
)

// Note is something about a position that is drawn on the board.
type Note struct {
	Draw  Drawing
	Cells []Cell
	Who   Player // whose colour it has, NoPlayer for that of the board
	Label string // what a Label says: a number, or a few letters
	// Weak says that it matters less than others of its kind: it is drawn fainter.
	Weak bool
	Text msg.Text // what it means, in a sentence without a full stop
}

// OverlayKind is a layer of notes that can be shown over the board.
type OverlayKind struct {
	Name  string // in settings and on command lines
	Title msg.Key
	About msg.Key
	// Pointed says that the notes also hang on the cell that is pointed at.
	Pointed bool
}

// Overlayer is implemented by Rules that have overlays of their own.
type Overlayer interface {
	// Overlays returns the kinds of overlays, each with a name that no other game gives another meaning.
	Overlays() []OverlayKind
	// Overlay returns the notes of one of them for p. at is the cell that is pointed at, NoCell for none: a kind
	// that is Pointed then shows the move that is made there.
	Overlay(name string, p Position, at Cell) []Note
}

// LegalMoves is the overlay of all games: where the player to move can move.
var LegalMoves = OverlayKind{Name: "legal", Title: "Legal moves", About: "Where the player to move can move."}

// Overlays returns the overlays that there are in r, LegalMoves first.
func Overlays(r Rules) []OverlayKind {
	all := []OverlayKind{LegalMoves}
	if o, ok := r.(Overlayer); ok {
		all = append(all, o.Overlays()...)
	}
	return all
}

// Overlay returns the notes of the overlay with that name; none for a name that r does not know. See Overlayer for at.
func Overlay(r Rules, name string, p Position, at Cell) []Note {
	if name == LegalMoves.Name {
		return legalMoves(r.Board(), p)
	}
	if o, ok := r.(Overlayer); ok {
		return o.Overlay(name, p, at)
	}
	return nil
}

// legalMoves marks where moves are made: where the piece comes to lie, or the sowing starts.
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
