package main

import (
	"image"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// small starts the program on a small display.
func small(t *testing.T, width, height int, args ...string) *window {
	t.Helper()
	o := uitest.Options{Bin: binary, Args: args, Env: []string{"LANG=C.UTF-8"}, Width: width, Height: height}
	return &window{o.Start(t), t}
}

// TestNewGameFits checks that the dialog for a new game fits on small displays with every game and
// kind of player, and that its buttons do not move.
func TestNewGameFits(t *testing.T) {
	t.Parallel()
	for _, screen := range []struct {
		width, height int
		lang          string
	}{{860, 540, "en"}, {800, 480, "fr"}} {
		t.Run(screen.lang, func(t *testing.T) {
			w := small(t, screen.width, screen.height, "--lang", screen.lang)
			names := map[string]string{"start": "Start Game", "cancel": "Cancel", "who": "Played by 2", "other": "Engines and Scripts", "title": "Game", "tic": "Tic-tac-toe", "hex": "Hex"}
			if screen.lang == "fr" {
				names = map[string]string{"start": "Commencer la partie", "cancel": "Annuler", "who": "Joué par 2", "other": "Moteurs et scripts", "title": "Partie", "tic": "Morpion", "hex": "Hex"}
			}
			w.Key("ctrl+n")
			w.WaitText(names["title"], names["tic"])
			start, cancel := w.Find("push button", names["start"]), w.Find("push button", names["cancel"])
			where := func() [2]image.Rectangle { return [2]image.Rectangle{start.Extents(), cancel.Extents()} }
			w.Key("Down", "Up") // by then, the window manager has placed the dialog
			w.WaitText(names["title"], names["tic"])
			first := where()
			w.shot("new-game-" + screen.lang)
			if r := first[0].Union(first[1]); !r.In(image.Rect(0, 0, screen.width, screen.height)) {
				t.Fatalf("the buttons are at %v, outside of the screen", r)
			}
			for range 16 {
				w.Key("Down")
				if now := where(); now != first {
					t.Fatalf("%s: the buttons went from %v to %v", w.Text(names["title"]), first, now)
				}
			}
			w.WaitText(names["title"], names["hex"])
			who := w.Find("combo box", names["who"])
			for i := range 6 {
				who.Select(i)
				if now := where(); now != first {
					t.Errorf("player %d: the buttons went from %v to %v", i, first, now)
				}
			}
			w.shot("new-game-hex-" + screen.lang)
			who.Select(6)
			w.Find("dialog", names["other"])
			w.shot("new-game-other-" + screen.lang)
			w.Key("Escape")
			w.WaitGone("dialog", names["other"])
			if now := where(); now != first {
				t.Errorf("the buttons went from %v to %v", first, now)
			}
		})
	}
}

// TestNewGameByKeyboard checks that a game with changed rules can be started against the computer
// with the keyboard alone. The title must show the changed rules, and each game must keep its own
// players.
func TestNewGameByKeyboard(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Key("ctrl+n")
	w.WaitText("Game", "Tic-tac-toe")
	w.Key("Down") // any size
	w.WaitText("Game", "Tic-tac-toe, any size")
	to := func(name string) { // moves the focus to the widget with a name
		t.Helper()
		for range 40 {
			if w.hasFocus("", name) {
				return
			}
			w.Key("Tab")
		}
		t.Fatalf("Tab does not lead to %s\n%s", name, w.Dump())
	}
	to("Name 1")
	w.Type("Ann")
	to("Name 2")
	w.Type("Bea")
	to("In a row")
	w.Key("ctrl+a")
	w.Type("4")
	w.Key("Tab")
	w.WaitText("Game", "Tic-tac-toe 10×10, 4 in a row")
	to("Players")
	w.Key("ctrl+a")
	w.Type("3")
	w.Key("Tab")
	w.WaitText("Game", "Tic-tac-toe 10×10, 4 in a row, 3 players")
	w.Find("combo box", "Played by 3").Select(2)
	w.Find("combo box", "Who begins").Select(1) // Ann; otherwise it is drawn by lot
	w.shot("new-game-changed")
	if w.Has("combo box", "Double three") || w.Has("switch", "Rows can be broken") {
		t.Error("rules are shown that make no difference")
	}
	// An impossible number in a row shows an error and disables the start button.
	to("In a row")
	w.Key("ctrl+a")
	w.Type("11")
	w.Key("Tab")
	w.Wait("complaint", func() bool { return strings.Contains(w.Text("Problem"), "11") })
	w.shot("new-game-problem")
	if w.Find("push button", "Start Game").Is(uitest.Sensitive) {
		t.Error("a game that cannot be can be started")
	}
	to("In a row")
	w.Key("ctrl+a")
	w.Type("4")
	w.Key("Tab")
	w.WaitText("Problem", "")
	to("Start Game")
	w.Key("Return")
	w.WaitGone("", "New Game")
	w.Find("label", "Tic-tac-toe 10×10, 4 in a row, 3 players")
	w.status("Ann to move")

	w.Key("ctrl+n")
	w.WaitText("Game", "Tic-tac-toe 10×10, 4 in a row, 3 players")
	w.Key("Up")
	w.WaitText("Game", "Tic-tac-toe")
	w.Find("text", "Name 2").SetText("Zoe")
	w.Key("Down")
	w.WaitText("Game", "Tic-tac-toe 10×10, 4 in a row, 3 players")
	w.Wait("the name that was typed", func() bool { return w.Text("Name 2") == "Zoe" })
	to("Name 1")
	w.Key("Return") // starts the game
	w.WaitGone("", "New Game")
}

// TestOtherEngines checks the dialog of "Other…": it describes each engine and keeps the options of
// the player.
func TestOtherEngines(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Key("ctrl+n")
	w.Find("", "New Game")
	other := func(at int) {
		w.Find("combo box", "Played by 2").Select(at)
		w.Find("dialog", "Engines and Scripts")
	}
	other(6)
	w.Find("label", "Searches every line some moves deep, and assumes best play by both players.")
	w.shot("engines")
	w.Key("Down", "Down", "Down")
	w.Click("Options…")
	w.Find("dialog", "Options of Minimax")
	w.Find("combo box", "Evaluation in alignment games")
	w.Find("spin button", "Depth").SetValue(5)
	w.shot("engines-options")
	w.Find("push button", "Apply").Do()
	w.WaitGone("dialog", "Options of Minimax")
	w.Find("push button", "Choose").Do()
	w.WaitGone("dialog", "Engines and Scripts")
	w.shot("engines-chosen")
	other(7) // after the entry of the selected engine
	w.Click("Options…")
	w.Wait("the depth", func() bool { return w.Find("spin button", "Depth").Value() == 5 })
	w.Key("Escape")
	w.WaitGone("dialog", "Options of Minimax")
	w.Key("Escape")
	w.WaitGone("dialog", "Engines and Scripts")
	w.Find("combo box", "Who begins").Select(1)
	w.Find("push button", "Start Game").Do()
	w.WaitGone("", "New Game")
	w.Type("a1")
	w.Key("Return")
	w.moves("1. a1 ")
	w.status("Cross to move") // the computer has answered
}

// TestPlayersOfOneName checks that two players with the same name cannot start a game, and that the
// score lists both players.
func TestPlayersOfOneName(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Key("ctrl+n")
	start := w.Find("push button", "Start Game")
	w.Find("text", "Name 1").SetText("Bob")
	w.Find("text", "Name 2").SetText("Bob")
	w.Wait("the problem", func() bool { return w.Text("Problem") == `Two players have the name "Bob"` })
	w.shot("players-one-name")
	w.Wait("that the game cannot begin", func() bool { return start.Refresh() && !start.Is(uitest.Sensitive) })
	w.Find("text", "Name 2").SetText("Ann")
	w.Wait("no problem", func() bool { return start.Refresh() && start.Is(uitest.Sensitive) })
	start.Do()
	w.WaitGone("", "New Game")
}

// TestOptionsOfGame checks that engine options that do not apply to the selected game are not
// offered.
func TestOptionsOfGame(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Key("ctrl+n")
	w.WaitText("Game", "Tic-tac-toe")
	for range 16 {
		w.Key("Down")
	}
	w.WaitText("Game", "Hex")
	w.Find("combo box", "Played by 2").Select(6)
	w.Find("dialog", "Engines and Scripts")
	w.Key("Down", "Down", "Down")
	w.Click("Options…")
	w.Find("dialog", "Options of Minimax")
	w.Find("spin button", "Depth")
	w.shot("engines-options-hex")
	if w.Has("combo box", "Evaluation in alignment games") {
		t.Error("Minimax offers the evaluation of alignment games in Hex")
	}
}
