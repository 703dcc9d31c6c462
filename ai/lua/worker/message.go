package worker

import (
	"math"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// version is the version of the protocol, which must be the same in both programs.
const version = 7

// Kinds of requests. Each is answered by a response.
const (
	askLoad byte = iota + 1
	askStart
	askChoose
	askOpponent
	askFinish
	askOpen    // tests only: run the source with all libraries, without a sandbox
	askStep    // begin a call of choose that stops before each line
	askNext    // continue that call
	askProfile // like askChoose, and report the cost of each line
	askTree    // part of a game tree for the next command
	askCommand // call a command
	askReply   // answer of an engine to the command
	askMore    // next part of the command's changes
)

// Kinds of responses.
const (
	tellHello byte = iota + 1
	tellLoaded
	tellDone
	tellAnswer
	tellFault
	tellStop
	tellProfile
	tellEngine  // a command asks an engine; askReply follows
	tellChanges // changes of a command, or a part of the changes
)

// Limits for the content of messages.
const (
	maxName   = 1 << 10
	maxText   = 64 << 10 // maximum length of a position
	maxValues = 200
	maxMoves  = 100_000
	maxStack  = 32
)

// request is a message to the child. Its fields depend on its kind.
type request struct {
	kind byte
	id   uint64

	load   Load
	start  string // text of a position
	moves  []rules.Move
	limit  ai.Limit
	whole  time.Duration // the limit at the start, for errors, if limit.Time is only the rest of it; not sent
	seed   uint64
	seat   rules.Player
	result rules.Result
	how    Step
	line   int

	size    int // size of the whole tree
	part    []byte
	command string
	here    int
	units   []unit
	thought thought
}

// unit is the score unit of an engine; see ai.Scale.
type unit struct {
	engine string
	value  float64
}

// maxUnits is the largest number of engines in a tree whose scores are available as shares.
const maxUnits = 100

// Names of request fields in error messages.
var (
	theScript   = msg.Errorf("the script")
	theName     = msg.Errorf("the name of the script")
	theGame     = msg.Errorf("the game")
	theOptions  = msg.Errorf("the script's options")
	thePosition = msg.Errorf("the position")
	theMoves    = msg.Errorf("the moves of the game")
	theTime     = msg.Errorf("the time to think")
	theDepth    = msg.Errorf("the depth to look ahead")
	theLine     = msg.Errorf("the line to stop at")
	theSeat     = msg.Errorf("the seat")
	theResult   = msg.Errorf("the result of the game")
)

// fields codes the fields of a request.
func (q *request) fields(c *coder) {
	number(c, &q.kind, askLoad, askMore, nil)
	natural(c, &q.id, math.MaxUint64, nil)
	if q.kind == askLoad || q.kind == askOpen {
		q.load.fields(c)
		return
	}
	natural(c, &q.limit.Time, ai.MaxTime, theTime)
	switch q.kind {
	case askStart, askFinish, askChoose, askStep, askProfile:
		text(c, &q.start, maxText, thePosition)
	}
	switch q.kind {
	case askOpponent, askFinish, askChoose, askStep, askProfile:
		list(c, &q.moves, maxMoves, 3, theMoves, c.move)
	}
	switch q.kind {
	case askTree:
		natural(c, &q.size, maxTree, theTree)
		text(c, &q.part, maxPart, theTree)
	case askCommand:
		text(c, &q.command, maxName, theCommand)
		natural(c, &q.here, math.MaxInt32, nil)
		list(c, &q.units, maxUnits, 9, theTree, func(u *unit) {
			text(c, &u.engine, maxText, theTree)
			c.float(&u.value)
		})
	case askReply:
		q.thought.fields(c)
	case askNext:
		natural(c, &q.how, End, nil)
		natural(c, &q.line, math.MaxInt32, theLine)
	case askChoose, askStep, askProfile:
		natural(c, &q.limit.Depth, ai.MaxDepth, theDepth)
		natural(c, &q.limit.Nodes, math.MaxUint64, nil)
		natural(c, &q.seed, math.MaxUint64, nil)
		natural(c, &q.line, math.MaxInt32, theLine)
	case askFinish:
		natural(c, &q.seat, rules.MaxPlayers-1, theSeat)
		c.bool(&q.result.Over)
		natural(c, &q.result.Winners, 1<<rules.MaxPlayers-1, theResult)
		text(c, &q.result.Reason, maxName, theResult)
		list(c, &q.result.Final, rules.MaxPlayers, 1, theResult, func(n *int) { number(c, n, math.MinInt32, math.MaxInt32, theResult) })
	}
}

func (l *Load) fields(c *coder) {
	text(c, &l.Name, maxName, theName)
	text(c, &l.Source, script.MaxSource, theScript)
	text(c, &l.Game.Game, maxName, theGame)
	c.pairs((*map[string]string)(&l.Game.Params), maxValues, maxName, theGame)
	c.pairs(&l.Values, maxValues, script.MaxValue, theOptions)
	natural(c, &l.Seed, math.MaxUint64, nil)
	natural(c, &l.Instructions, math.MaxUint64, nil)
	natural(c, &l.Time, ai.MaxTime, theTime)
}

// patience returns the time that the child may take for q. loading is the script's time limit for
// loading.
func (q *request) patience(loading time.Duration) time.Duration {
	switch q.kind {
	case askLoad:
		return compileTime + q.load.Time
	case askStep, askProfile: // these load the script again
		return hookedTimes*loading + q.limit.Time
	}
	return q.limit.Time
}

// encode writes q to buf. It returns an error if a field exceeds its limit.
func (q *request) encode(buf []byte) ([]byte, error) {
	c := writer(buf, false)
	q.fields(c)
	return c.frame()
}

// decodeRequest returns the request in frame. It returns an error if frame is malformed.
func decodeRequest(frame []byte) (request, error) {
	var q request
	c := &coder{b: frame, reading: true}
	q.fields(c)
	return q, c.end()
}

// response is a message from the child.
type response struct {
	kind byte
	id   uint64
	// log is the number of bytes that the child has written to its log so far.
	log uint64

	version uint64
	layers  Containment
	about   *script.Description
	answer  script.Answer
	fault   *script.Fault
	stop    script.Stop
	profile []script.LineProfile

	engine string // engine to ask about the position
	start  string
	nodes  uint64
	size   int // size of all changes
	part   []byte
}

// fields codes all fields. Fields that the kind does not have are zero and take one byte each.
func (r *response) fields(c *coder) {
	number(c, &r.kind, tellHello, tellChanges, nil)
	natural(c, &r.id, math.MaxUint64, nil)
	natural(c, &r.log, math.MaxUint64, nil)
	natural(c, &r.version, math.MaxUint32, nil)
	c.bool(&r.layers.Limits)
	natural(c, &r.layers.Landlock, 1000, nil)
	c.bool(&r.layers.Seccomp)
	c.stop(&r.stop)
	c.move(&r.answer.Move)
	c.float(&r.answer.Score)
	if s := r.answer.Score; c.reading && (s != s || s-s != 0) { // neither NaN nor infinite
		r.answer.Score = 0
	}
	natural(c, &r.answer.Depth, ai.MaxDepth, nil)
	natural(c, &r.answer.Nodes, math.MaxUint64, nil)
	c.profile(&r.profile)
	switch r.kind {
	case tellLoaded:
		if c.reading {
			r.about = &script.Description{}
		}
		c.about(r.about)
	case tellFault:
		if c.reading {
			r.fault = &script.Fault{}
		}
		c.fault(r.fault)
	case tellEngine:
		c.line(&r.engine, maxName)
		text(c, &r.start, maxText, nil)
		natural(c, &r.nodes, math.MaxUint64, nil)
	case tellChanges:
		natural(c, &r.size, maxChanges, nil)
		text(c, &r.part, maxPart, nil)
	}
}

func (c *coder) fault(f *script.Fault) {
	c.line(&f.Script, maxName)
	c.lineNumber(&f.Line)
	c.error(&f.Why, 0)
	text(c, &f.Budget, maxName, nil)
	switch f.Budget {
	case "", stdlib.TimeBudget, stdlib.InstructionBudget, stdlib.MemoryBudget, stdlib.StackBudget, stdlib.AnswerBudget:
	default:
		c.fail()
	}
	c.stack(&f.Stack)
}

// lineNumber codes a line of a script, or 0.
func (c *coder) lineNumber(v *int) { natural(c, v, math.MaxInt32, nil) }

// encode writes r to buf. It shortens fields that exceed their limits, so that the child can always
// answer.
func (r *response) encode(buf []byte) ([]byte, error) {
	c := writer(buf, true)
	r.fields(c)
	return c.frame()
}

// decodeResponse reads a response. It does not trust the data: texts become printable lines, and
// numbers are within their limits.
func decodeResponse(frame []byte) (response, error) {
	var r response
	c := &coder{b: frame, reading: true}
	r.fields(c)
	return r, c.end()
}

// Limits of a script's description.
const (
	maxGames   = 200
	maxOptions = 100
	maxChoices = 100

	maxCommands = 100
)

func (c *coder) about(a *script.Description) {
	name := func(v *string) { c.line(v, maxName) }
	title := func(v *msg.Key) {
		s := string(*v)
		name(&s)
		*v = msg.Key(s)
	}
	name(&a.Name)
	list(c, &a.Games, maxGames, 1, nil, name)
	list(c, &a.Options, maxOptions, 7, nil, func(p *rules.Param) {
		name(&p.Name)
		title(&p.Title)
		natural(c, &p.Kind, rules.Text, nil)
		number(c, &p.Min, math.MinInt32, math.MaxInt32, nil)
		number(c, &p.Max, math.MinInt32, math.MaxInt32, nil)
		name(&p.Default)
		list(c, &p.Options, maxChoices, 2, nil, func(o *rules.Option) {
			name(&o.Name)
			title(&o.Title)
		})
	})
	for _, f := range []*bool{&a.Choose, &a.Evaluate, &a.Order, &a.Start, &a.Opponent, &a.Finish} {
		c.bool(f)
	}
	list(c, &a.Commands, maxCommands, 2, nil, func(x *script.Command) {
		name(&x.Name)
		title(&x.Title)
	})
}
