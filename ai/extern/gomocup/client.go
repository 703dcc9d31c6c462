package gomocup

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/rules"
	"boardstudio/rules/line"
	"boardstudio/text/msg"
)

// unit is the unit of Rapfi, the strongest of the free programs. It computes the expected share of
// the win as the logistic function of a 200th of its score (ScalingFactor in its config.cpp, 2024).
// Scores of other programs have the same magnitude: an open row of three counts some hundreds.
const unit = 200

// Protocol is the protocol of the Gomocup tournaments.
var Protocol = extern.Protocol{
	Name: "gomocup", Title: "Gomocup",
	Plays: plays, Samples: samples, Remark: remark, Goodbye: "END",
	Unit: unit,
	Dial: func(r rules.Rules, e extern.Entry) extern.Talker {
		return &client{rules: r, options: e.Options}
	},
	Options: []rules.Param{{Name: "folder", Title: "Folder for its files", Kind: rules.Text}},
}

// presets are the games for testing programs, each with a different INFO rule.
var presets = []string{"gomoku", "gomoku-standard", "renju"}

func samples(rules.Catalog) []extern.Sample {
	var all []extern.Sample
	for _, name := range presets {
		if r, err := line.Game.Build(name, nil); err == nil {
			all = append(all, extern.Sample{Name: name, Rules: r})
		}
	}
	return all
}

// Sides of the boards that the protocol supports.
const minSide, maxSide = 5, 64

// plays accepts five in a row on a flat board without captures.
func plays(r rules.Rules) error {
	x, ok := r.(*line.Rules)
	if !ok {
		return msg.Errorf("the protocol %s supports only five in a row on a flat board", "Gomocup")
	}
	o := x.Options()
	plain := o.Players == 2 && o.K == 5 && !o.Drop && o.Topology == "plane" && o.Captures == 0 && o.DoubleThree == "allowed" && !o.Adjacent && !o.Misere
	exact := o.Exact == 0 || o.Renju && o.Exact == rules.Of(0) || !o.Renju && o.Exact == rules.Of(0, 1)
	if !plain || !exact || min(o.Rows, o.Cols) < minSide {
		return msg.Errorf("the protocol %s supports only five in a row on a flat board", "Gomocup")
	}
	return nil
}

// rule returns the bits of INFO rule.
func rule(r rules.Rules) int {
	o := r.(*line.Rules).Options()
	switch {
	case o.Renju:
		return renju
	case o.Exact != 0:
		return exactFive
	}
	return 0
}

// remark reports whether a line is meant for people, or is an INFO, with which some programs report
// their progress.
func remark(text string) bool {
	if strings.TrimSpace(text) == "" {
		return true
	}
	command, _ := split(text)
	return command == "MESSAGE" || command == "DEBUG" || command == "INFO"
}

// client communicates with one program.
type client struct {
	rules   rules.Rules
	options map[string]string
	start   string       // start of the game that the program knows
	moves   []rules.Move // moves of that game
	knows   bool         // whether the program knows a game
	limit   ai.Limit     // as last sent
	moved   time.Time    // time of the program's last answer
	silent  bool         // the program has not described itself yet
}

// Begin starts a game, sends the rules, and asks the program for its description.
func (c *client) Begin(ctx context.Context, p *extern.Program) (extern.About, error) {
	if err := c.board(ctx, p, p.Bounds.Start); err != nil {
		return extern.About{}, err
	}
	info := []string{
		"INFO rule " + strconv.Itoa(rule(c.rules)), "INFO game_type 1", "INFO timeout_match 0", "INFO time_left " + strconv.Itoa(math.MaxInt32),
		"INFO max_memory " + strconv.FormatInt(memory(p.Bounds), 10), "INFO folder " + p.Folder(),
	}
	for _, name := range rules.Params(c.options).Names() {
		info = append(info, "INFO "+name+" "+c.options[name])
	}
	if err := p.Send(ctx, append(info, "ABOUT")...); err != nil {
		return extern.About{}, err
	}
	for end := time.Now().Add(p.Bounds.Answer); ; {
		text, err := p.Line(ctx, time.Until(end))
		if errors.Is(err, extern.ErrLate) {
			c.silent = true // this is harmless
			return extern.About{}, nil
		}
		if err != nil {
			return extern.About{}, err
		}
		switch command, _ := split(text); {
		case isMove(text):
			return extern.About{}, unasked(text)
		case command == "OK" || command == "UNKNOWN" && !strings.Contains(text, "ABOUT"):
		case command == "UNKNOWN" || command == "ERROR":
			return extern.About{}, nil
		default:
			return extern.About{Name: about(text)}, nil
		}
	}
}

// usualMemory is the memory limit sent to programs, as in the Gomocup tournaments. Some programs
// clear all of it before they think.
const usualMemory = 350 << 20

// memory returns the memory limit sent to the program, in bytes. If the user has set a limit, it is
// half of that.
func memory(b extern.Bounds) int64 {
	if b.Memory == extern.DefaultBounds.Memory {
		return usualMemory
	}
	return min(b.Memory/2, math.MaxInt32)
}

// board starts a game on an empty board.
func (c *client) board(ctx context.Context, p *extern.Program, within time.Duration) error {
	width, height := size(c.rules)
	start := "START " + strconv.Itoa(width)
	if width != height {
		start = fmt.Sprintf("RECTSTART %d,%d", width, height)
	}
	if err := p.Send(ctx, start); err != nil {
		return err
	}
	if err := c.agree(ctx, p, within); err != nil {
		if errors.Is(err, extern.ErrLate) {
			return p.NoAnswer(start)
		}
		return err
	}
	c.knows, c.moves = false, nil
	return nil
}

// agree waits for OK.
func (c *client) agree(ctx context.Context, p *extern.Program, within time.Duration) error {
	for end := time.Now().Add(within); ; {
		text, err := p.Line(ctx, time.Until(end))
		if err != nil {
			return err
		}
		switch command, rest := split(text); {
		case command == "OK":
			return nil
		case command == "ERROR" || command == "UNKNOWN":
			return msg.Errorf("it refuses: %s", extern.Quote(rest))
		case isMove(text):
			return unasked(text)
		default:
			return strange(text)
		}
	}
}

// about returns name, version, author and country from a line such as name="Rows", version="1.0".
func about(text string) string {
	var parts []string
	for _, key := range []string{"name", "version", "author"} {
		_, rest, ok := strings.Cut(text, key+`="`)
		if value, _, end := strings.Cut(rest, `"`); ok && end && value != "" {
			parts = append(parts, extern.Quote(value))
		}
	}
	if parts == nil {
		return extern.Quote(text)
	}
	return strings.Join(parts, " ")
}

// answerPause is the pause after an answer of the program. Some programs drop a command that arrives
// immediately, since they consider themselves still thinking.
const answerPause = 20 * time.Millisecond

// Think sends the moves played and waits for the program's move. It reports the program's remarks
// once they include a line and a score.
func (c *client) Think(ctx context.Context, p *extern.Program, q ai.Request, at rules.Position, report func(ai.Info)) (ai.Info, error) {
	for {
		text, ok := p.Waiting()
		if !ok {
			break
		}
		if isMove(text) {
			return ai.Info{}, unasked(text)
		}
	}
	select {
	case <-time.After(time.Until(c.moved.Add(answerPause))):
	case <-ctx.Done():
		return ai.Info{}, ctx.Err()
	}
	send, err := c.question(ctx, p, q)
	if err != nil {
		return ai.Info{}, err
	}
	if c.limit != q.Limit {
		info := []string{"INFO timeout_turn " + strconv.FormatInt(min(q.Limit.Time.Milliseconds(), math.MaxInt32), 10)}
		if q.Limit.Depth != c.limit.Depth {
			info = append(info, "INFO max_depth "+strconv.Itoa(q.Limit.Depth))
		}
		if q.Limit.Nodes != c.limit.Nodes {
			info = append(info, "INFO max_node "+strconv.FormatUint(q.Limit.Nodes, 10))
		}
		send = append(info, send...)
		c.limit = q.Limit
	}
	if err := p.Send(ctx, send...); err != nil {
		return ai.Info{}, err
	}
	h := progressParser{rules: c.rules, at: at}
	m, err := c.answer(ctx, p, q.Limit.Time+p.Bounds.Late, func(remarks []string) {
		for _, text := range remarks {
			h.hear(text)
		}
		if report != nil && h.known && len(h.info.Best.Moves) > 0 {
			report(h.info)
		}
	})
	if err != nil {
		return ai.Info{}, err
	}
	c.moved = time.Now()
	c.start, c.knows = q.Start.String(), true
	c.moves = append(slices.Clone(q.Moves), m)
	return h.answer(m), nil
}

// question returns the lines that lead from the position known to the program to the requested one.
func (c *client) question(ctx context.Context, p *extern.Program, q ai.Request) ([]string, error) {
	n := len(q.Moves)
	if c.knows && q.Start.String() == c.start && len(c.moves) == n-1 && slices.Equal(c.moves, q.Moves[:n-1]) && q.Moves[n-1].To != rules.NoCell {
		return []string{"TURN " + point(c.rules, q.Moves[n-1].To)}, nil
	}
	if c.knows {
		if err := c.restart(ctx, p); err != nil {
			return nil, err
		}
	}
	stones, err := stones(c.rules, q)
	if err != nil {
		return nil, err
	}
	if len(stones) == 0 {
		return []string{"BEGIN"}, nil
	}
	return append(append([]string{"BOARD"}, stones...), "DONE"), nil
}

// restart clears the board, in the way that the program supports.
func (c *client) restart(ctx context.Context, p *extern.Program) error {
	if width, height := size(c.rules); width == height { // after RECTSTART, programs treat RESTART differently
		if err := p.Send(ctx, "RESTART"); err != nil {
			return err
		}
		if err := c.agree(ctx, p, p.Bounds.Answer); err == nil {
			c.knows, c.moves = false, nil
			return nil
		} else if ctx.Err() != nil || errors.Is(err, extern.ErrLate) {
			return p.NoAnswer("RESTART")
		}
	}
	return c.board(ctx, p, p.Bounds.Start)
}

// stones returns the lines of BOARD: the stones in the order of the moves, with 1 for the program's
// own. Stones of a set-up position come first, alternating between the players.
func stones(r rules.Rules, q ai.Request) ([]string, error) {
	at, err := q.Position()
	if err != nil {
		return nil, err
	}
	own := at.Turn()
	write := func(c rules.Cell, p rules.Player) string {
		who := 2
		if p == own {
			who = 1
		}
		return point(r, c) + "," + strconv.Itoa(who)
	}
	var lines []string
	var of [2][]rules.Cell
	for c := range r.Board().Cells {
		if p := q.Start.At(rules.Cell(c)).Owner; p != rules.NoPlayer {
			of[p] = append(of[p], rules.Cell(c))
		}
	}
	for i := range max(len(of[0]), len(of[1])) {
		for p := range of {
			if i < len(of[p]) {
				lines = append(lines, write(of[p][i], rules.Player(p)))
			}
		}
	}
	for p, i := q.Start, 0; i < len(q.Moves); i++ {
		if m := q.Moves[i]; m.To != rules.NoCell {
			lines = append(lines, write(m.To, p.Turn()))
		}
		if p, err = p.Play(q.Moves[i]); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// maxSuggestions is how often a program may suggest a move instead of playing it.
const maxSuggestions = 3

// answer waits for a move, and passes remarks to hear.
func (c *client) answer(ctx context.Context, p *extern.Program, within time.Duration, hear func([]string)) (rules.Move, error) {
	suggested := 0
	for end := time.Now().Add(within); ; {
		text, err := p.Listen(ctx, time.Until(end), hear)
		if err != nil {
			return rules.Move{}, err
		}
		switch command, rest := split(text); command {
		case "OK", "UNKNOWN": // the answer to an unknown INFO, or an additional OK
		case "ERROR":
			return rules.Move{}, msg.Errorf("it reports an error: %s", extern.Quote(rest))
		case "SUGGEST":
			if suggested++; suggested > maxSuggestions {
				return rules.Move{}, strange(text)
			}
			m, err := c.move(rest)
			if err != nil {
				return rules.Move{}, err
			}
			if err := p.Send(ctx, "PLAY "+point(c.rules, m.To)); err != nil {
				return rules.Move{}, err
			}
		default:
			if c.silent && !isMove(text) {
				c.silent = false
				continue
			}
			return c.move(text)
		}
	}
}

// move parses "x,y". It returns an error if text has another form or the cell is not on the board.
func (c *client) move(text string) (rules.Move, error) {
	xy, ok := numbers(text, 2)
	if !ok {
		return rules.Move{}, strange(text)
	}
	to, ok := cell(c.rules, xy[0], xy[1])
	if !ok {
		return rules.Move{}, msg.Errorf("it answered %s, which is not on the board", extern.Quote(text))
	}
	return rules.Place(to), nil
}

// isMove reports whether a line looks like a move.
func isMove(text string) bool {
	_, ok := numbers(text, 2)
	return ok
}

func unasked(text string) error {
	return msg.Errorf("it sent the move %s, which was not requested", extern.Quote(text))
}

func strange(text string) error {
	return msg.Errorf("it answered %q, which is not part of the protocol", extern.Quote(text))
}
