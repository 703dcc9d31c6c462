// Package advice tells the person at the board which moves are good: a hint when it is asked for, the advice of a
// strategy at each turn of a seat, and, as a teacher does, that there was a better move than the one just made.
package advice

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"time"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/jobs"
	"boardstudio/studio/scripts"
	"boardstudio/words"
)

// How long is thought of a hint and of the advice of a turn, and by the teacher of a position.
const (
	hintTime   = time.Second
	adviceTime = time.Second
	teachTime  = 500 * time.Millisecond
)

// Host is the document in which the person plays.
type Host interface {
	// Place returns where the person is; false where no move can be made.
	Place() (Place, bool)
	Play(rules.Move)
	// Teaches reports whether the teacher speaks up, and from which loss on, in what the game counts.
	Teaches() (on bool, amount float64)
	// Ended returns where the person is; false unless a game that was played here ends there.
	Ended() (Place, bool)
	Name(rules.Player) string
	// Advised is called when what is suggested has changed.
	Advised()
	// Tell tells the person something, or of an error.
	Tell(text string, err error)
}

// Place is a position in the tree.
type Place struct {
	Tree     *model.Tree
	Node     *model.Node
	Position rules.Position
	Person   bool // a person is to move
}

// request asks for a move there. Its seed is always the same: who asks again gets the same answer.
func (p *Place) request(limit time.Duration) (ai.Request, error) {
	start, moves, err := p.Tree.Start(p.Node)
	return ai.Request{Rules: p.Tree.Rules(), Start: start, Moves: moves, Limit: ai.Limit{Time: limit}, Seed: 1}, err
}

// Suggestion is a move for a position, and what speaks for it.
type Suggestion struct {
	Place
	By   string  // the adviser's specification, "" for a hint
	Line ai.Line // the first move is the one suggested
}

// Move returns the move that is suggested.
func (s *Suggestion) Move() rules.Move { return s.Line.Moves[0] }

// Cells returns where the move starts and ends.
func (s *Suggestion) Cells() []rules.Cell {
	m, b := s.Move(), s.Tree.Rules().Board()
	var cells []rules.Cell
	if m.From != rules.NoCell {
		cells = append(cells, m.From)
	}
	if after, err := s.Position.Play(m); err == nil && m.To != rules.NoCell {
		cells = append(cells, rules.Landing(b, s.Position, after, m))
	}
	return cells
}

// Reason says in a sentence what the rules prove of the move, or else what its engine expects.
func (s *Suggestion) Reason() string {
	return words.Suggestion(s.Tree.Rules(), s.Position, s.Line.Moves)
}

// title returns what an adviser is called.
func title(by string) string {
	if scripts.Path(by) != "" {
		return scripts.Title(by)
	}
	k, _, err := aiall.Parse(by)
	if err != nil {
		return by
	}
	return locale.T(k.Title)
}

// Desk suggests moves in one document. It belongs to the loop's goroutine.
type Desk struct {
	host    Host
	jobs    *jobs.Runner
	loop    jobs.Loop
	leaving *sync.WaitGroup

	hint     *Suggestion
	advisers map[rules.Player]string // of the seats that are advised
	advice   *Suggestion
	asked    *model.Node // where advice was asked for last, nil for nowhere
	stop     func()      // ends thinking of it

	lesson
}

// New returns a desk without advisers. What it thinks beside the loop is counted in leaving.
func New(host Host, runner *jobs.Runner, loop jobs.Loop, leaving *sync.WaitGroup) *Desk {
	d := &Desk{host: host, jobs: runner, loop: loop, leaving: leaving}
	d.Clear()
	return d
}

// Clear ends all that goes on, and dismisses the advisers.
func (d *Desk) Clear() {
	d.end()
	d.hint, d.advice, d.asked, d.advisers = nil, nil, nil, map[rules.Player]string{}
	d.lesson.end()
}

func (d *Desk) end() {
	if d.stop != nil {
		d.stop()
		d.stop = nil
	}
}

// Hint returns what was suggested at a node because it was asked for, nil for nothing.
func (d *Desk) Hint(at *model.Node) *Suggestion {
	if d.hint == nil || d.hint.Node != at {
		return nil
	}
	return d.hint
}

// Suggest looks for a hint where the person is; asked again there, it says why.
func (d *Desk) Suggest() {
	p, ok := d.host.Place()
	if !ok {
		return
	}
	if h := d.Hint(p.Node); h != nil {
		d.host.Tell(h.Reason(), nil)
		return
	}
	var line ai.Line
	d.jobs.Do(jobs.Task{
		Kind: jobs.Look, Title: locale.T("Looking for a hint"),
		First: func(ctx context.Context, _ codec.Progress) error {
			q, err := p.request(hintTime)
			if err != nil {
				return err
			}
			info, err := ask(ctx, "", q)
			line = info.Best
			return err
		},
		Then: func(err error) {
			now, here := d.host.Place()
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				d.host.Tell("", err)
			case here && now.Node == p.Node && len(line.Moves) > 0: // else the person has gone on
				d.hint = &Suggestion{Place: p, Line: line}
				d.host.Advised()
				d.host.Tell(locale.T("Hint: %s", p.Tree.Rules().FormatMove(d.hint.Move())), nil)
			}
		},
	})
}

// Cells returns where the move starts and ends that is suggested at a node, nil without one.
func (d *Desk) Cells(at *model.Node) []rules.Cell {
	if d.shown {
		return d.better.Cells()
	}
	if h := d.Hint(at); h != nil {
		return h.Cells()
	}
	if a, _ := d.Now(); a != nil && a.Node == at {
		return a.Cells()
	}
	return nil
}

// Follow makes the move that the adviser of the turn suggests.
func (d *Desk) Follow() {
	if a, _ := d.Now(); a != nil {
		d.host.Play(a.Move())
	}
}

// Adviser returns who advises a seat, "" for nobody.
func (d *Desk) Adviser(p rules.Player) string { return d.advisers[p] }

// Advise has an engine advise a seat, "" for none. A specification that does not fit the game is an *msg.Error.
func (d *Desk) Advise(p rules.Player, by string, r rules.Rules) error {
	if by == "" {
		delete(d.advisers, p)
	} else {
		if _, err := aiall.New(by, r); err != nil {
			return err
		}
		d.advisers[p] = by
	}
	d.end()
	d.advice, d.asked = nil, nil
	d.Turn()
	d.host.Advised()
	return nil
}

// AdviseAll has an engine advise all persons, "" for none.
func (d *Desk) AdviseAll(by string, players []model.Player, r rules.Rules) error {
	for i, p := range players {
		if p.Kind == model.Human {
			if err := d.Advise(rules.Player(i), by, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// Turn is called when the person may be elsewhere, or somebody else at the seats: it asks the adviser of the turn.
func (d *Desk) Turn() {
	if d.better == nil && len(d.advisers) == 0 {
		return // without asking where the person is, which is asked at each step
	}
	p, ok := d.host.Place()
	if d.better != nil && p.Node == d.better.Node { // the move was taken back
		d.Keep()
	}
	by := ""
	if ok && p.Person {
		by = d.advisers[p.Position.Turn()]
	}
	if by == "" {
		if d.asked != nil {
			d.end()
			d.advice, d.asked = nil, nil
			d.host.Advised()
		}
		return
	}
	if d.asked == p.Node {
		return
	}
	d.end()
	d.advice, d.asked = nil, p.Node
	d.host.Advised()
	d.stop = d.think(by, p, adviceTime, func(i ai.Info, err error) {
		d.stop = nil
		if err != nil {
			d.host.Tell("", err)
		} else if len(i.Best.Moves) > 0 {
			d.advice = &Suggestion{Place: p, By: by, Line: i.Best}
		}
		d.host.Advised()
	})
}

// think has an engine think of a place, after some moves more, beside the loop. On the loop it calls then with what comes of it,
// unless it is stopped before.
func (d *Desk) think(by string, p Place, limit time.Duration, then func(ai.Info, error), more ...rules.Move) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	q, err := p.request(limit)
	q.Moves = append(q.Moves[:len(q.Moves):len(q.Moves)], more...)
	d.leaving.Go(func() {
		var info ai.Info
		if err == nil {
			info, err = ask(ctx, by, q)
		}
		d.loop.Post(func() {
			if ctx.Err() == nil {
				cancel()
				then(info, err)
			}
		})
	})
	return cancel
}

// ask has the engine of a specification think, the strongest for "".
func ask(ctx context.Context, by string, q ai.Request) (ai.Info, error) {
	var e ai.Engine
	var err error
	if by == "" {
		e, err = aiall.Strongest(q.Rules)
	} else {
		e, err = aiall.New(by, q.Rules)
	}
	if err != nil {
		return ai.Info{}, err
	}
	defer ai.Close(e)
	return e.Think(ctx, q, nil)
}

// Now returns the advice for the person's turn, nil while there is none; thinking reports whether it is being thought of.
func (d *Desk) Now() (s *Suggestion, thinking bool) {
	p, ok := d.host.Place()
	if !ok || d.asked != p.Node {
		return nil, false
	}
	return d.advice, d.stop != nil
}

// Given returns the advice that the record of the next move at a node keeps, the zero value for none.
func (d *Desk) Given(at *model.Node) model.Advice {
	if d.advice == nil || d.advice.Node != at {
		return model.Advice{}
	}
	return model.Advice{By: d.advice.By, Move: d.advice.Move()}
}

// lesson is what the teacher says of the move made last.
type lesson struct {
	better *Suggestion // than that move, nil for nothing
	shown  bool        // on the board
	quit   func()      // ends thinking of it
}

func (l *lesson) end() {
	if l.quit != nil {
		l.quit()
	}
	*l = lesson{}
}

// Made is called when the person has made a move at a place. The teacher compares it with the best one.
func (d *Desk) Made(p Place, m rules.Move) {
	d.lesson.end()
	after, err := p.Position.Play(m)
	on, amount := d.host.Teaches()
	if !on || err != nil || p.Tree.Rules().Players() != 2 || rules.MustPass(p.Position) {
		return
	}
	d.quit = d.think("", p, teachTime, func(best ai.Info, err error) {
		if err != nil || len(best.Best.Moves) == 0 || best.Best.Moves[0] == m {
			return // a teacher who knows nothing says nothing
		}
		judge := func(score ai.Score) {
			if worse(best.Best.Score, score) >= amount {
				d.better = &Suggestion{Place: p, Line: best.Best}
				d.host.Advised()
			}
		}
		if res := after.Result(); res.Over {
			judge(known(res, p.Position.Turn()))
			return
		}
		d.quit = d.think("", p, teachTime, func(reply ai.Info, err error) {
			if err != nil {
				return
			}
			s := reply.Best.Score
			if after.Turn() != p.Position.Turn() {
				s = s.Opposite()
			}
			judge(s)
		}, m)
	})
}

// known returns the score of a game that is over, for one of two players.
func known(r rules.Result, me rules.Player) ai.Score {
	s := ai.Score{Proved: true}
	switch {
	case r.Winners.Has(me):
		s.Value = 1
	case r.Winners != 0:
		s.Value = -1
	}
	return s
}

// worse returns how much a move with the score b gives away where one with the score a was to be had: more than any
// amount where the game is lost by it, or a win not certain any more.
func worse(a, b ai.Score) float64 {
	lost := func(s ai.Score) bool { return s.Proved && s.Value < 0 }
	won := func(s ai.Score) bool { return s.Proved && s.Value > 0 }
	switch {
	case won(b) || lost(a):
		return 0
	case won(a) || lost(b):
		return math.Inf(1)
	case a.Proved || b.Proved: // a draw and an estimate
		return 0
	}
	return a.Value - b.Value
}

// Better reports whether the teacher has a better move than the one made last.
func (d *Desk) Better() bool { return d.better != nil }

// Show shows the better move and says why it is.
func (d *Desk) Show() {
	if d.better != nil {
		d.shown = true
		d.host.Advised()
	}
}

// Keep ends what the teacher says: the move stays.
func (d *Desk) Keep() {
	if d.better != nil {
		d.lesson.end()
		d.host.Advised()
	}
}

// Offer is something that can be done about what is said.
type Offer int

// The offers.
const (
	FollowIt Offer = iota // make the move
	ShowIt                // show the better move
	TakeBack              // take the move back that was made
	KeepIt                // keep it
)

// Says returns what there is to say where the person is, "" for nothing, and what can be done about it.
func (d *Desk) Says() (text string, offers []Offer) {
	if d.better != nil {
		if d.shown {
			return locale.T("There was better: %s", d.better.Reason()), []Offer{TakeBack, KeepIt}
		}
		return locale.T("There was better"), []Offer{ShowIt, TakeBack, KeepIt}
	}
	switch a, thinking := d.Now(); {
	case a != nil:
		return locale.T("%s advises: %s", title(a.By), a.Reason()), []Offer{FollowIt}
	case thinking:
		return locale.T("Advice is on its way…"), nil
	}
	if end, ok := d.host.Ended(); ok {
		return d.result(end), nil
	}
	return "", nil
}

// result says how often advice was followed in a game that is over, and how that ended.
func (d *Desk) result(end Place) string {
	var parts []string
	for _, x := range words.CountAdvice(end.Tree, end.Node) {
		parts = append(parts, x.Sentence(d.host.Name(x.Player), end.Position.Result()))
	}
	return strings.Join(parts, "; ")
}

// Room reports whether there may be something to say in the game that goes on, so that room is kept for it.
func (d *Desk) Room() bool {
	on, _ := d.host.Teaches()
	return on || len(d.advisers) > 0
}
