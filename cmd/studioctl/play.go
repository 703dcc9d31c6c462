package main

import (
	"bufio"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	xterm "golang.org/x/term"

	"boardstudio/ai"
	ioall "boardstudio/io/all"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
)

func (t *tool) playCommand() *cobra.Command {
	var g gameFlags
	var s seatFlags
	l := limitFlags{otherwise: time.Second}
	var save string
	var shuffle bool
	cmd := &cobra.Command{
		Use:   "play --game GAME [--seat A=human] [--seat B=ENGINE]",
		Short: locale.T("Play in the terminal"),
		Long: locale.T("Play a game in the terminal, against people or engines. Seats not named are human. " +
			"Type a move, or undo, moves, board, resign, help or quit. The input may also come from a file."),
		Example: "  studioctl play --game tictactoe\n  studioctl play --game connect4 --seat B=alphabeta --save game.studio",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, p, err := g.position()
			if err != nil {
				return err
			}
			t.warn(r, p)
			specs, err := s.specs(r, model.Human)
			if err != nil {
				return err
			}
			if shuffle {
				rand.Shuffle(len(specs), func(i, j int) { specs[i], specs[j] = specs[j], specs[i] })
			}
			if save != "" {
				if _, err := outFormat(save, ""); err != nil {
					return err
				}
			}
			limit, err := l.limit()
			if err != nil {
				return err
			}
			return t.play(cmd.Context(), r, p, specs, limit, save)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	g.add(cmd)
	g.addFrom(cmd)
	s.add(cmd, &g, true)
	l.add(cmd)
	cmd.Flags().StringVar(&save, "save", "", locale.T("`FILE` to write the record to at the end"))
	cmd.Flags().BoolVar(&shuffle, "shuffle", false, locale.T("draw at random who sits where"))
	return cmd
}

// contest is a game that is being played.
type contest struct {
	*tool
	table
	engines []ai.Engine // nil where a person sits
	limit   ai.Limit
	// positions holds the start and what each of the moves led to.
	positions []rules.Position
	moves     []rules.Move
	used      []time.Duration // by each move
	lines     <-chan string   // what the person types; closed at the end of the input
	echo      bool            // the input is not seen on the screen by itself
}

func (t *tool) play(ctx context.Context, r rules.Rules, start rules.Position, specs []string, limit ai.Limit, save string) error {
	c := &contest{
		tool: t, table: table{rules: r}, engines: make([]ai.Engine, len(specs)),
		limit: limit, positions: []rules.Position{start},
	}
	for i, spec := range specs {
		c.players = append(c.players, model.Player{Kind: spec})
		if spec == model.Human {
			continue
		}
		var err error
		if c.engines[i], err = newEngine(spec, r); err != nil {
			return err
		}
		defer shut(c.engines[i])
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.lines = readLines(ctx, t.in)
	f, ok := t.in.(*os.File)
	c.echo = !ok || !xterm.IsTerminal(int(f.Fd()))
	t.legend(&c.table, start)
	err := c.run(ctx)
	if save != "" {
		if f, e := outFormat(save, ""); e != nil {
			return e
		} else if e := ioall.Save(save, f, c.document()); e != nil {
			return e
		}
		t.printf("%s\n", locale.T("Saved %s", term.Clean(save)))
	}
	return err
}

// readLines sends the lines of r until its end or that of ctx.
func readLines(ctx context.Context, r io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(r); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// now returns the position on the board.
func (c *contest) now() rules.Position { return c.positions[len(c.positions)-1] }

// run plays until the game is over, the person leaves or ctx is done.
func (c *contest) run(ctx context.Context) error {
	c.board()
	for !c.now().Result().Over {
		p := c.now()
		began := time.Now()
		var m rules.Move
		var err error
		switch e := c.engines[p.Turn()]; {
		case onlyPass(p):
			m = rules.Pass
			c.printf("%s\n", locale.T("%s must pass", c.name(p.Turn())))
		case e != nil:
			if m, err = c.think(ctx, e); err != nil {
				return err
			}
			c.printf("%s\n", locale.T("%s plays %s", c.name(p.Turn()), c.rules.FormatMove(m)))
		default:
			var stay bool
			if m, stay, err = c.ask(ctx); err != nil || !stay {
				return err
			}
			if m == (rules.Move{}) {
				continue
			}
		}
		q, err := p.Play(m)
		if err != nil && c.engines[p.Turn()] == nil {
			c.printf("%s\n", locale.Err(err))
			continue
		} else if err != nil {
			return rules.Errorf("%s played the illegal move %s: %v", c.players[p.Turn()].Kind, c.rules.FormatMove(m), err)
		}
		c.positions, c.moves, c.used = append(c.positions, q), append(c.moves, m), append(c.used, time.Since(began))
		if c.person(q) || q.Result().Over {
			c.board()
		}
		if c.out.err != nil {
			return c.out.err
		}
	}
	return nil
}

// person reports whether a person is to decide about a move.
func (c *contest) person(p rules.Position) bool {
	return !p.Result().Over && c.engines[p.Turn()] == nil && !onlyPass(p)
}

// onlyPass reports whether the player to move can do nothing but pass.
func onlyPass(p rules.Position) bool {
	for m := range p.Moves() {
		return m == rules.Pass
	}
	return false
}

// board shows the position.
func (c *contest) board() {
	c.printf("\n")
	if n := len(c.moves); n > 0 {
		c.draw(&c.table, c.now(), c.positions[n-1], &c.moves[n-1])
	} else {
		c.draw(&c.table, c.now(), nil, nil)
	}
	c.printf("\n")
	c.sayStatus(&c.table, c.now())
}

// think asks an engine for its move.
func (c *contest) think(ctx context.Context, e ai.Engine) (rules.Move, error) {
	info, err := e.Think(ctx, ai.Request{
		Rules: c.rules, Start: c.positions[0], Moves: c.moves, Limit: c.limit, Seed: rand.Uint64(),
	}, nil)
	seat := c.now().Turn()
	switch {
	case ctx.Err() != nil:
		return rules.Move{}, ctx.Err()
	case err != nil:
		return rules.Move{}, rules.Errorf("seat %s: %v", string(seat.Letter()), err)
	}
	m, ok := info.Move()
	if !ok {
		return m, rules.Errorf("seat %s: the engine found no move", string(seat.Letter()))
	}
	return m, nil
}

// ask lets the person type. It returns the zero Move when that was no move, and
// false when the person leaves.
func (c *contest) ask(ctx context.Context) (m rules.Move, stay bool, err error) {
	c.printf("%s> ", c.name(c.now().Turn()))
	var text string
	select {
	case <-ctx.Done():
		c.printf("\n")
		return m, false, ctx.Err()
	case typed, ok := <-c.lines:
		if !ok {
			c.printf("\n")
			return m, false, nil
		}
		text = strings.TrimSpace(typed)
	}
	if c.echo {
		c.printf("%s\n", term.Clean(text))
	}
	switch strings.ToLower(text) {
	case "":
	case "quit", "exit":
		return m, false, nil
	case "undo":
		c.undo()
	case "board":
		c.board()
	case "moves":
		var moves []rules.Move
		for m := range c.now().Moves() {
			moves = append(moves, m)
		}
		c.printf("%s\n", line(c.rules, moves))
	case "resign":
		return rules.Resign, true, nil
	case "help", "?":
		c.printf("%s\n", locale.T("Type a move, or undo, moves, board, resign, help or quit"))
	default:
		m, err := c.rules.ParseMove(text)
		if err != nil {
			c.printf("%s\n", locale.Err(err))
			return rules.Move{}, true, nil
		}
		return m, true, nil
	}
	return m, true, nil
}

// undo takes back moves until a person is to move.
func (c *contest) undo() {
	n := len(c.moves)
	for n > 0 {
		n--
		if c.person(c.positions[n]) {
			c.positions, c.moves, c.used = c.positions[:n+1], c.moves[:n], c.used[:n]
			c.board()
			return
		}
	}
	c.printf("%s\n", locale.T("There is nothing to take back"))
}

// document returns the record of the game.
func (c *contest) document() *model.Document {
	d := model.NewDocument(c.rules)
	copy(d.Players, c.players)
	d.Info[model.InfoDate] = time.Now().Format(time.DateOnly)
	if start := c.positions[0].String(); start != c.rules.Start().String() {
		must(d.Tree.SetStart(start))
	}
	n := d.Tree.Root()
	for i, m := range c.moves {
		n = d.Tree.Add(n, m)
		d.Tree.Annotate(n, model.Annotation{Used: c.used[i].Round(time.Second / 10)})
	}
	return d
}
