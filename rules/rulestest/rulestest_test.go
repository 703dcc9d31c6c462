package rulestest

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/othello"
	"boardstudio/text/msg"
)

// recorder replaces a test that is expected to fail.
type recorder struct {
	testing.TB
	log []string
}

// fatal is the value with which Fatal and Fatalf panic.
type fatal struct{}

func (r *recorder) Helper()                      {}
func (r *recorder) Failed() bool                 { return len(r.log) > 0 }
func (r *recorder) Error(args ...any)            { r.log = append(r.log, fmt.Sprint(args...)) }
func (r *recorder) Errorf(f string, args ...any) { r.log = append(r.log, fmt.Sprintf(f, args...)) }
func (r *recorder) Fatalf(f string, args ...any) { r.Errorf(f, args...); panic(fatal{}) }
func (r *recorder) Fatal(args ...any)            { r.Error(args...); panic(fatal{}) }

// fault describes how rules or positions deviate from the correct ones. Nil functions change
// nothing.
type fault struct {
	moves  func(p *faulty) []rules.Move
	play   func(p *faulty, m rules.Move) (rules.Position, error)
	text   func(p *faulty) string
	hash   func(p *faulty) uint64
	turn   func(p *faulty) rules.Player
	result func(p *faulty) rules.Result
	at     func(p *faulty, c rules.Cell) rules.Content

	board  func(b *rules.Board)
	spec   func(s *rules.Spec)
	setUp  func(r rules.Rules, s rules.Setup) (rules.Position, error)
	format func(r rules.Rules, m rules.Move) string
	parse  func(r rules.Rules, text string) (rules.Move, error)
}

// faulty is a position of Othello with a fault. It counts the calls of Play in n.
type faulty struct {
	rules.Position
	*fault
	n atomic.Int32
}

func (p *faulty) Moves() iter.Seq[rules.Move] {
	if p.moves != nil {
		return slices.Values(p.moves(p))
	}
	return p.Position.Moves()
}

func (p *faulty) Play(m rules.Move) (rules.Position, error) {
	p.n.Add(1)
	if p.play != nil {
		if q, err := p.play(p, m); q != nil || err != nil {
			return q, err
		}
	}
	q, err := p.Position.Play(m)
	if err != nil {
		return nil, err
	}
	return &faulty{Position: q, fault: p.fault}, nil
}

func (p *faulty) String() string {
	if p.text != nil {
		return p.text(p)
	}
	return p.Position.String()
}

func (p *faulty) Hash() uint64 {
	if p.hash != nil {
		return p.hash(p)
	}
	return p.Position.Hash()
}

func (p *faulty) Turn() rules.Player {
	if p.turn != nil {
		return p.turn(p)
	}
	return p.Position.Turn()
}

func (p *faulty) Result() rules.Result {
	if p.result != nil {
		return p.result(p)
	}
	return p.Position.Result()
}

func (p *faulty) At(c rules.Cell) rules.Content {
	if p.at != nil {
		return p.at(p, c)
	}
	return p.Position.At(c)
}

func (p *faulty) Score(s rules.Player) int { return p.Position.(rules.Scorer).Score(s) }

// faultyRules is Othello with a fault.
type faultyRules struct {
	rules.Rules
	*fault
	table *rules.Board
}

func (r *faultyRules) wrap(p rules.Position, err error) (rules.Position, error) {
	if err != nil {
		return nil, err
	}
	return &faulty{Position: p, fault: r.fault}, nil
}

func (r *faultyRules) Board() *rules.Board { return r.table }

func (r *faultyRules) Start() rules.Position {
	p, _ := r.wrap(r.Rules.Start(), nil)
	return p
}

func (r *faultyRules) Parse(text string) (rules.Position, error) { return r.wrap(r.Rules.Parse(text)) }

func (r *faultyRules) SetUp(s rules.Setup) (rules.Position, error) {
	if r.setUp != nil {
		return r.wrap(r.setUp(r.Rules, s))
	}
	return r.wrap(r.Rules.SetUp(s))
}

func (r *faultyRules) Spec() rules.Spec {
	s := rules.Spec{Game: r.Rules.Spec().Game, Params: maps.Clone(r.Rules.Spec().Params)}
	if r.spec != nil {
		r.spec(&s)
	}
	return s
}

func (r *faultyRules) FormatMove(m rules.Move) string {
	if r.format != nil {
		return r.format(r.Rules, m)
	}
	return r.Rules.FormatMove(m)
}

func (r *faultyRules) ParseMove(text string) (rules.Move, error) {
	if r.parse != nil {
		return r.parse(r.Rules, text)
	}
	return r.Rules.ParseMove(text)
}

// reports runs the checks on Othello with fault f and returns the errors reported.
func reports(t *testing.T, f fault) (log []string) {
	g := othello.Game
	g.New = func(p rules.Params) (rules.Rules, error) {
		r, err := othello.Game.New(p)
		if err != nil {
			return nil, err
		}
		b := *r.Board()
		b.Cells, b.Columns = slices.Clone(b.Cells), slices.Clone(b.Columns)
		b.Step = slices.Clone(b.Step)
		for d := range b.Step {
			b.Step[d] = slices.Clone(b.Step[d])
		}
		if f.board != nil {
			f.board(&b)
		}
		return &faultyRules{Rules: r, fault: &f, table: &b}, nil
	}
	r, err := g.Build("othello6", nil)
	if err != nil {
		t.Fatal(err)
	}
	rec := &recorder{TB: t}
	defer func() {
		log = rec.log
		if x := recover(); x != nil && x != (fatal{}) {
			panic(x)
		}
	}()
	check(rec, &g, r)
	return rec.log
}

func listed(p *faulty) []rules.Move { return slices.Collect(p.Position.Moves()) }

// square is the default outline of a cell.
var square = []rules.Point{{X: -.5, Y: -.5}, {X: .5, Y: -.5}, {X: .5, Y: .5}, {X: -.5, Y: .5}}

// faultCases are rules with one fault each, by the fault.
var faultCases = map[string]fault{
	"a move is listed twice":     {moves: func(p *faulty) []rules.Move { return append(listed(p), listed(p)...) }},
	"a legal move is not listed": {moves: func(p *faulty) []rules.Move { return allBut(listed(p), 1) }},
	"an illegal move is listed":  {moves: func(p *faulty) []rules.Move { return append(listed(p), rules.Place(14)) }},
	"the order changes":          {moves: func(p *faulty) []rules.Move { ms := listed(p); rotate(ms, int(p.n.Add(1))); return ms }},
	"moves after the end": {moves: func(p *faulty) []rules.Move {
		return append(allBut([]rules.Move{rules.Place(0)}, len(listed(p))), listed(p)...)
	}},
	"Play takes any pass":      {play: func(p *faulty, m rules.Move) (rules.Position, error) { return acceptIf(p, m == rules.Pass) }},
	"Play takes the zero move": {play: func(p *faulty, m rules.Move) (rules.Position, error) { return acceptIf(p, m == rules.Move{}) }},
	"Play takes a resignation late": {play: func(p *faulty, m rules.Move) (rules.Position, error) {
		return acceptIf(p, p.Turn() < 0 && m == rules.Resign)
	}},
	"Play looks at To only":       {play: func(p *faulty, m rules.Move) (rules.Position, error) { return p.Position.Play(rules.Place(m.To)) }},
	"errors are no *MoveError":    {play: plainErrors},
	"errors are for another move": {play: func(p *faulty, m rules.Move) (rules.Position, error) { return nil, illegal(p, m, rules.Place(0)) }},
	"the text lacks the turn":     {text: func(p *faulty) string { return p.Position.String()[:36] }},
	"the text is a constant":      {text: func(*faulty) string { return "-------------------------OX----XO---- X" }},
	"the text changes by Play":    {text: func(p *faulty) string { return strings.Repeat(" ", int(p.n.Load())) + p.Position.String() }},
	"the hash is a constant":      {hash: func(*faulty) uint64 { return 1 }},
	"the hash covers no turn":     {hash: func(p *faulty) uint64 { return sum(p.Position.String()[:36]) }},
	"the hash covers the path":    {hash: func(p *faulty) uint64 { return p.Position.Hash() + uint64(p.n.Load()) }},
	"no end of turns":             {turn: func(p *faulty) rules.Player { return max(0, p.Position.Turn()) }},
	"over without a reason":       {result: func(p *faulty) rules.Result { r := p.Position.Result(); r.Reason = ""; return r }},
	"over too early":              {result: func(*faulty) rules.Result { return rules.Result{Over: true, Reason: rules.Full} }},
	"a reason without words":      {result: func(p *faulty) rules.Result { r := p.Position.Result(); r.Reason += "?"; r.Final = nil; return r }},
	"a strange winner":            {result: func(p *faulty) rules.Result { r := p.Position.Result(); r.Winners |= 4; return r }},
	"who resigns wins":            {result: func(p *faulty) rules.Result { r := p.Position.Result(); r.Winners ^= 3; return r }},
	"who has the corner a1 wins": {result: func(p *faulty) rules.Result {
		r := p.Position.Result()
		if r.Over && r.Reason != rules.Resigned {
			r.Winners = rules.Of(p.Position.At(0).Owner)
		}
		return r
	}},
	"a count too few": {result: func(p *faulty) rules.Result {
		r := p.Position.Result()
		r.Final = r.Final[:min(1, len(r.Final))]
		return r
	}},
	"a winning cell off the board": {result: func(p *faulty) rules.Result { r := p.Position.Result(); r.Cells = []rules.Cell{36}; return r }},
	"a disc with no count":         {at: func(p *faulty, c rules.Cell) rules.Content { x := p.Position.At(c); x.Count = 0; return x }},
	"colours swapped": {at: func(p *faulty, c rules.Cell) rules.Content {
		x := p.Position.At(c)
		x.Owner ^= min(0, x.Owner) + 1
		return x
	}},

	"two cells of one label":   {board: func(b *rules.Board) { b.Cells[3].Label = b.Cells[4].Label }},
	"two cells in one place":   {board: func(b *rules.Board) { b.Cells[3].Centre = b.Cells[4].Centre }},
	"a cell outside":           {board: func(b *rules.Board) { b.Size.X = 5 }},
	"a column too few":         {board: func(b *rules.Board) { b.Columns = b.Columns[1:] }},
	"columns misnamed":         {board: func(b *rules.Board) { b.Columns[0], b.Columns[1] = b.Columns[1], b.Columns[0] }},
	"a step that leads astray": {board: func(b *rules.Board) { b.Step[0][7].Cell = 10 }},
	"a step that turns":        {board: func(b *rules.Board) { b.Step[0][7].Dir = 2 }},
	"a direction too few":      {board: func(b *rules.Board) { b.Step = b.Step[:7] }},
	"homes too few":            {board: func(b *rules.Board) { b.Home = []rules.Player{0} }},
	"a target off the board":   {board: func(b *rules.Board) { b.Target = make([]rules.Cell, 36); b.Target[5] = 36 }},
	"targets in other columns": {board: func(b *rules.Board) { b.Target = make([]rules.Cell, 36) }},
	"a star off the board":     {board: func(b *rules.Board) { b.Stars = []rules.Cell{36} }},
	"a triangle":               {board: func(b *rules.Board) { b.Outline = square[:3] }},
	"a cell anticlockwise":     {board: func(b *rules.Board) { b.Outline = []rules.Point{square[3], square[2], square[1], square[0]} }},
	"a cell out of centre":     {board: func(b *rules.Board) { b.Outline = []rules.Point{{X: -.2, Y: -.5}, square[1], square[2], square[3]} }},
	"cells that stick out":     {board: func(b *rules.Board) { b.Outline = square; b.Size.X -= .1 }},
	"a side of nobody":         {board: func(b *rules.Board) { b.Sides = []rules.Side{{Owner: rules.NoPlayer, Cells: []rules.Cell{0}}} }},
	"a side off the board":     {board: func(b *rules.Board) { b.Sides = []rules.Side{{Cells: []rules.Cell{0, 36}}} }},
	"a side of no cells":       {board: func(b *rules.Board) { b.Sides = []rules.Side{{}} }},
	"a direction misnamed": {board: func(b *rules.Board) {
		b.Step = append(b.Step[1:], b.Step[0])
		for _, links := range b.Step {
			for i := range links {
				links[i].Dir = (links[i].Dir + 7) % 8
			}
		}
	}},
	"a seat too few":        {board: func(b *rules.Board) { b.Seats = b.Seats[:1] }},
	"a seat without a name": {board: func(b *rules.Board) { b.Seats = make([]rules.Seat, 2) }},
	"a unit without words":  {board: func(b *rules.Board) { b.Score = &rules.Unit{Title: "Discs"} }},
	"a unit nobody counts":  {board: func(b *rules.Board) { b.Hold = b.Score }},
	"another game's name":   {spec: func(s *rules.Spec) { s.Game = "line" }},
	"a parameter left out":  {spec: func(s *rules.Spec) { delete(s.Params, "goal") }},
	"another parameter":     {spec: func(s *rules.Spec) { s.Params["size"] = "8" }},
	"set-up ignores the turn": {setUp: func(r rules.Rules, s rules.Setup) (rules.Position, error) {
		s.Turn = 0
		return r.SetUp(s)
	}},
	"set-up refuses discs in a corner": {setUp: func(r rules.Rules, s rules.Setup) (rules.Position, error) {
		if len(s.Cells) > 0 && s.Cells[0] != rules.Empty {
			return nil, msg.Errorf("no")
		}
		return r.SetUp(s)
	}},
	"set-up refuses without saying why": {setUp: func(r rules.Rules, s rules.Setup) (rules.Position, error) {
		p, err := r.SetUp(s)
		if err != nil {
			return nil, errors.New("no")
		}
		return p, nil
	}},
	"columns without rows":     {format: func(r rules.Rules, m rules.Move) string { return r.FormatMove(m)[:1] }},
	"resign cannot be written": {format: func(r rules.Rules, m rules.Move) string { return strings.TrimPrefix(r.FormatMove(m), "resign") }},
	"text that is no move":     {parse: func(r rules.Rules, text string) (rules.Move, error) { m, _ := r.ParseMove(text); return m, nil }},
	"a move read as another is": {parse: func(r rules.Rules, text string) (rules.Move, error) {
		return r.ParseMove(strings.Replace(text, "e2", "e3", 1))
	}},
}

// TestFaults checks that the suite detects each fault.
func TestFaults(t *testing.T) {
	if log := reports(t, fault{}); len(log) != 0 {
		t.Fatalf("rules without a fault fail: %v", log)
	}
	if log := reports(t, fault{board: func(b *rules.Board) { b.Outline = square }}); len(log) != 0 {
		t.Fatalf("a board of squares that says so fails: %v", log)
	}
	for name, f := range faultCases {
		if log := reports(t, f); len(log) == 0 {
			t.Errorf("%s: not seen", name)
		} else if testing.Verbose() {
			t.Logf("%s: %s", name, log[0])
		}
	}
}

// allBut returns ms without its last n moves.
func allBut(ms []rules.Move, n int) []rules.Move { return ms[:max(0, len(ms)-n)] }

func rotate(ms []rules.Move, n int) {
	if len(ms) > 1 {
		n %= len(ms)
		copy(ms, append(slices.Clone(ms[n:]), ms[:n]...))
	}
}

func acceptIf(p *faulty, yes bool) (rules.Position, error) {
	if yes {
		return p, nil
	}
	return nil, nil
}

func plainErrors(p *faulty, m rules.Move) (rules.Position, error) {
	if _, err := p.Position.Play(m); err != nil {
		return nil, errors.New("no")
	}
	return nil, nil
}

// illegal returns an error that names the move other if m is illegal.
func illegal(p *faulty, m, other rules.Move) error {
	if _, err := p.Position.Play(m); err != nil {
		return rules.Illegal(other, "no")
	}
	return nil
}

func sum(s string) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range []byte(s) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}
