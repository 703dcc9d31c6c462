package script

import (
	"cmp"
	"context"
	"slices"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai"
	"boardstudio/ai/lua/api"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Options are the options of a machine. The zero value is usable.
type Options struct {
	Games rules.Catalog // games that the script can name
	Seed  uint64
	// Instructions is the limit of instructions for each call. 0 means a default of some seconds.
	// Studio's search for a script ends earlier, with its result so far.
	Instructions uint64
	LoadTime     time.Duration        // time limit for the top level, 0 for the default
	Values       map[string]string    // values of the script's options, checked by New
	Log          func(string)         // receives each line that the script logs; may be nil
	Hook         Hook                 // called before each statement; may be nil
	Left         func() time.Duration // result of game:left(), nil for the remaining time of the call
	// Note is called from time to time with the current line of the script and the library function
	// that is running, or "". It may be nil.
	Note func(line int, what string)
}

// Answer is a move with the script's information about it.
type Answer struct {
	Move  rules.Move
	Score float64 // evaluation for the player to move, 0 if the script returned only a move
	Depth int     // search depth in plies, 0 without a search
	Nodes uint64  // positions created
	Text  string  // log of the script, up to 4 KB
}

// Machine is a script that plays one game. It is not safe for concurrent use. After a Fault, all
// calls return that Fault.
type Machine struct {
	game    *api.Game // as seen by the script
	program *Program
	opt     Options
	about   *Description
	fault   *Fault

	choose, evaluate, order, start, opponent, finish *lua.LFunction
	commands                                         []*lua.LFunction // in the order of About

	values *lua.LTable // values of the options

	// The game so far: its start, its current position, and the moves that the script knows.
	first rules.Position
	now   rules.Position
	moves []rules.Move
	own   int // index of the last answer in the game's moves, or -1
	move  rules.Move
	seat  rules.Player // seat of the last request
	early bool         // in start or opponent, before a request
}

// New runs the top level of the script and prepares it to play the game. The error is a *Fault,
// also if the script does not play the game, or a value does not fit its option.
func New(p *Program, r rules.Rules, o Options) (*Machine, error) {
	if o.Hook != nil {
		hooked := *p
		var f *Fault
		if hooked.proto, f = hooked.compile(true); f != nil {
			return nil, f
		}
		p = &hooked
	}
	m := newMachine(p, r, o)
	if err := m.load(context.Background()); err != nil {
		return nil, err
	}
	if !m.about.Fits(r, o.Games) {
		game := o.Games.Name(r.Spec())
		if !m.about.Player() {
			return nil, p.fault(0, msg.Errorf("the commands of the script are not for %s", game))
		}
		return nil, p.fault(0, msg.Errorf("the script does not play %s", game))
	}
	if err := m.fill(m.values); err != nil {
		return nil, err
	}
	m.game.Open()
	return m, nil
}

// newMachine returns a machine whose script has not run yet. r may be nil.
func newMachine(p *Program, r rules.Rules, o Options) *Machine {
	if o.Instructions == 0 {
		o.Instructions = stdlib.MaxSteps
	}
	state := stdlib.New(stdlib.Options{Seed: o.Seed, Log: o.Log, Note: o.Note})
	m := &Machine{program: p, opt: o, own: -1, values: state.L.NewTable()}
	state.L.SetGlobal("options", m.values)
	m.game = api.New(state, r, o.Games)
	m.game.Left = o.Left
	return m
}

// About returns the script's description of itself.
func (m *Machine) About() *Description { return m.about }

// Close releases the machine. Calling it is optional.
func (m *Machine) Close() { m.game.L.Close() }

// run calls f with the script's state, under a budget. f may raise errors of the script.
func (m *Machine) run(ctx context.Context, limit time.Duration, f func(*lua.LState)) error {
	if m.fault != nil {
		return m.fault
	}
	m.game.Nodes = 0
	stack, err := m.game.Run(ctx, m.opt.Instructions, limit, f)
	if err != nil {
		if m.fault = m.program.failed(err, m.game.Budget, stack); m.fault.Why == error(errNotFunction) {
			m.fault.Why = m.notFunction(m.fault.Line)
		}
		if m.game.Wrong != nil && m.fault.Line == 0 && m.fault.Budget == "" {
			m.fault.Line, m.fault.Budget = m.game.Wrong.LineDefined, stdlib.AnswerBudget
		}
		return m.fault
	}
	return nil
}

// defaultTime is the time limit of calls without one.
const defaultTime = 2 * time.Second

// limitOf returns the time limit of a call: the time until the deadline of ctx, or the default.
func limitOf(ctx context.Context) time.Duration {
	if end, ok := ctx.Deadline(); ok {
		return time.Until(end)
	}
	return defaultTime
}

// Reseed restarts the random number generators, as if the machine had been created with that seed.
func (m *Machine) Reseed(seed uint64) {
	m.opt.Seed = seed
	m.game.Seed(seed)
}

// Start notifies the script that a game begins at p, by calling its function start. Choose calls it
// if necessary.
func (m *Machine) Start(ctx context.Context, p rules.Position) error {
	m.first, m.now, m.moves, m.own, m.seat = p, p, nil, -1, rules.NoPlayer
	m.game.Seed(m.opt.Seed)
	if m.start == nil {
		return m.dead()
	}
	return m.run(ctx, limitOf(ctx), func(l *lua.LState) {
		stdlib.Call(l, m.start, l.GetGlobal("game"), m.game.Position(p))
	})
}

// dead returns the fault that ended the machine, as an error.
func (m *Machine) dead() error {
	if m.fault != nil {
		return m.fault
	}
	return nil
}

// Opponent notifies the script of the next move, by calling its function opponent. It omits the
// script's own last answer, and moves of the player of the last request. Choose calls it if
// necessary.
func (m *Machine) Opponent(ctx context.Context, move rules.Move) error {
	if m.now == nil {
		if err := m.Start(ctx, m.game.Rules.Start()); err != nil {
			return err
		}
	}
	next, err := m.now.Play(move)
	if err != nil {
		return err
	}
	own := m.own == len(m.moves) && m.move == move || m.now.Turn() == m.seat
	m.moves, m.now = append(m.moves, move), next
	if own || m.opponent == nil {
		return m.dead()
	}
	return m.run(ctx, limitOf(ctx), func(l *lua.LState) {
		stdlib.Call(l, m.opponent, m.game.MoveName(move), m.game.Position(next))
	})
}

// Finish notifies the script how its game ended, for the player at seat, by calling its function
// finish. The game consists of start and moves. It first calls start and opponent if necessary.
func (m *Machine) Finish(ctx context.Context, start rules.Position, moves []rules.Move, seat rules.Player, r rules.Result) error {
	if m.finish == nil {
		return m.dead()
	}
	if err := m.catchUp(ctx, start, moves, seat); err != nil {
		return err
	}
	return m.run(ctx, limitOf(ctx), func(l *lua.LState) {
		result := l.NewTable()
		result.RawSetString("winners", api.Winners(l, r))
		result.RawSetString("reason", lua.LString(r.Reason))
		stdlib.Call(l, m.finish, result)
	})
}

// catchUp notifies the script of moves that it does not know. The script plays for the player at
// seat, or for the player who is then to move.
func (m *Machine) catchUp(ctx context.Context, start rules.Position, moves []rules.Move, seat rules.Player) error {
	m.early = true
	defer func() { m.early = false }()
	known := m.first != nil && m.first.Hash() == start.Hash() && len(m.moves) <= len(moves)
	if !known || !slices.Equal(m.moves, moves[:len(m.moves)]) {
		if err := m.Start(ctx, start); err != nil {
			return err
		}
	}
	if seat == rules.NoPlayer {
		p := m.now
		for _, move := range moves[len(m.moves):] {
			var err error
			if p, err = p.Play(move); err != nil {
				return err
			}
		}
		if seat = p.Turn(); seat == rules.NoPlayer {
			return msg.Errorf("the game is over")
		}
	}
	m.seat = seat
	for _, move := range moves[len(m.moves):] {
		if err := m.Opponent(ctx, move); err != nil {
			return err
		}
	}
	return nil
}

// Choose asks the script for a move after moves from start. It first calls start and opponent if
// necessary. The error is a *Fault, or about an illegal move in moves. The time limit is that of
// the call, by default 2 s. Limits of depth and nodes apply to the search for a script that
// evaluates.
func (m *Machine) Choose(ctx context.Context, start rules.Position, moves []rules.Move, limit ai.Limit) (Answer, error) {
	if !m.about.Player() {
		return Answer{}, m.program.fault(0, msg.Errorf("the script has only commands: it cannot play"))
	}
	if err := m.catchUp(ctx, start, moves, rules.NoPlayer); err != nil {
		return Answer{}, err
	}
	p := m.now
	hard := limit.Time
	if hard <= 0 {
		hard = limitOf(ctx)
	}
	var a Answer
	var v lua.LValue
	var wrong error
	f := m.choose
	err := m.run(ctx, hard, func(l *lua.LState) {
		m.game.Begin(m.choose == nil)
		switch {
		case m.choose != nil:
			v = stdlib.Call(l, m.choose, m.game.Position(p), m.game.Moves(p))
		case m.evaluate != nil:
			wrong = m.game.Think(p, m.evaluate, m.order, limit, m.opt.Instructions, func(mv rules.Move, score float64, depth int) {
				a.Move, a.Score, a.Depth = mv, score, depth
			})
		default:
			f = m.order
			v = m.game.Ordered(p, m.order)[0]
		}
	})
	a.Text, a.Nodes = m.game.Remark(), m.game.Nodes
	if err != nil && m.choose == nil && a.Depth > 0 && m.fault.Budget == stdlib.TimeBudget {
		m.fault, err = nil, nil // the search ended late or was stopped: use its result
	}
	if err = cmp.Or(err, wrong); err != nil {
		return a, err
	}
	if v != nil {
		if a.Move, err = m.answer(p, v, f); err != nil {
			return a, err
		}
	}
	m.own, m.move = len(moves), a.Move
	return a, nil
}

// Command calls a command of the script with the tree of d, which it may change. here is the number
// of a node in the order of model.Tree.All. On an error, it returns no changes.
// ask and progress may be nil.
func (m *Machine) Command(ctx context.Context, name string, d *model.Document, here int, units map[string]float64, limit time.Duration, ask api.AskEngine, progress func(thousandths int)) (api.Changes, error) {
	i := slices.IndexFunc(m.about.Commands, func(c Command) bool { return c.Name == name })
	if i < 0 {
		return api.Changes{}, m.program.fault(0, msg.Errorf("the script has no command %q", name))
	}
	m.game.Seed(m.opt.Seed)
	m.game.Begin(false)
	tree := m.game.NewTree(d, units, ask, progress)
	var c api.Changes
	if err := m.run(ctx, limit, func(l *lua.LState) { c = tree.Call(l, m.commands[i], here) }); err != nil {
		return api.Changes{}, err
	}
	return c, nil
}

// answer parses the move returned by the function f.
func (m *Machine) answer(p rules.Position, v lua.LValue, f *lua.LFunction) (rules.Move, error) {
	name := "choose"
	if f == m.order {
		name = "order"
	}
	if text, ok := v.(lua.LString); !ok {
		m.fault = m.program.answered(f.Proto.LineDefined, "%s returned %s, which is not a move", name, stdlib.Show(v))
	} else if mv, ok := m.game.ReadMove(string(text)); ok && rules.Legal(p, mv) {
		return mv, nil
	} else {
		m.fault = m.program.answered(f.Proto.LineDefined, "%s returned %s, which is not a legal move", name, stdlib.Show(v))
	}
	return rules.Move{}, m.fault
}
