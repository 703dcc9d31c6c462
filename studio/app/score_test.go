package app

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/studio/settings"
)

// heard writes down the sounds of a game: a seat for its piece.
type heard struct{ list []string }

func (h *heard) Move(t *model.Tree, n *model.Node) {
	pos, _ := t.Position(n.Parent())
	h.list = append(h.list, strconv.Itoa(int(pos.Turn())))
}

func (h *heard) Win()  { h.list = append(h.list, "win") }
func (h *heard) Draw() { h.list = append(h.list, "draw") }

// want compares what was heard since the last call.
func (h *heard) want(t *testing.T, what, want string) {
	t.Helper()
	if got := strings.Join(h.list, " "); got != want {
		t.Errorf("%s sounds as %q, want %q", what, got, want)
	}
	h.list = nil
}

// A piece sounds as its player's, however the move was made, and the end as what it is.
func TestSounds(t *testing.T) {
	d := newDesk(t)
	h := &heard{}
	d.Sound = h
	d.play("b2", "a1", "a2", "c2", "c1", "a3", "b1", "b3", "c3")
	h.want(t, "a draw", "0 1 0 1 0 1 0 1 0 draw")
	d.Home()
	h.want(t, "looking around", "")
	d.play("b2", "a1") // known already
	h.want(t, "a known move", "0 1")

	d.Home()
	d.Replay().SetDelay(MinDelay)
	d.Replay().Play()
	d.loop.Until(t, "three moves", func() bool { return d.Node().Ply() == 3 })
	d.Replay().Pause()
	h.want(t, "a replay", "0 1 0")

	d.Guess().Start() // after three moves
	d.PlayText("a3")
	h.want(t, "a wrong try", "")
	d.PlayText("c2")
	d.Guess().Show()
	h.want(t, "guessing", "1 0")
	d.Guess().End()

	d.start("line", "tictactoe")
	d.play("b2", "a1", "a2", "b1", "c2")
	h.want(t, "a win", "0 1 0 1 0 win")
	d.start("othello", "othello")
	d.play("f5")
	d.Resign()
	h.want(t, "a resignation", "0 1 win")
}

// Whoever wins a game has one point more, under the name that is played with; nobody has one for a
// draw, and reaching the end once more gives none.
func TestPoints(t *testing.T) {
	d := newDesk(t)
	d.SetPlayers([]model.Player{{Name: "Ann", Kind: Human}, {Name: "Bob", Kind: Human}})
	points := func(want ...settings.Standing) {
		t.Helper()
		if got := d.Settings.Standings(); !slices.Equal(got, want) {
			t.Errorf("the points are %v, want %v (%q)", got, want, d.lastSaid())
		}
	}
	d.play("b2", "a1", "a2", "c2", "c1", "a3", "b1", "b3", "c3")
	points()
	if d.ScoreLine() != "" {
		t.Errorf("nobody has points, but it says %q", d.ScoreLine())
	}
	d.Home()
	d.play("a1", "b2", "a2", "b1", "c1", "b3")
	points(settings.Standing{Name: "Bob", Points: 1})
	if got := d.ScoreLine(); got != "Score: Ann 0 · Bob 1" {
		t.Errorf("it says %q", got)
	}
	d.Back()
	d.play("b3")
	points(settings.Standing{Name: "Bob", Points: 1})
	d.Home()
	d.play("a1", "b2", "a2", "b1", "a3")
	points(settings.Standing{Name: "Ann", Points: 1}, settings.Standing{Name: "Bob", Points: 1})
	d.Home()
	d.play("c3")
	d.Resign()
	points(settings.Standing{Name: "Ann", Points: 2}, settings.Standing{Name: "Bob", Points: 1})
	d.Undo()
	points(settings.Standing{Name: "Ann", Points: 1}, settings.Standing{Name: "Bob", Points: 1})
}

// The session tells once that the settings cannot be saved, not at each game.
func TestSettingsFailureIsToldOnce(t *testing.T) {
	d := newDesk(t)
	if err := os.Remove(d.file); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(d.file, 0o700); err != nil {
		t.Fatal(err)
	}
	told := 0
	d.Say = func(l Level, text string) {
		if l == Problem && strings.Contains(text, d.file) {
			told++
		}
	}
	for range 3 {
		d.Again()
	}
	if told != 1 {
		t.Errorf("told %d times", told)
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
	if told != 2 {
		t.Errorf("told %d times, after it went well in between", told)
	}
}

// Resetting the points takes those away too that another studio gave meanwhile.
func TestResetSharedScores(t *testing.T) {
	d := newDesk(t)
	load := func() *settings.Settings {
		st, err := settings.Load(d.file)
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	save := func(st *settings.Settings) {
		if err := st.Save(); err != nil {
			t.Fatal(err)
		}
	}
	other := load()
	d.Settings.Scores = map[string]int{"Ann": 1}
	save(d.Settings)
	other.Scores = map[string]int{"Ann": 2, "Bob": 1}
	save(other)
	d.ResetScores()
	if got := load(); len(got.Scores) != 0 {
		t.Errorf("points %v", got.Scores)
	}
}
