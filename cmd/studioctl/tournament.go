package main

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	aiall "boardstudio/ai/all"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
)

// maxSets bounds how many sets of engines play in a tournament.
const maxSets = 10_000

func (t *tool) tournamentCommand() *cobra.Command {
	var g gameFlags
	m := contestFlags{limitFlags: limitFlags{otherwise: 100 * time.Millisecond}}
	cmd := &cobra.Command{
		Use:   "tournament --game GAME ENGINE...",
		Short: locale.T("Let engines play, everybody against everybody"),
		Long: locale.T("Let each two engines play a number of games, or each three where the game has three seats, and so on. " +
			"The table has the best engine first; for two seats another one has the points of each engine against each. " +
			"The games are those of studioctl match: all pairs begin alike with --opening, and with the same seed and without a limit of time all is the same again."),
		Example: "  studioctl tournament --game connect4 random alphabeta lua:connect4.lua --games 10 --depth 3",
		Args:    arguments(2, -1, "ENGINE"),
		RunE: func(cmd *cobra.Command, specs []string) error {
			r, p, err := g.position()
			if err != nil {
				return err
			}
			t.warn(r, p)
			if len(specs) < r.Players() {
				return rules.Errorf("the game has %d seats, and there are %d engines", r.Players(), len(specs))
			}
			if slices.Contains(specs, model.Human) {
				return rules.Errorf("a person cannot play in a tournament of engines")
			}
			n := 0
			for range sets(len(specs), r.Players()) {
				if n++; n > maxSets {
					return rules.Errorf("more than %d sets of engines would play", maxSets)
				}
			}
			return t.contest(cmd.Context(), r, p, specs, &m)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			r, err := g.rules()
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var out []string
			for _, k := range aiall.For(r) {
				out = append(out, cobra.CompletionWithDesc(k.Name, locale.T(k.Title)))
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		},
	}
	g.add(cmd)
	g.addFrom(cmd)
	m.add(cmd, t, 2, locale.T("`NUMBER` of games of each set of engines"))
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
func (t *tool) ranking(m matchJSON) error {
	order := make([]int, len(m.Engines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(m.Engines[b].Total.Points, m.Engines[a].Total.Points)
	})
	ranked := m
	ranked.Engines = nil
	for _, i := range order {
		ranked.Engines = append(ranked.Engines, m.Engines[i])
	}
	if err := t.standings(ranked); err != nil || ranked.Engines[0].Against == nil {
		return err
	}
	fmt.Fprintln(t.out)
	w := tabwriter.NewWriter(t.out, 0, 8, 2, ' ', 0)
	fmt.Fprint(w, "\t"+locale.T("against"))
	for rank := range order {
		fmt.Fprint(w, "\t"+strconv.Itoa(rank+1))
	}
	fmt.Fprintln(w)
	for rank, e := range ranked.Engines {
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
