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
	"boardstudio/store/safe"
	"boardstudio/text/msg"
)

// Bounds are the resource and time limits of a program. Fields that are 0 have the value of
// DefaultBounds.
type Bounds struct {
	Memory int64 // bytes of address space of each process, and of memory of all processes together
	Disk   int64 // bytes of each file, and of all files in its folder
	Files  int   // open files of each process
	Tasks  int   // number of processes

	Start  time.Duration // until the program is ready
	Answer time.Duration // until the program answers commands that need no thinking
	Late   time.Duration // after the time limit of a move
	End    time.Duration // until the program ends after the goodbye, and again after a signal
}

// DefaultBounds are the limits for engines.
var DefaultBounds = Bounds{
	Memory: 4 << 30, Disk: 64 << 20, Files: 256, Tasks: 64,
	Start: 10 * time.Second, Answer: 5 * time.Second, Late: time.Second, End: time.Second,
}

// orDefault replaces zero fields with default values.
func (b Bounds) orDefault() Bounds {
	d := DefaultBounds
	return Bounds{
		Memory: cmp.Or(b.Memory, d.Memory), Disk: cmp.Or(b.Disk, d.Disk), Files: cmp.Or(b.Files, d.Files), Tasks: cmp.Or(b.Tasks, d.Tasks),
		Start: cmp.Or(b.Start, d.Start), Answer: cmp.Or(b.Answer, d.Answer), Late: cmp.Or(b.Late, d.Late), End: cmp.Or(b.End, d.End),
	}
}

// heardEvery is the interval at which Listen reports remarks. reapTime is how long to wait for the
// end of a program that has closed its output.
const (
	heardEvery = 100 * time.Millisecond
	reapTime   = 500 * time.Millisecond
)

// measureEvery is the interval between measurements of a program's processes and memory. diskEvery
// is the number of these between measurements of its files.
//
// If the kernel does not limit the memory of all processes together (see child.Confinement), they
// can exceed the limit between two measurements. They can fill about 100 MB per processor in 25 ms.
// Two further limits protect a machine that is too busy to measure in time: Tasks processes of at
// most Memory each, and the kernel, which kills engines first if memory runs out.
const (
	measureEvery = 25 * time.Millisecond
	diskEvery    = 20
)

// Program is a running external engine. Only one goroutine at a time may call its methods, except
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
	over  error // the limit that the program has exceeded
	close sync.Once
}

// run starts a program, which may write in its folder and in those listed. remark reports whether a
// line is a remark. The error is an *msg.Error.
func run(command, folders []string, b Bounds, remark func(string) bool) (_ *Program, err error) {
	if len(command) == 0 || command[0] == "" {
		return nil, msg.Errorf("there is no command")
	}
	path, err := find(command[0])
	if err != nil {
		return nil, err
	}
	for _, dir := range folders {
		if info, err := os.Stat(dir); err != nil {
			return nil, msg.Errorf("%s cannot be started: the folder %s, which it may write to, cannot be opened: %v", command[0], dir, safe.Cause(err))
		} else if !info.IsDir() {
			return nil, msg.Errorf("%s cannot be started: %s, which it may write to, is not a folder", command[0], dir)
		}
	}
	p := &Program{
		Bounds: b.orDefault(), done: make(chan struct{}),
		out: stdout{lines: make(chan string, maxWaits), remark: remark}, errs: tail{end: make(chan struct{})},
	}
	defer func() {
		if err != nil {
			p.release()
			err = msg.Errorf("%s cannot be started: %v", command[0], safe.Cause(err))
		}
	}()
	if p.folder, err = newFolder(); err != nil {
		return nil, err
	}
	cmd := exec.Command(path, command[1:]...)
	cmd.Dir = p.folder.path
	cmd.Env = []string{"PATH=" + searchPath(), "LANG=C.UTF-8", "HOME=" + p.folder.path, "TMPDIR=" + p.folder.path}
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
	confinement := child.Confinement{Limits: p.limits(), Memory: p.Bounds.Memory, Write: append([]string{p.folder.path}, folders...)}
	if p.p, err = child.StartGuarded(cmd, confinement); err != nil {
		return nil, err
	}
	p.reads.Go(func() { p.out.read(outR, &p.log) })
	p.reads.Go(func() { p.errs.read(errR) })
	p.reads.Go(p.watch)
	return p, nil
}

// defaultPath is the PATH of programs if the user has not set PATH.
const defaultPath = "/usr/local/bin:/usr/bin:/bin"

// searchPath returns the user's PATH without relative folders, since a program runs in another
// folder.
func searchPath() string {
	var list []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if filepath.IsAbs(dir) {
			list = append(list, dir)
		}
	}
	return cmp.Or(strings.Join(list, string(filepath.ListSeparator)), defaultPath)
}

// find returns the path of a program, or an *msg.Error if it cannot be run.
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

// userTasks limits the user's processes and threads, in case a program creates them faster than
// watch can measure.
const userTasks = 4096

// limits returns the limits enforced by the kernel. watch counts the program's processes, since the
// kernel only counts all processes of the user.
func (p *Program) limits() []child.Limit {
	return []child.Limit{
		{Resource: unix.RLIMIT_FSIZE, Most: uint64(p.Bounds.Disk)},
		{Resource: unix.RLIMIT_NOFILE, Most: uint64(p.Bounds.Files)},
		{Resource: unix.RLIMIT_NPROC, Most: userTasks},
		{Resource: unix.RLIMIT_CORE, Most: 0},
		{Resource: unix.RLIMIT_AS, Most: uint64(p.Bounds.Memory)}, // last, since setting the other limits needs some memory
	}
}

// watch ends a program that exceeds a limit that the kernel does not enforce: the number of
// processes, their total memory, and the files in its folder.
func (p *Program) watch() {
	t := time.NewTicker(measureEvery)
	defer t.Stop()
	for i := 0; ; i++ {
		select {
		case <-p.done:
			return
		case <-p.p.Done():
			return
		case <-t.C:
		}
		if len(p.p.Descendants(p.Bounds.Tasks+1)) > p.Bounds.Tasks {
			p.breaks(msg.Errorf("it starts more than %d processes", p.Bounds.Tasks))
			return
		}
		if p.p.Memory(p.Bounds.Memory) > p.Bounds.Memory {
			p.breaks(p.tooMuchMemory())
			return
		}
		if i%diskEvery == 0 {
			n, deep := sizeOf(p.folder.root, maxDepth)
			disk, memory := p.p.Hidden(p.folder.now())
			if memory > p.Bounds.Memory {
				p.breaks(p.tooMuchMemory())
			}
			if n+disk > p.Bounds.Disk {
				p.breaks(msg.Errorf("it writes more than %d MB to the disk", p.Bounds.Disk>>20))
			}
			if deep {
				p.breaks(msg.Errorf("it nests folders more than %d deep", maxDepth))
			}
		}
	}
}

func (p *Program) tooMuchMemory() error {
	return msg.Errorf("it uses more than %d MB of memory, together with the processes that it has started", p.Bounds.Memory>>20)
}

// breaks ends the program because it has exceeded a limit.
func (p *Program) breaks(err error) {
	p.mu.Lock()
	p.over = cmp.Or(p.over, err)
	p.mu.Unlock()
	p.Kill()
}

// Send writes lines within Bounds.Answer. The error is an *msg.Error, or the error of ctx.
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
		return msg.Errorf("it does not read its input")
	}
	return p.fate(msg.Errorf("it has closed its input"))
}

// ErrLate is returned if a program does not answer in time.
var ErrLate = errors.New("late")

// Line returns the next line that is not a remark. The error is ErrLate after the time within, the
// error of ctx, or an *msg.Error that explains how the program ended.
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

// Waiting returns a line that has already arrived, if any.
func (p *Program) Waiting() (string, bool) {
	select {
	case line, ok := <-p.out.lines:
		return line, ok
	default:
		return "", false
	}
}

// Listen waits for a line like Line. Meanwhile it passes remarks to hear, about ten times a second.
// If there are many remarks between two calls, it passes the latest ones.
func (p *Program) Listen(ctx context.Context, within time.Duration, hear func(remarks []string)) (string, error) {
	for end := time.Now().Add(within); ; {
		text, err := p.Line(ctx, min(time.Until(end), heardEvery))
		if remarks := p.out.heard(); len(remarks) > 0 {
			hear(remarks)
		}
		if !errors.Is(err, ErrLate) || !time.Now().Before(end) {
			return text, err
		}
	}
}

// NoAnswer returns the error for a program that did not answer a line.
func (p *Program) NoAnswer(to string) error {
	if rest := p.out.unfinished(); rest != "" {
		return msg.Errorf("no answer to %s: it wrote %q without a line break", to, Quote(rest))
	}
	return msg.Errorf("no answer to %s", to)
}

// Remarks returns the remarks since the last call.
func (p *Program) Remarks() string { return p.out.pop() }

// memoryWords are found in the messages of programs that run out of memory.
var memoryWords = []string{"out of memory", "bad_alloc", "cannot allocate", "not enough memory", "memoryerror", "memory exhausted", "failed to allocate"}

// fate returns the reason why a program no longer answers: how it ended, or otherwise if it is
// still running.
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
	select { // read the program's last output, unless another process keeps the pipe open
	case <-p.errs.end:
	case <-time.After(reapTime):
	}
	text := p.errs.String()
	says := func(word string) bool { return strings.Contains(strings.ToLower(text), word) }
	status := p.p.Status()
	switch {
	case status.Signaled() && p.p.Overrun(), slices.ContainsFunc(memoryWords, says):
		return msg.Errorf("it is out of memory: it may use %d MB", p.Bounds.Memory>>20)
	case status.Signaled() && status.Signal() == syscall.SIGXFSZ, says("file too large"), says("file size limit"):
		return msg.Errorf("it writes more than %d MB to the disk", p.Bounds.Disk>>20)
	case status.Signaled():
		return msg.Errorf("it crashed with the signal %s", unix.SignalName(status.Signal()))
	}
	if last := lastLine(text); last != "" {
		return msg.Errorf("it ended with exit code %d: %s", status.ExitStatus(), Quote(last))
	}
	return msg.Errorf("it ended with exit code %d", status.ExitStatus())
}

// lastLine returns the last non-blank line.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// Log returns the last lines exchanged. Lines from the program begin with "<".
func (p *Program) Log() []string { return p.log.text() }

// Folder returns the folder of the program.
func (p *Program) Folder() string { return p.folder.path }

// Kill immediately kills the program and all its descendants. Close must follow.
func (p *Program) Kill() { p.p.Kill() }

// Close ends the program. It sends the line goodbye unless it is empty, then a signal, and finally
// kills the program and all its descendants. It takes up to twice Bounds.End. It may be called more
// than once.
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

// release releases the resources of the program.
func (p *Program) release() {
	for _, f := range p.pipes {
		if f != nil {
			f.Close()
		}
	}
	p.reads.Wait()
	p.folder.remove()
}
