package model

import (
	"iter"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Player describes the player at a seat.
type Player struct {
	Name string
	// Kind is Human or the name of an engine: "computer", "lua:FILE".
	Kind  string
	Level int // 1 to 5, or 0 for a human or unknown
	// Symbol is "cross", "nought", "disc" or one or two letters. "" is the default.
	Symbol string
	Color  string // "#rrggbb", or "" for the default
	Score  int    // points won so far
}

// Human is the kind of a human player.
const Human = "human"

// Keys of Document.Info with a defined meaning. Any other key is a free tag.
const (
	InfoEvent     = "event"
	InfoDate      = "date"
	InfoPlace     = "place"
	InfoRound     = "round"
	InfoResult    = "result"
	InfoTitle     = "title"
	InfoAnnotator = "annotator"
	InfoClock     = "clock" // the time control, in the syntax of clock.Parse
)

// Document is a game record: a game tree, the players, and information about the game.
type Document struct {
	Tree     *Tree
	Players  []Player // one for each seat
	Info     map[string]string
	Foreign  []Foreign // elements of a newer version, preserved
	Warnings []error   // problems found while reading; not saved
	// ReadOnly is set if the document cannot be saved back to its source.
	ReadOnly bool
}

// NewDocument returns a document with an empty tree and an unnamed human at each seat.
func NewDocument(r rules.Rules) *Document {
	d := &Document{Tree: NewTree(r), Players: make([]Player, r.Players()), Info: map[string]string{}}
	for i := range d.Players {
		d.Players[i].Kind = Human
	}
	return d
}

// SetInfo sets the value of a key of Doc.Info. "" deletes the key.
type SetInfo struct {
	Doc        *Document
	Key, Value string
}

func (e SetInfo) apply(t *Tree) (Edit, Change, error) {
	if e.Doc == nil || e.Doc.Tree != t {
		return nil, Change{}, notOfDoc()
	}
	if e.Key == "" {
		return nil, Change{}, msg.Errorf("the tag has no name")
	}
	if e.Doc.Info[e.Key] == e.Value {
		return nil, Change{}, nil
	}
	return info(e).apply(t)
}

func notOfDoc() error { return msg.Errorf("the game tree belongs to another document") }

// info is SetInfo without checks.
type info SetInfo

func (e info) apply(t *Tree) (Edit, Change, error) {
	t.numbers.op(Op{Kind: OpInfo, Text: e.Key, Value: e.Value})
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

// SetPlayer sets the player at Seat.
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
		return nil, Change{}, msg.Errorf("there is no seat number %d", e.Seat+1)
	}
	if e.Doc.Players[e.Seat] == e.Player {
		return nil, Change{}, nil
	}
	if err := e.Player.check(); err != nil {
		return nil, Change{}, err
	}
	return seat(e).apply(t)
}

// seat is SetPlayer without checks. The player that it restores may be an invalid one read from a file.
type seat SetPlayer

func (e seat) apply(t *Tree) (Edit, Change, error) {
	t.numbers.op(Op{Kind: OpSeat, Seat: e.Seat, Player: e.Player})
	back := seat{e.Doc, e.Seat, e.Doc.Players[e.Seat]}
	e.Doc.Players[e.Seat] = e.Player
	return back, Change{Kind: Meta}, nil
}

var colour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// IsColor reports whether text is a colour such as #20a0ff.
func IsColor(text string) bool { return colour.MatchString(text) }

// Set sets a property of the player from its text in a file. what is "name", "kind", "level", "symbol", "color"
// or "score". It returns an error, and leaves p unchanged, if what is unknown or the value is invalid.
func (p *Player) Set(what, value string) error {
	q := *p
	var err error
	switch what {
	case "name":
		q.Name = value
	case "kind":
		q.Kind = value
	case "level":
		q.Level, err = strconv.Atoi(value)
	case "symbol":
		q.Symbol = value
	case "color":
		q.Color = value
	case "score":
		q.Score, err = strconv.Atoi(value)
	default:
		return msg.Errorf("a player has no %q", what)
	}
	if err != nil {
		return msg.Errorf("%q is not a number in the allowed range", cut(value))
	}
	if err := q.check(); err != nil {
		return err
	}
	*p = q
	return nil
}

// Words yields the properties of the player as accepted by Set, in the order used in files.
// Properties with the default value are omitted.
func (p *Player) Words() iter.Seq2[string, string] {
	return func(yield func(what, value string) bool) {
		for _, f := range [...]struct{ what, value, unsaid string }{
			{"name", p.Name, ""},
			{"kind", p.Kind, Human},
			{"level", strconv.Itoa(p.Level), "0"},
			{"symbol", p.Symbol, ""},
			{"color", p.Color, ""},
			{"score", strconv.Itoa(p.Score), "0"},
		} {
			if f.value != f.unsaid && !yield(f.what, f.value) {
				return
			}
		}
	}
}

// MaxPlayer is the maximum length of the name and the kind of a player, in bytes.
const MaxPlayer = 4096

func (p *Player) check() error {
	if p.Kind == "" {
		return msg.Errorf("the player is neither a human nor an engine")
	}
	if len(p.Name) > MaxPlayer || len(p.Kind) > MaxPlayer {
		return msg.Errorf("the name or the kind of a player is longer than %d bytes", MaxPlayer)
	}
	if p.Level < 0 || p.Level > 5 {
		return msg.Errorf("the level must be from 1 to 5, not %d", p.Level)
	}
	if p.Color != "" && !IsColor(p.Color) {
		return msg.Errorf("%q is not a colour such as #20a0ff", cut(p.Color))
	}
	switch p.Symbol {
	case "", "cross", "nought", "disc":
		return nil
	}
	n := 0
	for _, r := range p.Symbol {
		if n++; !unicode.IsLetter(r) || n > 2 {
			return msg.Errorf("the symbol must be one or two letters, not %q", cut(p.Symbol))
		}
	}
	return nil
}

// cut shortens s for a message.
func cut(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
