package extern

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"boardstudio/internal/child"
	"boardstudio/io/safe"
	"boardstudio/msg"
)

// Bounds are what a program may use, and how long it is waited for. Where a field is 0 that of DefaultBounds counts.
type Bounds struct {
	Memory int64 // bytes of address space
	Disk   int64 // bytes of a file, and of all files in its folder
	Files  int   // open files of each process
	Tasks  int   // processes

	Start  time.Duration // until it is ready
	Answer time.Duration // until it answers what needs no thinking
	Late   time.Duration // beyond the limit of a move
	End    time.Duration // until it ends when it is told, and as long again when it is asked by a signal
}

// DefaultBounds are the bounds of engines that play.
var DefaultBounds = Bounds{
	Memory: 4 << 30, Disk: 64 << 20, Files: 256, Tasks: 64,
	Start: 10 * time.Second, Answer: 5 * time.Second, Late: time.Second, End: time.Second,
}

// orDefault fills in what is 0.
func (b Bounds) orDefault() Bounds {
	d := DefaultBounds
	return Bounds{
		Memory: cmp.Or(b.Memory, d.Memory), Disk: cmp.Or(b.Disk, d.Disk), Files: cmp.Or(b.Files, d.Files), Tasks: cmp.Or(b.Tasks, d.Tasks),
		Start: cmp.Or(b.Start, d.Start), Answer: cmp.Or(b.Answer, d.Answer), Late: cmp.Or(b.Late, d.Late), End: cmp.Or(b.End, d.End),
	}
}

// watchEvery is how often is looked what a program uses and says, reapTime how long is waited for the end of one that hung up.
const (
	watchEvery = 100 * time.Millisecond
	reapTime   = 500 * time.Millisecond
)

// Program is a running program of somebody else, spoken to in lines. Its methods may be called by one goroutine at a time, but for
// Close, Kill and Log.
type Program struct {
	Bounds Bounds

	p      *child.Guarded
	folder folder
	in     *os.File
	out    stdout
	errs   tail
	log    record
	pipes  []*os.File
	reads  sync.WaitGroup
	done   chan struct{} // closed by Close

	mu    sync.Mutex
	over  error // a bound that the program has broken
	close sync.Once
}

// run starts a program. remark tells which of its lines are no answers. The error is an *msg.Error.
func run(command []string, b Bounds, remark func(string) bool) (_ *Program, err error) {
	if len(command) == 0 || command[0] == "" {
		return nil, msg.Errorf("there is no command")
	}
	path, err := find(command[0])
	if err != nil {
		return nil, err
	}
	p := &Program{
		Bounds: b.orDefault(), done: make(chan struct{}),
		out: stdout{lines: make(chan string, maxWaits), remark: remark}, errs: tail{end: make(chan struct{})},
	}
	defer func() {
		if err != nil {
			p.release()
			err = msg.Errorf("%s does not start: %v", command[0], safe.Cause(err))
		}
	}()
	if p.folder, err = newFolder(); err != nil {
		return nil, err
	}
	cmd := exec.Command(path, command[1:]...)
	cmd.Dir = p.folder.path
	cmd.Env = []string{
		"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" + p.folder.path, "TMPDIR=" + p.folder.path,
	}
	var theirs []*os.File
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
	}()
	pipe := func() (r, w *os.File) {
		if err == nil {
			r, w, err = os.Pipe()
			p.pipes = append(p.pipes, r, w)
		}
		return r, w
	}
	inR, inW := pipe()
	outR, outW := pipe()
	errR, errW := pipe()
	if err != nil {
		return nil, err
	}
	theirs, p.pipes = []*os.File{inR, outW, errW}, []*os.File{inW, outR, errR}
	cmd.Stdin, cmd.Stdout, cmd.Stderr, p.in = inR, outW, errW, inW
	if p.p, err = child.StartGuarded(cmd, p.limits()...); err != nil {
		return nil, err
	}
	p.reads.Go(func() { p.out.read(outR, &p.log) })
	p.reads.Go(func() { p.errs.read(errR) })
	p.reads.Go(p.watch)
	return p, nil
}

// find returns the path of a program, or an *msg.Error that says why there is none to run.
func find(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err == nil {
		if path, err = filepath.Abs(path); err == nil {
			return path, nil
		}
	}
	info, stat := os.Stat(name)
	switch {
	case stat == nil && info.IsDir():
		return "", msg.Errorf("%s is a folder", name)
	case stat == nil || errors.Is(err, fs.ErrPermission):
		return "", msg.Errorf("%s is not executable", name)
	}
	return "", msg.Errorf("%s was not found", name)
}

// userTasks bounds the processes and threads of the user where a program makes them faster than watch sees it.
const userTasks = 4096

// limits returns what the kernel holds the program to; watch counts its processes, since the kernel counts all of the user together.
func (p *Program) limits() []child.Limit {
	return []child.Limit{
		{Resource: unix.RLIMIT_FSIZE, Most: uint64(p.Bounds.Disk)},
		{Resource: unix.RLIMIT_NOFILE, Most: uint64(p.Bounds.Files)},
		{Resource: unix.RLIMIT_NPROC, Most: userTasks},
		{Resource: unix.RLIMIT_CORE, Most: 0},
		{Resource: unix.RLIMIT_AS, Most: uint64(p.Bounds.Memory)}, // at last, since setting the others takes some
	}
}

// watch ends a program that uses more than it may where the kernel does not count it: processes, and files in its folder.
func (p *Program) watch() {
	t := time.NewTicker(watchEvery)
	defer t.Stop()
	for i := 0; ; i++ {
		select {
		case <-p.done:
			return
		case <-p.p.Done():
			return
		case <-t.C:
		}
		switch {
		case len(p.p.Descendants()) > p.Bounds.Tasks:
			p.breaks(msg.Errorf("it starts more than %d processes", p.Bounds.Tasks))
		case i%5 == 0 && sizeOf(p.folder.path) > p.Bounds.Disk:
			p.breaks(msg.Errorf("it writes more than %d MB to the disk", p.Bounds.Disk>>20))
		}
	}
}

// breaks ends the program for a bound that it has broken.
func (p *Program) breaks(err error) {
	p.mu.Lock()
	p.over = cmp.Or(p.over, err)
	p.mu.Unlock()
	p.Kill()
}

// sizeOf returns how many bytes there are in the files of a folder.
func sizeOf(folder string) (n int64) {
	_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it can be gone meanwhile
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			n += info.Size()
		}
		return nil
	})
	return n
}

// Send writes lines, for which the program has as long as for an answer. The error is an *msg.Error, or that of ctx.
func (p *Program) Send(ctx context.Context, lines ...string) error {
	for _, l := range lines {
		p.log.add("> ", l)
	}
	_ = p.in.SetWriteDeadline(time.Now().Add(p.Bounds.Answer))
	stop := context.AfterFunc(ctx, func() { _ = p.in.SetWriteDeadline(time.Now()) })
	defer stop()
	_, err := p.in.WriteString(strings.Join(lines, "\n") + "\n")
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return msg.Errorf("it does not read what it is sent")
	}
	return p.fate(msg.Errorf("it has closed its input"))
}

// ErrLate is the error of a Program that has not answered in time.
var ErrLate = errors.New("late")

// Line returns the next line, without those that are remarks. The error is ErrLate when none comes in time, that of ctx, or an *msg.Error
// that says how the program ended.
func (p *Program) Line(ctx context.Context, within time.Duration) (string, error) {
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case line, ok := <-p.out.lines:
		if !ok {
			return "", p.fate(msg.Errorf("it has closed its output"))
		}
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	case <-late.C:
		return "", ErrLate
	}
}

// Waiting returns a line that has come already, if any.
func (p *Program) Waiting() (string, bool) {
	select {
	case line, ok := <-p.out.lines:
		return line, ok
	default:
		return "", false
	}
}

// Listen waits for a line as Line does, and meanwhile gives what the program says besides to hear, some ten times a second. Of many
// remarks between two calls these are the latest.
func (p *Program) Listen(ctx context.Context, within time.Duration, hear func(remarks []string)) (string, error) {
	for end := time.Now().Add(within); ; {
		text, err := p.Line(ctx, min(time.Until(end), watchEvery))
		if remarks := p.out.heard(); len(remarks) > 0 {
			hear(remarks)
		}
		if !errors.Is(err, ErrLate) || !time.Now().Before(end) {
			return text, err
		}
	}
}

// NoAnswer returns the error of a program that did not answer what it was sent.
func (p *Program) NoAnswer(to string) error {
	if rest := p.out.unfinished(); rest != "" {
		return msg.Errorf("no answer to %s: it wrote %q without an end of the line", to, Quote(rest))
	}
	return msg.Errorf("no answer to %s", to)
}

// Remarks returns what the program has said besides, since the last call.
func (p *Program) Remarks() string { return p.out.pop() }

// memoryWords are what programs write when they get no more memory.
var memoryWords = []string{"out of memory", "bad_alloc", "cannot allocate", "not enough memory", "memoryerror", "memory exhausted", "failed to allocate"}

// fate says why a program no longer talks: how it ended, or otherwise when it runs on.
func (p *Program) fate(otherwise error) error {
	ended := p.p.Ended(reapTime)
	p.mu.Lock()
	over := p.over
	p.mu.Unlock()
	if over != nil {
		return over
	}
	if !ended {
		return otherwise
	}
	select { // what it wrote last, unless somebody else holds the pipe
	case <-p.errs.end:
	case <-time.After(reapTime):
	}
	text := p.errs.String()
	says := func(word string) bool { return strings.Contains(strings.ToLower(text), word) }
	status := p.p.Status()
	switch {
	case slices.ContainsFunc(memoryWords, says):
		return msg.Errorf("it is out of memory: it may use %d MB", p.Bounds.Memory>>20)
	case status.Signaled() && status.Signal() == syscall.SIGXFSZ, says("file too large"):
		return msg.Errorf("it writes more than %d MB to the disk", p.Bounds.Disk>>20)
	case status.Signaled():
		return msg.Errorf("it crashed with the signal %s", unix.SignalName(status.Signal()))
	}
	if last := lastLine(text); last != "" {
		return msg.Errorf("it ended with exit code %d: %s", status.ExitStatus(), Quote(last))
	}
	return msg.Errorf("it ended with exit code %d", status.ExitStatus())
}

// lastLine returns the last line that is not blank.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// Log returns the last lines that were exchanged, those of the program behind "<".
func (p *Program) Log() []string { return p.log.text() }

// Folder returns the folder in which the program runs.
func (p *Program) Folder() string { return p.folder.path }

// Kill ends the program and all that it has started at once. Close must follow.
func (p *Program) Kill() { p.p.Kill() }

// Close ends the program: it is told to by a line, "" for none, then by a signal, and killed at last with all that it has started.
// It takes up to twice Bounds.End. It may be called more than once.
func (p *Program) Close(goodbye string) {
	p.close.Do(func() {
		if goodbye != "" && !p.p.Ended(0) {
			p.log.add("> ", goodbye)
			_ = p.in.SetWriteDeadline(time.Now().Add(p.Bounds.End))
			_, _ = p.in.WriteString(goodbye + "\n")
			p.in.Close()
			if !p.p.Ended(p.Bounds.End) {
				p.p.Signal(unix.SIGTERM)
				p.p.Ended(p.Bounds.End)
			}
		}
		p.Kill()
		close(p.done)
		p.release()
	})
}

// release gives back what belongs to the program.
func (p *Program) release() {
	for _, f := range p.pipes {
		if f != nil {
			f.Close()
		}
	}
	p.reads.Wait()
	p.folder.remove()
}
