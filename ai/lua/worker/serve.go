package worker

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// descriptor reads and writes with blocking calls. This is faster than os.File for sequences of
// short messages.
type descriptor int

func (fd descriptor) Read(b []byte) (int, error) {
	for {
		switch n, err := unix.Read(int(fd), b); {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

func (fd descriptor) Write(b []byte) (int, error) {
	done := 0
	for done < len(b) {
		n, err := unix.Write(int(fd), b[done:])
		if err != nil && !errors.Is(err, unix.EINTR) {
			return done, err
		}
		done += max(n, 0)
	}
	return done, nil
}

// Exit codes of the child.
const (
	exitDone   = 0
	exitBroken = 3 // the parent violates the protocol, or cannot be read
)

// watchTime is the interval at which the child checks whether the parent has stopped the request.
// Reading from the connection at the same time would cost a thread switch per request.
const watchTime = 5 * time.Millisecond

// server implements the child's side of the connection.
type server struct {
	games rules.Catalog
	in    io.Reader
	out   io.Writer
	page  *Page
	open  bool
	buf   []byte

	logs io.Writer
	log  uint64 // bytes written to logs

	loaded  Load
	stepper *script.Stepper // a call that is paused, or nil
	stop    script.Stop     // position at which the script stopped
	program *script.Program
	machine *script.Machine
	rules   rules.Rules
	start   string // text of first
	first   rules.Position

	id      atomic.Uint64 // ID of the current request
	tree    []byte        // encoded tree for the next command
	changes []byte        // changes of the last command, not yet sent
	size    int           // size of all changes
}

// Serve runs scripts for any of games until the parent closes the connection, and returns the exit code of the process. It
// answers requests in order, one at a time.
func Serve(games rules.Catalog, layers Containment, page *Page, open bool) int {
	s := &server{games: games, in: descriptor(pipeFD), out: descriptor(pipeFD), logs: descriptor(1), page: page, open: open}
	return s.serve(layers)
}

func (s *server) serve(layers Containment) int {
	if s.send(&response{kind: tellHello, version: version, layers: layers}) != nil {
		return exitBroken
	}
	in := bufio.NewReaderSize(s.in, 4096)
	s.in = in // a command reads the replies of engines from here
	var buf []byte
	for {
		var err error
		if buf, err = readFrame(in, buf); err != nil {
			if errors.Is(err, io.EOF) {
				return exitDone
			}
			return exitBroken
		}
		q, err := decodeRequest(buf)
		if err != nil || s.answer(q) != nil {
			return exitBroken
		}
	}
}

// send sends a response, with the number of bytes logged so far.
func (s *server) send(r *response) error {
	r.log = s.log
	frame, err := r.encode(s.buf)
	if err != nil {
		return err
	}
	s.buf = frame
	_, err = s.out.Write(frame)
	return err
}

// answer processes a request and sends the result.
func (s *server) answer(q request) error {
	s.id.Store(q.id)
	ctx, cancel := stdlib.WithLimit(context.Background(), q.patience(s.loaded.Time))
	var watch *time.Timer
	watch = time.AfterFunc(time.Hour, func() {
		switch {
		case ctx.Err() != nil: // the request is done
		case s.page.stopped(s.id.Load()):
			cancel()
		default:
			watch.Reset(watchTime)
		}
	})
	watch.Reset(watchTime) // start it only after watch is set, which its function uses
	r, err := s.run(ctx, q)
	watch.Stop()
	cancel()
	if err != nil {
		r = response{kind: tellFault, fault: s.fault(err)}
	}
	r.id = s.id.Load()
	return s.send(&r)
}

// fault returns err as a Fault.
func (s *server) fault(err error) *script.Fault {
	var f *script.Fault
	if errors.As(err, &f) {
		return f
	}
	name := ""
	if s.program != nil {
		name = s.program.Name()
	}
	return &script.Fault{Script: name, Why: err}
}

var errUnloaded = errors.New("no script is loaded")

func (s *server) run(ctx context.Context, q request) (response, error) {
	done := response{kind: tellDone}
	switch q.kind {
	case askLoad:
		about, err := s.load(ctx, q.load)
		return response{kind: tellLoaded, about: about}, err
	case askOpen:
		if !s.open {
			return done, errors.New("this process runs scripts in the sandbox only")
		}
		return done, script.RunOpen(string(q.load.Source), s.print)
	}
	if s.machine == nil {
		return done, errUnloaded
	}
	if q.kind == askNext {
		return s.next(ctx, q)
	}
	s.unstep()
	switch q.kind {
	case askTree:
		return done, s.takeTree(q)
	case askCommand:
		s.page.progress(0)
		return s.command(ctx, q)
	case askMore:
		return s.more()
	case askReply:
		return done, errFrame
	}
	var p rules.Position
	if q.kind != askOpponent {
		var err error
		if p, err = s.position(q.start); err != nil {
			return done, err
		}
	}
	switch q.kind {
	case askStep:
		return s.step(ctx, q, p)
	case askProfile:
		return s.profile(ctx, q, p)
	case askStart:
		return done, s.machine.Start(ctx, p)
	case askChoose:
		s.machine.Reseed(q.seed)
		a, err := s.machine.Choose(ctx, p, q.moves, q.limit)
		return response{kind: tellAnswer, answer: a}, err
	case askOpponent:
		for _, m := range q.moves {
			if err := s.machine.Opponent(ctx, m); err != nil {
				return done, err
			}
		}
		return done, nil
	}
	return done, s.machine.Finish(ctx, p, q.moves, q.seat, q.result)
}

// load compiles a script and prepares it for the game. Without a game, the script only describes
// itself.
func (s *server) load(ctx context.Context, l Load) (*script.Description, error) {
	s.unstep()
	s.machine, s.program, s.start, s.loaded = nil, nil, "", l
	s.tree, s.changes = nil, nil
	s.page.Note(0, "compile")
	p, err := script.Compile(l.Name, l.Source)
	s.page.Note(0, "")
	if err != nil {
		return nil, err
	}
	s.program = p
	if l.Game.Game == "" {
		return p.Describe(ctx, s.games)
	}
	if s.rules, err = s.games.FromSpec(l.Game); err != nil {
		return nil, err
	}
	m, err := script.New(p, s.rules, script.Options{
		Games: s.games,
		Seed:  l.Seed, Instructions: l.Instructions, Values: l.Values, Log: s.print, Note: s.page.Note, LoadTime: l.Time,
	})
	if err != nil {
		return nil, err
	}
	s.machine = m
	return m.About(), nil
}

// position parses a position. It stores the last one, since a game has one start position.
func (s *server) position(text string) (rules.Position, error) {
	if s.first == nil || text != s.start {
		p, err := s.rules.Parse(text)
		if err != nil {
			return nil, err
		}
		s.first, s.start = p, text
	}
	return s.first, nil
}

// print writes a line of the script to its log.
func (s *server) print(line string) {
	if !strings.HasSuffix(line, "\n") {
		line += "\n"
	}
	n, _ := io.WriteString(s.logs, line)
	s.log += uint64(n)
}
