package nboard

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// client communicates with one program.
type client struct {
	rules   rules.Rules
	options map[string]string
	name    string
	start   string       // start of the game that the program knows
	moves   []rules.Move // moves of that game
	knows   bool
	depth   int // as last sent
	pings   int
	stopped bool // whether the program was stopped by a ping that it has not answered
}

// Begin sends the version and a depth, after which some programs send their name. It waits until
// the program is ready.
func (c *client) Begin(ctx context.Context, p *extern.Program) (extern.About, error) {
	c.depth = c.plies(ai.Limit{Time: time.Second})
	if err := p.Send(ctx, "nboard 2", "set depth "+strconv.Itoa(c.depth)); err != nil {
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

// ping waits until the program has processed all commands. This also stops its thinking.
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

// plies returns the search depth for a program, since the protocol has no time limits. A tripled
// time adds about two plies.
func (c *client) plies(l ai.Limit) int {
	if l.Depth > 0 {
		return min(l.Depth, maxDepth)
	}
	if n, err := strconv.Atoi(c.options["depth"]); err == nil {
		return n
	}
	return min(6+bits.Len64(uint64(l.Time/(50*time.Millisecond))), 30)
}

// Think sends the moves played and waits for the program's move. If the request wants several lines
// or reports, it asks for hints instead. When the time is over, it stops the program and uses the
// best line so far.
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
	hint := q.Lines > 1 || report != nil
	ask := "go"
	if hint {
		ask = "hint " + strconv.Itoa(max(q.Lines, 1))
	}
	if err := p.Send(ctx, append(send, ask)...); err != nil {
		return ai.Info{}, err
	}
	c.start, c.moves, c.knows = q.Start.String(), slices.Clone(q.Moves), true
	return c.listen(ctx, p, q, at, hint, report)
}

// question returns the lines that lead from the position known to the program to the requested one.
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

// evaluatedLine is a line with the program's evaluation in discs.
type evaluatedLine struct {
	ai.Line
	eval float64
}

// rank returns 1 for a proved win and -1 for a proved loss, else 0.
func (j evaluatedLine) rank() float64 {
	if j.Score.Proved {
		return j.Score.Value
	}
	return 0
}

// listen reads lines until the program has moved or completed its hints, or the time is over.
func (c *client) listen(ctx context.Context, p *extern.Program, q ai.Request, at rules.Position, hint bool, report func(ai.Info)) (ai.Info, error) {
	var info ai.Info
	lines := map[rules.Move]evaluatedLine{}
	update := func() {
		all := slices.Collect(maps.Values(lines))
		slices.SortFunc(all, func(a, b evaluatedLine) int {
			return cmp.Or(cmp.Compare(b.rank(), a.rank()), cmp.Compare(b.eval, a.eval), cmp.Compare(write(c.rules, a.Moves[0]), write(c.rules, b.Moves[0])))
		})
		if info.Best = all[0].Line; q.Lines > 1 {
			info.Lines = nil
			for _, j := range all[:min(len(all), q.Lines)] {
				info.Lines = append(info.Lines, j.Line)
			}
		}
		if report != nil {
			report(info)
		}
	}
	end := time.Now().Add(q.Limit.Time)
	over := false // the time is over
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
		case (errors.Is(err, extern.ErrLate) || ctx.Err() != nil) && len(info.Best.Moves) > 0 && (hint || ctx.Err() != nil):
			c.stopped = true
			return info, nil
		default:
			return info, err
		}
		switch word, rest := split(text); word {
		case "===":
			m, eval, has, err := read(c.rules, rest)
			if err != nil {
				return info, msg.Errorf("it answered %q, which is not part of the protocol", extern.Quote(text))
			}
			info.Best = lines[m].Line
			if len(info.Best.Moves) == 0 {
				info.Best.Moves = []rules.Move{m}
			}
			if has && !info.Best.Score.Proved {
				info.Best.Score = ai.Score{Value: eval}
			}
			if over {
				c.stopped = true
			}
			return info, nil
		case "search", "book":
			if j, depth, ok := c.parseLine(at, strings.Fields(rest)); ok {
				lines[j.Moves[0]] = j
				info.Depth = max(info.Depth, depth)
				update()
			}
		case "nodestats": // some programs send it repeatedly
			n, _, _ := strings.Cut(rest, " ")
			if count, err := strconv.ParseUint(n, 10, 64); err == nil {
				info.Nodes = count
			}
		case "status":
			if hint && len(lines) > 0 && !over { // after their hints, programs report that they are waiting
				c.stopped = true // a ping makes sure of that
				return info, nil
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

// parseLine parses the words of a line: moves, evaluation, number of games, depth. An evaluation may
// consist of two: with draws counted for Black, and with draws counted for White.
func (c *client) parseLine(at rules.Position, words []string) (j evaluatedLine, depth int, ok bool) {
	if len(words) < 2 {
		return j, 0, false
	}
	parts := strings.Split(words[1], ",")
	for _, part := range parts {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v >= -maxEval && v <= maxEval) {
			return j, 0, false
		}
		j.eval += v / float64(len(parts))
	}
	if j.Moves = line(c.rules, at, words[0]); len(j.Moves) == 0 {
		return j, 0, false
	}
	j.Score = ai.Score{Value: j.eval}
	if len(words) > 3 {
		if depth = depthOf(words[3]); strings.HasPrefix(words[3], "100%") {
			depth, j.Score = maxDepth, ai.Score{Proved: true, Value: float64(cmp.Compare(j.eval, 0))}
		}
	}
	return j, depth, true
}

// maxDepth is the number of moves in a game.
const maxDepth = 60

// depthOf parses a search depth. Programs may add their confidence to it, as in "18@73%".
func depthOf(text string) int {
	digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return min(n, maxDepth)
}
