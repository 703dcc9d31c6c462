package setup

import (
	"slices"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/all"
)

// fixture is a draft that counts its changes.
type fixture struct {
	*Draft
	t       *testing.T
	rules   rules.Rules
	changes int
}

// newFixture returns a draft that starts as the position of a preset after some moves.
func newFixture(t *testing.T, preset string, moves ...string) *fixture {
	t.Helper()
	r, err := all.Games.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	pos := r.Start()
	for _, text := range moves {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if pos, err = pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	b := &fixture{t: t, rules: r}
	b.Draft = New(r, pos, func() { b.changes++ })
	return b
}

// step checks that f makes n changes.
func (b *fixture) step(n int, f func()) {
	b.t.Helper()
	was := b.changes
	f()
	if b.changes != was+n {
		b.t.Errorf("told of %d changes, want %d", b.changes-was, n)
	}
}

// owners returns the owner of each cell in the shown position.
func (b *fixture) owners() []rules.Player {
	var list []rules.Player
	for c := range b.rules.Board().Cells {
		list = append(list, b.Shown().At(rules.Cell(c)).Owner)
	}
	return list
}

func (b *fixture) want(owners ...rules.Player) {
	b.t.Helper()
	if got := b.owners(); !slices.Equal(got, owners) {
		b.t.Errorf("the cells hold %v, want %v", got, owners)
	}
}

const no = rules.NoPlayer

// TestNew checks that a draft starts as its position, with the first player to move if the game was
// over.
func TestNew(t *testing.T) {
	b := newFixture(t, "tictactoe", "a1", "b2")
	b.want(0, no, no, no, 1, no, no, no, no)
	if b.Turn() != 0 || b.Undoable() || b.Redoable() || b.Piles() {
		t.Errorf("turn %d, undoable %v, redoable %v, piles %v", b.Turn(), b.Undoable(), b.Redoable(), b.Piles())
	}
	if b := newFixture(t, "tictactoe", "a1"); b.Turn() != 1 {
		t.Errorf("turn %d, want 1", b.Turn())
	}
	b = newFixture(t, "tictactoe", "a1", "a2", "b1", "b2", "c1")
	if b.Turn() != 0 {
		t.Errorf("turn %d after the end of the game", b.Turn())
	}
}

// TestPut checks that Put places, replaces and removes a piece, each in one step.
func TestPut(t *testing.T) {
	b := newFixture(t, "tictactoe")
	b.Piece = 1
	b.step(1, func() { b.Put(0) })
	b.want(1, no, no, no, no, no, no, no, no)
	b.Piece = 0
	b.step(1, func() { b.Put(0) })
	b.step(1, func() { b.Put(8) })
	b.want(0, no, no, no, no, no, no, no, 0)
	b.step(1, func() { b.Put(0) })
	b.want(no, no, no, no, no, no, no, no, 0)
	b.Piece = no
	b.step(0, func() { b.Put(0) })
	b.step(1, func() { b.Put(8) })
	b.want(no, no, no, no, no, no, no, no, no)
	b.step(0, func() { b.Remove(8) })
	b.step(0, b.Clear)
	b.Piece = 1
	b.Put(3)
	b.step(1, func() { b.Remove(3) })
	b.step(0, func() { b.SetCount(3, 2) }) // counts exist in pits only
	b.want(no, no, no, no, no, no, no, no, no)
}

// TestUndo checks undo back to the initial position, redo, and that a new change clears the redo
// history.
func TestUndo(t *testing.T) {
	b := newFixture(t, "tictactoe", "b2")
	b.step(0, b.Undo)
	b.step(0, b.Redo)
	b.Piece = 1
	b.Put(0)
	b.step(1, func() { b.SetTurn(0) })
	b.step(0, func() { b.SetTurn(0) })
	if !b.Undoable() || b.Redoable() {
		t.Error("nothing to undo, or something to redo")
	}
	b.step(1, b.Undo)
	if b.Turn() != 1 || !b.Undoable() || !b.Redoable() {
		t.Errorf("turn %d after Undo, undoable %v, redoable %v", b.Turn(), b.Undoable(), b.Redoable())
	}
	b.want(1, no, no, no, 0, no, no, no, no)
	b.step(1, b.Undo)
	b.want(no, no, no, no, 0, no, no, no, no)
	if b.Undoable() {
		t.Error("there is more to undo")
	}
	b.step(1, b.Redo)
	b.want(1, no, no, no, 0, no, no, no, no)
	b.step(1, b.Redo)
	if b.Turn() != 0 || b.Redoable() {
		t.Errorf("turn %d after Redo, redoable %v", b.Turn(), b.Redoable())
	}
	b.Undo()
	b.Put(2)
	if b.Redoable() {
		t.Error("a change leaves something to redo")
	}
	b.step(0, b.Redo)
	b.Clear()
	b.want(no, no, no, no, no, no, no, no, no)
	b.Undo() // restores the cleared board
	b.want(1, no, 1, no, 0, no, no, no, no)
}

// TestSeeds checks that Put and Remove change a pit by one seed.
func TestSeeds(t *testing.T) {
	b := newFixture(t, "awale")
	count := func(c rules.Cell, want int16) {
		t.Helper()
		if got := b.Shown().At(c).Count; got != want {
			t.Errorf("pit %d shows %d seeds, want %d", c, got, want)
		}
	}
	if !b.Piles() {
		t.Fatal("there are no pits")
	}
	if total := b.Total(); !slices.Equal(total, []int{48}) {
		t.Errorf("total %v", total)
	}
	b.Piece = 0
	b.step(1, func() { b.Put(0) })
	count(0, 5)
	b.Piece = no
	b.step(1, func() { b.Put(0) })
	count(0, 4)
	b.step(1, func() { b.Remove(0) })
	count(0, 3)
	b.step(1, func() { b.SetCount(0, 0) })
	b.step(0, func() { b.Remove(0) })
	b.step(0, func() { b.SetCount(0, -1) })
	count(0, 0)
	b.step(1, func() { b.SetCount(0, 9999) })
	b.step(0, func() { b.SetCount(0, 10_000) })
	count(0, 9999)
	b.Piece = 1
	b.step(0, func() { b.Put(0) })
	b.step(1, func() { b.SetCount(0, 1) })
	b.step(1, func() { b.SetHeld(1, 7) })
	b.step(0, func() { b.SetHeld(1, 7) })
	b.step(0, func() { b.SetHeld(1, -1) })
	b.step(0, func() { b.SetHeld(2, 1) })
	b.step(1, func() { b.SetHeld(0, 2) })
	b.step(1, func() { b.SetHeld(0, 0) })
	if b.Held(0) != 0 || b.Held(1) != 7 || b.Held(2) != 0 {
		t.Errorf("the stores hold %d, %d and %d", b.Held(0), b.Held(1), b.Held(2))
	}
	if total := b.Total(); !slices.Equal(total, []int{44 + 1 + 7}) {
		t.Errorf("total %v", total)
	}
	b.step(1, b.Clear)
	if total := b.Total(); !slices.Equal(total, []int{0}) || b.Held(1) != 0 {
		t.Errorf("total %v of a cleared board, %d in the store", total, b.Held(1))
	}
	want := newFixture(t, "awale").Shown().At(0)
	want.Count = 0
	if pit := b.Shown().At(0); pit != want {
		t.Errorf("an empty pit is %v, want %v", pit, want)
	}
}

// TestTotal checks the number of pieces of each player.
func TestTotal(t *testing.T) {
	b := newFixture(t, "tictactoe", "a1", "b1", "c1")
	if total := b.Total(); !slices.Equal(total, []int{2, 1}) {
		t.Errorf("total %v", total)
	}
	if b.Held(0) != 0 {
		t.Errorf("%d are held in a game that holds nothing", b.Held(0))
	}
	b.step(0, func() { b.SetHeld(0, 3) })
}

// TestPosition checks the resulting position, and the error for an invalid one.
func TestPosition(t *testing.T) {
	b := newFixture(t, "pente", "j10")
	b.Piece = 1
	b.Put(0)
	b.SetTurn(1)
	b.SetHeld(0, 3)
	pos, err := b.Position()
	if err != nil {
		t.Fatal(err)
	}
	if pos.Turn() != 1 || pos.At(0) != rules.Piece(1) || pos.(rules.Holder).Held(0) != 3 {
		t.Errorf("position %s", pos)
	}
	for c := range b.rules.Board().Cells {
		if pos.At(rules.Cell(c)) != b.Shown().At(rules.Cell(c)) {
			t.Fatalf("cell %d is shown as %v, and is %v", c, b.Shown().At(rules.Cell(c)), pos.At(rules.Cell(c)))
		}
	}
	b.SetHeld(0, 20_000)
	if _, err := b.Position(); err == nil {
		t.Error("more pairs than there can be are taken")
	}
}

// TestShown checks that the shown position has the turn and the counts of the draft, and no moves.
func TestShown(t *testing.T) {
	b := newFixture(t, "tictactoe", "a1", "b1", "c1")
	p := b.Shown()
	if p.Turn() != 1 || p.Result().Over || p.Hash() != 0 || p.String() != "" {
		t.Errorf("turn %d, result %+v, hash %d, text %q", p.Turn(), p.Result(), p.Hash(), p.String())
	}
	for m := range p.Moves() {
		t.Errorf("%v can be played", m)
	}
	if next, err := p.Play(rules.Place(8)); err == nil || next != nil {
		t.Errorf("%v, %v after a move", next, err)
	}
	if s := p.(rules.Scorer); s.Score(0) != 2 || s.Score(1) != 1 {
		t.Errorf("the scores are %d and %d", s.Score(0), s.Score(1))
	}
	if h := p.(rules.Holder); h.Held(0) != 0 {
		t.Errorf("%d are held", h.Held(0))
	}

	b = newFixture(t, "awale")
	b.SetHeld(1, 5)
	p = b.Shown()
	if h := p.(rules.Holder); h.Held(0) != 0 || h.Held(1) != 5 || h.Held(2) != 0 {
		t.Errorf("held: %d, %d, %d", h.Held(0), h.Held(1), h.Held(2))
	}
	if s := p.(rules.Scorer); s.Score(0) != 0 || s.Score(1) != 5 {
		t.Errorf("the scores are %d and %d", s.Score(0), s.Score(1))
	}
}
