package play

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardstudio/internal/ctl"
	"boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/journal"
	"boardstudio/io/term"
	"boardstudio/model"
)

// TestPlayHumans plays a whole game from a pipe, with all that a person can type.
func TestPlayHumans(t *testing.T) {
	r := program.Run(t, "moves\nb2\na1\nundo\nC1\nz9\nb2\n\nhelp\na1\nb1\nc3\n", "play", "--game", "tictactoe")
	for _, want := range []string{
		"A X Cross\nB O Nought\n",
		"Cross> moves\na1 b1 c1 a2 b2 c2 a3 b3 c3\n",
		"Cross> undo\n\n    a   b   c\n  ┌───┬───┬───┐\n1 │   │   │   │\n  ├───┼───┼───┤\n2 │   │(X)│   │\n", // the second move is gone
		"Cross> z9\n\"z9\" is not a cell of the board\n",
		"Cross> b2\nthere is a piece on b2 already\n",
		"Type a move, or undo, moves, board, resign, help or quit\n",
	} {
		if !strings.Contains(r.Out, want) {
			t.Errorf("the output lacks %q:\n%s", want, r.Out)
		}
	}
	r.Want(t, ctl.ExitYes, `.*1 │\[X\]│ O │ O │\n.*2 │   │\[X\]│   │\n.*3 │   │   │\(X\)│\n.*\n\nCross wins - a row is complete\n`, ``)
}

// TestPlayAdvised is told a move at each turn, follows it once, and reads at the end how often it did; the record has it.
func TestPlayAdvised(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.studio")
	r := program.Run(t, "follow\nhelp\na2\nresign\n", "play", "--game", "tictactoe", "--advise", "A=rules3", "--seat", "B=first", "--save", file)
	for _, want := range []string{
		"Rules of tic-tac-toe advises: b2 ", "Cross> follow\nNought plays a1\n", "follow makes the move that is advised\n",
		"Cross followed the advice in 1 of 2 moves, and lost\n",
	} {
		if !strings.Contains(r.Out, want) {
			t.Errorf("the output lacks %q:\n%s", want, r.Out)
		}
	}
	r.Want(t, ctl.ExitYes, `.*`, `.*`)
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), `<advice by="rules3" move="b2"/>`) || strings.Count(string(text), "<advice ") != 2 {
		t.Errorf("%v\n%s", err, text)
	}
	// What was advised of a position is not said of another one that comes after as many moves.
	r = program.Run(t, "b2\na1\nundo\nundo\na3\nfollow\nb1\nfollow\nquit\n", "play", "--game", "tictactoe", "--advise", "B=rules3")
	if strings.Count(r.Out, "advises: ") != 4 || strings.Contains(r.Out, "Nobody advises here") {
		t.Errorf("each position has advice of its own:\n%s", r.Out)
	}
	program.Run(t, "follow\n", "play", "--game", "tictactoe").Want(t, ctl.ExitYes, `.*Nobody advises here\n.*`, ``)
	program.Run(t, "", "play", "--game", "tictactoe", "--advise", "B=rules3", "--seat", "B=first").Want(t, ctl.ExitError, ``, `.*seat B is not a person's: only persons are advised\n.*`)
	program.Run(t, "", "play", "--game", "tictactoe", "--advise", "A=evaporate").Want(t, ctl.ExitError, ``, `.*evaporate.*`)
}

// TestPlayUndo checks that undo takes back the engine's move as well.
func TestPlayUndo(t *testing.T) {
	r := program.Run(t, "d\nundo\nundo\nquit\n", "play", "--game", "connect4", "--seat", "B=random")
	boards := strings.Split(r.Out, "Red to move")
	if len(boards) != 4 || boards[0][strings.Index(boards[0], "    a "):] != strings.TrimPrefix(boards[2], "\nRed> undo\n\n") {
		t.Errorf("undo does not lead back to the start:\n%s", r.Out)
	}
	r.Want(t, ctl.ExitYes, `.*There is nothing to take back\nRed> quit\n`, ``)
}

func TestPlayResign(t *testing.T) {
	r := program.Run(t, "resign\n", "play", "--game", "gomoku", "--seat", "a=human", "--seat", "B=random")
	r.Want(t, ctl.ExitYes, `.*White wins - resignation\n`, ``)
}

// TestPlayEnd checks that the end of the input ends the game.
func TestPlayEnd(t *testing.T) {
	program.Run(t, "", "play", "--game", "awale").Want(t, ctl.ExitYes, `.*South to move +Seeds 0-0\nSouth> \n`, ``)
}

// TestPlayPass checks that a pass is played where nothing else can be.
func TestPlayPass(t *testing.T) {
	r := program.Run(t, "c1\n", "play", "--game", "othello", "--param", "size=4", "--from", "OX-------------- X")
	r.Want(t, ctl.ExitYes, `.*Black to move.*\nBlack must pass\n.*White> c1\n.*White wins 0-16.*`, `(studioctl: warning: .*)?`)
}

// TestPlayEngines lets two engines play to the end.
func TestPlayEngines(t *testing.T) {
	r := program.Run(t, "", "play", "--game", "connect4", "--seat", "A=alphabeta", "--seat", "B=random", "--depth", "4")
	r.Want(t, ctl.ExitYes, `A ● Red \(alphabeta\)\nB ○ Yellow \(random\)\n.*Red plays [a-g]\nYellow plays [a-g]\n.*\n(Red wins - a row is complete|Yellow wins - a row is complete|Draw - the board is full)\n`, ``)
}

// TestPlayFrom checks that a position can be played on.
func TestPlayFrom(t *testing.T) {
	moves := program.Run(t, "", "moves", "--game", "connect4")
	_, position, _ := strings.Cut(strings.SplitN(moves.Out, "\n", 2)[0], "\t")
	r := program.Run(t, "quit\n", "play", "--game", "connect4", "--from", position)
	r.Want(t, ctl.ExitYes, `.*6 │ ● │.*Yellow to move\nYellow> quit\n`, ``)
}

func TestPlayErrors(t *testing.T) {
	for _, x := range []struct{ args, err string }{
		{"--seat A", `"A" is not of the form seat=player, such as A=human`},
		{"--seat AB=human", `"AB=human" is not of the form seat=player, such as A=human`},
		{"--seat A=", `"A=" is not of the form seat=player, such as A=human`},
		{"--seat C=human", `there is no seat C: the game has seats A to B`},
		{"--seat A=human --seat a=human", `seat A is taken twice`},
		{"--seat A=alfabeta", `unknown engine "alfabeta"; did you mean alphabeta\?`},
		{"--seat A=zzz", `unknown engine "zzz"; engines for this game: computer, .*`},
		{"--time -1s", `a limit cannot be negative`},
		{"--time x", `option --time: "x" is not a value of type duration`},
		{"--save game.xyz", `no format that can be written has the extension ".xyz", it is not one of \.studio, .*`},
	} {
		t.Log(x.args)
		program.Run(t, "", append([]string{"play", "--game", "gomoku"}, strings.Fields(x.args)...)...).Want(t, ctl.ExitError, ``, `studioctl: `+x.err+`\n`)
	}
}

// TestPlayInterrupted checks that Ctrl+C ends a game in which a person is
// asked, and one in which an engine thinks.
func TestPlayInterrupted(t *testing.T) {
	for _, args := range [][]string{
		{"play", "--game", "gomoku"},
		{"play", "--game", "gomoku", "--seat", "A=alphabeta", "--time", "1h"},
		{"think", "--game", "gomoku", "--time", "1h"},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		in, feed := io.Pipe() // nobody types
		var out, errs strings.Builder
		tl := &ctl.Tool{Commands: program, In: in, Out: &ctl.Output{W: &out}, Err: &errs, Getenv: func(string) string { return "" }, Term: term.Terminal{}, Store: journal.New(t.TempDir())}
		began := time.Now()
		if code := tl.Run(ctx, args); code != ctl.ExitInterrupted || errs.String() != "studioctl: stopped\n" {
			t.Errorf("%v: exit code %d, error output %q", args, code, errs.String())
		}
		if d := time.Since(began); d > 20*time.Second {
			t.Errorf("%v: it took %v to stop", args, d)
		}
		feed.Close()
		cancel()
	}
}

// TestPlayWithAClock checks that the time of a person who does not move is over, and that engines keep to theirs.
func TestPlayWithAClock(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.studio")
	in, feed := io.Pipe() // nobody types
	defer feed.Close()
	var out, errs strings.Builder
	tl := &ctl.Tool{Commands: program, In: in, Out: &ctl.Output{W: &out}, Err: &errs, Getenv: func(string) string { return "" }, Term: term.Terminal{}, Store: journal.New(t.TempDir())}
	args := []string{"play", "--game", "tictactoe", "--clock", "1s/move", "--save", file}
	if code := tl.Run(context.Background(), args); code != ctl.ExitYes || !strings.Contains(out.String(), "Cross (1 s)> ") || !strings.Contains(out.String(), "Cross is out of time") {
		t.Errorf("exit code %d, output %q, error output %q", code, out.String(), errs.String())
	}
	program.Run(t, "", "show", file).Want(t, ctl.ExitYes, `.*Nought wins - out of time\n`, ``)

	program.Run(t, "", "play", "--game", "tictactoe", "--seat", "A=alphabeta", "--seat", "B=random", "--time", "1h", "--clock", "3s", "--save", file, "--replace").Want(t, ctl.ExitYes, `.*(wins|Draw) - (a row|the board).*`, ``)
	program.Run(t, "", "play", "--game", "tictactoe", "--clock", "soon").Want(t, ctl.ExitError, ``, `.*"soon" is not a time control such as 30s/move.*`)
	program.Run(t, "", "play", "--recover", "last", "--clock", "5m").Want(t, ctl.ExitError, ``, `.*--recover and --clock do not go together.*`)
}

// TestSave checks that the record of a game that was played is the game.
func TestSave(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.studio")
	var j struct {
		Game, Turn any
		Position   string
		Moves      []struct{ Move, Position string }
	}
	program.Run(t, "", "moves", "--game", "awale", "--json").Parse(t, &j)
	from := j.Moves[0].Position
	r := program.Run(t, "a\nB\nundo\nC\nquit\n", "play", "--game", "awale", "--seat", "A=random", "--seat", "B=human", "--from", from, "--save", file)
	if r.Code != ctl.ExitYes {
		t.Fatal(r.Err)
	}
	d, _, err := all.Open(context.Background(), file, codec.Options{})
	if err != nil || len(d.Warnings) > 0 {
		t.Fatal(err, d.Warnings)
	}
	start, _, err := d.Tree.Start(d.Tree.Root())
	if err != nil || start.String() != from || d.Players[0].Kind != "random" || d.Players[1].Kind != model.Human {
		t.Errorf("%v, %s, %+v", err, start, d.Players)
	}
	program.Run(t, "", "check", file).Want(t, ctl.ExitYes, `.*no problems.*`, ``)
}
