package gtp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// client communicates with one program.
type client struct {
	board
	options map[string]string
	added   bool     // the user added the engine for one game
	known   []string // commands of the program
	start   string   // start of the game that the program knows
	moves   []rules.Move
	knows   bool
	seconds int // seconds for a move, as last sent
}

// Begin asks the program for its description and its commands, and sets the game.
func (c *client) Begin(ctx context.Context, p *extern.Program) (extern.About, error) {
	about := extern.About{}
	text, err := c.ask(ctx, p, "name", p.Bounds.Start)
	if err != nil {
		return about, err
	}
	about.Name = extern.Quote(text)
	if text, err = c.ask(ctx, p, "version", p.Bounds.Answer); err == nil {
		about.Name = strings.TrimSpace(about.Name + " " + extern.Quote(text))
	}
	if text, err = c.ask(ctx, p, "list_commands", p.Bounds.Answer); err != nil {
		return about, err
	}
	if c.known = strings.Fields(text); !slices.Contains(c.known, "genmove") || !slices.Contains(c.known, "play") {
		return about, msg.Errorf("it does not know the command %s", "genmove")
	}
	for _, name := range c.known {
		if name != gameCommand && name != positionCommand && strings.Contains(name, "-") {
			about.Options = append(about.Options, extern.Quote(name))
		}
	}
	if about.Listed, err = c.listed(ctx, p); err != nil {
		return about, err
	}
	for _, name := range rules.Params(c.options).Names() {
		if name == rowOption {
			continue
		}
		value := c.options[name]
		if i := slices.IndexFunc(about.Listed, func(o extern.Listed) bool { return o.Name == name }); i >= 0 && about.Listed[i].Kind == extern.Switch {
			value = map[string]string{"on": "1", "off": "0"}[value]
		}
		if _, err := c.ask(ctx, p, strings.TrimSpace(name+" "+value), p.Bounds.Answer); err != nil {
			return about, err
		}
	}
	return about, c.begin(ctx, p)
}

// maxListed is how many options of a program are shown.
const maxListed = 100

// listed returns the options of programs that list them in the form of GoGui. Each command for
// parameters answers with lines "[type] name value", and accepts "name value". An option name
// consists of the command and the name.
func (c *client) listed(ctx context.Context, p *extern.Program) (list []extern.Listed, err error) {
	if !slices.Contains(c.known, guiCommand) {
		return nil, nil
	}
	text, err := c.ask(ctx, p, guiCommand, p.Bounds.Answer)
	if err != nil {
		return nil, err
	}
	for command := range strings.Lines(text) {
		parts := strings.Split(strings.TrimSpace(command), "/")
		if len(parts) != 3 || parts[0] != "param" || !slices.Contains(c.known, parts[2]) {
			continue
		}
		answer, err := c.ask(ctx, p, parts[2], p.Bounds.Answer)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(answer) {
			if o, ok := option(parts[2], extern.Clean(strings.TrimSpace(line))); ok && len(list) < maxListed {
				list = append(list, o)
			}
		}
	}
	return list, nil
}

// option parses "[bool] name 1", "[list/a/b] name a" or "[string] name text".
func option(command, line string) (o extern.Listed, ok bool) {
	kind, rest, ok := strings.Cut(strings.TrimPrefix(line, "["), "] ")
	name, value, _ := strings.Cut(rest, " ")
	if !ok || line[0] != '[' || name == "" || strings.Contains(name, "=") {
		return o, false
	}
	o = extern.Listed{Name: command + " " + name, Value: value}
	switch choices := strings.Split(kind, "/"); {
	case kind == "bool":
		o.Kind = extern.Switch
		if o.Value = "off"; value == "1" || value == "true" {
			o.Value = "on"
		}
	case choices[0] == "list":
		o.Kind, o.Choices = extern.Choice, choices[1:]
	}
	return o, true
}

// begin sets the game and clears the board. If a program does not know the command for the game, it
// must have been added for that game.
func (c *client) begin(ctx context.Context, p *extern.Program) error {
	if slices.Contains(c.known, gameCommand) {
		if _, err := c.ask(ctx, p, gameCommand+" "+describe(c.rules.Spec()), p.Bounds.Answer); err != nil {
			return err
		}
	} else if !c.added {
		return msg.Errorf("it does not report which game it plays: add it for one game")
	}
	if slices.Contains(c.known, "boardsize") && !slices.Contains(c.known, gameCommand) {
		if _, err := c.ask(ctx, p, "boardsize "+c.size(), p.Bounds.Answer); err != nil {
			return err
		}
	}
	_, err := c.ask(ctx, p, "clear_board", p.Bounds.Answer)
	c.moves, c.knows = nil, false
	return err
}

// ask sends a command and returns the answer. If the command failed, the error is an *msg.Error.
func (c *client) ask(ctx context.Context, p *extern.Program, command string, within time.Duration) (string, error) {
	if err := p.Send(ctx, command); err != nil {
		return "", err
	}
	text, err := c.answer(ctx, p, within)
	if errors.Is(err, extern.ErrLate) {
		return "", p.NoAnswer(command)
	}
	return text, err
}

// maxAnswer is the largest number of lines in an answer.
const maxAnswer = 1000

// answer reads an answer up to its end, an empty line.
func (c *client) answer(ctx context.Context, p *extern.Program, within time.Duration) (string, error) {
	var lines []string
	for end := time.Now().Add(within); len(lines) < maxAnswer; {
		line, err := p.Line(ctx, time.Until(end))
		switch {
		case err != nil:
			return "", err
		case line != "":
			if lines = append(lines, line); len(lines) == 1 {
				if _, bad := parse(lines); bad != nil && line[0] != '?' {
					return "", bad
				}
			}
		case len(lines) > 0:
			return parse(lines)
		}
	}
	return "", msg.Errorf("it answered %q, which is not part of the protocol", extern.Quote(lines[0]))
}

// parse returns the text of an answer. If the command failed, the error is an *msg.Error.
func parse(lines []string) (string, error) {
	first := lines[0]
	if first == "" || first[0] != '=' && first[0] != '?' {
		return "", msg.Errorf("it answered %q, which is not part of the protocol", extern.Quote(first))
	}
	rest := strings.TrimLeft(first[1:], "0123456789")
	text := strings.TrimSpace(strings.Join(append([]string{rest}, lines[1:]...), "\n"))
	if first[0] == '?' {
		return "", msg.Errorf("it refuses: %s", extern.Quote(text))
	}
	return text, nil
}

// Think sends the moves played and waits for the program's move.
func (c *client) Think(ctx context.Context, p *extern.Program, q ai.Request, at rules.Position, _ func(ai.Info)) (ai.Info, error) {
	if text, ok := p.Waiting(); ok && text != "" {
		return ai.Info{}, msg.Errorf("it answered %q, which was not requested", extern.Quote(text))
	}
	if err := c.goTo(ctx, p, q); err != nil {
		return ai.Info{}, err
	}
	seconds := max(int(q.Limit.Time/time.Second), 1)
	if seconds != c.seconds && slices.Contains(c.known, "time_settings") {
		if _, err := c.ask(ctx, p, fmt.Sprintf("time_settings 0 %d 1", seconds), p.Bounds.Answer); err != nil {
			return ai.Info{}, err
		}
		c.seconds = seconds
	}
	if err := p.Send(ctx, "genmove "+colours[at.Turn()]); err != nil {
		return ai.Info{}, err
	}
	// The protocol uses whole seconds.
	text, err := c.answer(ctx, p, max(q.Limit.Time, time.Second)+p.Bounds.Late)
	if err != nil {
		return ai.Info{}, err
	}
	m, ok := c.read(at, text)
	if strings.EqualFold(strings.TrimSpace(text), swapSides) {
		return ai.Info{}, msg.Errorf("it answered %s, which exchanges the players: in this game, a swap exchanges the pieces (%s)", swapSides, c.swap)
	}
	if !ok {
		return ai.Info{}, msg.Errorf("it answered %s, which is not a legal move", extern.Quote(text))
	}
	if m == rules.Resign { // the program does not consider this a move
		c.knows = false
		return ai.Info{Best: ai.Line{Moves: []rules.Move{m}}}, nil
	}
	c.start, c.knows = q.Start.String(), true
	c.moves = append(slices.Clone(q.Moves), m)
	return ai.Info{Best: ai.Line{Moves: []rules.Move{m}}}, nil
}

// goTo makes the program take back moves that are not part of the request, and sends the moves that
// it does not know.
func (c *client) goTo(ctx context.Context, p *extern.Program, q ai.Request) error {
	n := 0 // number of moves in common
	if start := q.Start.String(); !c.knows || start != c.start {
		if c.knows {
			if err := c.begin(ctx, p); err != nil {
				return err
			}
		}
		if start != c.rules.Start().String() {
			if !slices.Contains(c.known, positionCommand) {
				return msg.Errorf("the protocol %s does not support set-up positions", "GTP")
			}
			if _, err := c.ask(ctx, p, positionCommand+" "+start, p.Bounds.Answer); err != nil {
				return err
			}
		}
		c.start = start
	} else {
		for n < min(len(c.moves), len(q.Moves)) && c.moves[n] == q.Moves[n] {
			n++
		}
	}
	at := q.Start
	for i, m := range q.Moves {
		if i == n {
			if err := c.undo(ctx, p, len(c.moves)-n); err != nil {
				return err
			}
		}
		if i >= n {
			text := c.write(at, m)
			if text == "" {
				return msg.Errorf("the protocol %s does not support the move %s", "GTP", c.rules.FormatMove(m))
			}
			if _, err := c.ask(ctx, p, "play "+colours[at.Turn()]+" "+text, p.Bounds.Answer); err != nil {
				return err
			}
		}
		var err error
		if at, err = at.Play(m); err != nil {
			return err
		}
	}
	if n == len(q.Moves) {
		return c.undo(ctx, p, len(c.moves)-n)
	}
	return nil
}

// undo makes the program take back n moves.
func (c *client) undo(ctx context.Context, p *extern.Program, n int) error {
	for range n {
		if _, err := c.ask(ctx, p, "undo", p.Bounds.Answer); err != nil {
			return err
		}
	}
	return nil
}
