package app

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/settings"
)

// heard records the sounds of a game, with the seat for a piece.
type heard struct{ list []string }

func (h *heard) Move(t *model.Tree, n *model.Node) {
	pos, _ := t.Position(n.Parent())
	h.list = append(h.list, strconv.Itoa(int(pos.Turn())))
}

func (h *heard) Win()  { h.list = append(h.list, "win") }
func (h *heard) Draw() { h.list = append(h.list, "draw") }

// want checks the sounds since the last call.
func (h *heard) want(t *testing.T, what, want string) {
	t.Helper()
	if got := strings.Join(h.list, " "); got != want {
		t.Errorf("%s sounds as %q, want %q", what, got, want)
	}
	h.list = nil
}

// TestSounds checks that a move has the sound of its player, however it was made, and that the end
// has the sound of the result.
func TestSounds(t *testing.T) {
	d := newFixture(t)
	h := &heard{}
	d.App.Sound = h
	d.play("b2", "a1", "a2", "c2", "c1", "a3", "b1", "b3", "c3")
	h.want(t, "a draw", "0 1 0 1 0 1 0 1 0 draw")
	d.Home()
	h.want(t, "looking around", "")
	d.play("b2", "a1") // already exists
	h.want(t, "a known move", "0 1")

	d.Home()
	d.Replay.SetDelay(MinDelay)
	d.Replay.Play()
	d.loop.Until(t, "three moves", func() bool { return d.View.Node().Ply() == 3 })
	d.Replay.Pause()
	h.want(t, "a replay", "0 1 0")

	d.Guess.Start() // after three moves
	d.PlayText("a3")
	h.want(t, "a wrong try", "")
	d.PlayText("c2")
	d.Guess.Show()
	h.want(t, "guessing", "1 0")
	d.Guess.End()

	d.start("line", "tictactoe")
	d.play("b2", "a1", "a2", "b1", "c2")
	h.want(t, "a win", "0 1 0 1 0 win")
	d.start("othello", "othello")
	d.play("f5")
	d.Resign()
	h.want(t, "a resignation", "0 1 win")
}

// TestPoints checks that the winner gets a point in the step of the last move. A draw, or reaching
// the end again, must not give a point.
func TestPoints(t *testing.T) {
	d := newFixture(t)
	if err := d.SetPlayers([]model.Player{{Name: "Ann", Kind: Human}, {Name: "Bob", Kind: Human}}); err != nil {
		t.Fatal(err)
	}
	points := func(ann, bob int) {
		t.Helper()
		if got, want := d.View.Standings(), []Standing{{"Ann", ann}, {"Bob", bob}}; !slices.Equal(got, want) {
			t.Errorf("the points are %v, want %v (%q)", got, want, d.lastSaid())
		}
	}
	d.play("b2", "a1", "a2", "c2", "c1", "a3", "b1", "b3", "c3")
	points(0, 0)
	if d.View.ScoreLine() != "" {
		t.Errorf("nobody has points, but it says %q", d.View.ScoreLine())
	}
	d.Home()
	d.play("a1", "b2", "a2", "b1", "c1", "b3")
	points(0, 1)
	if got := d.View.ScoreLine(); got != "Score – Ann: 0 · Bob: 1" {
		t.Errorf("it says %q", got)
	}
	d.Back()
	d.play("b3")
	points(0, 1)
	d.Home()
	d.play("a1", "b2", "a2", "b1", "a3")
	points(1, 1)
	d.Home()
	d.play("c3")
	d.Resign()
	points(2, 1)
	d.Undo()
	points(1, 1)
	d.Redo()
	points(2, 1)
	d.ResetScores()
	points(0, 0)
	d.Undo()
	points(2, 1)
}

// TestPointsWhenOver checks that a game that continues after its winner is known gives a point only
// once it is over.
func TestPointsWhenOver(t *testing.T) {
	d := newFixture(t)
	d.start("awale", "awale")
	result := func() rules.Result {
		t.Helper()
		pos, err := d.View.Position()
		if err != nil {
			t.Fatal(err)
		}
		return pos.Result()
	}
	for known := 0; known < 3; { // moves after which the winner is known
		pos, _ := d.View.Position()
		d.Play(mostGain(pos))
		r := result()
		if r.Over {
			t.Fatal("the game is over")
		}
		if r.Known() {
			known++
		}
	}
	winner := result().Winners.Only()
	if got := d.View.Document().Players[winner].Score; got != 0 {
		t.Errorf("%d points before the game is over", got)
	}
	d.Resign() // the seeds decide
	if got := d.View.Document().Players[winner].Score; got != 1 {
		t.Errorf("%d points after the game, want 1", got)
	}
}

// mostGain returns the legal move of awale that captures most.
func mostGain(pos rules.Position) (best rules.Move) {
	most := -1
	for m := range pos.Moves() {
		if n := pos.(rules.Tracer).Trace(m).Gain; n > most {
			best, most = m, n
		}
	}
	return best
}

// TestPointsStay checks that points follow the players to the next game, whatever their seats, and
// to the file.
func TestPointsStay(t *testing.T) {
	d := newFixture(t)
	c := d.App.Settings.NewGame
	c.Players = []settings.Player{{Name: "Ann", Kind: Human}, {Name: "Bob", Kind: Human}}
	begin := func(first int) {
		t.Helper()
		c.First = first
		if err := d.NewGame(c); err != nil {
			t.Fatal(err)
		}
	}
	begin(0)
	d.play("b2", "a1", "a2", "b1", "c2")
	begin(1)
	if got, want := d.View.Standings(), []Standing{{"Bob", 0}, {"Ann", 1}}; !slices.Equal(got, want) {
		t.Errorf("after seats were changed: %v, want %v", got, want)
	}
	path := filepath.Join(t.TempDir(), "a.studio")
	if err := writeFile(path, d.View.Document()); err != nil {
		t.Fatal(err)
	}
	c.Players[0].Name = "Eve"
	begin(0)
	if got, want := d.View.Standings(), []Standing{{"Eve", 0}, {"Bob", 0}}; !slices.Equal(got, want) {
		t.Errorf("with another player: %v, want %v", got, want)
	}
	if err := d.open(path); err != nil {
		t.Fatal(err)
	}
	if got, want := d.View.Standings(), []Standing{{"Bob", 0}, {"Ann", 1}}; !slices.Equal(got, want) {
		t.Errorf("from the file: %v, want %v", got, want)
	}
}

// TestPointsOfRecord checks that moves in an opened record give no point. They do if the game is
// continued, already has points, or includes a computer.
func TestPointsOfRecord(t *testing.T) {
	ann, bob := model.Player{Name: "Ann", Kind: Human}, model.Player{Name: "Bob", Kind: Human}
	for _, x := range []struct {
		name    string
		players []model.Player
		then    func(*fixture)
		want    int // points of the first player
	}{
		{"only opened", []model.Player{ann, bob}, func(*fixture) {}, 0},
		{"continued", []model.Player{ann, bob}, func(d *fixture) { d.Continue() }, 1},
		{"with points", []model.Player{ann, {Name: "Bob", Kind: Human, Score: 2}}, func(*fixture) {}, 1},
		{"with a computer", []model.Player{ann, {Kind: "computer", Level: 1}}, func(*fixture) {}, 1},
		{"reviewed", []model.Player{ann, bob}, func(d *fixture) { d.Continue(); d.Review(); d.End() }, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := newFixture(t)
			d.play("b2", "a1", "a2", "b1")
			path := filepath.Join(t.TempDir(), "a.studio")
			doc := *d.View.Document()
			doc.Players = x.players
			if err := writeFile(path, &doc); err != nil {
				t.Fatal(err)
			}
			if err := d.open(path); err != nil {
				t.Fatal(err)
			}
			d.End()
			x.then(d)
			d.play("c2")
			if pos, err := d.View.Position(); err != nil || !pos.Result().Over {
				t.Fatalf("the game is not over: %v", err)
			}
			if got := d.View.Document().Players[0].Score; got != x.want {
				t.Errorf("the winner has %d points, want %d", got, x.want)
			}
		})
	}
}

// TestPointsOfSavedGame checks that a game that is started, saved, reopened and finished gives a
// point.
func TestPointsOfSavedGame(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1", "a2", "b1", "c2") // gives a point
	d.Again()
	d.play("b2", "a1", "a2", "b1")
	path := filepath.Join(t.TempDir(), "a.studio")
	if err := writeFile(path, d.View.Document()); err != nil {
		t.Fatal(err)
	}
	if err := d.open(path); err != nil {
		t.Fatal(err)
	}
	d.End()
	d.play("c2")
	if got := d.View.Document().Players[0].Score; got != 2 {
		t.Errorf("%d points, want 2", got)
	}
}

// TestPlayersDiffer checks that people with equal names and players with equal symbols are refused.
// Engines of the same type are numbered.
func TestPlayersDiffer(t *testing.T) {
	d := newFixture(t)
	c := d.App.Settings.NewGame
	c.Players = []settings.Player{{Name: "Bob", Kind: Human}, {Name: "Bob", Kind: Human}}
	tree := d.View.Tree()
	if err := d.NewGame(c); err == nil || d.View.Tree() != tree {
		t.Errorf("a game of two Bobs begins: %v", err)
	}
	bobs := []model.Player{{Name: "Bob", Kind: Human}, {Name: "bob ", Kind: Human}}
	if err := d.SetPlayers(bobs); err == nil || d.View.Name(0) == "Bob" {
		t.Errorf("two players are called %q: %v", d.View.Name(0), err)
	}
	if err := d.SetPlayers([]model.Player{{Kind: Human, Symbol: "A"}, {Kind: Human, Symbol: "A"}}); err == nil {
		t.Error("two players have one symbol")
	}
	if err := d.SetPlayers([]model.Player{{Kind: "computer", Level: 2}, {Kind: "computer", Level: 2}}); err != nil {
		t.Fatal(err)
	}
	if got, want := d.View.Standings(), []Standing{{"Computer, easy", 0}, {"Computer, easy 2", 0}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	d.View.Document().Players = slices.Clone(bobs) // as if read from a file
	if err := d.SetPlayers([]model.Player{{Name: "Bob", Kind: Human, Color: "#102030"}, bobs[1]}); err != nil {
		t.Errorf("another colour is refused where the file has two players of one name: %v", err)
	}
}

// TestUsualSymbolTaken checks that a player whose usual symbol is taken gets another one.
func TestUsualSymbolTaken(t *testing.T) {
	d := newFixture(t)
	c := d.App.Settings.NewGame
	c.Players = []settings.Player{{Kind: Human, Symbol: "nought"}, {Kind: Human}}
	c.First = 0
	if err := d.NewGame(c); err != nil {
		t.Fatal(err)
	}
	if got := d.View.Document().Players[1].Symbol; got != "cross" {
		t.Errorf("the second player has the symbol %q", got)
	}
	d.start("line", "tictactoe")
	ps := []model.Player{{Kind: Human}, {Kind: Human, Symbol: "cross"}}
	if err := d.SetPlayers(ps); err != nil {
		t.Fatal(err)
	}
	if got := d.View.Document().Players[0].Symbol; got != "nought" || ps[0].Symbol != "" {
		t.Errorf("the first player has the symbol %q, and is handed back with %q", got, ps[0].Symbol)
	}
}

// TestSettingsFailureIsToldOnce checks that a failure to save the settings is shown once, not at
// each game.
func TestSettingsFailureIsToldOnce(t *testing.T) {
	d := newFixture(t)
	if err := os.Remove(d.file); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(d.file, 0o700); err != nil {
		t.Fatal(err)
	}
	notified := 0
	d.Say = func(l Level, text string) {
		if l == Problem && strings.Contains(text, d.file) {
			notified++
		}
	}
	for range 3 {
		d.Again()
	}
	if notified != 1 {
		t.Errorf("notified %d times", notified)
	}
	if err := os.Remove(d.file); err != nil {
		t.Fatal(err)
	}
	d.Again()
	if err := os.Remove(d.file); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(d.file, 0o700); err != nil {
		t.Fatal(err)
	}
	d.Again()
	if notified != 2 {
		t.Errorf("notified %d times, after it went well in between", notified)
	}
}
