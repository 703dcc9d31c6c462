package uitest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"syscall"
)

// process is a program that a session has started, leader of its own group.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{}
	err   error // once ended is closed
}

// launcher runs what it is sent on one thread that lives as long as the test
// program: the system kills the children of a thread that ends.
var launcher = sync.OnceValue(func() chan<- func() {
	jobs := make(chan func())
	go func() {
		runtime.LockOSThread()
		for job := range jobs {
			job()
		}
	}()
	return jobs
})

// start starts a program that dies with the tests, whatever ends them. It gets
// the files as descriptors from 3 up.
func (s *Session) start(log *os.File, files []*os.File, bin string, args ...string) (*process, error) {
	cmd := exec.Command(bin, args...)
	cmd.Env = s.env
	cmd.Dir = s.Home
	cmd.Stdout, cmd.Stderr = log, log
	cmd.ExtraFiles = files
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	var err error
	done := make(chan struct{})
	launcher() <- func() {
		err = cmd.Start()
		close(done)
	}
	<-done
	if err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, ended: make(chan struct{})}
	go func() {
		p.err = cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// over reports whether the program has ended.
func (p *process) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// kill ends the program and its group, and waits until it is gone.
func (p *process) kill() {
	if !p.over() {
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		<-p.ended
	}
}

// end ends all programs of the session, also those that were started by others
// than the session and left its groups.
func (s *Session) end() {
	if s.t.Failed() && s.app != nil && !s.app.over() && s.shots == 0 {
		if file, err := s.picture(); err == nil {
			s.t.Logf("picture: %s", file)
		}
	}
	if s.bus != nil {
		_ = s.bus.Close()
	}
	if s.app != nil {
		s.app.kill()
	}
	for i := len(s.started) - 1; i >= 0; i-- {
		s.started[i].kill()
	}
	for _, pid := range s.strays() {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	if s.log != nil {
		_ = s.log.Close()
	}
}

// strays returns the processes that still run with the session's mark in their environment.
func (s *Session) strays() []int {
	mark := []byte(s.mark())
	environs, _ := filepath.Glob("/proc/[0-9]*/environ")
	var pids []int
	for _, file := range environs {
		env, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(env, mark) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// mark is a variable in the environment of all processes of the session.
func (s *Session) mark() string { return "UITEST_HOME=" + s.runtimeDir() }
