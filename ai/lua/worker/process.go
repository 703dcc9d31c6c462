package worker

import (
	"os"
	"os/exec"
	"strconv"

	"golang.org/x/sys/unix"

	"boardstudio/internal/child"
	"boardstudio/text/msg"
)

// Find returns the path of the program that runs scripts; see child.Find.
func Find() (string, error) { return child.Find() }

// process is a running child.
type process struct {
	*child.Process
	conn descriptor // connection for frames
	page int        // descriptor, or -1
	log  *output
	errs *output
}

// launch starts the child. If that fails, the error names the child's program.
func launch(path string, memory int, open bool) (*process, error) {
	p, err := fork(path, memory, open)
	if err != nil {
		return nil, msg.Errorf("%s cannot be started: %v", child.Program, err)
	}
	return p, nil
}

// fork implements launch. It returns the error of the system.
func fork(path string, memory int, open bool) (started *process, err error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	theirs := os.NewFile(uintptr(pair[1]), "child")
	defer theirs.Close()
	p := &process{page: -1, conn: descriptor(pair[0])}
	defer func() {
		if err != nil {
			p.release()
		}
	}()
	cmd := exec.Command(path, strconv.Itoa(memory))
	if open {
		cmd.Args = append(cmd.Args, "open")
	}
	cmd.Env = []string{}
	cmd.Dir = "/"
	cmd.ExtraFiles = []*os.File{theirs}
	if p.page, err = newPage(); err == nil {
		own, err := unix.FcntlInt(uintptr(p.page), unix.F_DUPFD_CLOEXEC, 0)
		if err != nil {
			return nil, err
		}
		page := os.NewFile(uintptr(own), "page")
		defer page.Close()
		cmd.ExtraFiles = append(cmd.ExtraFiles, page)
	}
	var ends []*os.File
	defer func() {
		for _, f := range ends {
			f.Close()
		}
	}()
	for _, out := range []**output{&p.log, &p.errs} {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		ends = append(ends, w)
		*out = drain(r)
	}
	cmd.Stdout, cmd.Stderr = ends[0], ends[1]
	p.Process, err = child.Start(cmd)
	return p, err
}

// hangUp ends reads and writes immediately, since the child takes some time to release its memory.
func (p *process) hangUp() { _ = unix.Shutdown(int(p.conn), unix.SHUT_RDWR) }

// release closes the resources of the child.
func (p *process) release() {
	unix.Close(int(p.conn))
	if p.page >= 0 {
		unix.Close(p.page)
		p.page = -1
	}
	for _, o := range []*output{p.log, p.errs} {
		if o != nil {
			o.close()
		}
	}
}
