package app

import (
	"testing"
	"time"

	"boardstudio/model"
)

func TestKeyboardCursor(t *testing.T) {
	d := newDesk(t)
	d.Cursor.Enter()
	if c := d.Cursor.Cell(); c != 4 {
		t.Fatalf("the cursor begins at %d", c)
	}
	d.Cursor.Move(1, 0)
	d.Cursor.Move(1, 0) // at the edge
	d.Cursor.Move(0, -1)
	d.Cursor.Enter()
	if d.line() != "c1" {
		t.Errorf("line %q", d.line())
	}
	for _, r := range "A33" {
		d.Cursor.Type(r)
	}
	d.Cursor.Erase()
	d.Cursor.Enter()
	if d.line() != "c1 a3" {
		t.Errorf("line %q, said %q", d.line(), d.lastSaid())
	}
	d.Cursor.Type('z')
	d.Cursor.Enter()
	if d.lastSaid() == "" {
		t.Error("nonsense is not refused")
	}
	if !d.Cursor.Hide() || d.Cursor.Hide() {
		t.Error("Hide does not tell whether there was something to hide")
	}
}

func TestClockCountsAlongTheLine(t *testing.T) {
	d := newDesk(t)
	now := time.Unix(1000, 0)
	d.now = func() time.Time { return now }
	d.start("line", "tictactoe")
	d.since = now
	now = now.Add(3 * time.Second)
	d.play("b2")
	now = now.Add(5 * time.Second)
	d.play("a1")
	now = now.Add(2 * time.Second)
	total, each := d.Clock()
	if total != 10*time.Second || each[0] != 5*time.Second || each[1] != 5*time.Second {
		t.Errorf("%v %v", total, each)
	}
	d.Back()
	now = now.Add(time.Hour) // looking around costs nothing
	if total, each = d.Clock(); total != 3*time.Second || each[1] != 0 {
		t.Errorf("at the first move: %v %v", total, each)
	}
}

func TestResign(t *testing.T) {
	d := newDesk(t)
	d.play("b2")
	d.Resign()
	pos, _ := d.Position()
	if r := pos.Result(); !r.Over || !r.Winners.Has(0) || r.Winners.Has(1) {
		t.Errorf("%+v", r)
	}
	if d.CanResign() {
		t.Error("resigning twice")
	}
}

func TestNewGameRemembersItsChoices(t *testing.T) {
	d := newDesk(t)
	c := Choice{Game: "line", Preset: "morpion", First: 1}
	c = c.With("rows", "10").With("cols", "10").With("k", "4").With("players", "3")
	c.Players = []model.Player{{Name: "Ann", Kind: Human}, {Name: "Bob", Kind: "ktuple"}, {Name: "Cid", Kind: Human, Symbol: "Z"}}
	if err := d.NewGame(c); err != nil {
		t.Fatal(err)
	}
	if d.Rules().Players() != 3 || d.Name(0) != "Bob" || d.Name(2) != "Ann" {
		t.Errorf("seats %v", d.Document().Players)
	}
	d.Stop()
	st, err := Load(d.Settings.path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := st.NewGame.Rules()
	if err != nil || !r.Spec().Params.Equal(d.Rules().Spec().Params) {
		t.Errorf("remembered %v, %v", st.NewGame, err)
	}
	if got := st.NewGame.Seats(3); got[2].Symbol != "Z" {
		t.Errorf("players %v", got)
	}
	bad := c.With("players", "99")
	if _, err := bad.Rules(); err == nil {
		t.Error("99 players are taken")
	}
	if err := d.NewGame(bad); err == nil {
		t.Error("the bad choice was started")
	}
}
