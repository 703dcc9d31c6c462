package awale

import (
	"context"
	"slices"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/text/msg"
)

// Offensive is an engine that captures as much as possible. It prefers the largest capture, then
// the most uncovered pits on the opponent's side, then the fewest on its own side, and finally the
// first pit.
var Offensive = ai.Kind{
	Name: "awale-offensive", Title: "Offensive", Plays: plays,
	About: "Captures the most seeds, then uncovers the opponent's pits, then covers its own.",
	New:   func(rules.Rules, rules.Params) (ai.Engine, error) { return strategy(offensive), nil },
}

// Defensive is an engine that gives away as little as possible. It prefers the smallest capture by
// the reply, then the fewest uncovered pits on its own side, then the largest capture, and finally
// the first pit.
var Defensive = ai.Kind{
	Name: "awale-defensive", Title: "Defensive", Plays: plays,
	About: "Leaves the fewest seeds to the reply, then covers its own pits, then captures.",
	New:   func(rules.Rules, rules.Params) (ai.Engine, error) { return strategy(defensive), nil },
}

// criteria are the properties of a move that the strategies use.
type criteria struct {
	takes  int // seeds that the move captures
	reply  int // seeds that the best reply captures
	theirs int // uncovered pits of the opponent after the move
	ours   int // uncovered pits of the mover after the move
}

// evaluateMove returns the criteria of the legal move m.
func evaluateMove(p awale.Position, m rules.Move) (criteria, error) {
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

// strategy returns sort keys for a move. The most important key comes first, and larger keys are
// better.
type strategy func(criteria) [3]int

func offensive(c criteria) [3]int { return [3]int{c.takes, c.theirs, -c.ours} }
func defensive(c criteria) [3]int { return [3]int{-c.reply, -c.ours, c.takes} }

// Advise returns a line for every legal move, the best move first. The integer part of the score is
// the first key. The first two decimal digits are the second key, and the next two are the third
// key.
func (s strategy) Advise(_ context.Context, q ai.Request) ([]ai.Line, error) {
	p, err := position(q)
	if err != nil {
		return nil, err
	}
	var lines []ai.Line
	var keys [][3]int
	for m := range p.Moves() {
		c, err := evaluateMove(p, m)
		if err != nil {
			return nil, err
		}
		k := s(c)
		// Insert the move after all moves with the same keys, so that earlier pits come first.
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

// Think returns the first line of Advise.
func (s strategy) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	lines, err := s.Advise(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	return asInfo(lines, q, 1), nil
}

// asInfo converts the advice into an answer to q.
func asInfo(lines []ai.Line, q ai.Request, depth int) ai.Info {
	i := ai.Info{Best: lines[0], Depth: depth}
	if q.Lines > 1 {
		i.Lines = lines[:min(q.Lines, len(lines))]
	}
	return i
}

// position returns the position of q, or an error if it is not awale or the game is over.
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
