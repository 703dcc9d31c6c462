// Package play has the command of studioctl with which a person plays in the terminal.
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
	aiall "boardstudio/ai/all"
	"boardstudio/clock"
	"boardstudio/internal/ctl"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/words"
)

// Commands returns the command.
func Commands(t *ctl.Tool) []*cobra.Command { return []*cobra.Command{playCommand(t)} }

func playCommand(t *ctl.Tool) *cobra.Command {
	var g ctl.GameFlags
	var s, advise ctl.SeatFlags
	l := ctl.LimitFlags{Otherwise: time.Second}
	var save, again, gone, timing string
	var shuffle, replace bool
	cmd := &cobra.Command{
		Use:   "play {--game GAME | --recover ID} [--seat A=human] [--seat B=ENGINE]",
		Short: locale.T("Play in the terminal"),
		Long: locale.T("Play a game in the terminal, against people or engines. Seats not named are human. "+
			"Type a move, or undo, moves, board, resign, help or quit. The input may also come from a file.") + "\n\n" +
			locale.T("Each move is in a journal at once. A game that is cut off, as by a closed terminal or a crash, is offered when the next one begins, "+
				"and in the studio; --recover goes on with it."),
		Example: "  studioctl play --game tictactoe\n  studioctl play --game connect4 --seat B=alphabeta --save game.studio\n  studioctl play --recover last --save game.studio",
		Args:    ctl.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if gone != "" {
				return forget(t, gone)
			}
			r, err := target(t, save, replace)
			if err != nil {
				return err
			}
			limit, err := l.Asked()
			if err != nil {
				return err
			}
			if r.control, err = clock.Parse(timing); err != nil {
				return err
			}
			c := &contest{Tool: t, limit: limit, record: r, advise: advise}
			if again != "" {
				if g.Game != "" || g.From != "" || len(g.Params) > 0 {
					return msg.Errorf("options --%s and --%s do not go together", "recover", "game")
				}
				if r.control.Limits() {
					return msg.Errorf("options --%s and --%s do not go together", "recover", "clock")
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
			if shuffle {
				rand.Shuffle(len(specs), func(i, j int) { specs[i], specs[j] = specs[j], specs[i] })
			}
			defer c.close()
			if err := c.sit(game, specs); err != nil {
				return err
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
	s.Add(cmd, &g, true)
	l.Add(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&advise.Seats, "advise", nil, locale.T("who advises a person: `SEAT=ENGINE`, such as A=offensive; may be repeated"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("advise", ctl.CompleteSeat(&g, false)))
	f.StringVar(&save, "save", "", locale.T("`FILE` to write the record to at the end"))
	ctl.ReplaceFlag(cmd, &replace)
	f.BoolVar(&shuffle, "shuffle", false, locale.T("draw at random who sits where"))
	f.StringVar(&timing, "clock", "", locale.T("`TIME` for each player: 30s/move, 5m for the game, 5m+3s with 3 s more for each move, 5m~3s with 3 s that do not count"))
	f.StringVar(&again, "recover", "", locale.T("go on with the game `ID` that was cut off; last names the latest"))
	f.StringVar(&gone, "forget", "", locale.T("delete the game `ID` that was cut off; last names the latest"))
	for _, name := range []string{"recover", "forget"} {
		ctl.Must(cmd.RegisterFlagCompletionFunc(name, completeLost(t)))
	}
	return cmd
}

// contest is a game that is being played.
type contest struct {
	*ctl.Tool
	ctl.Table
	engines []ai.Engine // nil where a person sits
	limit   ai.Limit
	record  *recording
	advise  ctl.SeatFlags
	// advisers are those of the seats, and advice what one of them said of the position on the board.
	advisers []adviser
	advice   model.Advice
	// positions holds the start and what each of the moves led to.
	positions []rules.Position
	moves     []rules.Move
	lines     <-chan typed // what the person types; closed at the end of the input
	echo      bool         // the input is not seen on the screen by itself
}

// sit makes the players.
func (c *contest) sit(r rules.Rules, specs []string) error {
	c.Rules = r
	for _, spec := range specs {
		var e ai.Engine
		if spec != model.Human {
			var err error
			if e, err = ctl.NewEngine(spec, r); err != nil {
				return err
			}
		}
		c.Players, c.engines = append(c.Players, model.Player{Kind: spec}), append(c.engines, e)
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
			return msg.Errorf("seat %s is not a person's: only persons are advised", string(rules.Player(i).Letter()))
		default:
			if e, err = ctl.NewEngine(spec, r); err != nil {
				return err
			}
		}
		c.advisers = append(c.advisers, adviser{spec, e})
	}
	return nil
}

// adviser advises the person at a seat; its engine is nil for nobody.
type adviser struct {
	spec   string
	engine ai.Engine
}

// close gives back what the engines hold.
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

// resume goes on with a game that was cut off, with the players that it had where
// no others are named.
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
		err = msg.Errorf("options --%s and --%s do not go together", "recover", "shuffle")
	}
	defer c.close()
	if err == nil {
		err = c.sit(d.Tree.Rules(), specs)
	}
	var start rules.Position
	if err == nil {
		start, c.moves, err = d.Tree.Start(c.record.node)
	}
	if err != nil {
		c.record.leave()
		return err
	}
	c.positions = append(c.positions, start)
	for _, m := range c.moves {
		p, err := c.now().Play(m)
		ctl.Must(err) // the record was checked
		c.positions = append(c.positions, p)
	}
	return c.play(ctx)
}

// play plays, and saves the game.
func (c *contest) play(ctx context.Context) error {
	reading, done := context.WithCancel(ctx)
	defer done()
	c.lines = readLines(reading, c.In)
	c.echo = !ctl.IsTerminal(c.In)
	c.Legend(&c.Table, c.positions[0])
	return c.record.end(ctx, c.run(ctx))
}

// typed is a line of the input, or why the input has ended.
type typed struct {
	text string
	err  error
}

// readLines sends the lines of r until its end or that of ctx.
func readLines(ctx context.Context, r io.Reader) <-chan typed {
	lines := make(chan typed)
	go func() {
		defer close(lines)
		terminal := ctl.IsTerminal(r)
		s := bufio.NewScanner(r)
		send := func(x typed) bool {
			select {
			case lines <- x:
				return true
			case <-ctx.Done():
				return false
			}
		}
		for s.Scan() {
			if !send(typed{text: s.Text()}) {
				return
			}
		}
		err := s.Err()
		if err == nil && terminal && !ctl.IsTerminal(r) { // the window it was in is gone: nobody chose to leave
			err = msg.Errorf("the terminal was closed")
		}
		if err != nil {
			send(typed{err: msg.Errorf("the standard input cannot be read: %v", err)})
		}
	}()
	return lines
}

// now returns the position on the board.
func (c *contest) now() rules.Position { return c.positions[len(c.positions)-1] }

// run plays until the game is over, the person leaves or ctx is done.
func (c *contest) run(ctx context.Context) error {
	c.board()
	began := time.Now()
	for !c.now().Result().Over {
		p := c.now()
		var m rules.Move
		var said string // of a move that nobody typed
		var err error
		switch e := c.engines[p.Turn()]; {
		case rules.MustPass(p):
			m = rules.Pass
			said = locale.T("%s must pass", c.Name(p.Turn()))
		case e != nil:
			if m, err = c.think(ctx, e); err != nil {
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
			began = began.Add(time.Since(consulted)) // that is not the person's time
			if m, stay, err = c.ask(ctx, began); err != nil || !stay {
				return err
			}
			if m == (rules.Move{}) {
				if len(c.moves) != n { // taken back: the time of that move begins anew
					began = time.Now()
				}
				continue
			}
		}
		if in, limited := c.falls(began); limited && in <= 0 {
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
		if said != "" { // only now: what was seen is not lost
			c.Printf("%s\n", said)
		}
		c.positions, c.moves, c.advice = append(c.positions, q), append(c.moves, m), model.Advice{}
		if c.person(q) || q.Result().Over {
			c.board()
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	for _, x := range words.CountAdvice(c.record.doc.Tree, c.record.node) {
		c.Printf("%s\n", x.Sentence(c.Name(x.Player), c.now().Result()))
	}
	c.finish(ctx)
	return nil
}

// consult has the adviser of the turn say a move and what speaks for it, once for each position.
func (c *contest) consult(ctx context.Context) error {
	a := c.advisers[c.now().Turn()]
	if a.engine == nil || c.advice.By != "" {
		return nil
	}
	info, err := c.thought(ctx, a.engine)
	if err != nil {
		return err
	}
	c.advice = model.Advice{By: a.spec, Move: info.Best.Moves[0]}
	title := a.spec
	if k, _, err := aiall.Parse(a.spec); err == nil {
		title = locale.T(k.Title)
	}
	c.Printf("%s\n", locale.T("%s advises: %s", title, words.Suggestion(c.Rules, c.now(), info.Best.Moves)))
	return nil
}

// finish tells the engines how the game ended, and the person what they fail at then.
func (c *contest) finish(ctx context.Context) {
	for _, e := range c.engines {
		f, ok := e.(ai.Finisher)
		if !ok {
			continue
		}
		q := ai.Request{Rules: c.Rules, Start: c.positions[0], Moves: c.moves, Limit: c.limit}
		if _, err := f.Finish(ctx, q, c.now().Result()); err != nil && ctx.Err() == nil {
			c.Note(locale.Err(err))
		}
	}
}

// person reports whether a person is to decide about a move.
func (c *contest) person(p rules.Position) bool {
	return !p.Result().Over && c.engines[p.Turn()] == nil && !rules.MustPass(p)
}

// board shows the position.
func (c *contest) board() {
	c.Printf("\n")
	if n := len(c.moves); n > 0 {
		c.Draw(&c.Table, c.now(), c.positions[n-1], &c.moves[n-1])
	} else {
		c.Draw(&c.Table, c.now(), nil, nil)
	}
	c.Printf("\n")
	c.SayStatus(&c.Table, c.now())
}

// clock returns the clock of the game, whose mover is to move since began.
func (c *contest) clock(began time.Time) clock.Game {
	d := c.record.doc
	g := clock.Game{Mover: int(c.now().Turn()), Costs: make([]time.Duration, len(c.Players))}
	g.Control, _ = clock.Parse(d.Info[model.InfoClock]) // what somebody else wrote there is no limit
	g.Turn.Start(began)
	line := d.Tree.Line(c.record.node)
	for i, n := range line[len(line)-len(c.moves):] {
		if p := c.positions[i].Turn(); n.Used() > 0 {
			g.Costs[p] += g.Control.Cost(n.Used())
		}
	}
	return g
}

// falls returns how long the player to move has since began; false without a time control.
func (c *contest) falls(began time.Time) (time.Duration, bool) {
	return c.clock(began).Falls(time.Now())
}

// think asks an engine for its move.
func (c *contest) think(ctx context.Context, e ai.Engine) (rules.Move, error) {
	info, err := c.thought(ctx, e)
	if err != nil {
		return rules.Move{}, err
	}
	return info.Best.Moves[0], nil
}

// thought asks an engine what it thinks of the position on the board; it has a move at least.
func (c *contest) thought(ctx context.Context, e ai.Engine) (ai.Info, error) {
	limit, now := c.limit, time.Now()
	if g := c.clock(now); g.Control.Limits() {
		budget := g.Control.Budget(g.Left(now)[g.Mover])
		limit.Time = min(cmp.Or(limit.Time, budget), budget)
	}
	info, err := e.Think(ctx, ai.Request{
		Rules: c.Rules, Start: c.positions[0], Moves: c.moves, Limit: limit, Seed: rand.Uint64(),
	}, nil)
	seat := c.now().Turn()
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

// ask lets the person type. It returns the zero Move when that was not a move, and
// false when the person leaves. The turn goes on since began; when the time is over, the move is a Timeout.
func (c *contest) ask(ctx context.Context, began time.Time) (m rules.Move, stay bool, err error) {
	prompt := c.Name(c.now().Turn())
	var over <-chan time.Time
	if g := c.clock(began); g.Control.Limits() {
		in, _ := g.Falls(time.Now())
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
			if err := ctx.Err(); err != nil { // the reader has ended with it, not the input
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
		c.Printf("%s\n", ctl.Line(c.Rules, slices.Collect(c.now().Moves())))
	case "follow":
		if c.advice.By != "" {
			return c.advice.Move, true, nil
		}
		c.Printf("%s\n", locale.T("Nobody advises here"))
	case "resign":
		return rules.Resign, true, nil
	case "help", "?":
		c.Printf("%s\n", locale.T("Type a move, or undo, moves, board, resign, help or quit"))
		if c.advisers[c.now().Turn()].engine != nil {
			c.Printf("%s\n", locale.T("follow makes the move that is advised"))
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

// undo takes back moves until a person is to move.
func (c *contest) undo() error {
	n := len(c.moves)
	for n > 0 {
		n--
		if c.person(c.positions[n]) {
			err := c.record.back(len(c.moves) - n)
			c.positions, c.moves, c.advice = c.positions[:n+1], c.moves[:n], model.Advice{}
			c.board()
			return err
		}
	}
	c.Printf("%s\n", locale.T("There is nothing to take back"))
	return nil
}
