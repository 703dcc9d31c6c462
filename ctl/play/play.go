// Package play implements `studioctl play`, which plays a game in the terminal.
package play

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	"boardstudio/clock"
	"boardstudio/ctl"
	"boardstudio/draw/term"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// Commands returns the play command.
func Commands(t *ctl.Tool) []*cobra.Command { return []*cobra.Command{playCommand(t)} }

func playCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	var s, advise, names, symbols ctl.SeatFlags
	l := ctl.LimitFlags{Engines: t.Engines, Otherwise: time.Second}
	var save, again, gone, timing string
	var shuffle, replace bool
	cmd := &cobra.Command{
		Use:   "play {--game GAME | --recover ID} [--seat A=human] [--seat B=ENGINE]",
		Short: locale.T("Play in the terminal"),
		Long: locale.T("Play a game in the terminal, against people or engines. Seats without a player are human. Type a "+
			"move, or undo, moves, board, resign, help or quit. The input may also come from a file.") + "\n\n" +
			locale.T("Each move is saved to a journal at once. If a game is interrupted, for example by a crash or a "+
				"closed terminal, Studio and the next studioctl play offer to resume it. The option --recover "+
				"resumes it."),
		Example: "  studioctl play --game tictactoe\n  studioctl play --game connect4 --seat B=alphabeta --save game.studio\n  studioctl play --recover last --save game.studio",
		Args:    t.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if gone != "" {
				return forget(t, gone)
			}
			r, err := newRecording(t, save, replace)
			if err != nil {
				return err
			}
			if _, err := l.Value(""); err != nil {
				return err
			}
			if r.control, err = clock.Parse(timing); err != nil {
				return err
			}
			c := &contest{Tool: t, limits: l, record: r, advise: advise, names: names, symbols: symbols}
			if again != "" {
				if g.Game != "" || g.From != "" || len(g.Params) > 0 {
					return msg.Errorf("options --%s and --%s cannot be used together", "recover", "game")
				}
				if r.control.Limits() {
					return msg.Errorf("options --%s and --%s cannot be used together", "recover", "clock")
				}
				return c.resume(ctx, again, &s, shuffle)
			}
			offer(t)
			game, p, err := t.Position(&g)
			if err != nil {
				return err
			}
			specs, err := s.Specs(game, model.Human)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("shuffle") && g.From == "" {
				shuffle = g.DrawsLots()
			}
			defer c.close()
			if err := c.createPlayers(game, specs); err != nil {
				return err
			}
			if shuffle {
				c.rotate(rand.IntN(len(specs)))
			}
			c.positions = []rules.Position{p}
			if err := r.begin(game, p, c.Players); err != nil {
				return err
			}
			return c.play(ctx)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	g.Add(cmd)
	g.AddFrom(cmd)
	s.Add(t, cmd, &g, true)
	l.Add(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&advise.Seats, "advise", nil, locale.T("adviser of a human player: `SEAT=ENGINE`, such as A=awale-offensive; may be repeated"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("advise", t.CompleteSeat(&g, false)))
	f.StringArrayVar(&names.Seats, "name", nil, locale.T("name of a player: `SEAT=NAME`, such as A=Ann; may be repeated"))
	f.StringArrayVar(&symbols.Seats, "symbol", nil, locale.T("symbol of a player: `SEAT=SYMBOL`, cross, nought, disc or one or two letters; may be repeated"))
	for _, name := range []string{"name", "symbol"} {
		ctl.Must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
	f.StringVar(&save, "save", "", locale.T("`FILE` to write the record to at the end"))
	ctl.ReplaceFlag(cmd, &replace)
	f.BoolVar(&shuffle, "shuffle", false, locale.T("choose at random who begins, and rotate the players accordingly; the default for tictactoe, morpion and awale, unless --from is given"))
	f.StringVar(&timing, "clock", "", locale.T("`CONTROL` for each player: 30s/move; 5m per game; 5m+3s adds 3 s per move; 5m~3s does not count the first 3 s of each move"))
	f.StringVar(&again, "recover", "", locale.T("resume the interrupted game `ID`, or last for the latest"))
	f.StringVar(&gone, "forget", "", locale.T("delete the interrupted game `ID`, or last for the latest"))
	for _, name := range []string{"recover", "forget"} {
		ctl.Must(cmd.RegisterFlagCompletionFunc(name, completeLost(t)))
	}
	return cmd
}

// contest is a game in progress.
type contest struct {
	*ctl.Tool
	ctl.Table
	engines []ai.Engine // nil for human players
	limits  ctl.LimitFlags
	record  *recording
	advise  ctl.SeatFlags
	names   ctl.SeatFlags
	symbols ctl.SeatFlags
	// advisers has one element per seat. advice is the advice of one of them about the current
	// position.
	advisers []adviser
	advice   model.Advice
	// positions are the start position and the position after each move.
	positions []rules.Position
	moves     []rules.Move
	lines     <-chan inputLine // the user's input; closed at its end
	echo      bool             // the terminal does not show the input itself
}

// createPlayers creates the players from their specifications.
func (c *contest) createPlayers(r rules.Rules, specs []string) error {
	c.Rules = r
	for _, spec := range specs {
		var e ai.Engine
		if spec != model.Human {
			var err error
			if e, err = c.NewEngine(spec, r); err != nil {
				return err
			}
		}
		c.Players, c.engines = append(c.Players, model.Player{Kind: spec}), append(c.engines, e)
	}
	if err := c.assignNames(); err != nil {
		return err
	}
	advisers, err := c.advise.Specs(r, "")
	if err != nil {
		return err
	}
	for i, spec := range advisers {
		var e ai.Engine
		switch {
		case spec == "":
		case c.engines[i] != nil:
			return msg.Errorf("seat %s is not a human player: only human players can have an adviser", string(rules.Player(i).Letter()))
		default:
			if e, err = c.NewEngine(spec, r); err != nil {
				return err
			}
		}
		c.advisers = append(c.advisers, adviser{spec, e})
	}
	return nil
}

// assignNames assigns names and symbols to the players. It returns an error if two players would look the same.
func (c *contest) assignNames() error {
	for what, flags := range map[string]*ctl.SeatFlags{"name": &c.names, "symbol": &c.symbols} {
		values, err := flags.Specs(c.Rules, "")
		if err != nil {
			return msg.Errorf("option --%s: %v", what, err)
		}
		for i, value := range values {
			if value == "" {
				continue
			}
			if err := c.Players[i].Set(what, value); err != nil {
				return msg.Errorf("option --%s: %v", what, err)
			}
		}
	}
	if err := model.CheckPlayers(c.Players); err != nil {
		return err
	}
	names := make([]string, len(c.Players))
	for i, p := range c.Players {
		names[i] = p.Name
	}
	model.NumberNames(names, func(i int) bool { return c.engines[i] == nil })
	for i := range c.Players {
		c.Players[i].Name = names[i]
	}
	return nil
}

// rotate gives the first seat to the player with index first. The others follow in order.
func (c *contest) rotate(first int) {
	c.Players = append(slices.Clone(c.Players[first:]), c.Players[:first]...)
	c.engines = append(slices.Clone(c.engines[first:]), c.engines[:first]...)
	c.advisers = append(slices.Clone(c.advisers[first:]), c.advisers[:first]...)
}

// adviser advises the player at a seat. Its engine is nil if there is no advice.
type adviser struct {
	spec   string
	engine ai.Engine
}

// close closes the engines that have been built.
func (c *contest) close() {
	for _, e := range c.engines {
		if e != nil {
			ai.Close(e)
		}
	}
	for _, a := range c.advisers {
		if a.engine != nil {
			ai.Close(a.engine)
		}
	}
}

// resume continues an interrupted game. Players that s does not name stay the same.
func (c *contest) resume(ctx context.Context, id string, s *ctl.SeatFlags, shuffle bool) error {
	if err := c.record.recover(ctx, id); err != nil {
		return err
	}
	d := c.record.doc
	specs, err := s.Specs(d.Tree.Rules(), "")
	for i := range specs {
		if specs[i] == "" {
			specs[i] = cmp.Or(d.Players[i].Kind, model.Human)
		}
	}
	if err == nil && shuffle {
		err = msg.Errorf("options --%s and --%s cannot be used together", "recover", "shuffle")
	}
	defer c.close()
	if err == nil {
		err = c.createPlayers(d.Tree.Rules(), specs)
	}
	var start rules.Position
	if err == nil {
		start, c.moves, err = d.Tree.Start(c.record.node)
	}
	if err != nil {
		c.record.keepForRecovery()
		return err
	}
	c.positions = append(c.positions, start)
	for _, m := range c.moves {
		p, err := c.position().Play(m)
		ctl.Must(err) // the record was checked
		c.positions = append(c.positions, p)
	}
	return c.play(ctx)
}

// play plays the game and saves it.
func (c *contest) play(ctx context.Context) error {
	reading, done := context.WithCancel(ctx)
	defer done()
	c.lines = readLines(reading, c.In)
	c.echo = !ctl.IsTerminal(c.In)
	c.Legend(&c.Table, c.positions[0])
	return c.record.end(ctx, c.run(ctx))
}

// inputLine is a line of input, or the error that ended the input.
type inputLine struct {
	text string
	err  error
}

// readLines sends the lines of r until r or ctx ends.
func readLines(ctx context.Context, r io.Reader) <-chan inputLine {
	lines := make(chan inputLine)
	go func() {
		defer close(lines)
		terminal := ctl.IsTerminal(r)
		s := bufio.NewScanner(r)
		send := func(x inputLine) bool {
			select {
			case lines <- x:
				return true
			case <-ctx.Done():
				return false
			}
		}
		for s.Scan() {
			if !send(inputLine{text: s.Text()}) {
				return
			}
		}
		err := s.Err()
		// The terminal window was closed: the user did not choose to quit.
		if err == nil && terminal && !ctl.IsTerminal(r) {
			err = msg.Errorf("the terminal was closed")
		}
		if err != nil {
			send(inputLine{err: msg.Errorf("the standard input cannot be read: %v", err)})
		}
	}()
	return lines
}

func (c *contest) position() rules.Position { return c.positions[len(c.positions)-1] }

// run plays until the game is over, the user quits or ctx is done.
func (c *contest) run(ctx context.Context) error {
	c.board()
	began := time.Now()
	for !c.position().Result().Over {
		p := c.position()
		var m rules.Move
		var said string // message about a move that was not typed
		var err error
		switch e := c.engines[p.Turn()]; {
		case rules.MustPass(p):
			m = rules.Pass
			said = locale.T("%s must pass", c.Name(p.Turn()))
		case e != nil:
			if m, err = c.think(ctx, e, c.Players[p.Turn()].Kind); err != nil {
				return err
			}
			said = locale.T("%s plays %s", c.Name(p.Turn()), c.Rules.FormatMove(m))
		default:
			var stay bool
			n := len(c.moves)
			consulted := time.Now()
			if err := c.consult(ctx); err != nil {
				return err
			}
			began = began.Add(time.Since(consulted)) // this is not the user's time
			if m, stay, err = c.ask(ctx, began); err != nil || !stay {
				return err
			}
			if m == (rules.Move{}) {
				if len(c.moves) != n { // a move was taken back: its time starts again
					began = time.Now()
				}
				continue
			}
		}
		if in, limited := c.timeLeft(began); limited && in <= 0 {
			m, said = rules.Timeout, locale.T("%s is out of time", c.Name(p.Turn()))
		}
		q, err := p.Play(m)
		if err != nil && c.engines[p.Turn()] == nil {
			c.Printf("%s\n", locale.Err(err))
			continue
		} else if err != nil {
			return msg.Errorf("%s played the illegal move %s: %v", c.Players[p.Turn()].Kind, c.Rules.FormatMove(m), err)
		}
		advice := c.advice
		if m.GivesUp() != "" {
			advice = model.Advice{}
		}
		if err := c.record.move(m, time.Since(began), advice); err != nil {
			return err
		}
		began = time.Now()
		if said != "" { // after the move is stored, so a move that the user saw is never lost
			c.Printf("%s\n", said)
		}
		c.positions, c.moves, c.advice = append(c.positions, q), append(c.moves, m), model.Advice{}
		if c.humanTurn(q) || q.Result().Over {
			c.board()
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	for _, x := range words.CountAdvice(c.record.doc.Tree, c.record.node) {
		c.Printf("%s\n", x.Sentence(c.Name(x.Player), c.position().Result()))
	}
	c.finish(ctx)
	return nil
}

// consult prints the advised move and its reasons, once for each position.
func (c *contest) consult(ctx context.Context) error {
	a := c.advisers[c.position().Turn()]
	if a.engine == nil || c.advice.By != "" {
		return nil
	}
	info, err := c.evaluate(ctx, a.engine, a.spec)
	if err != nil {
		return err
	}
	c.advice = model.Advice{By: a.spec, Move: info.Best.Moves[0]}
	title := a.spec
	if k, _, err := c.Engines.Parse(a.spec); err == nil {
		title = locale.T(k.Title)
	}
	c.Printf("%s\n", locale.T("%s advises: %s", title, words.Suggestion(c.Rules, c.position(), info.Best.Moves)))
	return nil
}

// finish notifies the engines of the result, and prints their errors.
func (c *contest) finish(ctx context.Context) {
	for i, e := range c.engines {
		f, ok := e.(ai.Finisher)
		if !ok {
			continue
		}
		limit, _ := c.limits.Value(c.Players[i].Kind) // checked before the game
		q := ai.Request{Rules: c.Rules, Start: c.positions[0], Moves: c.moves, Limit: limit}
		if _, err := f.Finish(ctx, q, c.position().Result()); err != nil && ctx.Err() == nil {
			c.Note(locale.Err(err))
		}
	}
}

// humanTurn reports whether a human player has to choose a move.
func (c *contest) humanTurn(p rules.Position) bool {
	return !p.Result().Over && c.engines[p.Turn()] == nil && !rules.MustPass(p)
}

// board prints the position.
func (c *contest) board() {
	c.Printf("\n")
	if n := len(c.moves); n > 0 {
		c.Draw(&c.Table, c.position(), c.positions[n-1], &c.moves[n-1])
	} else {
		c.Draw(&c.Table, c.position(), nil, nil)
	}
	c.Printf("\n")
	c.PrintStatus(&c.Table, c.position())
}

// clock returns the state of the game's clock. The player to move has been thinking since began.
func (c *contest) clock(began time.Time) clock.Game {
	d := c.record.doc
	g := clock.Game{Mover: int(c.position().Turn()), Costs: make([]time.Duration, len(c.Players))}
	g.Control, _ = clock.Parse(d.Info[model.InfoClock]) // an unknown value of another program means no limit
	g.Turn.Start(began)
	line := d.Tree.Line(c.record.node)
	for i, n := range line[len(line)-len(c.moves):] {
		if p := c.positions[i].Turn(); n.Used() > 0 {
			g.Costs[p] += g.Control.Cost(n.Used())
		}
	}
	return g
}

// timeLeft returns the remaining time of the player to move, who has been thinking since began. It
// returns false if there is no time control.
func (c *contest) timeLeft(began time.Time) (time.Duration, bool) {
	return c.clock(began).TimeToFlag(time.Now())
}

// think requests a move from an engine, given by its specification.
func (c *contest) think(ctx context.Context, e ai.Engine, spec string) (rules.Move, error) {
	info, err := c.evaluate(ctx, e, spec)
	if err != nil {
		return rules.Move{}, err
	}
	return info.Best.Moves[0], nil
}

// evaluate returns an engine's evaluation of the current position, with at least one move.
func (c *contest) evaluate(ctx context.Context, e ai.Engine, spec string) (ai.Info, error) {
	limit, err := c.limits.Value(spec)
	if err != nil {
		return ai.Info{}, err
	}
	now := time.Now()
	if g := c.clock(now); g.Control.Limits() {
		budget := g.Control.Budget(g.Left(now)[g.Mover])
		limit.Time = min(cmp.Or(limit.Time, budget), budget)
	}
	info, err := e.Think(ctx, ai.Request{
		Rules: c.Rules, Start: c.positions[0], Moves: c.moves, Limit: limit, Seed: rand.Uint64(),
	}, nil)
	seat := c.position().Turn()
	switch {
	case ctx.Err() != nil:
		return ai.Info{}, ctx.Err()
	case err != nil:
		return ai.Info{}, msg.Errorf("seat %s: %v", string(seat.Letter()), err)
	}
	if _, ok := info.Move(); !ok {
		return info, msg.Errorf("seat %s: the engine found no move", string(seat.Letter()))
	}
	return info, nil
}

// ask reads a line of input. It returns the zero Move if the line is not a move, and false if the
// user quits. The player has been thinking since began. If the time runs out, the move is a
// Timeout.
func (c *contest) ask(ctx context.Context, began time.Time) (m rules.Move, stay bool, err error) {
	prompt := c.Name(c.position().Turn())
	var over <-chan time.Time
	if g := c.clock(began); g.Control.Limits() {
		in, _ := g.TimeToFlag(time.Now())
		over = time.After(in)
		prompt += " (" + words.Duration(g.Left(time.Now())[g.Mover].Round(time.Second)) + ")"
	}
	c.Printf("%s> ", prompt)
	var text string
	select {
	case <-over:
		c.Printf("\n")
		return rules.Timeout, true, nil
	case <-ctx.Done():
		c.Printf("\n")
		return m, false, ctx.Err()
	case x, ok := <-c.lines:
		if !ok || x.err != nil {
			c.Printf("\n")
			if err := ctx.Err(); err != nil { // ctx ended the reader, not the end of the input
				return m, false, err
			}
			return m, false, x.err
		}
		text = strings.TrimSpace(x.text)
	}
	if c.echo {
		c.Printf("%s\n", term.Clean(text))
	}
	switch strings.ToLower(text) {
	case "":
	case "quit", "exit":
		return m, false, nil
	case "undo":
		return m, true, c.undo()
	case "board":
		c.board()
	case "moves":
		c.Printf("%s\n", ctl.Line(c.Rules, slices.Collect(c.position().Moves())))
	case "follow":
		if c.advice.By != "" {
			return c.advice.Move, true, nil
		}
		c.Printf("%s\n", locale.T("There is no advice for this position"))
	case "resign":
		return rules.Resign, true, nil
	case "help", "?":
		c.Printf("%s\n", locale.T("Type a move, or undo, moves, board, resign, help or quit"))
		if c.advisers[c.position().Turn()].engine != nil {
			c.Printf("%s\n", locale.T("follow plays the advised move"))
		}
	default:
		m, err := c.Rules.ParseMove(text)
		if err != nil {
			c.Printf("%s\n", locale.Err(err))
			return rules.Move{}, true, nil
		}
		return m, true, nil
	}
	return m, true, nil
}

// undo takes back moves until a human player is to move.
func (c *contest) undo() error {
	n := len(c.moves)
	for n > 0 {
		n--
		if c.humanTurn(c.positions[n]) {
			err := c.record.back(len(c.moves) - n)
			c.positions, c.moves, c.advice = c.positions[:n+1], c.moves[:n], model.Advice{}
			c.board()
			return err
		}
	}
	c.Printf("%s\n", locale.T("There is no move to undo"))
	return nil
}
