// Package rules says what a board game is: immutable positions, moves that are
// plain values, and games described by data. It knows no particular game.
//
// Moves are written the same in every position, since FormatMove takes none: a record then keeps
// illegal moves. A move that drops a piece names the top cell of its column for the same reason;
// Board.Target maps a click to it.
package rules

import (
	"io/fs"
	"iter"
	"math/bits"

	"boardstudio/msg"
)

// Player is a seat, counted from 0 in turn order.
type Player int8

// NoPlayer stands for nobody: an empty cell, or the turn once a game is over.
const NoPlayer Player = -1

// MaxPlayers is the largest number of seats a game can have.
const MaxPlayers = 26

// Letter returns the letter of the seat, 'A' for seat 0, or '.' for NoPlayer.
func (p Player) Letter() byte {
	if p < 0 || p >= MaxPlayers {
		return '.'
	}
	return 'A' + byte(p)
}

// Players is a set of seats.
type Players uint32

// Of returns the set of the seats given.
func Of(ps ...Player) Players {
	var s Players
	for _, p := range ps {
		if p >= 0 {
			s |= 1 << p
		}
	}
	return s
}

// Has reports whether p is in the set.
func (s Players) Has(p Player) bool { return p >= 0 && s&(1<<p) != 0 }

// Len returns the number of seats in the set.
func (s Players) Len() int { return bits.OnesCount32(uint32(s)) }

// Only returns the one seat of a set of one, NoPlayer for any other set.
func (s Players) Only() Player {
	if s.Len() != 1 {
		return NoPlayer
	}
	return Player(bits.TrailingZeros32(uint32(s)))
}

// All iterates over the seats of the set, lowest first.
func (s Players) All() iter.Seq[Player] {
	return func(yield func(Player) bool) {
		for s != 0 {
			p := Player(bits.TrailingZeros32(uint32(s)))
			if !yield(p) {
				return
			}
			s &^= 1 << p
		}
	}
}

// Cell is an index into Board.Cells.
type Cell int16

// NoCell stands for no cell at all.
const NoCell Cell = -1

// Move is a comparable value. A placement has only To, a sowing only From, a
// shift both. The zero Move is legal nowhere.
type Move struct {
	From, To Cell
	Aux      int32
}

// Pass gives the turn away; it is legal only where Moves lists it. Resign is
// listed nowhere and accepted by Play wherever the game is not over. Swap takes over
// what the opponent has done so far, as a pie rule says; it is legal where Moves lists it.
// Timeout ends the game as Resign does, for a player whose time is over.
var (
	Pass   = Move{From: NoCell, To: NoCell, Aux: 1}
	Resign = Move{From: NoCell, To: NoCell, Aux: 2}
	Swap   = Move{From: NoCell, To: NoCell, Aux: 3}

	Timeout = Move{From: NoCell, To: NoCell, Aux: 4}
)

// GivesUp returns why the game is over after m where the player to move loses by it: Resign and Timeout; "" for
// any other move.
func (m Move) GivesUp() Reason {
	switch m {
	case Resign:
		return Resigned
	case Timeout:
		return OutOfTime
	}
	return ""
}

// Place returns the move that puts a piece of the mover on c.
func Place(c Cell) Move { return Move{From: NoCell, To: c} }

// Take returns the move that starts at c and ends where the rules say, as a
// sowing does.
func Take(c Cell) Move { return Move{From: c, To: NoCell} }

// Content is what lies in a cell: a piece of Owner, or Count seeds. An empty
// cell has Owner NoPlayer and Count 0.
type Content struct {
	Owner Player
	Kind  uint8
	Count int16
}

// Empty is the content of a cell with nothing in it.
var Empty = Content{Owner: NoPlayer}

// Piece returns the content of a cell that holds one piece of p.
func Piece(p Player) Content { return Content{Owner: p, Count: 1} }

// Reason says why a game ended. The values are written in files. A game can have its own,
// with words in Board.Reasons.
type Reason string

// Why games end that several have in common.
const (
	Row        Reason = "row"        // a winning row stands
	Misere     Reason = "misere"     // a row was made, and making it loses
	Captures   Reason = "captures"   // enough pairs were taken
	Full       Reason = "full"       // no cell is left
	Blocked    Reason = "blocked"    // nobody can move
	Count      Reason = "count"      // pieces or seeds were counted
	Starved    Reason = "starved"    // the player to move has nothing to move with
	Repetition Reason = "repetition" // a position came back
	Quiet      Reason = "quiet"      // too many plies without a capture
	Resigned   Reason = "resigned"
	OutOfTime  Reason = "time"
)

// Result tells how a game stands.
type Result struct {
	Over bool
	// Winners is who has won: nobody in a draw. It can be known before the game is over.
	Winners Players
	Reason  Reason
	// Cells are the cells that decided the game (the winning rows), if any.
	Cells []Cell
	// Final holds each player's final count where the game counts something, else nil.
	Final []int
}

// Known reports whether the game is over or its winner known already.
func (r Result) Known() bool { return r.Over || r.Winners != 0 }

// Draw reports whether the game is over and nobody won.
func (r Result) Draw() bool { return r.Over && r.Winners == 0 }

// Position is a state of a game. It never changes, so it may be read by
// several goroutines at once.
type Position interface {
	// Turn returns who is to move, NoPlayer when the game is over.
	Turn() Player
	// Moves yields the legal moves, each once, in a fixed order: none exactly
	// when the game is over. Where a player can do nothing else it yields Pass.
	Moves() iter.Seq[Move]
	// Play returns the position after m. It accepts the moves that Moves yields,
	// Resign and Timeout; any other is a *MoveError.
	Play(m Move) (Position, error)
	// At returns what lies in c, which must be a cell of the board.
	At(c Cell) Content
	Result() Result
	// Hash is equal for equal positions. It covers the position alone, not how it came about.
	Hash() uint64
	// String returns the position as text that Rules.Parse reads.
	String() string
}

// Holder is a Position of a game in which players hold something off the
// board: pairs captured, seeds in the store.
type Holder interface{ Held(Player) int }

// Scorer is a Position of a game in which players count something a person
// wants to see while playing: discs, pairs, seeds.
type Scorer interface{ Score(Player) int }

// Estimator is a Position that estimates, in hundredths of whatever the game is about, how much
// better off a player is than the others. Engines that know nothing else of the game use it.
type Estimator interface{ Estimate(Player) int }

// Trail tells what a move does on the board, step by step.
type Trail struct {
	Cells []Cell // in which something is put, in order, each as often as that happens
	Taken []Cell // whose content is taken then
	Gain  int    // what the mover holds more after it
}

// Tracer is a Position of a game in which moves go a way over the board that one would like to see before.
type Tracer interface {
	// Trace returns the trail of a legal move.
	Trace(m Move) Trail
}

// Forbidder is a Position of a game in which pieces may not be put on some empty cells by their shape. Forbidden
// returns those where the player to move may put none.
type Forbidder interface{ Forbidden() []Cell }

// Historian is a Position whose rules look back. History hashes the position
// together with everything of the past that still matters.
type Historian interface{ History() uint64 }

// Setup is a position as a person lays it out.
type Setup struct {
	Cells []Content // one for each cell of the board
	Turn  Player
	Held  []int // per player, nil when the game holds nothing off the board
}

// SetupOf returns p laid out on the board of r.
func SetupOf(r Rules, p Position) Setup {
	s := Setup{Cells: make([]Content, len(r.Board().Cells)), Turn: p.Turn()}
	for c := range s.Cells {
		s.Cells[c] = p.At(Cell(c))
	}
	if h, ok := p.(Holder); ok {
		for i := range r.Players() {
			s.Held = append(s.Held, h.Held(Player(i)))
		}
	}
	return s
}

// Rules are a game with its parameters chosen. They never change.
type Rules interface {
	// Spec returns what builds these rules again.
	Spec() Spec
	Players() int
	Board() *Board
	// Start returns the first position, with seat 0 to move.
	Start() Position
	// SetUp returns the position laid out in s, legal or not, or an error that
	// says why it makes no sense. Warn says whether play could reach it.
	SetUp(s Setup) (Position, error)
	// Parse reads what Position.String wrote, or a person typed.
	Parse(text string) (Position, error)
	// FormatMove returns the notation of m, which does not depend on a position.
	FormatMove(m Move) string
	// ParseMove reads what FormatMove wrote, forgiving case where it can. It
	// checks that the move names cells of the board, not that it is legal.
	ParseMove(text string) (Move, error)
}

// Warner is implemented by Rules that can tell when no play reaches a
// position. Warn returns nil when it knows nothing against it.
type Warner interface{ Warn(Position) error }

// Spec names a game and all its parameters: it builds Rules.
type Spec struct {
	Game   string
	Params Params
}

// Game is a family of rules. A game package exports one.
type Game struct {
	Name    string
	Title   msg.Key
	Params  []Param
	Presets []Preset
	// Size names the parameters that are the size of the board, as it is said: rows and columns make "15×15".
	Size []string
	// Idle reports whether a parameter makes no difference beside the values of the others: every value that goes with
	// them plays the same game. nil where each always makes one.
	Idle func(full Params, name string) bool
	// Help holds what the help says about the rules, a section for each language: the
	// files help/en.md, help/fr.md, …, each with a heading of the second level.
	Help fs.FS
	// New returns rules for a full set of parameters, as Resolve returns it,
	// or an *msg.Error that says which parameters do not go together.
	New func(Params) (Rules, error)
}

// Preset is a named choice of parameters; those it leaves out have their default.
type Preset struct {
	Name   string
	Title  msg.Key
	Params Params
	// About says what the game is, in one or two sentences.
	About msg.Key
	// Sample are moves from the start, separated by spaces, to a position that looks like the game.
	Sample string
	// Of names the preset that this one is a variant of, "" for a game in its own right.
	Of string
	// Loose presets are where a person begins to choose rules: games with these parameters are not called so, but
	// by what differs from the preset Of.
	Loose bool
}

// Mix returns a number that looks random and is the same for equal n: the mixing function
// of the generator splitmix64, for hashes that can be kept.
func Mix(n uint64) uint64 {
	z := n * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Legal reports whether m is among the moves of p.
func Legal(p Position, m Move) bool {
	for l := range p.Moves() {
		if l == m {
			return true
		}
	}
	return false
}

// MustPass reports whether a pass is all that the player to move can do. It is then played
// without being asked for.
func MustPass(p Position) bool {
	for m := range p.Moves() {
		return m == Pass
	}
	return false
}

// Landing returns the cell on which to show move m, played from before
// to after: where the new piece lies, or where a sowing started; NoCell for a pass, and
// for a swap that leaves the board alone.
func Landing(b *Board, before, after Position, m Move) Cell {
	if m.From != NoCell {
		return m.From
	}
	if m.To == NoCell && m != Swap || after == nil || before == nil {
		return m.To
	}
	if m != Swap && before.At(m.To).Owner == NoPlayer && after.At(m.To).Owner != NoPlayer && !b.Drops() {
		return m.To
	}
	for c := range b.Cells { // a piece that fell, or came by a swap
		if c := Cell(c); before.At(c).Owner != before.Turn() && after.At(c).Owner == before.Turn() {
			return c
		}
	}
	return m.To
}

// Perft counts the sequences of exactly depth plies from p. A game whose
// result is known has no continuation, also where the rules let it be played on:
// published tables are counted so. It costs one Play for each sequence of
// depth-1 plies or less.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if p.Result().Known() {
		return 0
	}
	var n uint64
	for m := range p.Moves() {
		if depth == 1 {
			n++
			continue
		}
		q, err := p.Play(m)
		if err != nil {
			panic("rules: Moves yielded what Play refuses: " + err.Error())
		}
		n += Perft(q, depth-1)
	}
	return n
}
