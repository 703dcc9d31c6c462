package model

import (
	"regexp"
	"unicode"
	"unicode/utf8"

	"boardstudio/rules"
)

// Player is who sits at a seat.
type Player struct {
	Name string
	// Kind is Human, or what names an engine: "alphabeta", "lua:FILE".
	Kind  string
	Level int // 1 to 5, 0 for a human or unknown
	// Symbol is "cross", "nought", "disc" or one or two letters, "" for the default.
	Symbol string
	Color  string // "#rrggbb", "" for the default
	Score  int    // points won so far
}

// Human is the kind of a player who is a person.
const Human = "human"

// The keys of Document.Info that have a meaning; any other key is a free tag.
const (
	InfoEvent     = "event"
	InfoDate      = "date"
	InfoPlace     = "place"
	InfoRound     = "round"
	InfoResult    = "result"
	InfoTitle     = "title"
	InfoAnnotator = "annotator"
)

// Document is a game record: a tree, and what is said about the game as a whole.
type Document struct {
	Tree     *Tree
	Players  []Player // one for each seat
	Info     map[string]string
	Foreign  []Foreign // what a newer version wrote, kept
	Warnings []error   // problems found while reading; not saved
	// ReadOnly says that the document cannot be written back where it came from.
	ReadOnly bool
}

// NewDocument returns a document with an empty tree and unnamed humans at all seats.
func NewDocument(r rules.Rules) *Document {
	d := &Document{Tree: NewTree(r), Players: make([]Player, r.Players()), Info: map[string]string{}}
	for i := range d.Players {
		d.Players[i].Kind = Human
	}
	return d
}

// SetInfo sets the value of a key of Doc.Info; "" deletes the key.
type SetInfo struct {
	Doc        *Document
	Key, Value string
}

func (e SetInfo) apply(t *Tree) (Edit, Change, error) {
	if e.Doc == nil || e.Doc.Tree != t {
		return nil, Change{}, notOfDoc()
	}
	if e.Key == "" {
		return nil, Change{}, rules.Errorf("the tag has no name")
	}
	if e.Doc.Info[e.Key] == e.Value {
		return nil, Change{}, nil
	}
	return info(e).apply(t)
}

func notOfDoc() error { return rules.Errorf("the game tree belongs to another document") }

// info is SetInfo that asks nothing.
type info SetInfo

func (e info) apply(t *Tree) (Edit, Change, error) {
	if t.wire.writing() {
		t.wire.info(e)
	}
	back := info{e.Doc, e.Key, e.Doc.Info[e.Key]}
	if e.Value == "" {
		delete(e.Doc.Info, e.Key)
	} else {
		if e.Doc.Info == nil {
			e.Doc.Info = map[string]string{}
		}
		e.Doc.Info[e.Key] = e.Value
	}
	return back, Change{Kind: Meta}, nil
}

// SetPlayer says who sits at Seat.
type SetPlayer struct {
	Doc    *Document
	Seat   int
	Player Player
}

func (e SetPlayer) apply(t *Tree) (Edit, Change, error) {
	if e.Doc == nil || e.Doc.Tree != t {
		return nil, Change{}, notOfDoc()
	}
	if e.Seat < 0 || e.Seat >= len(e.Doc.Players) {
		return nil, Change{}, rules.Errorf("there is no seat number %d", e.Seat+1)
	}
	if e.Doc.Players[e.Seat] == e.Player {
		return nil, Change{}, nil
	}
	if err := e.Player.check(); err != nil {
		return nil, Change{}, err
	}
	return seat(e).apply(t)
}

// seat is SetPlayer that asks nothing: what it takes back may come from a file.
type seat SetPlayer

func (e seat) apply(t *Tree) (Edit, Change, error) {
	if t.wire.writing() {
		t.wire.seat(e)
	}
	back := seat{e.Doc, e.Seat, e.Doc.Players[e.Seat]}
	e.Doc.Players[e.Seat] = e.Player
	return back, Change{Kind: Meta}, nil
}

var colour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// IsColor reports whether text is a colour such as #20a0ff.
func IsColor(text string) bool { return colour.MatchString(text) }

func (p *Player) check() error {
	if p.Kind == "" {
		return rules.Errorf("the player is neither a person nor an engine")
	}
	if p.Level < 0 || p.Level > 5 {
		return rules.Errorf("level %d is not from 1 to 5", p.Level)
	}
	if p.Color != "" && !IsColor(p.Color) {
		return rules.Errorf("%q is not a colour such as #20a0ff", p.Color)
	}
	switch p.Symbol {
	case "", "cross", "nought", "disc":
		return nil
	}
	for _, r := range p.Symbol {
		if !unicode.IsLetter(r) || utf8.RuneCountInString(p.Symbol) > 2 {
			return rules.Errorf("the symbol %q is not one or two letters", p.Symbol)
		}
	}
	return nil
}
