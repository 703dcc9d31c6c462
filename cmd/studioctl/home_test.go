package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/ctl/ctltest"
	"boardstudio/internal/race"
)

// plantFiles writes files that another user could leave in a shared temporary folder. A program without
// a home folder might look for its files there. The planted engine would create the file "ran" in
// that folder.
func plantFiles(t *testing.T) (shared string) {
	t.Helper()
	shared = t.TempDir()
	for _, below := range []string{"boardstudio", ".config/boardstudio", ".local/share/boardstudio", ".local/state/boardstudio", ".cache/boardstudio"} {
		for name, text := range map[string]string{
			"engines.json":       `{"version":1,"engines":[{"name":"evil","protocol":"gomocup","command":["/usr/bin/touch","` + shared + `/ran"]}]}`,
			"settings.json":      `{"language":"fr"}`,
			"locale/fr.po":       "msgid \"\"\nmsgstr \"X-Name: Evil\\n\"\n",
			"scripts/evil.lua":   "",
			"awale/evil-2.table": "",
		} {
			path := filepath.Join(shared, below, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return shared
}

// TestNoHome checks that a program without a home folder does not read or write in shared temporary
// folders, and says so in one message.
func TestNoHome(t *testing.T) {
	race.Skip(t)
	if _, err := exec.LookPath("strace"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	shared := plantFiles(t)
	for _, x := range []struct {
		args string
		code int
		want string // is in the output
		in   string
	}{
		{"engine list", 0, "", ""},
		{"engine remove evil", 2, "evil", ""},
		{"engine add good --protocol gomocup --untested -- /bin/true", 2, "no home folder", ""},
		{"think -g gomoku --engine external:evil", 2, "add one first", ""},
		{"awale build --seeds 2", 2, "no home folder", ""},
		{"play --game tictactoe --seat A=human --seat B=human", 0, "", "b2\na1\na2\nc2\nc1\na3\nb3\nb1\nc3\n"},
		{"play --recover last", 2, "no interrupted game", ""},
		{"--lang fr games", 0, "", ""},
	} {
		t.Run(x.args, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "strace")
			p := ctltest.Command(t.TempDir(), strings.Fields(x.args)...)
			p.Args = append([]string{"strace", "-f", "-qq", "-e", "trace=%file", "-s", "4096", "-o", log}, p.Args...)
			p.Path, _ = exec.LookPath("strace")
			p.Stdin = strings.NewReader(x.in)
			p.Env = slices.DeleteFunc(p.Env, func(v string) bool {
				return strings.HasPrefix(v, "HOME=") || strings.HasPrefix(v, "XDG_") || strings.HasPrefix(v, "TMPDIR=")
			})
			p.Env = append(p.Env, "TMPDIR="+shared, "XDG_CONFIG_HOME=relative")
			_ = p.Run()
			if code := p.ProcessState.ExitCode(); code != x.code {
				t.Errorf("exit code %d, want %d\n%s%s", code, x.code, p.Out.String(), p.Errs.String())
			}
			if n := strings.Count(p.Errs.String(), "HOME"); n < 1 || strings.Count(p.Errs.String(), "Studio neither")+strings.Count(p.Errs.String(), "n’y lit") != 1 || !strings.Contains(p.Errs.String(), x.want) {
				t.Errorf("writes %q", p.Errs.String())
			}
			if strings.Contains(p.Out.String(), "evil") || strings.Contains(p.Out.String(), "Evil") {
				t.Errorf("shows %q", p.Out.String())
			}
			calls, err := os.ReadFile(log)
			if err != nil || !strings.Contains(string(calls), "execve") {
				t.Fatalf("no calls are seen: %v", err)
			}
			for line := range strings.Lines(string(calls)) {
				if strings.Contains(line, shared+"/") || strings.Contains(line, `"boardstudio`) || strings.Contains(line, `"relative`) {
					t.Error(line)
				}
			}
		})
	}
}
