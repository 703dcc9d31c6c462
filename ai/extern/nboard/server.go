package nboard

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/rules"
)

// Server serves an engine in the protocol.
type Server struct {
	W *extern.Writer
	// Limit limits each move, in addition to the depth received.
	Limit ai.Limit

	make   extern.Maker
	rules  rules.Rules
	start  rules.Position
	moves  []rules.Move
	engine ai.Engine
}

// New returns a server at the start of an Othello game. It answers on w and builds its engine with
// make.
func New(w *extern.Writer, make extern.Maker, limit ai.Limit) *Server {
	r := game()
	return &Server{W: w, Limit: limit, make: make, rules: r, start: r.Start()}
}

// Interrupts reports whether a line stops the thinking. In this protocol, any line does.
func (s *Server) Interrupts(text string) bool {
	word, _ := split(text)
	return word != ""
}

// Close closes the engine, if the server has built one.
func (s *Server) Close() {
	if s.engine != nil {
		ai.Close(s.engine)
		s.engine = nil
	}
}

// Command answers a line. It ignores unknown commands, as the protocol requires.
func (s *Server) Command(ctx context.Context, text string) bool {
	word, rest := split(text)
	switch word {
	case "quit":
		return false
	case "nboard":
		s.W.Line("set myname Studio")
		s.waits()
	case "ping":
		s.W.Line("pong %s", rest)
	case "set":
		s.set(rest)
	case "move":
		m, _, _, err := read(s.rules, rest)
		if err == nil {
			_, err = s.at().Play(m)
		}
		if err != nil {
			s.W.Line("status Studio: %v", err)
			return true
		}
		s.moves = append(s.moves, m)
	case "hint":
		n, err := strconv.Atoi(rest)
		if err != nil {
			n = 1
		}
		s.hint(ctx, min(max(n, 1), maxEval))
	case "go":
		s.play(ctx)
	case "learn":
		s.W.Line("learned") // there is no opening book
	case "analyze":
		s.analyse(ctx)
	}
	return true
}

func (s *Server) waits() { s.W.Line("status Studio is waiting") }

// set applies "depth n" or "game GGF" and ignores other settings. It reports an invalid game in a
// status line.
func (s *Server) set(text string) {
	switch key, value := split(text); key {
	case "depth":
		if n, err := strconv.Atoi(value); err == nil && n > 0 {
			s.Limit.Depth = min(n, ai.MaxDepth)
		}
	case "game":
		start, moves, err := parseGGF(s.rules, value)
		if err != nil {
			s.W.Line("status Studio: %v", err)
			return
		}
		s.start, s.moves = start, moves
	}
}

// at returns the current position. The moves have been checked.
func (s *Server) at() rules.Position {
	p, err := s.request(0).Position()
	if err != nil {
		panic("nboard: " + err.Error())
	}
	return p
}

func (s *Server) request(lines int) ai.Request {
	return ai.Request{Rules: s.rules, Start: s.start, Moves: s.moves, Limit: s.Limit, Lines: lines}
}

// think asks the engine. If it fails, it reports the error and returns false.
func (s *Server) think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, bool) {
	if s.engine == nil {
		e, err := s.make(s.rules)
		if err != nil {
			s.W.Line("status Studio: %v", err)
			return ai.Info{}, false
		}
		s.engine = e
	}
	info, err := s.engine.Think(ctx, q, report)
	if _, ok := info.Move(); err != nil || !ok {
		s.W.Line("status Studio: %v", err)
		return ai.Info{}, false
	}
	return info, true
}

// play sends the engine's move. The move is not played until the other side sends it.
func (s *Server) play(ctx context.Context) {
	at := s.at()
	if at.Turn() == rules.NoPlayer {
		return
	}
	began := time.Now()
	s.W.Line("status Studio is thinking")
	info, ok := s.think(ctx, s.request(0), nil)
	if ok && ctx.Err() == nil {
		s.stats(info, began)
		s.W.Line("=== %s/%s/%.2f", write(s.rules, info.Best.Moves[0]), eval(info.Best.Score), time.Since(began).Seconds())
	}
	s.waits()
}

// hint sends the best n moves.
func (s *Server) hint(ctx context.Context, n int) {
	if s.at().Turn() == rules.NoPlayer {
		return
	}
	began := time.Now()
	s.W.Line("status Studio is thinking")
	said := func(info ai.Info) {
		lines := info.Lines
		if len(lines) == 0 && len(info.Best.Moves) > 0 {
			lines = []ai.Line{info.Best}
		}
		for _, l := range lines {
			var pv strings.Builder
			for _, m := range l.Moves {
				pv.WriteString(write(s.rules, m))
			}
			s.W.Line("search %s %s 0 %d", pv.String(), eval(l.Score), info.Depth)
		}
	}
	if info, ok := s.think(ctx, s.request(n), said); ok {
		said(info)
		s.stats(info, began)
	}
	s.waits()
}

// analyse sends an evaluation of each position in the game.
func (s *Server) analyse(ctx context.Context) {
	for n := len(s.moves); n >= 0 && ctx.Err() == nil; n-- {
		q := s.request(0)
		q.Moves = q.Moves[:n]
		at, err := q.Position()
		if err != nil || at.Turn() == rules.NoPlayer {
			continue
		}
		if info, ok := s.think(ctx, q, nil); ok && ctx.Err() == nil {
			s.W.Line("analysis %d %s", n, eval(info.Best.Score))
		}
	}
	s.waits()
}

func (s *Server) stats(info ai.Info, began time.Time) {
	s.W.Line("nodestats %d %.2f", info.Nodes, time.Since(began).Seconds())
}

// eval formats a score in discs. A proved result without a margin counts as all discs.
func eval(x ai.Score) string {
	v := x.Value
	if x.Proved && v >= -1 && v <= 1 {
		v *= maxEval
	}
	return fmt.Sprintf("%.2f", min(max(v, -maxEval), maxEval))
}
