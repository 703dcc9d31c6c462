package nboard

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/msg"
	"boardstudio/rules"
)

// client asks one program.
type client struct {
	rules   rules.Rules
	options map[string]string
	name    string
	start   string       // where the game began that the program knows
	moves   []rules.Move // what it knows of it
	knows   bool
	depth   int // as it was told last
	pings   int
	stopped bool // whether it was stopped by a ping that it has not answered
}

// Begin tells the version, and waits until the program is ready.
func (c *client) Begin(ctx context.Context, p *extern.Program) (extern.About, error) {
	if err := p.Send(ctx, "nboard 2"); err != nil {
		return extern.About{}, err
	}
	if err := c.ping(ctx, p, p.Bounds.Start); err != nil {
		if errors.Is(err, extern.ErrLate) {
			return extern.About{}, p.NoAnswer("nboard 2")
		}
		return extern.About{}, err
	}
	return extern.About{Name: c.name, Options: []string{"depth"}}, nil
}

// ping waits until the program has done all that it was told; this ends its thinking too.
func (c *client) ping(ctx context.Context, p *extern.Program, within time.Duration) error {
	c.pings++
	if err := p.Send(ctx, "ping "+strconv.Itoa(c.pings)); err != nil {
		return err
	}
	for end := time.Now().Add(within); ; {
		text, err := p.Line(ctx, time.Until(end))
		if err != nil {
			return err
		}
		switch word, rest := split(text); {
		case word == "pong" && rest == strconv.Itoa(c.pings):
			return nil
		case word == "set" && strings.HasPrefix(strings.ToLower(rest), "myname "):
			c.name = extern.Quote(strings.TrimSpace(rest[len("myname "):]))
		}
	}
}

// plies returns how deep a program looks that knows no limit of time: some two plies more for each tripling of it.
func (c *client) plies(l ai.Limit) int {
	if l.Depth > 0 {
		return min(l.Depth, 60)
	}
	if n, err := strconv.Atoi(c.options["depth"]); err == nil {
		return n
	}
	return min(6+bits.Len64(uint64(l.Time/(50*time.Millisecond))), 30)
}

// Think tells the program what was played, and waits for its move, or for so many lines as are asked for. When the time is over it is
// stopped, and the best that it has said counts.
func (c *client) Think(ctx context.Context, p *extern.Program, q ai.Request, at rules.Position, report func(ai.Info)) (ai.Info, error) {
	send, err := c.question(q)
	if err != nil {
		return ai.Info{}, err
	}
	if c.stopped {
		if err := c.ping(ctx, p, p.Bounds.Answer); err != nil {
			return ai.Info{}, err
		}
		c.stopped = false
	}
	if n := c.plies(q.Limit); n != c.depth {
		send, c.depth = append([]string{"set depth " + strconv.Itoa(n)}, send...), n
	}
	ask := "go"
	if q.Lines > 1 {
		ask = "hint " + strconv.Itoa(q.Lines)
	}
	if err := p.Send(ctx, append(send, ask)...); err != nil {
		return ai.Info{}, err
	}
	c.start, c.moves, c.knows = q.Start.String(), slices.Clone(q.Moves), true
	return c.listen(ctx, p, q, at, report)
}

// question returns the lines that lead from what the program knows to what is asked.
func (c *client) question(q ai.Request) ([]string, error) {
	if c.knows && q.Start.String() == c.start && len(c.moves) <= len(q.Moves) && slices.Equal(c.moves, q.Moves[:len(c.moves)]) {
		var lines []string
		for _, m := range q.Moves[len(c.moves):] {
			lines = append(lines, "move "+write(c.rules, m))
		}
		return lines, nil
	}
	game, err := ggf(c.rules, q)
	return []string{"set game " + game}, err
}

// listen takes what the program says until it has moved or the time is over.
func (c *client) listen(ctx context.Context, p *extern.Program, q ai.Request, at rules.Position, report func(ai.Info)) (ai.Info, error) {
	var info ai.Info
	lines := map[rules.Move]ai.Line{}
	update := func() {
		all := make([]ai.Line, 0, len(lines))
		for _, l := range lines {
			all = append(all, l)
		}
		slices.SortFunc(all, func(a, b ai.Line) int { return strings.Compare(write(c.rules, a.Moves[0]), write(c.rules, b.Moves[0])) })
		slices.SortStableFunc(all, func(a, b ai.Line) int {
			switch {
			case a.Score.Value > b.Score.Value:
				return -1
			case a.Score.Value < b.Score.Value:
				return 1
			}
			return 0
		})
		info.Best = all[0]
		if q.Lines > 1 {
			info.Lines = all[:min(len(all), q.Lines)]
		}
		if report != nil {
			report(info)
		}
	}
	end := time.Now().Add(q.Limit.Time)
	over := false // the time
	for {
		text, err := p.Line(ctx, time.Until(end))
		switch {
		case err == nil:
		case errors.Is(err, extern.ErrLate) && !over:
			over, end = true, time.Now().Add(p.Bounds.Late)
			c.pings++
			if err := p.Send(ctx, "ping "+strconv.Itoa(c.pings)); err != nil {
				return info, err
			}
			continue
		case (errors.Is(err, extern.ErrLate) || ctx.Err() != nil) && len(info.Best.Moves) > 0 && (q.Lines > 1 || ctx.Err() != nil):
			c.stopped = true
			return info, nil
		default:
			return info, err
		}
		switch word, rest := split(text); word {
		case "===":
			m, eval, has, err := read(c.rules, rest)
			if err != nil {
				return info, msg.Errorf("it answered %q, which the protocol does not know", extern.Quote(text))
			}
			l, known := lines[m]
			if !known || len(l.Moves) == 0 {
				l = ai.Line{Moves: []rules.Move{m}}
			}
			if has {
				l.Score = ai.Score{Value: eval}
			}
			info.Best = l
			if over {
				c.stopped = true
			}
			return info, nil
		case "search", "book":
			words := strings.Fields(rest)
			if len(words) < 2 {
				continue
			}
			moves := line(c.rules, at, words[0])
			eval, err := strconv.ParseFloat(words[1], 64)
			if err != nil || !(eval >= -maxEval && eval <= maxEval) || len(moves) == 0 {
				continue
			}
			lines[moves[0]] = ai.Line{Moves: moves, Score: ai.Score{Value: eval}}
			if len(words) > 3 {
				info.Depth = max(info.Depth, depthOf(words[3]))
			}
			update()
		case "nodestats":
			if n, _, _ := strings.Cut(rest, " "); n != "" {
				if count, err := strconv.ParseUint(n, 10, 64); err == nil {
					info.Nodes = count
				}
			}
			if q.Lines > 1 && len(lines) > 0 && !over {
				return info, nil // the program is done: it says so behind its hints
			}
		case "pong":
			if over && rest == strconv.Itoa(c.pings) {
				if len(info.Best.Moves) == 0 {
					return info, extern.ErrLate
				}
				return info, nil
			}
		}
	}
}

// depthOf reads the depth of a search, behind which programs write how sure they are: "18@73%".
func depthOf(text string) int {
	digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return min(n, 60)
}
