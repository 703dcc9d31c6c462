package games

import (
	"github.com/spf13/cobra"

	"boardstudio/ctl"
	"boardstudio/text/locale"
)

func movesCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	cmd := &cobra.Command{
		Use:   "moves --game GAME [--from POSITION]",
		Short: locale.T("List the legal moves of a position"),
		Long: locale.T("List the legal moves of a position, one per line: the move, a tab, and the resulting position, as " +
			"--from accepts it. If the game is over, nothing is written and the exit code is 1."),
		Example: "  studioctl moves --game connect4\n  studioctl moves --game othello --param size=6",
		Args:    t.Arguments(0, 0),
		RunE:    func(*cobra.Command, []string) error { return writeMoves(t, &g) },
	}
	g.Add(cmd)
	g.AddFrom(cmd)
	cmd.Flags().BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	return cmd
}

// JSON output of studioctl moves.
type (
	movesJSON struct {
		Game     ctl.SpecJSON `json:"game"`
		Position string       `json:"position"`
		Turn     string       `json:"turn"` // letter of the seat; "" if the game is over
		Moves    []moveJSON   `json:"moves"`
	}
	moveJSON struct {
		Move     string `json:"move"`
		Position string `json:"position"`
	}
)

func writeMoves(t *ctl.Tool, g *ctl.GameFlags) error {
	r, p, err := t.Position(g)
	if err != nil {
		return err
	}
	out := movesJSON{Game: ctl.SpecJSON{Name: r.Spec().Game, Params: r.Spec().Params}, Position: p.String(), Turn: ctl.SeatLetter(p.Turn()), Moves: []moveJSON{}}
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			return err
		}
		if t.JSON {
			out.Moves = append(out.Moves, moveJSON{r.FormatMove(m), q.String()})
			continue
		}
		t.Printf("%s\t%s\n", r.FormatMove(m), q)
	}
	if t.JSON {
		if err := t.WriteJSON(out); err != nil {
			return err
		}
	}
	if p.Result().Over {
		return ctl.ErrNo
	}
	return nil
}
