// Command torture kills Studio, and makes its system calls fail, while it saves, journals edits and
// recovers. It prints a line of counts for each campaign. The exit code is 1 if anything was lost.
//
//	go run ./tools/torture [-short] [-only NAME] [-seed N]
//
// The disturbed work is done by child processes of this program, which run a session of Studio
// without a window.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// campaign is a kind of disturbance. run returns its counts, and an error if anything was lost.
type campaign struct {
	name string
	// The number of disturbances in the short form and in the full form.
	short, full int
	run         func(t *torture, n int) (counts string, err error)
}

var campaigns = []campaign{
	{"save-kills", 60, 500, saveKills},
	{"edit-kills", 60, 500, editKills},
	{"recover-kills", 20, 100, recoverKills},
	{"call-kills", 60, 0, callKills},
	{"call-errors", 60, 0, callErrors},
	{"call-order", 1, 1, callOrder},
	{"two-writers", 40, 200, twoWriters},
	{"power-cuts", 8, 40, powerCuts},
}

// torture is a run of campaigns.
type torture struct {
	self string // path of this program
	dir  string // folder for files, removed at the end
	seed uint64
}

func main() {
	if len(os.Args) > 2 && os.Args[1] == "child" {
		child(os.Args[2], os.Args[3:])
		return
	}
	short := flag.Bool("short", false, "the short form, for every run of the tests")
	only := flag.String("only", "", "run this campaign alone")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "seed of the random choices")
	keep := flag.Bool("keep", false, "leave the files for a look")
	flag.Parse()
	self, err := os.Executable()
	check(err)
	dir, err := os.MkdirTemp("", "torture-")
	check(err)
	t := &torture{self: self, dir: dir, seed: *seed}
	fmt.Printf("seed %d\n", *seed)
	failed := false
	for _, c := range campaigns {
		if *only != "" && *only != c.name {
			continue
		}
		n := c.full
		if *short {
			n = c.short
		}
		began := time.Now()
		counts, err := c.run(t, n)
		verdict := "ok"
		if err != nil {
			verdict, failed = "FAILED: "+err.Error(), true
		}
		fmt.Printf("%-14s %s, %.0f s: %s\n", c.name, counts, time.Since(began).Seconds(), verdict)
	}
	if !*keep {
		os.RemoveAll(dir)
	} else {
		fmt.Println("files in", dir)
	}
	if failed {
		os.Exit(1)
	}
}

// folder creates the folder for one disturbance.
func (t *torture) folder(name string, i int) string {
	dir := filepath.Join(t.dir, fmt.Sprintf("%s-%d", name, i))
	check(os.MkdirAll(dir, 0o755))
	return dir
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
		os.Exit(2)
	}
}
