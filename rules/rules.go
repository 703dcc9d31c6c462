// Package rules defines the interface of board games: immutable positions, moves that are plain
// values, and games described by data. It does not depend on any particular game.
//
// The notation of a move does not depend on the position, so a record can store illegal moves. For
// the same reason, a move that drops a piece names the top cell of its column; Board.Target maps a
// click to that cell.
package rules

import (
	"io/fs"
	"iter"
	"math/bits"

	"boardstudio/text/msg"
)

// Player is the number of a seat, from 0 in turn order.
type Player int8

// NoPlayer means no player: it is the owner of an empty cell and the turn of a finished game.
const NoPlayer Player = -1

// MaxPlayers is the maximum number of seats.
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

// Of returns the set of the given seats.
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

// Only returns the only seat in the set, or NoPlayer if the set does not have exactly one.
func (s Players) Only() Player {
	if s.Len() != 1 {
		return NoPlayer
	}
	return Player(bits.TrailingZeros32(uint32(s)))
}

// All iterates over the seats of the set in ascending order.
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

// NoCell means no cell.
const NoCell Cell = -1

// Move is a move, a comparable value. A placement sets only To, a sowing only From, and a shift
// both. The zero Move is never legal.
type Move struct {
	From, To Cell
	Aux      int32
}

// Moves without a cell.
//
// Pass gives up the turn. It is legal only if Moves yields it.
//
// Resign ends the game. Moves never yields it, but Play accepts it until the game is over.
//
// Swap takes over the opponent's position, as a pie rule allows. It is legal only if Moves yields
// it.
//
// Timeout ends the game like Resign, for a player who has run out of time.
//
// SwapSides occurs in records: the players exchange seats, the board does not change, and the same
// seat moves again. Moves never yields it; games with a Swap accept it whenever they yield Swap.
var (
	Pass   = Move{From: NoCell, To: NoCell, Aux: 1}
	Resign = Move{From: NoCell, To: NoCell, Aux: 2}
	Swap   = Move{From: NoCell, To: NoCell, Aux: 3}

	Timeout = Move{From: NoCell, To: NoCell, Aux: 4}

	SwapSides = Move{From: NoCell, To: NoCell, Aux: 6}
)

// GivesUp returns the reason why m loses the game for the player to move, if m is Resign or
// Timeout. It returns "" for any other move.
func (m Move) GivesUp() Reason {
	switch m {
	case Resign:
		return Resigned
	case Timeout:
		return OutOfTime
	}
	return ""
}

// Place returns the move that places a piece on c.
func Place(c Cell) Move { return Move{From: NoCell, To: c} }

// Take returns the move that starts at c and whose end follows from the rules, such as a sowing.
func Take(c Cell) Move { return Move{From: c, To: NoCell} }

// Content is the content of a cell: a piece of Owner, or Count seeds. An empty cell has Owner
// NoPlayer and Count 0.
type Content struct {
	Owner Player
	Kind  uint8
	Count int16
}

// Empty is the content of an empty cell.
var Empty = Content{Owner: NoPlayer}

// Piece returns the content of a cell with one piece of p.
func Piece(p Player) Content { return Content{Owner: p, Count: 1} }

// Reason is the reason why a game ended. Its values are written to files. A game can define
// additional reasons, with their texts in Board.Reasons.
type Reason string

// Reasons that several games share.
const (
	Row        Reason = "row"        // a winning row was made
	Misere     Reason = "misere"     // a row was made, which loses
	Captures   Reason = "captures"   // enough pairs were captured
	Full       Reason = "full"       // no cell is empty
	Blocked    Reason = "blocked"    // no player can move
	Count      Reason = "count"      // pieces or seeds were counted
	Starved    Reason = "starved"    // the player to move has nothing left to move
	Repetition Reason = "repetition" // a position was repeated
	Quiet      Reason = "quiet"      // too many plies passed without a capture
	Resigned   Reason = "resigned"
	OutOfTime  Reason = "time"
)

// Result is the state of a game: whether it is over, and who has won.
type Result struct {
	Over bool
	// Winners are the players who have won, empty for a draw. They can be known before the game is
	// over.
	Winners Players
	Reason  Reason
	// Cells are the cells that decided the game (the winning rows), if any.
	Cells []Cell
	// Final is the final count of each player, or nil if the game does not count.
	Final []int
}

// Known reports whether the game is over or its winner is already known.
func (r Result) Known() bool { return r.Over || r.Winners != 0 }

// Draw reports whether the game is over without a winner.
func (r Result) Draw() bool { return r.Over && r.Winners == 0 }

// Position is a position of a game. It is immutable and safe for concurrent use.
type Position interface {
	// Turn returns the player to move, or NoPlayer if the game is over.
	Turn() Player
	// Moves yields each legal move once, in a fixed order. The sequence is empty if and only if the
	// game is over. If the player cannot do anything else, it contains Pass.
	Moves() iter.Seq[Move]
	// Play returns the position after m. It accepts the moves yielded by Moves, Resign and Timeout.
	// It returns a *MoveError for any other move.
	Play(m Move) (Position, error)
	// At returns the content of c, which must be a cell of the board.
	At(c Cell) Content
	Result() Result
	// Hash returns a hash that is equal for equal positions. It covers only the position, not the
	// moves that led to it.
	Hash() uint64
	// String returns the position as text that Rules.Parse accepts.
	String() string
}

// Holder is implemented by positions of games in which players hold something off the board, such
// as captured pairs or seeds in the store.
type Holder interface{ Held(Player) int }

// Scorer is implemented by positions of games with a running count to show during play, such as
// discs, pairs or seeds.
type Scorer interface{ Score(Player) int }

// Estimator is implemented by positions that estimate how far a player is ahead of the opponents,
// in hundredths of the game's unit. It is used by engines that do not know the game.
type Estimator interface{ Estimate(Player) int }

// Trail describes step by step what a move does on the board.
type Trail struct {
	Cells []Cell // cells that receive a piece or seed, in order, with repetitions
	Taken []Cell // cells whose content is captured
	Gain  int    // increase of the mover's holding
}

// Tracer is implemented by positions of games whose moves follow a path on the board that is worth
// previewing.
type Tracer interface {
	// Trace returns the trail of the legal move m.
	Trace(m Move) Trail
}

// Forbidder is implemented by positions of games that forbid moves on some empty cells because of
// the shape that they would make. Forbidden returns those cells for the player to move.
type Forbidder interface{ Forbidden() []Cell }

// Historian is implemented by positions whose rules depend on earlier moves. History returns a hash
// of the position and all of its history that still matters.
type Historian interface{ History() uint64 }

// Setup describes a position to set up.
type Setup struct {
	Cells []Content // one for each cell of the board
	Turn  Player
	Held  []int // per player; nil if the game does not hold anything off the board
}

// SetupOf returns the Setup of position p of r.
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

// Rules is a game with fixed parameters. It is immutable.
type Rules interface {
	// Spec returns the specification from which these rules can be rebuilt.
	Spec() Spec
	// Family returns the family of the game, or nil if it belongs to none.
	Family() *Game
	Players() int
	Board() *Board
	// Start returns the initial position, with seat 0 to move.
	Start() Position
	// SetUp returns the position described by s. It returns an error with the reason if s does not
	// make sense. A position need not be reachable by play; see Warner.
	SetUp(s Setup) (Position, error)
	// Parse parses the text of a position, written by Position.String or typed by the user.
	Parse(text string) (Position, error)
	// FormatMove returns the notation of m, which does not depend on a position.
	FormatMove(m Move) string
	// ParseMove parses the notation written by FormatMove, ignoring case where possible. It checks
	// that the move names cells of the board, but not that it is legal.
	ParseMove(text string) (Move, error)
}

// Warner is implemented by Rules that can detect positions that play cannot reach. Warn returns an
// error that describes the problem, or nil if it does not find one.
type Warner interface{ Warn(Position) error }

// Spec names a game and all its parameters. It is sufficient to build Rules.
type Spec struct {
	Game   string
	Params Params
}

// Game is a family of rules that differ in their parameters. Each game package exports one.
type Game struct {
	Name    string
	Title   msg.Key
	Params  []Param
	Presets []Preset
	// Size lists the parameters that form the board size, in the order of writing: rows and columns
	// make "15×15".
	Size []string
	// Idle reports whether the named parameter has no effect given the values of the other
	// parameters. Idle is nil if every parameter always has an effect.
	Idle func(full Params, name string) bool
	// Help contains the help texts about the rules, one file for each language: help/en.md,
	// help/fr.md and so on. Each starts with a second-level heading.
	Help fs.FS
	// SGF is nil if the Smart Game Format has no number for the family.
	SGF *SGF
	// New returns the rules for a full set of parameters, as returned by Resolve. It returns an
	// *msg.Error that names the parameters if they are not compatible.
	New func(Params) (Rules, error)
}

// Preset is a named choice of parameters. Parameters it does not list have their default value.
type Preset struct {
	Name   string
	Title  msg.Key
	Params Params
	// About describes the game in one or two sentences.
	About msg.Key
	// Sample is a list of moves, separated by spaces, from the start to a typical position.
	Sample string
	// Of names the preset that this preset is a variant of, or is "" if it is not a variant.
	Of string
	// Loose marks a preset that is only a starting point for choosing rules. Games with its
	// parameters are not named after it, but by their differences from the preset Of.
	Loose bool
	// Lots is true if the first player is drawn by lot, unless the user chooses one.
	Lots bool
}

// Mix returns a pseudo-random number that depends only on n. It is the mixing function of the
// splitmix64 generator, for hashes that can be stored.
func Mix(n uint64) uint64 {
	z := n * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Legal reports whether m is a legal move in p.
func Legal(p Position, m Move) bool {
	for l := range p.Moves() {
		if l == m {
			return true
		}
	}
	return false
}

// MustPass reports whether a pass is the only legal move in p. It is then played automatically.
func MustPass(p Position) bool {
	for m := range p.Moves() {
		return m == Pass
	}
	return false
}

// Landing returns the cell on which to show move m, played from before to after: the cell of the
// new piece, or the start of a sowing. It returns NoCell for a pass and for a swap that does not
// change the board.
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
	for c := range b.Cells { // the piece fell or was swapped
		if c := Cell(c); before.At(c).Owner != before.Turn() && after.At(c).Owner == before.Turn() {
			return c
		}
	}
	return m.To
}

// Perft counts the sequences of exactly depth plies from p. As in published tables, a game is not
// continued once its result is known, even if the rules allow it. The cost is one Play for each
// sequence of up to depth-1 plies.
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
