// Package lua plays what a script says. A script may do no harm: it reaches no
// files and no other program, and what it uses of time and memory is bounded.
package lua

import (
	"context"
	"errors"
	"os"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai"
	"boardstudio/rules"
)

// Kind is the player whose moves a Lua script chooses. Which games a script
// plays is known when it has run, at the first move.
var Kind = ai.Kind{
	Name: "lua", Title: "Lua script",
	Params: []rules.Param{{Name: "file", Title: "Script", Kind: rules.Text}},
	Plays:  func(rules.Rules) bool { return true },
	New:    newEngine,
}

const (
	defaultTime = 2 * time.Second
	// How long a script may go on after it was stopped, or after the end of its time, until it is
	// left alone: it ends by itself at its next instruction, and then tells its line.
	grace     = 30 * time.Millisecond
	lateGrace = 400 * time.Millisecond
)

// engine plays with one script. Its state goes from move to move, with all that
// the script keeps in variables; an error ends it.
type engine struct {
	rules  rules.Rules
	path   string
	script *script
	box    *sandbox // nil before the first move and after an error
}

func newEngine(r rules.Rules, p rules.Params) (ai.Engine, error) {
	path := p["file"]
	if path == "" {
		return nil, rules.Errorf("no script is chosen")
	}
	s, err := read(path)
	if err != nil {
		return nil, err
	}
	return &engine{rules: r, path: path, script: s}, nil
}

// reload reads the file again if it has changed.
func (e *engine) reload() error {
	info, err := os.Stat(e.path)
	if err == nil && info.ModTime().Equal(e.script.time) && info.Size() == e.script.size {
		return nil
	}
	s, err := read(e.path)
	if err != nil {
		return err
	}
	e.script, e.box = s, nil
	return nil
}

// answer is what a run of the script came to.
type answer struct {
	info ai.Info
	err  error
}

// Think asks the script. The limit of time counts, 2 s if there is none;
// those of depth and nodes do not. The script's state is lost after an error.
func (e *engine) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	if p.Turn() == rules.NoPlayer {
		return ai.Info{}, rules.Errorf("the game is over")
	}
	if err := e.reload(); err != nil {
		return ai.Info{}, err
	}
	box := e.box
	if box == nil {
		box = newSandbox(e.rules, e.script)
	}
	e.box = nil
	limit := q.Limit.Time
	if limit <= 0 {
		limit = defaultTime
	}
	b := newBudget(context.WithoutCancel(ctx), limit, box.state)
	stop := context.AfterFunc(ctx, func() {
		why := rules.Errorf("stopped")
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			why = rules.Errorf("out of time")
		}
		b.stopped.Store(&why)
	})
	defer stop()
	done := make(chan answer, 1)
	go func() {
		info, err := box.choose(b, p, q.Seed)
		done <- answer{info, err}
	}()
	late := time.NewTimer(limit + lateGrace)
	defer late.Stop()
	select {
	case a := <-done:
		return e.take(box, a)
	case <-ctx.Done():
		late.Reset(grace)
	case <-late.C:
		return ai.Info{}, e.script.fault(0, rules.Errorf("out of time"))
	}
	select {
	case a := <-done:
		return e.take(box, a)
	case <-late.C:
		return ai.Info{}, e.script.fault(0, rules.Errorf("stopped"))
	}
}

// take returns the answer, and keeps the state if it is a good one.
func (e *engine) take(box *sandbox, a answer) (ai.Info, error) {
	if a.err == nil {
		e.box = box
	}
	return a.info, a.err
}

// choose runs the script: the whole of it at first, then its function choose.
func (s *sandbox) choose(b *budget, p rules.Position, seed uint64) (ai.Info, error) {
	var info ai.Info
	l := s.state
	l.SetContext(b)
	s.log.Reset()
	s.nodes = 0
	err := s.load(b)
	if err == nil {
		s.seed(seed)
		var m rules.Move
		if m, err = s.ask(b, p); err == nil {
			info.Best.Moves = []rules.Move{m}
		}
	}
	info.Text, info.Nodes, info.Time = s.log.String(), s.nodes, time.Since(b.start)
	return info, err
}

// load runs the script once, and takes what it returns.
func (s *sandbox) load(b *budget) error {
	if s.player != nil {
		return nil
	}
	l := s.state
	l.Push(l.NewFunctionFromProto(s.script.proto))
	if err := l.PCall(0, 1, nil); err != nil {
		return s.script.failed(err, b.spent)
	}
	t, ok := l.Get(-1).(*lua.LTable)
	l.Pop(1)
	if !ok {
		return s.script.fault(0, rules.Errorf("the script must return a table with a function choose"))
	}
	f, ok := t.RawGetString("choose").(*lua.LFunction)
	if !ok || f.IsG {
		return s.script.fault(0, rules.Errorf("the script must return a table with a function choose"))
	}
	if _, ok := t.RawGetString("name").(lua.LString); !ok {
		return s.script.fault(0, rules.Errorf("the table that the script returns has no name"))
	}
	if err := s.plays(t.RawGetString("games")); err != nil {
		return err
	}
	s.player = f
	return nil
}

// plays checks the game against the families that the script names.
func (s *sandbox) plays(games lua.LValue) error {
	if games == lua.LNil {
		return nil
	}
	t, ok := games.(*lua.LTable)
	if !ok {
		return s.script.fault(0, rules.Errorf("games is not a list of names"))
	}
	game := s.rules.Spec().Game
	for i := 1; i <= t.Len(); i++ {
		name, ok := t.RawGetInt(i).(lua.LString)
		if !ok {
			return s.script.fault(0, rules.Errorf("games is not a list of names"))
		}
		if string(name) == game {
			return nil
		}
	}
	return s.script.fault(0, rules.Errorf("the script does not play %s", game))
}

// ask calls choose, and checks its answer.
func (s *sandbox) ask(b *budget, p rules.Position) (rules.Move, error) {
	l := s.state
	l.Push(s.player)
	l.Push(s.position(p))
	l.Push(s.moves(p))
	if err := l.PCall(2, 1, nil); err != nil {
		return rules.Move{}, s.script.failed(err, b.spent)
	}
	v := l.Get(-1)
	l.Pop(1)
	line := s.player.Proto.LineDefined
	text, ok := v.(lua.LString)
	if !ok {
		return rules.Move{}, s.script.fault(line, rules.Errorf("choose returned %s, which is not a move", show(v)))
	}
	m, err := s.rules.ParseMove(clean(string(text), 60))
	if err != nil || !rules.Legal(p, m) {
		return rules.Move{}, s.script.fault(line, rules.Errorf("choose returned %s, which is not a legal move", show(v)))
	}
	return m, nil
}
