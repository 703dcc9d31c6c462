package main

import (
	"github.com/spf13/cobra"

	"boardstudio/locale"
	"boardstudio/rules"
)

func (t *tool) movesCommand() *cobra.Command {
	var g gameFlags
	cmd := &cobra.Command{
		Use:   "moves --game GAME [--from POSITION]",
		Short: locale.T("List the legal moves of a position"),
		Long: locale.T("List the legal moves of a position, one on a line: the move, a tab, and the position it leads to, " +
			"which --from reads again. A finished game has no moves: nothing is written then, and the exit code is 1."),
		Example: "  studioctl moves --game connect4\n  studioctl moves --game othello --param size=6",
		Args:    arguments(0, 0),
		RunE:    func(*cobra.Command, []string) error { return t.moves(&g) },
	}
	g.add(cmd)
	g.addFrom(cmd)
	cmd.Flags().BoolVar(&t.json, "json", false, locale.T("write JSON"))
	return cmd
}

// The JSON of studioctl moves.
type (
	movesJSON struct {
		Game     specJSON   `json:"game"`
		Position string     `json:"position"`
		Turn     string     `json:"turn"` // the letter of the seat, "" when the game is over
		Moves    []moveJSON `json:"moves"`
	}
	specJSON struct {
		Name   string       `json:"name"`
		Params rules.Params `json:"params"`
	}
	moveJSON struct {
		Move     string `json:"move"`
		Position string `json:"position"`
	}
)

func (t *tool) moves(g *gameFlags) error {
	r, p, err := t.position(g)
	if err != nil {
		return err
	}
	out := movesJSON{Game: specJSON{r.Spec().Game, r.Spec().Params}, Position: p.String(), Turn: seatLetter(p.Turn()), Moves: []moveJSON{}}
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			return err
		}
		if t.json {
			out.Moves = append(out.Moves, moveJSON{r.FormatMove(m), q.String()})
			continue
		}
		t.printf("%s\t%s\n", r.FormatMove(m), q)
	}
	if t.json {
		if err := t.writeJSON(out); err != nil {
			return err
		}
	}
	if p.Result().Over {
		return errNo
	}
	return nil
}

// seatLetter returns the letter of a seat, "" for nobody.
func seatLetter(p rules.Player) string {
	if p == rules.NoPlayer {
		return ""
	}
	return string(p.Letter())
}
