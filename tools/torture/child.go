package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// The files that signal the writers to begin and to end.
const (
	beginFile = "begin"
	endFile   = "end"
)

// child runs the work to be disturbed. It reports to file descriptor 3.
func child(what string, args []string) {
	dir, out := args[0], &report{f: os.NewFile(3, "report")}
	var seed uint64
	if len(args) > 1 {
		var err error
		seed, err = strconv.ParseUint(args[1], 10, 64)
		check(err)
	}
	path := filepath.Join(dir, "game.studio")
	d := newSession(dir, seed)
	switch what {
	case "edit": // edit until killed
		out.line("0")
		for i := 1; ; i++ {
			d.step()
			out.line("%d", i)
		}
	case "save": // edit and save until killed
		for i := 1; ; i++ {
			d.step()
			out.line("begin %d", i)
			check(d.save(path))
			out.line("saved %d", i)
		}
	case "write": // save a document repeatedly between two signals, while another process does the same
		for range 30 {
			d.step()
		}
		out.line("%s", fingerprint(d.View.Document()))
		for !exists(filepath.Join(dir, beginFile)) {
			time.Sleep(time.Millisecond)
		}
		for i := 0; i < int(seed>>32) || !exists(filepath.Join(dir, endFile)); i++ {
			check(d.saveOver(path))
		}
	case "recover": // recover until killed
		for ; ; d = newSession(dir, seed) {
			lost := d.File.Lost()
			if len(lost) != 1 {
				out.line("%d offered", len(lost))
				os.Exit(1)
			}
			out.line("begin")
			if err := d.recover(lost[0].ID); err != nil {
				out.line("%v", err)
				os.Exit(1)
			}
			out.line("recovered")
			d.Leave()
		}
	case "round": // open, edit and save, for faults at each system call
		err := d.open(path)
		if err != nil {
			out.line("not opened: %v", err)
			os.Exit(3)
		}
		for range 5 {
			d.step()
		}
		out.line("edited")
		err = d.save(path)
		if err == nil {
			out.line("saved")
			d.step()
			err = d.save(path)
		}
		if err != nil {
			out.line("failed %v", err)
			if !d.File.Dirty() {
				out.line("not modified any more")
			}
			// There is space again: at the latest after one failure on each thread, because strace
			// counts per thread.
			for range 20 {
				if err = d.save(path); err == nil {
					break
				}
			}
			if err != nil {
				out.line("failed again %v", err)
				os.Exit(4)
			}
		}
		out.line("saved twice %s", fingerprint(d.View.Document()))
		for range 3 {
			d.step()
		}
		d.Leave()
		out.line("left %s", fingerprint(d.View.Document()))
	case "naive": // save incorrectly, without sync, as the control of the power cuts
		for i := 1; ; i++ {
			d.step()
			data := encode(d.View.Document())
			tmp := path + ".tmp"
			check(os.WriteFile(tmp, data, 0o644))
			check(os.Rename(tmp, path))
			out.line("saved %d", i)
			time.Sleep(3 * time.Millisecond)
		}
	default:
		fmt.Fprintln(os.Stderr, "torture: no such child:", what)
		os.Exit(2)
	}
}
