package play

import (
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio"
	"boardstudio/ctl"
	"boardstudio/draw/term"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/store/journal"
)

// TestPlayHumans checks a whole game from a pipe, with all commands that a user can type.
func TestPlayHumans(t *testing.T) {
	r := program.Run(t, "moves\nb2\na1\nundo\nC1\nz9\nb2\n\nhelp\na1\nb1\nc3\n", "play", "--game", "tictactoe")
	for _, want := range []string{
		"A X Cross\nB O Nought\n",
		"Cross> moves\na1 b1 c1 a2 b2 c2 a3 b3 c3\n",
		// The second move is gone.
		"Cross> undo\n\n    a   b   c\n  ┌───┬───┬───┐\n1 │   │   │   │\n  ├───┼───┼───┤\n2 │   │(X)│   │\n",
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

// TestPlayAdvised checks that a move is advised at each turn, that one is followed, and that the
// summary and the record are right.
func TestPlayAdvised(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.studio")
	r := program.Run(t, "follow\nhelp\na2\nresign\n", "play", "--game", "tictactoe", "--shuffle=false", "--advise", "A=rules3", "--seat", "B=first", "--save", file)
	for _, want := range []string{
		"Rules of tic-tac-toe advises: b2 looks best\n", "Cross> follow\nNought plays a1\n", "follow plays the advised move\n",
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
	// Advice is not repeated for another position at the same ply.
	r = program.Run(t, "b2\na1\nundo\nundo\na3\nfollow\nb1\nfollow\nquit\n", "play", "--game", "tictactoe", "--shuffle=false", "--advise", "B=rules3")
	if strings.Count(r.Out, "advises: ") != 4 || strings.Contains(r.Out, "There is no advice for this position") {
		t.Errorf("each position has advice of its own:\n%s", r.Out)
	}
	program.Run(t, "follow\n", "play", "--game", "tictactoe").Want(t, ctl.ExitYes, `.*There is no advice for this position\n.*`, ``)
	program.Run(t, "", "play", "--game", "tictactoe", "--shuffle=false", "--advise", "B=rules3", "--seat", "B=first").Want(t, ctl.ExitError, ``, `.*seat B is not a human player: only human players can have an adviser\n.*`)
	program.Run(t, "", "play", "--game", "tictactoe", "--shuffle=false", "--advise", "A=evaporate").Want(t, ctl.ExitError, ``, `.*evaporate.*`)
}

// TestPlayUndo checks that undo also takes back the engine's move.
func TestPlayUndo(t *testing.T) {
	r := program.Run(t, "d\nundo\nundo\nquit\n", "play", "--game", "connect4", "--seat", "B=random")
	boards := strings.Split(r.Out, "Red to move")
	if len(boards) != 4 || boards[0][strings.Index(boards[0], "    a "):] != strings.TrimPrefix(boards[2], "\nRed> undo\n\n") {
		t.Errorf("undo does not lead back to the start:\n%s", r.Out)
	}
	r.Want(t, ctl.ExitYes, `.*There is no move to undo\nRed> quit\n`, ``)
}

func TestPlayResign(t *testing.T) {
	r := program.Run(t, "resign\n", "play", "--game", "gomoku", "--seat", "a=human", "--seat", "B=random")
	r.Want(t, ctl.ExitYes, `.*White wins - resignation\n`, ``)
}

// TestPlayEnd checks that the end of the input ends the game.
func TestPlayEnd(t *testing.T) {
	program.Run(t, "", "play", "--game", "awale").Want(t, ctl.ExitYes, `.*South to move +Seeds 0-0\nSouth> \n`, ``)
}

// TestPlayPass checks that a forced pass is played.
func TestPlayPass(t *testing.T) {
	r := program.Run(t, "c1\n", "play", "--game", "othello", "--param", "size=4", "--from", "OX-------------- X")
	r.Want(t, ctl.ExitYes, `.*Black to move.*\nBlack must pass\n.*White> c1\n.*White wins 0-16.*`, `(studioctl: warning: .*)?`)
}

// TestPlayEngines checks a game between two engines.
func TestPlayEngines(t *testing.T) {
	r := program.Run(t, "", "play", "--game", "connect4", "--seat", "A=alphabeta", "--seat", "B=random", "--depth", "4")
	r.Want(t, ctl.ExitYes, `A ● Red \(alphabeta\)\nB ○ Yellow \(random\)\n.*Red plays [a-g]\nYellow plays [a-g]\n.*\n(Red wins - a row is complete|Yellow wins - a row is complete|Draw - the board is full)\n`, ``)
}

// TestPlayFrom checks that a game can start from a position.
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
		{"--seat A=human --seat a=human", `seat A is given twice`},
		{"--seat A=alfabeta", `unknown engine "alfabeta"; did you mean alphabeta\?`},
		{"--seat A=zzz", `unknown engine "zzz"; engines for this game: computer, .*`},
		{"--time -1s", `a limit cannot be negative`},
		{"--time x", `option --time: "x" is not a value of type duration`},
		{"--save game.xyz", `cannot write files with the extension ".xyz"; supported extensions: \.studio, .*`},
	} {
		t.Run(x.args, func(t *testing.T) {
			program.Run(t, "", append([]string{"play", "--game", "gomoku"}, strings.Fields(x.args)...)...).Want(t, ctl.ExitError, ``, `studioctl: `+x.err+`\n`)
		})
	}
}

// TestPlayInterrupted checks that Ctrl+C ends a game while it waits for input, and while an engine
// thinks.
func TestPlayInterrupted(t *testing.T) {
	for _, args := range [][]string{
		{"play", "--game", "gomoku"},
		{"play", "--game", "gomoku", "--seat", "A=alphabeta", "--time", "1h"},
		{"think", "--game", "gomoku", "--time", "1h"},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		in, feed := io.Pipe() // no input
		var out, errs strings.Builder
		tl := &ctl.Tool{All: boardstudio.All, Commands: program, In: in, Out: &ctl.Output{W: &out}, Err: &errs, Getenv: func(string) string { return "" }, Term: term.Terminal{}, Store: journal.New(t.TempDir())}
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

// TestPlayWithAClock checks that a user who does not move loses on time, and that engines observe
// their limits.
func TestPlayWithAClock(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.studio")
	in, feed := io.Pipe() // no input
	defer feed.Close()
	var out, errs strings.Builder
	tl := &ctl.Tool{All: boardstudio.All, Commands: program, In: in, Out: &ctl.Output{W: &out}, Err: &errs, Getenv: func(string) string { return "" }, Term: term.Terminal{}, Store: journal.New(t.TempDir())}
	args := []string{"play", "--game", "tictactoe", "--clock", "1s/move", "--save", file}
	if code := tl.Run(context.Background(), args); code != ctl.ExitYes || !strings.Contains(out.String(), "Cross (1 s)> ") || !strings.Contains(out.String(), "Cross is out of time") {
		t.Errorf("exit code %d, output %q, error output %q", code, out.String(), errs.String())
	}
	program.Run(t, "", "show", file).Want(t, ctl.ExitYes, `.*Nought wins - out of time\n`, ``)

	program.Run(t, "", "play", "--game", "tictactoe", "--shuffle=false", "--seat", "A=alphabeta", "--seat", "B=random", "--time", "1h", "--clock", "3s", "--save", file, "--replace").Want(t, ctl.ExitYes, `.*(wins|Draw) - (a row|the board).*`, ``)
	program.Run(t, "", "play", "--game", "tictactoe", "--clock", "soon").Want(t, ctl.ExitError, ``, `.*"soon" is not a time control such as 30s/move.*`)
	program.Run(t, "", "play", "--recover", "last", "--clock", "5m").Want(t, ctl.ExitError, ``, `.*--recover and --clock cannot be used together.*`)
}

// TestSave checks that the saved record matches the game.
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
	d, _, err := boardstudio.Documents.Open(context.Background(), file, codec.Options{})
	if err != nil || len(d.Warnings) > 0 {
		t.Fatal(err, d.Warnings)
	}
	start, _, err := d.Tree.Start(d.Tree.Root())
	if err != nil || start.String() != from || d.Players[0].Kind != "random" || d.Players[1].Kind != model.Human {
		t.Errorf("%v, %s, %+v", err, start, d.Players)
	}
	program.Run(t, "", "check", file).Want(t, ctl.ExitYes, `.*no problems.*`, ``)
}

// TestFirstPlayer checks that the players rotate if the start is random. This is the default for
// tic-tac-toe, morpion and awale.
func TestFirstPlayer(t *testing.T) {
	begins := func(x string, want int, args ...string) map[string]bool {
		seen := map[string]bool{}
		for i := 0; i < 8 || i < 60 && len(seen) < want; i++ {
			args := append([]string{"play", "--name", "A=Ann", "--name", "B=Bob"}, args...)
			r := program.Run(t, "", args...)
			order := ""
			for line := range strings.Lines(r.Out) {
				for _, name := range []string{"Ann", "Bob", "Cid"} {
					if len(line) > 1 && strings.IndexByte("ABC", line[0]) >= 0 && strings.Contains(line, name) {
						order += name[:1]
					}
				}
			}
			seen[order[:len(x)]] = true
		}
		return seen
	}
	three := []string{"--game", "morpion", "--param", "players=3", "--name", "C=Cid"}
	for _, x := range []struct {
		args []string
		want []string
	}{
		{[]string{"--game", "tictactoe"}, []string{"AB", "BA"}},
		{[]string{"--game", "awale"}, []string{"AB", "BA"}},
		{three, []string{"ABC", "BCA", "CAB"}},
		{append(slices.Clone(three), "--shuffle"), []string{"ABC", "BCA", "CAB"}},
		{[]string{"--game", "gomoku"}, []string{"AB"}},
		{[]string{"--game", "tictactoe", "--shuffle=false"}, []string{"AB"}},
	} {
		if got := slices.Sorted(maps.Keys(begins(x.want[0], len(x.want), x.args...))); !slices.Equal(got, x.want) {
			t.Errorf("%v: orders %v, want %v", x.args, got, x.want)
		}
	}
}

// TestNames checks that two human players may not have the same name, and two players may not have
// the same symbol.
func TestNames(t *testing.T) {
	program.Run(t, "", "play", "--game", "gomoku", "--name", "A=Bob", "--name", "B=bob").Want(t, ctl.ExitError, ``, `.*two players have the name "bob".*`)
	program.Run(t, "", "play", "--game", "tictactoe", "--symbol", "A=X", "--symbol", "B=x").Want(t, ctl.ExitError, ``, `.*have the same symbol.*`)
	program.Run(t, "", "play", "--game", "gomoku", "--name", "A=Bob", "--seat", "B=random", "--name", "B=Bob").Want(t, ctl.ExitYes, `.*Bob\n.*Bob 2.*`, ``)
}
