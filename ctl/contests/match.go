package contests

import (
	"github.com/spf13/cobra"

	"boardstudio/ctl"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

func matchCommand(t *ctl.Tool) *cobra.Command {
	var s ctl.SeatFlags
	cmd := &cobra.Command{
		Use:   "match --game GAME --seat A=ENGINE --seat B=ENGINE",
		Short: locale.T("Play games between engines"),
		Long: locale.T("Play games between engines and count the wins. Prints each game as it ends, then a table. Engines "+
			"change seats after each game. An engine that fails or makes an illegal move loses the game. With "+
			"the same seed and no time limit, the games are reproducible.") + "\n\n" + t.EngineList(),
		Example:           "  studioctl match --game othello --seat A=alphabeta --seat B=random --games 10 --depth 3",
		Args:              t.Arguments(0, 0),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	g, _ := newContestFlags(t, cmd, 10, locale.T("`NUMBER` of games"), func(r rules.Rules, _ []string) ([]string, error) {
		specs, err := s.Specs(r, "")
		for i, spec := range specs {
			if err == nil && (spec == "" || spec == model.Human) {
				err = msg.Errorf("seat %s has no engine", string(rules.Player(i).Letter()))
			}
		}
		return specs, err
	})
	s.Add(t, cmd, g, false)
	return cmd
}
