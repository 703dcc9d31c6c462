// Package advice suggests moves to the user. It gives hints on request and the advice of a strategy
// at each turn of a seat. As a teacher, it reports that there was a better move than the last one.
package advice

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/app/scripts"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// Thinking time for a hint, for advice, and for each position that the teacher evaluates.
const (
	hintTime   = time.Second
	adviceTime = time.Second
	teachTime  = 500 * time.Millisecond
)

// Host is the document that the user is playing in.
type Host interface {
	// Place returns the current position, or false if no move can be made.
	Place() (Place, bool)
	Play(rules.Move)
	// Teaches reports whether the teacher is on, and the minimum loss that it comments on, in the
	// units of the game.
	Teaches() (on bool, amount float64)
	// Ended returns the current position, or false unless a game played here ends there.
	Ended() (Place, bool)
	Name(rules.Player) string
	// Advised is called when the suggestions have changed.
	Advised()
	// Notify shows a message or an error to the user.
	Notify(text string, err error)
}

// Place is a position in the tree.
type Place struct {
	Tree     *model.Tree
	Node     *model.Node
	Position rules.Position
	Person   bool // a person is to move
}

// request returns a request for a move at p. The seed is constant, so that repeated requests get
// the same answer.
func (p *Place) request(limit time.Duration) (ai.Request, error) {
	start, moves, err := p.Tree.Start(p.Node)
	return ai.Request{Rules: p.Tree.Rules(), Start: start, Moves: moves, Limit: ai.Limit{Time: limit}, Seed: 1}, err
}

// Suggestion is a suggested move with the line that supports it.
type Suggestion struct {
	Place
	By   string  // specification of the adviser; "" for a hint
	Line ai.Line // starts with the suggested move
}

// Move returns the suggested move.
func (s *Suggestion) Move() rules.Move { return s.Line.Moves[0] }

// Cells returns the start and end cells of the move.
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

// Reason returns a sentence with the result that the rules prove for the move, or else with the
// engine's expectation.
func (s *Suggestion) Reason() string {
	return words.Suggestion(s.Tree.Rules(), s.Position, s.Line.Moves)
}

// title returns the display name of an adviser.
func (s *Suggester) title(by string) string {
	if scripts.Path(by) != "" {
		return scripts.Title(by)
	}
	k, _, err := s.engines.Parse(by)
	if err != nil {
		return by
	}
	return locale.T(k.Title)
}

// Suggester suggests moves in one document. It must only be used on the loop.
type Suggester struct {
	engines *player.Catalog
	host    Host
	jobs    *jobs.Runner
	loop    jobs.Loop
	leaving *sync.WaitGroup

	hint     *Suggestion
	advisers map[rules.Player]string // by advised seat
	advice   *Suggestion
	asked    *model.Node // node of the last request for advice, or nil
	stop     func()      // cancels the request for advice

	lesson
}

// New returns a Suggester without advisers. Hints and the teacher use the strongest one of engines.
// Background work is added to leaving.
func New(engines *player.Catalog, host Host, runner *jobs.Runner, loop jobs.Loop, leaving *sync.WaitGroup) *Suggester {
	d := &Suggester{engines: engines, host: host, jobs: runner, loop: loop, leaving: leaving}
	d.Clear()
	return d
}

// Clear cancels all requests and removes the advisers.
func (s *Suggester) Clear() {
	s.end()
	s.hint, s.advice, s.asked, s.advisers = nil, nil, nil, map[rules.Player]string{}
	s.lesson.end()
}

func (s *Suggester) end() {
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
}

// Hint returns the requested hint at a node, or nil.
func (s *Suggester) Hint(at *model.Node) *Suggestion {
	if s.hint == nil || s.hint.Node != at {
		return nil
	}
	return s.hint
}

// Suggest searches for a hint for the current position. If there already is one, it shows the
// reason.
func (s *Suggester) Suggest() {
	p, ok := s.host.Place()
	if !ok {
		return
	}
	if h := s.Hint(p.Node); h != nil {
		s.host.Notify(h.Reason(), nil)
		return
	}
	q, err := p.request(hintTime) // not in the job, because only the loop may use the cache of positions
	if err != nil {
		s.host.Notify("", err)
		return
	}
	var line ai.Line
	s.jobs.Do(jobs.Task{
		Kind: jobs.Look, Title: locale.T("Looking for a hint"),
		First: func(ctx context.Context, _ codec.Progress) error {
			info, err := s.ask(ctx, "", q)
			line = info.Best
			return err
		},
		Then: func(err error) {
			now, here := s.host.Place()
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				s.host.Notify("", err)
			case here && now.Node == p.Node && now.Position.Hash() == p.Position.Hash() && len(line.Moves) > 0: // otherwise the user has left or changed the position
				s.hint = &Suggestion{Place: p, Line: line}
				s.host.Advised()
				s.host.Notify(locale.T("Hint: %s", p.Tree.Rules().FormatMove(s.hint.Move())), nil)
			}
		},
	})
}

// Cells returns the cells of the suggestion shown at a node, or nil.
func (s *Suggester) Cells(at *model.Node) []rules.Cell {
	if s.shown {
		return s.better.Cells()
	}
	if h := s.Hint(at); h != nil {
		return h.Cells()
	}
	if a, _ := s.Now(); a != nil && a.Node == at {
		return a.Cells()
	}
	return nil
}

// Follow plays the move that the current adviser suggests.
func (s *Suggester) Follow() {
	if a, _ := s.Now(); a != nil {
		s.host.Play(a.Move())
	}
}

// Adviser returns the adviser of a seat, or "".
func (s *Suggester) Adviser(p rules.Player) string { return s.advisers[p] }

// Advise sets the adviser of a seat. "" removes it. It returns a *msg.Error if the engine does not
// play the game.
func (s *Suggester) Advise(p rules.Player, by string, r rules.Rules) error {
	if by == "" {
		delete(s.advisers, p)
	} else {
		e, err := s.engines.New(by, r)
		if err != nil {
			return err
		}
		ai.Close(e)
		s.advisers[p] = by
	}
	s.end()
	s.advice, s.asked = nil, nil
	s.Turn()
	s.host.Advised()
	return nil
}

// AdviseAll sets the adviser of all seats of people. "" removes it. It returns a *msg.Error if the
// engine does not play the game.
func (s *Suggester) AdviseAll(by string, players []model.Player, r rules.Rules) error {
	for i, p := range players {
		if p.Kind == model.Human {
			if err := s.Advise(rules.Player(i), by, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// Turn must be called when the current node or the players may have changed. It requests advice if
// the seat to move has an adviser.
func (s *Suggester) Turn() {
	if s.better == nil && len(s.advisers) == 0 {
		return // avoids calling Place, as Turn is called at each step
	}
	p, ok := s.host.Place()
	if s.better != nil && p.Node == s.better.Node { // the move was taken back
		s.Keep()
	}
	by := ""
	if ok && p.Person {
		by = s.advisers[p.Position.Turn()]
	}
	if by == "" {
		if s.asked != nil {
			s.end()
			s.advice, s.asked = nil, nil
			s.host.Advised()
		}
		return
	}
	if s.asked == p.Node {
		return
	}
	s.end()
	s.advice, s.asked = nil, p.Node
	s.host.Advised()
	s.stop = s.think(by, p, adviceTime, func(i ai.Info, err error) {
		s.stop = nil
		if err != nil {
			s.host.Notify("", err)
		} else if len(i.Best.Moves) > 0 {
			s.advice = &Suggestion{Place: p, By: by, Line: i.Best}
		}
		s.host.Advised()
	})
}

// think runs an engine in the background on the position at p, followed by the moves in more. It
// calls then on the loop with the result, unless it is stopped first.
func (s *Suggester) think(by string, p Place, limit time.Duration, then func(ai.Info, error), more ...rules.Move) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	q, err := p.request(limit)
	q.Moves = append(q.Moves[:len(q.Moves):len(q.Moves)], more...)
	s.leaving.Go(func() {
		var info ai.Info
		if err == nil {
			info, err = s.ask(ctx, by, q)
		}
		s.loop.Post(func() {
			if ctx.Err() == nil {
				cancel()
				then(info, err)
			}
		})
	})
	return cancel
}

// ask runs the engine with the given specification, or the strongest engine if by is "". It may be
// called on any goroutine.
func (s *Suggester) ask(ctx context.Context, by string, q ai.Request) (ai.Info, error) {
	var e ai.Engine
	var err error
	if by == "" {
		e, err = s.engines.Strongest(q.Rules)
	} else {
		e, err = s.engines.New(by, q.Rules)
	}
	if err != nil {
		return ai.Info{}, err
	}
	defer ai.Close(e)
	return e.Think(ctx, q, nil)
}

// Now returns the advice for the current turn, or nil. thinking reports whether the adviser is
// still thinking.
func (s *Suggester) Now() (now *Suggestion, thinking bool) {
	p, ok := s.host.Place()
	if !ok || s.asked != p.Node {
		return nil, false
	}
	return s.advice, s.stop != nil
}

// Given returns the advice to record with the next move at a node, or the zero value.
func (s *Suggester) Given(at *model.Node) model.Advice {
	if s.advice == nil || s.advice.Node != at {
		return model.Advice{}
	}
	return model.Advice{By: s.advice.By, Move: s.advice.Move()}
}

// lesson is the comment of the teacher on the last move.
type lesson struct {
	better *Suggestion // the better move, or nil
	shown  bool        // the better move is shown on the board
	quit   func()      // cancels the request of the teacher
}

func (l *lesson) end() {
	if l.quit != nil {
		l.quit()
	}
	*l = lesson{}
}

// Made must be called when the user has made a move. The teacher compares it with the best move.
func (s *Suggester) Made(p Place, m rules.Move) {
	s.lesson.end()
	after, err := p.Position.Play(m)
	on, amount := s.host.Teaches()
	if !on || err != nil || p.Tree.Rules().Players() != 2 || rules.MustPass(p.Position) {
		return
	}
	s.quit = s.think("", p, teachTime, func(best ai.Info, err error) {
		if err != nil || len(best.Best.Moves) == 0 || best.Best.Moves[0] == m {
			return // without a better move, the teacher is silent
		}
		judge := func(score ai.Score) {
			if moveLoss(best.Best.Score, score) >= amount {
				s.better = &Suggestion{Place: p, Line: best.Best}
				s.host.Advised()
			}
		}
		if res := after.Result(); res.Over {
			judge(resultScore(res, p.Position.Turn()))
			return
		}
		s.quit = s.think("", p, teachTime, func(reply ai.Info, err error) {
			if err != nil {
				return
			}
			score := reply.Best.Score
			if after.Turn() != p.Position.Turn() {
				score = score.Opposite()
			}
			judge(score)
		}, m)
	})
}

// resultScore returns the score of a finished game of two players for me.
func resultScore(r rules.Result, me rules.Player) ai.Score {
	s := ai.Score{Proved: true}
	switch {
	case r.Winners.Has(me):
		s.Value = 1
	case r.Winners != 0:
		s.Value = -1
	}
	return s
}

// moveLoss returns the loss of a move with score b if a move with score a was available. It returns
// infinity if the move loses the game or gives up a certain win.
func moveLoss(a, b ai.Score) float64 {
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

// Better reports whether the teacher has a better move than the last one.
func (s *Suggester) Better() bool { return s.better != nil }

// Show shows the better move and the reason for it.
func (s *Suggester) Show() {
	if s.better != nil {
		s.shown = true
		s.host.Advised()
	}
}

// Keep dismisses the comment of the teacher.
func (s *Suggester) Keep() {
	if s.better != nil {
		s.lesson.end()
		s.host.Advised()
	}
}

// Offer is an action that can be offered with a message.
type Offer int

// Offers.
const (
	FollowIt Offer = iota // play the suggested move
	ShowIt                // show the better move
	TakeBack              // take back the last move
	KeepIt                // dismiss the comment
)

// Says returns the message for the current position, or "", and the actions to offer with it.
func (s *Suggester) Says() (text string, offers []Offer) {
	if s.better != nil {
		if s.shown {
			return locale.T("There was a better move: %s", s.better.Reason()), []Offer{TakeBack, KeepIt}
		}
		return locale.T("There was a better move"), []Offer{ShowIt, TakeBack, KeepIt}
	}
	switch a, thinking := s.Now(); {
	case a != nil:
		return locale.T("%s advises: %s", s.title(a.By), a.Reason()), []Offer{FollowIt}
	case thinking:
		return locale.T("Fetching advice…"), nil
	}
	if end, ok := s.host.Ended(); ok {
		return s.result(end), nil
	}
	return "", nil
}

// result returns a message about how often advice was followed in a finished game, and about its
// result.
func (s *Suggester) result(end Place) string {
	var parts []string
	for _, x := range words.CountAdvice(end.Tree, end.Node) {
		parts = append(parts, x.Sentence(s.host.Name(x.Player), end.Position.Result()))
	}
	return strings.Join(parts, "; ")
}

// Room reports whether the current game may show messages, so that the window reserves space for
// them.
func (s *Suggester) Room() bool {
	on, _ := s.host.Teaches()
	return on || len(s.advisers) > 0
}
