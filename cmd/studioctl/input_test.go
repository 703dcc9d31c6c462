package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardstudio"
	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
)

// TestNoFile checks that every command immediately refuses to read special files.
func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"f.lua", "f.studio"} {
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"zero.lua": "/dev/zero", "zero.studio": "/dev/zero"} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	const why = `it is not a regular file`
	for _, x := range []struct {
		args     string
		code     int
		out, err string
	}{
		{"lua check f.lua", 1, ``, `f\.lua: it cannot be read: ` + why + `\n`},
		{"lua check zero.lua", 1, ``, `zero\.lua: it cannot be read: ` + why + `\n`},
		{"lua run f.lua --game tictactoe", 1, ``, `f\.lua: it cannot be read: ` + why + `\n`},
		{"match --game tictactoe --seat A=lua:f.lua --seat B=alphabeta --depth 1", 2, ``, `studioctl: .*script f\.lua: it cannot be read: ` + why + `\n`},
		{"think --game tictactoe --engine lua:f.lua", 2, ``, `studioctl: .*script f\.lua: it cannot be read: ` + why + `\n`},
		{"check f.studio zero.studio", 2, `f\.studio: error: ` + why + `\nzero\.studio: error: ` + why + `\n`, ``},
		{"show f.studio", 2, ``, `studioctl: f\.studio: ` + why + `\n`},
		{"convert f.studio g.studio", 2, ``, `studioctl: f\.studio: ` + why + `\n`},
		{"find --text x f.studio", 2, ``, `studioctl: f\.studio: ` + why + `\n`},
		// special files are skipped
		{"find --text x .", 2, ``, `studioctl: \.: there is no game record in it\nstudioctl: 2 files were skipped, .*\n`},
	} {
		t.Run(x.args, func(t *testing.T) {
			withTimeout(t, func() { program.Run(t, "", strings.Fields(x.args)...).Want(t, x.code, x.out, x.err) })
		})
	}
	if f, err := os.OpenFile("/proc/kmsg", os.O_RDONLY|syscall.O_NONBLOCK, 0); err == nil {
		f.Close()
		if err := os.Symlink("/proc/kmsg", "kernel.studio"); err != nil {
			t.Fatal(err)
		}
		withTimeout(t, func() {
			program.Run(t, "", "check", "kernel.studio").Want(t, 2, `kernel\.studio: error: `+why+`\n`, ``)
		})
		withTimeout(t, func() {
			program.Run(t, "", "find", "--text", "x", "/proc/kmsg").Want(t, 2, ``, `studioctl: /proc/kmsg: `+why+`\n`)
		})
		withTimeout(t, func() {
			program.Run(t, "", "find", "--text", "x", ".").Want(t, 2, ``, `studioctl: \.: there is no game record in it\n.*`)
		})
	}
}

// TestSystemErrors checks that errors of the system are translated.
func TestSystemErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	const none = `il n’y a ni fichier ni dossier de ce nom\n`
	for _, x := range []struct {
		args string
		code int
		err  string
	}{
		{"find --text x none", 2, `studioctl: none: lecture impossible.: ` + none},
		{"show none", 2, `studioctl: none: impossible à ouvrir.: ` + none},
		{"lua check none.lua", 1, `none\.lua: lecture impossible.: ` + none},
		{"convert --game connect4 - none/x.studio", 2, `studioctl: x\.studio ne peut pas être enregistré.: ` + none},
		{"think --game tictactoe --engine lua:none.lua", 2, `studioctl: .*script none\.lua.: lecture impossible.: ` + none},
	} {
		t.Run(x.args, func(t *testing.T) {
			program.RunIn(t, context.Background(), "d d e", map[string]string{"LC_ALL": "fr_FR.UTF-8"}, strings.Fields(x.args)...).Want(t, x.code, ``, x.err)
		})
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	errs := &ctltest.Text{}
	tl := &ctl.Tool{All: boardstudio.All, Commands: program, In: strings.NewReader(""), Out: &ctl.Output{W: full}, Err: errs, Getenv: func(string) string { return "fr" }}
	if code := tl.Run(context.Background(), []string{"games"}); code != ctl.ExitError || errs.String() != "studioctl: la sortie ne peut pas être écrite\u00a0: /dev/full: il n’y a plus de place sur le disque\n" {
		t.Errorf("exit code %d, %q", code, errs.String())
	}
}

// withTimeout runs f and fails if it hangs.
func withTimeout(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("it hangs")
	}
}

// TestStandardInput checks that every command that reads a record or a script accepts - for
// standard input.
func TestStandardInput(t *testing.T) {
	file := ctltest.Sample(t)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	record := string(data)
	for _, x := range []struct {
		in, args string
		code     int
		out      string
	}{
		{record, "find --text SECOND -", 0, `-:\t0\tThe start\. Second line\.\n`},
		{record, "find --count --ply 1- - " + filepath.Dir(file), 0, `\d+\n`},
		{"1. b2 a1", "find --ply 2 --game tictactoe -", 0, `-:b2 a1\t2\t\n`},
		{record, "check -", 0, `-: no problems .*\n`},
		{record, "show -", 0, `.*Ann to move\n`},
		{record, "replay - --delay 0s", 0, `.*`},
		{record, "think - --depth 1", 0, `.*`},
		{record, "convert - out.studio", 0, ``},
		{record, "convert - - --to xml", 0, `<\?xml .*`},
		{ctltest.Choosing("return moves[1]"), "lua check -", 0, `-: T\n.*`},
		{ctltest.Choosing("return moves[1]"), "lua run - --game tictactoe", 0, `.+\n`},
		{ctltest.Choosing("return moves[1]"), "lua bench - --game tictactoe --time 10ms", 0, `.+\n`},
	} {
		t.Run(x.args, func(t *testing.T) {
			program.Run(t, x.in, strings.Fields(x.args)...).Want(t, x.code, x.out, ``)
		})
	}
	program.Run(t, "", "find", "--text", "x", "-").Want(t, 2, ``, `studioctl: -: .+\n`)
}

// waiting is an input that never arrives; read is called when a read starts.
type waiting struct {
	*io.PipeReader
	read func()
}

func (w waiting) Read(p []byte) (int, error) {
	w.read()
	return w.PipeReader.Read(p)
}

// TestInterruptedInput checks that Ctrl+C ends a command that waits for standard input.
func TestInterruptedInput(t *testing.T) {
	for _, args := range []string{"check -", "show -", "find --text x -", "lua check -", "convert - out.studio"} {
		t.Run(args, func(t *testing.T) {
			r, w := io.Pipe()
			ctx, cancel := context.WithCancel(context.Background())
			out, errs := &ctltest.Text{}, &ctltest.Text{}
			tl := &ctl.Tool{All: boardstudio.All, Commands: program, In: waiting{r, cancel}, Out: &ctl.Output{W: out}, Err: errs, Getenv: func(string) string { return "" }}
			withTimeout(t, func() {
				if code := tl.Run(ctx, strings.Fields(args)); code != ctl.ExitInterrupted || errs.String() != "studioctl: stopped\n" {
					t.Errorf("exit code %d, %q", code, errs.String())
				}
			})
			w.Close()
		})
	}
}
