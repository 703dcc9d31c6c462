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

// process is a program started by a session. It leads its own process group.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{}
	err   error // valid once ended is closed
}

// launcher runs the functions sent to it on one thread, which lives as long as the test program. It
// is needed since the kernel sends Pdeathsig to child processes when the thread that started them
// ends.
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

// start starts a program that ends with the tests, whatever ends them. The program gets the files
// as descriptors from 3 up.
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

// kill kills the program and its group, and waits until it has ended.
func (p *process) kill() {
	if !p.over() {
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		<-p.ended
	}
}

// end ends all processes of the session, including indirect ones that left their process groups.
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
	for _, pid := range s.remaining() {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	if s.log != nil {
		_ = s.log.Close()
	}
}

// remaining returns the running processes that have the session's mark in their environment.
func (s *Session) remaining() []int {
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

// mark returns a variable that is in the environment of all session processes.
func (s *Session) mark() string { return "UITEST_HOME=" + s.runtimeDir() }
