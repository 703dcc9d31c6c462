package worker

import (
	"math"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
	"boardstudio/rules"
)

// version is that of the protocol: both programs must have the same.
const version = 4

// The kinds of messages to the child. Each asks for one of those from it.
const (
	askLoad byte = iota + 1
	askStart
	askChoose
	askOpponent
	askFinish
	askOpen    // in the tests' mode only: run the source with all libraries, outside of any sandbox
	askStep    // begin a call of choose that stops before each line
	askNext    // go on with it
	askProfile // as askChoose, and tell what each line cost
)

// The kinds of messages from the child.
const (
	tellHello byte = iota + 1
	tellLoaded
	tellDone
	tellAnswer
	tellFault
	tellStop
	tellProfile
)

// Bounds of what messages hold.
const (
	maxName   = 1 << 10
	maxText   = 64 << 10 // of a position
	maxValues = 200
	maxMoves  = 100_000
	maxStack  = 32
	maxSeats  = 26
)

// request is a message to the child. Which fields it has depends on its kind.
type request struct {
	kind byte
	id   uint64

	load   Load
	start  string // a position's text
	moves  []rules.Move
	limit  ai.Limit
	seed   uint64
	seat   rules.Player
	result rules.Result
	how    Step
	line   int
}

// encode writes q over buf.
func (q *request) encode(buf []byte) ([]byte, error) {
	e := newEncoder(buf, q.kind)
	e.uint(q.id)
	switch q.kind {
	case askLoad, askOpen:
		e.text(q.load.Name)
		e.text(string(q.load.Source))
		e.text(q.load.Game.Game)
		e.pairs(q.load.Game.Params)
		e.pairs(q.load.Values)
		e.uint(q.load.Seed)
		e.uint(q.load.Instructions)
	case askStart:
		e.text(q.start)
	case askNext:
		e.b = append(e.b, byte(q.how))
		e.uint(uint64(max(q.line, 0)))
		e.uint(uint64(max(q.limit.Time, 0)))
	case askChoose, askStep, askProfile:
		e.text(q.start)
		e.uint(uint64(len(q.moves)))
		for _, m := range q.moves {
			e.move(m)
		}
		e.uint(uint64(max(q.limit.Time, 0)))
		e.uint(uint64(max(q.limit.Depth, 0)))
		e.uint(q.limit.Nodes)
		e.uint(q.seed)
		e.uint(uint64(max(q.line, 0)))
	case askOpponent:
		e.uint(uint64(len(q.moves)))
		for _, m := range q.moves {
			e.move(m)
		}
	case askFinish:
		e.text(q.start)
		e.uint(uint64(len(q.moves)))
		for _, m := range q.moves {
			e.move(m)
		}
		e.uint(uint64(max(q.seat, 0)))
		e.bool(q.result.Over)
		e.uint(uint64(q.result.Winners))
		e.text(string(q.result.Reason))
		e.uint(uint64(len(q.result.Final)))
		for _, n := range q.result.Final {
			e.int(n)
		}
	}
	return e.frame()
}

// decodeRequest reads what the child is asked.
func decodeRequest(frame []byte) (request, error) {
	d := decoder{b: frame}
	q := request{kind: d.byte(), id: d.uint(math.MaxUint64)}
	switch q.kind {
	case askLoad, askOpen:
		q.load = Load{Name: d.text(maxName), Source: []byte(d.text(script.MaxSource))}
		q.load.Game = rules.Spec{Game: d.text(maxName), Params: d.pairs(maxValues, maxName)}
		q.load.Values = d.pairs(maxValues, maxName)
		q.load.Seed, q.load.Instructions = d.uint(math.MaxUint64), d.uint(math.MaxUint64)
	case askStart:
		q.start = d.text(maxText)
	case askNext:
		q.how, q.line = Step(d.byte()), int(d.uint(math.MaxInt32))
		q.limit.Time = time.Duration(d.uint(math.MaxInt64))
	case askChoose, askStep, askProfile:
		q.start = d.text(maxText)
		q.moves = d.moves()
		q.limit = ai.Limit{Time: time.Duration(d.uint(math.MaxInt64)), Depth: int(d.uint(math.MaxInt32)), Nodes: d.uint(math.MaxUint64)}
		q.seed = d.uint(math.MaxUint64)
		q.line = int(d.uint(math.MaxInt32))
	case askOpponent:
		q.moves = d.moves()
	case askFinish:
		q.start = d.text(maxText)
		q.moves = d.moves()
		q.seat = rules.Player(d.uint(maxSeats - 1))
		q.result = rules.Result{Over: d.bool(), Winners: rules.Players(d.uint(math.MaxUint32)), Reason: rules.Reason(d.text(maxName))}
		for range d.count(maxSeats, 1) {
			q.result.Final = append(q.result.Final, d.int(math.MinInt32, math.MaxInt32))
		}
	default:
		d.fail()
	}
	return q, d.end()
}

func (d *decoder) moves() []rules.Move {
	n := d.count(maxMoves, 3)
	if n == 0 {
		return nil
	}
	list := make([]rules.Move, 0, n)
	for range n {
		list = append(list, d.move())
	}
	return list
}

// response is a message from the child.
type response struct {
	kind byte
	id   uint64
	// log is how many bytes the child has written to its log by now.
	log uint64

	version uint64
	layers  Containment
	about   *script.Description
	answer  script.Answer
	fault   *script.Fault
	stop    script.Stop
	profile []script.LineProfile
}

// encode writes r over buf.
func (r *response) encode(buf []byte) ([]byte, error) {
	e := newEncoder(buf, r.kind)
	e.uint(r.id)
	e.uint(r.log)
	switch r.kind {
	case tellHello:
		e.uint(r.version)
		e.bool(r.layers.Limits)
		e.uint(uint64(r.layers.Landlock))
		e.bool(r.layers.Seccomp)
	case tellLoaded:
		e.about(r.about)
	case tellAnswer, tellProfile:
		e.move(r.answer.Move)
		e.float(r.answer.Score)
		e.uint(uint64(max(r.answer.Depth, 0)))
		e.uint(r.answer.Nodes)
		if r.kind == tellProfile {
			e.profile(r.profile)
		}
	case tellStop:
		e.stop(&r.stop)
	case tellFault:
		e.text(cut(r.fault.Script, maxName))
		e.uint(uint64(max(r.fault.Line, 0)))
		e.error(r.fault.Why, 0)
		e.text(r.fault.Budget)
		e.stack(r.fault.Stack)
	}
	return e.frame()
}

// decodeResponse reads what the child tells. It trusts nothing in it: texts
// become printable lines, numbers are within bounds.
func decodeResponse(frame []byte) (response, error) {
	d := decoder{b: frame}
	r := response{kind: d.byte(), id: d.uint(math.MaxUint64), log: d.uint(math.MaxUint64)}
	switch r.kind {
	case tellHello:
		r.version = d.uint(math.MaxUint32)
		r.layers = Containment{Limits: d.bool(), Landlock: int(d.uint(1000)), Seccomp: d.bool()}
	case tellLoaded:
		r.about = d.about()
	case tellDone:
	case tellStop:
		r.stop = d.stop()
	case tellAnswer, tellProfile:
		r.answer = script.Answer{Move: d.move(), Score: d.float(), Depth: int(d.uint(math.MaxInt32)), Nodes: d.uint(math.MaxUint64)}
		if s := r.answer.Score; s != s || s-s != 0 { // neither NaN nor infinite
			r.answer.Score = 0
		}
		if r.kind == tellProfile {
			r.profile = d.profile()
		}
	case tellFault:
		f := &script.Fault{Script: clean(d.text(maxName), maxName), Line: int(d.uint(math.MaxInt32)), Why: d.error(0)}
		f.Budget = d.text(maxName)
		switch f.Budget {
		case "", script.TimeBudget, script.InstructionBudget, script.MemoryBudget, script.StackBudget, script.AnswerBudget:
		default:
			d.fail()
		}
		f.Stack = d.stack()
		r.fault = f
	default:
		d.fail()
	}
	return r, d.end()
}

// Bounds of a script's description.
const (
	maxGames   = 200
	maxOptions = 100
	maxChoices = 100
)

func (e *encoder) about(a *script.Description) {
	e.text(cut(a.Name, maxName))
	e.texts(a.Games)
	e.uint(uint64(len(a.Options)))
	for _, p := range a.Options {
		e.text(cut(p.Name, maxName))
		e.text(cut(p.Title, maxName))
		e.b = append(e.b, byte(p.Kind))
		e.int(p.Min)
		e.int(p.Max)
		e.text(cut(p.Default, maxName))
		e.uint(uint64(len(p.Options)))
		for _, o := range p.Options {
			e.text(cut(o.Name, maxName))
			e.text(cut(o.Title, maxName))
		}
	}
	for _, f := range functions(a) {
		e.bool(*f)
	}
}

func (d *decoder) about() *script.Description {
	line := func() string { return clean(d.text(maxName), maxName) }
	a := &script.Description{Name: line()}
	for _, g := range d.texts(maxGames, maxName) {
		a.Games = append(a.Games, clean(g, maxName))
	}
	for range d.count(maxOptions, 7) {
		p := rules.Param{Name: line(), Title: line(), Kind: rules.Kind(d.byte())}
		p.Min, p.Max = d.int(math.MinInt32, math.MaxInt32), d.int(math.MinInt32, math.MaxInt32)
		p.Default = line()
		for range d.count(maxChoices, 2) {
			p.Options = append(p.Options, rules.Option{Name: line(), Title: line()})
		}
		if p.Kind > rules.Text {
			d.fail()
		}
		a.Options = append(a.Options, p)
	}
	for _, f := range functions(a) {
		*f = d.bool()
	}
	return a
}

// functions returns which functions a script has, in a fixed order.
func functions(a *script.Description) []*bool {
	return []*bool{&a.Choose, &a.Evaluate, &a.Order, &a.Start, &a.Opponent, &a.Finish}
}
