package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"boardstudio"
	"boardstudio/ai/extern"
	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
)

// TestInsist checks that only a second Ctrl+C ends a command that does not stop. Other second
// signals do not.
func TestInsist(t *testing.T) {
	for first := range ctltest.Numbers {
		p := ctltest.Command(t.TempDir())
		p.Env = append(p.Env, ctltest.AsProgram+"=stuck")
		p.Launch(t).Gets(t, first)
		p.Until(t, "stopping", 1)
		for range 3 {
			p.Gets(t, syscall.SIGHUP)
			p.Gets(t, syscall.SIGTERM)
		}
		ended := make(chan struct{})
		go func() {
			for {
				select {
				case <-ended:
					return
				default: // two at the same time would count as one
					_ = p.Process.Signal(syscall.SIGINT)
				}
			}
		}()
		if code := p.End(t); code != ctl.ExitInterrupted {
			t.Errorf("%v: exit code %d", first, code)
		}
		close(ended)
	}
}

// slowCommands are commands that run for hours or wait for input, by their first words. A name such as
// @loop.lua is a file of the test.
var slowCommands = []string{
	"awale build --seeds 17",
	"perft --game gomoku 20",
	"perft --game gomoku 20 --json",
	"show -",
	"replay -",
	"replay @game.txt --delay 1h",
	"convert - out.studio",
	"check -",
	"find --text x -",
	"puzzles - --out out.studio",
	"analyse - --out out",
	"analyse @line.txt --out out --nodes 100000000000",
	"puzzles --prove -",
	"puzzles - --sheet puzzles.pdf",
	"booklet - --out booklet.pdf",
	"sheet - --out sheet.pdf",
	"puzzles @line.txt --out out.studio --nodes 100000000000",
	"web - --out page.html",
	"grid --game tictactoe --out grid.pdf --pages 1000 --per-page 100",
	"play --game gomoku",
	"play --game gomoku --seat A=alphabeta --time 1h",
	"play --game gomoku --seat A=lua:@loop.lua --time 1h",
	"match --game gomoku --seat A=alphabeta --seat B=random --time 1h",
	"match --game gomoku --seat A=lua:@loop.lua --seat B=random --time 1h",
	"tournament --game gomoku alphabeta random random --time 1h",
	"tournament run cup",
	"levels --games 1000000 --file levels.jsonl",
	"think --game gomoku --time 1h",
	"think --game gomoku --engine lua:@loop.lua --time 1h",
	"think -",
	"lua check @load.lua",
	"lua run @load.lua --game gomoku",
	"lua run @loop.lua --game gomoku --time 1h",
	"lua command @commands.lua loop @line.txt --out out.studio",
	"lua bench @load.lua --game gomoku",
	"lua bench @loop.lua --game gomoku --time 1h",
	"lua bench @first.lua --game gomoku --time 1h",
	"engine add x --protocol gomocup -- sleep 1h",
	"engine test slow",
	"engine fit slow --games 100000",
	"engine gomocup --time 1h",
	"engine nboard --time 1h",
	"engine gtp --game gomoku --time 1h",
	"bench --time 1h",
	"bench --time 1ns --depth 2147483647",
	"bench --time 1ns --depth 1 --nodes 2000000",
}

// quickCommands are the commands that never run long.
var quickCommands = []string{"picture", "games", "moves", "help", "completion", "version", "man", "manual", "lua reference", "tournament table", "engine list", "engine remove"}

// TestSignals checks that every signal stops every long-running command.
func TestSignals(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"commands.lua": "return { name = 'T', commands = { { name = 'loop', run = function() while true do end end } } }",
		"loop.lua":     ctltest.Choosing("while true do end"),
		"load.lua":     "while true do end",
		"first.lua":    ctltest.Choosing("return moves[1]"),
		"line.txt":     "[Variant \"gomoku\"]\n\n1. h8 i9 j8 j9\n",
		"game.txt":     "[Variant \"tictactoe\"]\n\n1. b2 a1 c3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "cup"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cup", "tournament.txt"), []byte("game gomoku\ntime 1h\nengine alphabeta\nengine random\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("XDG_CACHE_HOME", dir)
	slow := extern.Entry{Name: "slow", Protocol: "gomocup", Command: []string{"sleep", "1h"}}
	if err := extern.Update(extern.File(), func(l *extern.List) error { l.Put(slow); return nil }); err != nil {
		t.Fatal(err)
	}
	for _, line := range slowCommands {
		t.Run(line, func(t *testing.T) {
			for s, code := range ctltest.Numbers {
				if testing.Short() && s != syscall.SIGINT {
					continue
				}
				p := ctltest.Command(dir, strings.Fields(strings.ReplaceAll(line, "@", ""))...).Launch(t)
				p.Works(t)
				p.Gets(t, s)
				if got := p.End(t); got != code || !strings.HasSuffix(p.Errs.String(), "studioctl: stopped\n") {
					t.Errorf("%s, %v: exit code %d, %s", line, s, got, p.Errs.String())
				}
			}
		})
	}
}

// TestSignalsOfAll checks that slowCommands and quickCommands contain every command.
func TestSignalsOfAll(t *testing.T) {
	tl := &ctl.Tool{All: boardstudio.All, Commands: program, Out: &ctl.Output{}, Getenv: func(string) string { return "" }}
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		path := strings.TrimPrefix(c.CommandPath(), "studioctl ")
		listed := slices.Contains(quickCommands, path)
		for _, line := range slowCommands {
			listed = listed || strings.HasPrefix(line, path+" ")
		}
		if !listed {
			t.Errorf("is %s stopped by signals?", path)
		}
		if path != "completion" { // its subcommands only print
			for _, sub := range c.Commands() {
				look(sub)
			}
		}
	}
	for _, c := range tl.Root().Commands() {
		look(c)
	}
}

// TestFullPipe checks that signals stop a command whose output is a full pipe that is never read.
func TestFullPipe(t *testing.T) {
	for s, code := range ctltest.Numbers {
		for _, line := range []string{
			"match --game tictactoe --seat A=random --seat B=random --games 1000000000",
			"play --game gomoku -p rows=64 -p cols=64 --save game.studio",
		} {
			t.Run(s.String()+" "+strings.Fields(line)[0], func(t *testing.T) {
				r, w, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				p := ctltest.Command(t.TempDir(), strings.Fields(line)...)
				p.Stdout = w
				p.Launch(t)
				w.Close()
				saves := strings.Contains(line, "--save")
				if saves {
					p.Says(t, "a1")
					go func() {
						for _, err := io.WriteString(p.In, "board\n"); err == nil; _, err = io.WriteString(p.In, "board\n") {
						}
					}()
				}
				p.Blocks(t)
				p.Gets(t, s)
				if got := p.End(t); got != code || p.Errs.String() != "studioctl: stopped\n" {
					t.Errorf("%s, %v: exit code %d, %s", line, s, got, p.Errs.String())
				}
				if saves && ctltest.Saved(t, filepath.Join(p.Dir, "game.studio")) != "a1" {
					t.Errorf("%v: the game was not saved", s)
				}
				r.Close()
			})
		}
	}
}
