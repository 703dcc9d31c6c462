package main

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// maxSets bounds how many sets of engines play in a tournament.
const maxSets = 10_000

func (t *tool) tournamentCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tournament --game GAME ENGINE...",
		Short: locale.T("Let engines play, everybody against everybody"),
		Long: locale.T("Let each two engines play a number of games, or each three where the game has three seats, and so on. "+
			"The table has the best engine first; for two seats another one has the points of each engine against each. "+
			"The games are those of studioctl match: all pairs begin alike with --opening, and with the same seed and without a limit of time all is the same again.") + "\n\n" + engineList(),
		Example: "  studioctl tournament --game connect4 random alphabeta lua:connect4.lua --games 10 --depth 3",
		Args:    arguments(2, -1, "ENGINE"),
	}
	g := t.contestFlags(cmd, 2, locale.T("`NUMBER` of games of each set of engines"), func(r rules.Rules, specs []string) ([]string, error) {
		if len(specs) < r.Players() {
			return nil, msg.Errorf("the game has %d seats, and there are %d engines", r.Players(), len(specs))
		}
		if slices.Contains(specs, model.Human) {
			return nil, msg.Errorf("a person cannot play in a tournament of engines")
		}
		n := 0
		for range sets(len(specs), r.Players()) {
			if n++; n > maxSets {
				return nil, msg.Errorf("more than %d sets of engines would play", maxSets)
			}
		}
		return specs, nil
	})
	cmd.ValidArgsFunction = completeEngines(g)
	return cmd
}

// sets yields the sets of k of the numbers below n, each in order.
func sets(n, k int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		set := make([]int, k)
		for i := range set {
			set[i] = i
		}
		for k <= n && yield(slices.Clone(set)) {
			i := k - 1
			for i >= 0 && set[i] == n-k+i {
				i--
			}
			if i < 0 {
				return
			}
			for set[i]++; i+1 < k; i++ {
				set[i+1] = set[i] + 1
			}
		}
	}
}

// ranking writes the tables of a tournament.
func (t *tool) ranking(engines []engineJSON) error {
	order := make([]int, len(engines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(engines[b].Total.Points, engines[a].Total.Points)
	})
	var ranked []engineJSON
	for _, i := range order {
		ranked = append(ranked, engines[i])
	}
	if err := t.standings(ranked); err != nil || ranked[0].Against == nil {
		return err
	}
	fmt.Fprintln(t.out)
	w := tabwriter.NewWriter(t.out, 0, 8, 2, ' ', 0)
	fmt.Fprint(w, "\t"+locale.T("against"))
	for rank := range order {
		fmt.Fprint(w, "\t"+strconv.Itoa(rank+1))
	}
	fmt.Fprintln(w)
	for rank, e := range ranked {
		fmt.Fprintf(w, "%d\t%s", rank+1, term.Clean(e.Engine))
		for column, i := range order {
			if column == rank {
				fmt.Fprint(w, "\t–")
			} else {
				fmt.Fprint(w, "\t"+points(e.Against[i]))
			}
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
