package gtp

import (
	"context"
	"fmt"
	"slices"
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
	// Limit limits each move, in addition to the time settings received.
	Limit ai.Limit

	games   rules.Catalog
	make    extern.Maker
	version string
	board
	start  rules.Position
	moves  []rules.Move
	engine ai.Engine
	clocks [2]clock
	main   time.Duration
	byo    time.Duration
	stones int
}

// clock is a player's remaining time.
type clock struct {
	received bool
	left     time.Duration
	stones   int // moves to play in that time, 0 for the rest of the game
}

// New returns a server. It plays the rules r until it receives others, for one of games.
func New(games rules.Catalog, r rules.Rules, w *extern.Writer, make extern.Maker, limit ai.Limit, version string) *Server {
	return &Server{W: w, Limit: limit, games: games, make: make, version: version, board: newBoard(r, usual), start: r.Start()}
}

// Interrupts returns false, since the protocol cannot interrupt a command.
func (s *Server) Interrupts(string) bool { return false }

// Close closes the engine, if the server has built one.
func (s *Server) Close() {
	if s.engine != nil {
		ai.Close(s.engine)
		s.engine = nil
	}
}

// commands maps names of commands to their functions. The text of an error is the answer.
var commands = map[string]func(*Server, context.Context, []string) (string, error){
	"protocol_version": func(*Server, context.Context, []string) (string, error) { return "2", nil },
	"name":             func(*Server, context.Context, []string) (string, error) { return "Studio", nil },
	"version":          func(s *Server, _ context.Context, _ []string) (string, error) { return s.version, nil },
	"quit":             func(*Server, context.Context, []string) (string, error) { return "", nil },
	"known_command":    (*Server).knownCommand,
	"list_commands":    (*Server).listCommands,
	"boardsize":        (*Server).boardSize,
	"clear_board":      (*Server).clear,
	"komi":             (*Server).komi,
	"play":             (*Server).play,
	"genmove": func(s *Server, ctx context.Context, args []string) (string, error) {
		return s.generate(ctx, args, true)
	},
	"reg_genmove": func(s *Server, ctx context.Context, args []string) (string, error) {
		return s.generate(ctx, args, false)
	},
	"undo":          (*Server).undo,
	"showboard":     (*Server).show,
	"time_settings": (*Server).timeSettings,
	"time_left":     (*Server).timeLeft,
	"final_score":   (*Server).score,
	gameCommand:     (*Server).game,
	positionCommand: (*Server).position,
}

// names are the names of the commands, sorted. They cannot be read from the map, since the map
// refers to the function that lists them.
var names = []string{
	gameCommand, positionCommand, "boardsize", "clear_board", "final_score", "genmove", "known_command", "komi", "list_commands", "name", "play",
	"protocol_version", "quit", "reg_genmove", "showboard", "time_left", "time_settings", "undo", "version",
}

// Command executes a line and writes the answer, with the command number if the line has one. It
// returns false after quit.
func (s *Server) Command(ctx context.Context, text string) bool {
	args := words(text)
	if len(args) == 0 {
		return true
	}
	id := ""
	if n, err := strconv.ParseUint(args[0], 10, 31); err == nil {
		id, args = strconv.FormatUint(n, 10), args[1:]
	}
	sign, answer := "?", "unknown command"
	if len(args) > 0 {
		if f := commands[args[0]]; f != nil {
			var err error
			if answer, err = f(s, ctx, args[1:]); err != nil {
				answer = err.Error()
			} else {
				sign = "="
			}
		}
	}
	s.W.Block(strings.TrimRight(sign+id+" "+strings.ReplaceAll(answer, "\n\n", "\n"), " ") + "\n\n")
	return len(args) == 0 || args[0] != "quit"
}

// failure is the answer for a failed command.
type failure string

func (f failure) Error() string { return string(f) }

const (
	syntax  failure = "syntax error"
	illegal failure = "illegal move"
)

func (s *Server) knownCommand(_ context.Context, args []string) (string, error) {
	return strconv.FormatBool(len(args) == 1 && slices.Contains(names, args[0])), nil
}

func (s *Server) listCommands(context.Context, []string) (string, error) {
	return strings.Join(names, "\n"), nil
}

// boardSize sets the number of rows, or width and height. If the game has parameters for its size,
// they are changed.
func (s *Server) boardSize(_ context.Context, args []string) (string, error) {
	if len(args) != 1 && len(args) != 2 {
		return "", syntax
	}
	n, err := strconv.Atoi(args[len(args)-1])
	if err != nil {
		return "", syntax
	}
	cols := 0 // not given
	if len(args) == 2 {
		if cols, err = strconv.Atoi(args[0]); err != nil {
			return "", syntax
		}
	}
	fits := func(b board) bool { return b.rows == n && (cols == 0 || b.cols == cols) }
	if fits(s.board) {
		return s.clear(context.Background(), nil)
	}
	spec := s.rules.Spec()
	size := []string{}
	for _, name := range spec.Params.Names() {
		if spec.Params[name] == strconv.Itoa(s.rows) && (name == "rows" || name == "cols" || name == "size") {
			if name == "cols" && cols > 0 {
				size = append(size, name+"="+strconv.Itoa(cols))
			} else {
				size = append(size, name+"="+strconv.Itoa(n))
			}
		}
	}
	r, err := understand(s.games, append(strings.Fields(describe(spec)), size...))
	if err != nil || !fits(newBoard(r, usual)) {
		return "", failure("unacceptable size")
	}
	s.change(r)
	return "", nil
}

// change sets other rules.
func (s *Server) change(r rules.Rules) {
	s.Close()
	s.board = newBoard(r, usual)
	s.start, s.moves = r.Start(), nil
}

func (s *Server) clear(context.Context, []string) (string, error) {
	s.start, s.moves, s.clocks = s.rules.Start(), nil, [2]clock{}
	return "", nil
}

// komi accepts any number, which has no meaning in these games.
func (s *Server) komi(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", syntax
	}
	if _, err := strconv.ParseFloat(args[0], 64); err != nil {
		return "", syntax
	}
	return "", nil
}

func (s *Server) game(_ context.Context, args []string) (string, error) {
	r, err := understand(s.games, args)
	if err != nil {
		return "", err
	}
	s.change(r)
	return "", nil
}

func (s *Server) position(_ context.Context, args []string) (string, error) {
	p, err := s.rules.Parse(strings.Join(args, " "))
	if err != nil {
		return "", err
	}
	s.start, s.moves = p, nil
	return "", nil
}

// at returns the current position. The moves have been checked.
func (s *Server) at() rules.Position {
	p, err := ai.Request{Start: s.start, Moves: s.moves}.Position()
	if err != nil {
		panic("gtp: " + err.Error())
	}
	return p
}

func (s *Server) play(_ context.Context, args []string) (string, error) {
	if len(args) != 2 {
		return "", syntax
	}
	who, ok := colour(args[0])
	if !ok {
		return "", syntax
	}
	at := s.at()
	if at.Result().Over && strings.EqualFold(args[1], "pass") { // like the answer of generate
		return "", nil
	}
	m, ok := s.read(at, args[1])
	if !ok || who != at.Turn() {
		return "", illegal
	}
	s.moves = append(s.moves, m)
	return "", nil
}

func (s *Server) undo(context.Context, []string) (string, error) {
	if len(s.moves) == 0 {
		return "", failure("cannot undo")
	}
	s.moves = s.moves[:len(s.moves)-1]
	return "", nil
}

func (s *Server) show(context.Context, []string) (string, error) { return "\n" + s.at().String(), nil }

// score returns the result of the game: the winner and the margin, or B+1 and W+1 in games without
// scores.
func (s *Server) score(context.Context, []string) (string, error) {
	r := s.at().Result()
	if !r.Over {
		return "", failure("cannot score")
	}
	margin := 1
	if len(r.Final) == 2 && r.Final[0] != r.Final[1] {
		margin = max(r.Final[0]-r.Final[1], r.Final[1]-r.Final[0])
	}
	switch r.Winners.Only() {
	case 0:
		return fmt.Sprintf("B+%d", margin), nil
	case 1:
		return fmt.Sprintf("W+%d", margin), nil
	}
	return "0", nil
}

// duration parses whole seconds.
func duration(text string) (time.Duration, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, syntax
	}
	return min(time.Duration(n)*time.Second, ai.MaxTime), nil
}

func (s *Server) timeSettings(_ context.Context, args []string) (string, error) {
	if len(args) != 3 {
		return "", syntax
	}
	main, err1 := duration(args[0])
	byo, err2 := duration(args[1])
	stones, err3 := strconv.ParseUint(args[2], 10, 31)
	if err1 != nil || err2 != nil || err3 != nil {
		return "", syntax
	}
	s.main, s.byo, s.stones, s.clocks = main, byo, int(stones), [2]clock{}
	return "", nil
}

func (s *Server) timeLeft(_ context.Context, args []string) (string, error) {
	if len(args) != 3 {
		return "", syntax
	}
	who, ok := colour(args[0])
	left, err1 := duration(args[1])
	stones, err2 := strconv.ParseUint(args[2], 10, 31)
	if !ok || err1 != nil || err2 != nil {
		return "", syntax
	}
	s.clocks[who] = clock{true, left, int(stones)}
	return "", nil
}

// mainMoves is the divisor of the main time.
const mainMoves = 15

// limit returns the limits for the next move. It reserves some time for communication.
func (s *Server) limit(who rules.Player) ai.Limit {
	l := s.Limit
	c := s.clocks[who]
	if !c.received {
		if c.left = s.main; s.main == 0 {
			c.left, c.stones = s.byo, s.stones
		}
	}
	// In the protocol, byo-yomi for 0 stones means no limit.
	if t := c.left; t > 0 && (c.received || s.main > 0 || s.stones > 0) {
		if c.stones > 0 {
			t /= time.Duration(c.stones)
		} else {
			t /= mainMoves
		}
		t = max(t-t/10, 10*time.Millisecond)
		if l.Time <= 0 || t < l.Time {
			l.Time = t
		}
	}
	if l == (ai.Limit{}) {
		l.Time = time.Second
	}
	return l
}

// generate computes a move, and plays it if play is true.
func (s *Server) generate(ctx context.Context, args []string, play bool) (string, error) {
	if len(args) != 1 {
		return "", syntax
	}
	who, ok := colour(args[0])
	if !ok {
		return "", syntax
	}
	at := s.at()
	if at.Result().Over { // managers that do not know the game continue until both pass
		return "pass", nil
	}
	if at.Turn() != who {
		return "", failure("it is not the turn of that colour")
	}
	if s.engine == nil {
		e, err := s.make(s.rules)
		if err != nil {
			return "", err
		}
		s.engine = e
	}
	info, err := s.engine.Think(ctx, ai.Request{Rules: s.rules, Start: s.start, Moves: slices.Clone(s.moves), Limit: s.limit(who)}, nil)
	if err != nil {
		return "", err
	}
	m, ok := info.Move()
	if !ok {
		return "", failure("there is no move")
	}
	text := s.write(at, m)
	if play {
		s.moves = append(s.moves, m)
	}
	return text, nil
}
