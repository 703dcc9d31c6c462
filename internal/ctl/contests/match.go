package contests

import (
	"github.com/spf13/cobra"

	"boardstudio/internal/ctl"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

func matchCommand(t *ctl.Tool) *cobra.Command {
	var s ctl.SeatFlags
	cmd := &cobra.Command{
		Use:   "match --game GAME --seat A=ENGINE --seat B=ENGINE",
		Short: locale.T("Let engines play against each other"),
		Long: locale.T("Let engines play a number of games and count who won. Each game is told of as it ends, and then the table. After each game everybody moves on by one seat. "+
			"An engine that fails or makes an illegal move loses that game. With the same seed and without a limit of time the games are the same.") + "\n\n" + ctl.EngineList(),
		Example:           "  studioctl match --game othello --seat A=alphabeta --seat B=random --games 10 --depth 3",
		Args:              ctl.Arguments(0, 0),
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
	s.Add(cmd, g, false)
	return cmd
}
