package awale

import (
	"context"
	"slices"

	"boardstudio/ai"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/awale"
)

// Offensive is the player who takes as much as it can: the largest capture, then the
// most uncovered pits on the opponent's side, then the fewest on its own, then
// the first pit.
var Offensive = ai.Kind{
	Name: "awale-offensive", Title: "Offensive", Plays: plays,
	About: "Captures as many seeds as it can, then uncovers the opponent's pits, then covers its own.",
	New:   func(rules.Rules, rules.Params) (ai.Engine, error) { return strategy(offensive), nil },
}

// Defensive is the player who gives as little as it can: the smallest capture left
// to the opponent's reply, then the fewest uncovered pits of its own, then the larger
// capture, then the first pit.
var Defensive = ai.Kind{
	Name: "awale-defensive", Title: "Defensive", Plays: plays,
	About: "Leaves as few seeds as it can to the reply, then covers its own pits, then captures.",
	New:   func(rules.Rules, rules.Params) (ai.Engine, error) { return strategy(defensive), nil },
}

// criteria are what the strategies judge a move by.
type criteria struct {
	takes  int // seeds that the move takes
	reply  int // seeds that the best reply takes
	theirs int // uncovered pits of the opponent after the move
	ours   int // uncovered pits of the mover after it
}

// judge returns the criteria of the legal move m.
func judge(p awale.Position, m rules.Move) (criteria, error) {
	next, err := p.Play(m)
	if err != nil {
		return criteria{}, err
	}
	q := next.(awale.Position)
	s := p.Turn()
	c := criteria{takes: p.Takes(m), theirs: len(q.Uncovered(1 - s)), ours: len(q.Uncovered(s))}
	for reply := range q.Moves() {
		c.reply = max(c.reply, q.Takes(reply))
	}
	return c, nil
}

// strategy orders the moves: the criterion that counts first comes first, more
// is better.
type strategy func(criteria) [3]int

func offensive(c criteria) [3]int { return [3]int{c.takes, c.theirs, -c.ours} }
func defensive(c criteria) [3]int { return [3]int{-c.reply, -c.ours, c.takes} }

// Advise returns every legal move as a line of its own, the best first. The
// score holds the first criterion before the decimal point, the second in the
// two digits behind it and the third in the two that follow.
func (s strategy) Advise(_ context.Context, q ai.Request) ([]ai.Line, error) {
	p, err := position(q)
	if err != nil {
		return nil, err
	}
	var lines []ai.Line
	var keys [][3]int
	for m := range p.Moves() {
		c, err := judge(p, m)
		if err != nil {
			return nil, err
		}
		k := s(c)
		// Behind all that are better or equal: of equals the first pit stays first.
		at := len(keys)
		for at > 0 && slices.Compare(k[:], keys[at-1][:]) > 0 {
			at--
		}
		value := float64(k[0]) + float64(k[1])/100 + float64(k[2])/1e4
		keys = slices.Insert(keys, at, k)
		lines = slices.Insert(lines, at, ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Value: value}})
	}
	return lines, nil
}

// Think plays the first of what Advise returns.
func (s strategy) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	lines, err := s.Advise(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	return asInfo(lines, q, 1), nil
}

// asInfo returns the advice as an answer to q.
func asInfo(lines []ai.Line, q ai.Request, depth int) ai.Info {
	i := ai.Info{Best: lines[0], Depth: depth}
	if q.Lines > 1 {
		i.Lines = lines[:min(q.Lines, len(lines))]
	}
	return i
}

// position returns the position of q, or an error when there is nothing to choose.
func position(q ai.Request) (awale.Position, error) {
	p, err := q.Position()
	if err != nil {
		return nil, err
	}
	a, ok := p.(awale.Position)
	switch {
	case !ok:
		return nil, msg.Errorf("this engine plays awale only")
	case p.Turn() == rules.NoPlayer:
		return nil, msg.Errorf("the game is over")
	}
	return a, nil
}

var (
	_ ai.Engine  = strategy(nil)
	_ ai.Adviser = strategy(nil)
)
