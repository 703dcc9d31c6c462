package gomocup

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// Server serves an engine in the protocol.
type Server struct {
	W *extern.Writer
	// Make returns the engine, once the rules are known.
	Make extern.Maker
	// Limit limits each move, in addition to the limits received.
	Limit ai.Limit
	// Version is the version in the server's description.
	Version string

	width, height, rule int
	turn, left          time.Duration // time for a move (0: play at once) and for the rest of the game (0: unlimited)
	rules               rules.Rules
	start               rules.Position
	moves               []rules.Move
	engine              ai.Engine
	board               []rules.Content // the board received so far after BOARD; nil otherwise
}

// defaultTurn is the default time for a move, as in the protocol.
const defaultTurn = 30 * time.Second

// New returns a server without a board. It answers on w, builds its engine with make, and reports
// version.
func New(w *extern.Writer, make extern.Maker, limit ai.Limit, version string) *Server {
	return &Server{W: w, Make: make, Limit: limit, Version: version, turn: defaultTurn}
}

// Interrupts reports whether a line stops the thinking.
func (s *Server) Interrupts(text string) bool {
	command, _ := split(text)
	return command == "END" || command == "YXSTOP"
}

// Close closes the engine, if the server has built one.
func (s *Server) Close() { s.drop() }

func (s *Server) drop() {
	if s.engine != nil {
		ai.Close(s.engine)
		s.engine = nil
	}
}

// Command executes a line and writes the answer. It returns false after END.
func (s *Server) Command(ctx context.Context, text string) bool {
	command, rest := split(text)
	if s.board != nil {
		s.boardLine(ctx, command, text)
		return command != "END"
	}
	switch command {
	case "":
	case "END":
		return false
	case "ABOUT":
		s.W.Line(`name="Studio", version="%s", author="Studio", country="-"`, s.Version)
	case "START":
		if n, ok := number(rest); ok {
			s.begin(n, n)
		} else {
			s.W.Line("ERROR START needs the size of the board")
		}
	case "RECTSTART":
		if n, ok := numbers(rest, 2); ok {
			s.begin(n[0], n[1])
		} else {
			s.W.Line("ERROR RECTSTART needs width,height")
		}
	case "RESTART":
		if s.ready() {
			s.begin(s.width, s.height)
		}
	case "INFO":
		s.info(rest)
	case "BEGIN":
		if s.ready() {
			s.think(ctx)
		}
	case "TURN":
		if s.ready() && s.play(rest) {
			s.think(ctx)
		}
	case "PLAY":
		if s.ready() && s.play(rest) {
			s.W.Line("%s", rest)
		}
	case "TAKEBACK":
		if s.ready() {
			s.takeBack(rest)
		}
	case "BOARD":
		if s.ready() {
			s.board = make([]rules.Content, len(s.rules.Board().Cells))
			for c := range s.board {
				s.board[c] = rules.Empty
			}
		}
	case "SUGGEST", "MESSAGE", "DEBUG", "ERROR", "UNKNOWN", "OK":
		if command == "SUGGEST" {
			s.W.Line("UNKNOWN command")
		}
	default:
		s.W.Line("UNKNOWN command")
	}
	return true
}

// ready reports whether a game has begun. If not, it writes an error.
func (s *Server) ready() bool {
	if s.rules == nil {
		s.W.Line("ERROR no game has been started")
	}
	return s.rules != nil
}

// begin starts a game on a board of the given size.
func (s *Server) begin(width, height int) {
	if min(width, height) < minSide || max(width, height) > maxSide {
		s.W.Line("ERROR the board size must be from %d to %d", minSide, maxSide)
		return
	}
	s.width, s.height = width, height
	if err := s.build(); err != nil {
		s.W.Line("ERROR %v", err)
		return
	}
	s.W.Line("OK")
}

// build creates the rules, with an empty board.
func (s *Server) build() error {
	params := rules.Params{"rows": strconv.Itoa(s.height), "cols": strconv.Itoa(s.width), "k": "5"}
	switch {
	case s.rule&renju != 0:
		params["foul"] = "renju"
	case s.rule&exactFive != 0:
		params["overline"] = "ignored"
	}
	r, err := line.Game.Build("", params)
	if err != nil {
		return err
	}
	s.drop()
	s.rules, s.start, s.moves = r, r.Start(), nil
	return nil
}

// info processes an INFO command. It ignores unknown keys, as the protocol requires.
func (s *Server) info(text string) {
	key, value, _ := strings.Cut(text, " ")
	value = strings.TrimSpace(value)
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return
	}
	ms := time.Duration(min(max(n, 0), int64(ai.MaxTime/time.Millisecond))) * time.Millisecond
	switch strings.ToLower(key) {
	case "timeout_turn":
		s.turn = ms
	case "time_left":
		if s.left = ms; n >= 1<<31-1 { // this value means no limit
			s.left = 0
		}
	case "max_depth":
		s.Limit.Depth = int(min(max(n, 0), ai.MaxDepth))
	case "max_node":
		s.Limit.Nodes = uint64(max(n, 0))
	case "rule":
		if n < 0 || n&(continuous|caro) != 0 || n > exactFive|renju {
			s.W.Line("ERROR the rule %d is not played", n)
			return
		}
		if s.rule = int(n); s.rules != nil && len(s.moves) == 0 && s.start == s.rules.Start() {
			if err := s.build(); err != nil {
				s.W.Line("ERROR %v", err)
			}
		}
	}
}

// at returns the current position. The moves have been checked.
func (s *Server) at() rules.Position {
	p, err := ai.Request{Start: s.start, Moves: s.moves}.Position()
	if err != nil {
		panic("gomocup: " + err.Error())
	}
	return p
}

// play plays a move of the other side. It returns false if the move is illegal.
func (s *Server) play(text string) bool {
	if xy, ok := numbers(text, 2); ok {
		if c, ok := cell(s.rules, xy[0], xy[1]); ok {
			if _, err := s.at().Play(rules.Place(c)); err == nil {
				s.moves = append(s.moves, rules.Place(c))
				return true
			}
		}
	}
	s.W.Line("ERROR %s is not a legal move", extern.Quote(text))
	return false
}

// takeBack takes back the last move.
func (s *Server) takeBack(text string) {
	n := len(s.moves)
	if n == 0 || !isMove(text) || strings.ReplaceAll(text, " ", "") != point(s.rules, s.moves[n-1].To) {
		s.W.Line("ERROR %s is not the last move", extern.Quote(text))
		return
	}
	s.moves = s.moves[:n-1]
	s.W.Line("OK")
}

// boardLine processes a line after BOARD: a stone, or DONE after the last one.
func (s *Server) boardLine(ctx context.Context, command, text string) {
	switch command {
	case "END":
		s.board = nil
		return
	case "":
		return
	case "DONE":
	default:
		xyw, ok := numbers(text, 3)
		var c rules.Cell
		if ok {
			c, ok = cell(s.rules, xyw[0], xyw[1])
		}
		if !ok || xyw[2] < 1 || xyw[2] > 3 || s.board[c] != rules.Empty {
			s.W.Line("ERROR %s is not a stone", extern.Quote(text))
			return
		}
		if xyw[2] != 3 { // 3 marks the cells of a winning row
			s.board[c] = rules.Piece(rules.Player(xyw[2] - 1))
		}
		return
	}
	board := s.board
	s.board = nil
	var count [2]int
	for _, x := range board {
		if x.Owner != rules.NoPlayer {
			count[x.Owner]++
		}
	}
	turn := rules.Player(0)
	if count[1] > count[0] { // the opponent began, so our stones belong to the second player
		turn = 1
		for c := range board {
			if p := board[c].Owner; p != rules.NoPlayer {
				board[c].Owner = 1 - p
			}
		}
	}
	p, err := s.rules.SetUp(rules.Setup{Cells: board, Turn: turn})
	if err != nil {
		s.W.Line("ERROR %v", err)
		return
	}
	s.start, s.moves = p, nil
	s.think(ctx)
}

// Time reserve of a move in addition to a twentieth, since sending the answer takes time too; and
// the divisor of the time for the game.
const (
	slack     = 15 * time.Millisecond
	leftMoves = 15
)

// limit returns the limits for the next move.
func (s *Server) limit() ai.Limit {
	l := s.Limit
	t := max(s.turn-s.turn/20-slack, 10*time.Millisecond)
	if s.left > 0 {
		t = min(t, max(s.left/leftMoves, 10*time.Millisecond))
	}
	if l.Time <= 0 || t < l.Time {
		l.Time = t
	}
	return l
}

// think builds the engine if necessary, lets it choose a move, and writes that move or an error.
func (s *Server) think(ctx context.Context) {
	if s.at().Turn() == rules.NoPlayer {
		s.W.Line("ERROR the game is over")
		return
	}
	if s.engine == nil {
		e, err := s.Make(s.rules)
		if err != nil {
			s.W.Line("ERROR %v", err)
			return
		}
		s.engine = e
	}
	depth := 0
	info, err := s.engine.Think(ctx, ai.Request{Rules: s.rules, Start: s.start, Moves: s.moves, Limit: s.limit()}, func(i ai.Info) {
		if i.Depth > depth && i.Evaluated() {
			depth = i.Depth
			s.say(i)
		}
	})
	m, ok := info.Move()
	switch {
	case err != nil:
		s.W.Line("ERROR %v", err)
	case !ok || m.To == rules.NoCell:
		s.W.Line("ERROR there is no move")
	default:
		if info.Evaluated() {
			s.say(info)
		}
		s.moves = append(s.moves, m)
		s.W.Line("%s", point(s.rules, m.To))
	}
}

// say reports the engine's information. It uses the words of most programs, so managers can parse
// the numbers.
func (s *Server) say(i ai.Info) {
	var line strings.Builder
	for _, m := range i.Best.Moves {
		line.WriteString(" " + strings.ToUpper(s.rules.FormatMove(m)))
	}
	s.W.Line("MESSAGE depth %d eval %s nodes %d pv%s", i.Depth, eval(i.Best.Score), i.Nodes, line.String())
}

// hundredths scales our scores to about the size of other programs' scores: see unit.
const hundredths = 100

// eval formats a score: a number, or +M9 and -M4 for a proved win or loss in that many moves.
func eval(x ai.Score) string {
	far := "*"
	if x.Plies > 0 {
		far = strconv.Itoa(x.Plies)
	}
	switch {
	case x.Proved && x.Value > 0:
		return "+M" + far
	case x.Proved && x.Value < 0:
		return "-M" + far
	}
	return strconv.FormatFloat(math.Round(hundredths*x.Value), 'f', 0, 64)
}
