package records

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"boardstudio/ctl"
)

// TestOverlay checks overlays in the terminal and in pictures.
func TestOverlay(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, moves := range map[string]string{"t.txt": "a1 b2 a2", "o.txt": "f5 d6", "a.txt": "F f"} {
		if err := os.WriteFile(name, []byte(moves), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	program.Run(t, "", strings.Fields("show t.txt -g tictactoe --overlay threats --overlay legal")...).
		Want(t, ctl.ExitYes, `.*\nThreats\n.*  a3  Cross: completes a row\n.*\nLegal moves\n  b1 c1 c2 a3 b3 c3  a legal move\n`, ``)
	program.Run(t, "", strings.Fields("show t.txt -g tictactoe --lang fr --overlay legal")...).Want(t, ctl.ExitYes, `.*Coups légaux\n.*  un coup légal\n`, ``)
	program.Run(t, "", strings.Fields("show o.txt -g othello --overlay flips=c3 --overlay stable")...).
		Want(t, ctl.ExitYes, `.*Discs turned over\n  c3  Black: turns 1 disc over\n  d4  Black: is turned over\n\nStable discs\n  nothing\n`, ``)
	program.Run(t, "", strings.Fields("show t.txt -g tictactoe --overlay threat")...).
		Want(t, ctl.ExitError, `.*`, `studioctl: this game has no overlay "threat", it has: legal, threats; did you mean threats\?\n`)
	program.Run(t, "", strings.Fields("show o.txt -g othello --overlay flips=z9")...).Want(t, ctl.ExitError, `.*`, `studioctl: "z9" is not a cell of the board\n`)

	var pictures [2][]byte
	for i, args := range [2]string{"", " --overlay ends --overlay threatened --overlay uncovered"} {
		program.Run(t, "", strings.Fields("picture a.txt -g awale --replace --out a.svg"+args)...).Want(t, ctl.ExitYes, ``, ``)
		text, err := os.ReadFile("a.svg")
		if err != nil {
			t.Fatal(err)
		}
		pictures[i] = text
	}
	plain, over := pictures[0], pictures[1]
	if bytes.Equal(plain, over) || !bytes.Contains(over, []byte(">E</text>")) {
		t.Error("the overlay is not in the picture")
	}
}
