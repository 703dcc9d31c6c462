package player

import (
	"context"
	"slices"

	"boardstudio/ai"
	"boardstudio/rules"
)

// Prover returns an engine that proves which moves win. It returns an *msg.Error for games of more
// than two players.
//
// It tries the strongest engine first. For results that a partial prover cannot prove, it tries
// other engines made for the game, and finally the search for all games.
func (c *Catalog) Prover(r rules.Rules) (ai.Prover, error) {
	if err := ai.Two(r); err != nil {
		return nil, err
	}
	var list provers
	names := []string{c.Best(r)}
	for _, k := range slices.Backward(c.Engines) {
		if !NeedsName(k) && k.Name != names[0] && k.Plays(r) == nil {
			names = append(names, k.Name)
		}
	}
	for _, name := range names {
		e, err := c.New(name, r)
		if err != nil {
			return nil, err
		}
		p, ok := e.(ai.Prover)
		if !ok {
			continue
		}
		list = append(list, p)
		if _, some := p.(partialProver); !some {
			break // p can prove everything that is provable
		}
	}
	if len(list) == 1 {
		return list[0], nil
	}
	return list, nil
}

// partialProver is a prover that finds only the wins of some lengths.
type partialProver interface {
	ai.Prover
	// Knows reports whether the prover can be sure of all wins within the given number of plies, 0
	// for any number.
	Knows(plies int) bool
}

// provers asks several provers in order until one is sure. All except the last are partial. Wins
// found by a partial prover count too.
type provers []ai.Prover

func (list provers) Wins(ctx context.Context, q ai.Request, plies int) (wins []ai.Line, sure bool, err error) {
	var found []ai.Line
	for _, p := range list {
		if some, ok := p.(partialProver); ok && plies == 0 && !some.Knows(plies) {
			continue
		}
		if wins, sure, err = p.Wins(ctx, q, plies); sure || err != nil {
			return wins, sure, err
		}
		for _, l := range wins {
			if i := slices.IndexFunc(found, func(x ai.Line) bool { return x.Moves[0] == l.Moves[0] }); i < 0 {
				found = append(found, l)
			} else if l.Score.Plies < found[i].Score.Plies {
				found[i] = l
			}
		}
	}
	slices.SortStableFunc(found, func(x, y ai.Line) int { return x.Score.Plies - y.Score.Plies })
	return found, false, nil
}

// Think uses the first prover.
func (list provers) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	return list[0].Think(ctx, q, report)
}

// Close releases the resources of all provers.
func (list provers) Close() error {
	for _, p := range list {
		ai.Close(p)
	}
	return nil
}
