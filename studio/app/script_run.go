package app

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/worker"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// ScriptLog is what a script logged for one move, and why it ended if it did.
type ScriptLog struct {
	Who  string // the script
	Ply  int
	Move string // what it played, "" for nothing
	End  bool   // it was told how the game ended
	Text string
	Err  error
}

// trial is a game that was begun to try a script; nothing is lost when the next one takes its place.
type trial struct {
	on       bool
	revision uint64 // of the tree, after the last move of a computer
}

// Trial reports whether the open game was begun by RunScript, and nobody but computers has
// changed it since: it may be replaced unasked.
func (s *Session) Trial() bool {
	return s.trial.on && s.tree.Revision() == s.trial.revision && s.path == ""
}

// stuck is where a script failed that is to move.
type stuck struct {
	node *model.Node
	path string
}

// scriptSaved lets a script try again that failed at the current node of a game.
func (s *Session) scriptSaved(path string) {
	if s.stuck.node == nil || s.stuck.node != s.node || s.stuck.path != path || !s.live || s.thinking != nil {
		return
	}
	s.stuck = stuck{}
	s.think()
}

// What is kept of the logs.
const (
	maxLogs    = 2000
	maxLogText = 64 << 10 // of one move
)

// ScriptLogs returns what scripts logged in the open document, the oldest first.
func (s *Session) ScriptLogs() []ScriptLog { return s.logs }

// ClearScriptLogs forgets the logs.
func (s *Session) ClearScriptLogs() {
	s.logs = nil
	s.changed(TopicScripts)
}

// noteLog keeps what a player logged.
func (s *Session) noteLog(p model.Player, l ScriptLog) {
	if kind, _, _ := strings.Cut(p.Kind, ":"); kind != lua.Kind.Name {
		return
	}
	if len(l.Text) > maxLogText {
		l.Text = strings.ToValidUTF8(l.Text[:maxLogText], "") + "…"
	}
	l.Text = strings.TrimRight(l.Text, "\n")
	if l.Who = p.Name; l.Who == "" {
		l.Who = ScriptTitle(p.Kind)
	}
	s.logs = append(s.logs, l)
	if len(s.logs) > maxLogs {
		s.logs = s.logs[len(s.logs)-maxLogs:]
	}
	s.changed(TopicScripts)
}

// ScriptPath returns the path of the script of a player's kind, "" for another kind.
func ScriptPath(kind string) string {
	name, file, _ := strings.Cut(kind, ":")
	if name != lua.Kind.Name {
		return ""
	}
	path, _ := lua.Split(file)
	return path
}

// ScriptValues returns the values of the options of the script in a player's kind.
func ScriptValues(kind string) map[string]string {
	_, file, _ := strings.Cut(kind, ":")
	_, values := lua.Split(file)
	return values
}

// ScriptKind returns the kind of a player whose moves the script chooses.
func ScriptKind(path string, values map[string]string) string {
	return lua.Kind.Name + ":" + lua.Join(path, values)
}

// ScriptTitle returns a title of the script in a player's kind: the name of its file.
func ScriptTitle(kind string) string {
	return strings.TrimSuffix(filepath.Base(ScriptPath(kind)), scriptEnd)
}

// ScriptGame is how a script is tried.
type ScriptGame struct {
	Game, Preset string // "" for the game of the open document
	Seat         int    // of the script
	Against      model.Player
}

// GamesFor returns the presets that a script plays.
func GamesFor(about *script.Description) []Choice {
	var list []Choice
	for _, g := range all.Games {
		for _, p := range g.Presets {
			if r, err := g.Build(p.Name, nil); err == nil && about.Plays(r, all.Games) {
				list = append(list, Choice{Game: g.Name, Preset: p.Name})
			}
		}
	}
	return list
}

// RunScript begins a new game in which the script of the kind plays. What the person chose for
// other new games stays remembered.
func (s *Session) RunScript(kind string, g ScriptGame) error {
	r := s.Rules()
	if g.Preset != "" {
		var err error
		if r, err = (Choice{Game: g.Game, Preset: g.Preset}).Rules(); err != nil {
			return err
		}
	}
	d := model.NewDocument(r)
	for i := range d.Players {
		d.Players[i].Kind, d.Players[i].Name, d.Players[i].Level = g.Against.Kind, g.Against.Name, g.Against.Level
	}
	d.Players[min(max(g.Seat, 0), r.Players()-1)] = model.Player{Kind: kind, Name: ScriptTitle(kind)}
	s.use(d, "", nil)
	s.fresh = true
	s.trial = trial{true, s.tree.Revision()}
	s.Continue()
	return nil
}

// The time that a call has that is looked at line by line, and that which one step of it
// may take.
const (
	stepTime = 10 * time.Second
	// Of a search that is stepped through only the first moves matter.
	stepDepth = 1
	// How long a script may think that is profiled: it does so for some seconds in a game.
	profileTime = 2 * time.Second
)

// Tracer runs one call of a script, at the current position, line by line. It belongs to the
// loop; one of its methods at a time works in the background, and tells done on the loop.
type Tracer struct {
	s      *Session
	client *worker.Client
	cancel context.CancelFunc
	ctx    context.Context
	busy   bool
	ended  bool
}

// TraceStop is where a script stands, or how its call ended.
type TraceStop struct {
	worker.Stop
	Log  string // what it logged since the last
	Move string // its answer when it has ended
	Err  error
}

// callAt returns the line of play up to where a call of a script is looked at: the current node or, where
// the game is over, the last one above at which somebody has to move.
func (s *Session) callAt() (start rules.Position, moves []rules.Move, err error) {
	n := s.node
	for n.Parent() != nil {
		p, err := s.tree.Position(n)
		if err != nil || p.Turn() != rules.NoPlayer {
			break
		}
		n = n.Parent()
	}
	return s.tree.Start(n)
}

// Over reports whether the game is over at the current node; Trace and Profile then go to the last move.
func (s *Session) Over() bool {
	p, err := s.Position()
	return err == nil && p.Turn() == rules.NoPlayer
}

// Trace begins a call of the script's function choose or evaluate, in a process of its own. It stops at the
// line to, unless 0, else at its first.
func (s *Session) Trace(name, text string, values map[string]string, to int, done func(TraceStop)) (*Tracer, error) {
	start, moves, err := s.callAt()
	if err != nil {
		return nil, err
	}
	t := &Tracer{s: s}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	r := s.Rules()
	t.background(r, done, func() (worker.Stop, error) {
		if err := t.open(r, name, text, values); err != nil {
			return worker.Stop{}, err
		}
		return t.client.Step(t.ctx, start, moves, ai.Limit{Time: stepTime, Depth: stepDepth}, 1, to)
	})
	return t, nil
}

func (t *Tracer) open(r rules.Rules, name, text string, values map[string]string) error {
	w, err := worker.Open(t.ctx, worker.Config{})
	if err != nil {
		return err
	}
	t.client = w
	if _, err = w.Load(t.ctx, worker.Load{Name: name, Source: []byte(text), Game: r.Spec(), Values: values, Seed: 1}); err == nil {
		w.Play(r)
	}
	return err
}

// background runs f, and tells done where the script stands then.
func (t *Tracer) background(r rules.Rules, done func(TraceStop), f func() (worker.Stop, error)) {
	t.busy = true
	go func() {
		at, err := f()
		stop := TraceStop{Stop: at, Err: err}
		if t.client != nil {
			stop.Log = t.client.Log()
		}
		if err != nil {
			stop.Ended = true
		} else if at.Ended {
			stop.Move = r.FormatMove(at.Answer.Move)
		}
		if stop.Ended && t.client != nil {
			t.client.Close()
		}
		t.s.Loop.Post(func() {
			t.busy = false
			if t.ended { // closed meanwhile
				if t.client != nil {
					go t.client.Close()
				}
				return
			}
			t.ended = stop.Ended
			done(stop)
		})
	}()
}

// Next goes on: line matters for worker.To alone. It does nothing while the script runs, or after
// its end.
func (t *Tracer) Next(how worker.Step, line int, done func(TraceStop)) {
	if t.busy || t.ended {
		return
	}
	t.background(t.s.Rules(), done, func() (worker.Stop, error) { return t.client.Next(t.ctx, how, line, stepTime) })
}

// Busy reports whether the script runs now.
func (t *Tracer) Busy() bool { return t.busy }

// Close ends the script; done is not told any more.
func (t *Tracer) Close() {
	t.ended = true
	t.cancel()
	if !t.busy && t.client != nil {
		go t.client.Close()
	}
}

// ScriptProfile is what one call of a script cost.
type ScriptProfile struct {
	Lines []script.LineProfile
	Took  time.Duration
	Move  string
	Nodes uint64
	Log   string
	Err   error
}

// Profile runs one call of the script at the current position, and tells done what each line
// cost. stop ends it.
func (s *Session) Profile(name, text string, values map[string]string, done func(ScriptProfile)) (stop func(), err error) {
	start, moves, err := s.callAt()
	if err != nil {
		return nil, err
	}
	t := &Tracer{s: s}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	r := s.Rules()
	go func() {
		p := ScriptProfile{Err: t.open(r, name, text, values)}
		if p.Err == nil {
			began := time.Now()
			var a script.Answer
			a, p.Lines, p.Err = t.client.Profile(t.ctx, start, moves, ai.Limit{Time: profileTime}, 1)
			if p.Took, p.Nodes = time.Since(began), a.Nodes; p.Err == nil {
				p.Move = r.FormatMove(a.Move)
			}
		}
		if t.client != nil {
			p.Log = t.client.Log()
			t.client.Close()
		}
		s.Loop.Post(func() { done(p) })
	}()
	return t.cancel, nil
}
