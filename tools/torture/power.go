package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// powerCuts simulates power cuts. It copies the image of a mounted file system while Studio saves
// to it, mounts the copy, and checks the file. The control is a program that renames without
// syncing. It must lose something, otherwise the test cannot detect losses.
func powerCuts(t *torture, n int) (string, error) {
	if os.Getuid() != 0 {
		return "not run: only root can mount", nil
	}
	if out, err := exec.Command("losetup", "-f").CombinedOutput(); err != nil {
		return "not run: there are no loop devices: " + string(bytes.TrimSpace(out)), nil
	}
	good, err := t.cut("save", n)
	if err != nil {
		return "", err
	}
	bad, err := t.cut("naive", max(n/2, 4))
	if err != nil {
		return "", err
	}
	counts := fmt.Sprintf("%d cuts in %d saves: %d unreadable, %d acknowledged saves lost; control without sync: %d cuts, %d unreadable, %d lost",
		good.cuts, good.saves, good.unreadable, good.lost, bad.cuts, bad.unreadable, bad.lost)
	switch {
	case good.unreadable+good.lost > 0:
		return counts, good.first
	case bad.unreadable+bad.lost == 0:
		return counts, fmt.Errorf("the control lost nothing: the test is blind")
	}
	return counts, nil
}

type cuts struct {
	tally
	cuts, saves, unreadable, lost int
}

func (t *torture) cut(what string, n int) (c cuts, err error) {
	run := func(name string, args ...string) error {
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(out))
		}
		return nil
	}
	for i := range n {
		dir := t.folder("power-"+what, i)
		image, copied := filepath.Join(dir, "image"), filepath.Join(dir, "copy")
		mount, second := filepath.Join(dir, "a"), filepath.Join(dir, "b")
		check(os.Mkdir(mount, 0o755))
		check(os.Mkdir(second, 0o755))
		f, err := os.Create(image)
		check(err)
		check(f.Truncate(24 << 20))
		check(f.Close())
		if err := run("mkfs.ext4", "-q", "-F", "-O", "^metadata_csum", image); err != nil {
			return c, err
		}
		if err := run("mount", "-o", "loop", image, mount); err != nil {
			return c, err
		}
		seed := t.seed + uint64(i)
		twin := newSequence(newSession(filepath.Join(dir, "twin"), seed))
		v, err := t.start(nil, what, mount, fmt.Sprint(seed))
		if err == nil {
			v.wait(6 + t.random(i).IntN(60))
			time.Sleep(time.Duration(t.random(i).IntN(4000)) * time.Microsecond)
			// Stop the program, so the image does not change while it is copied.
			_ = syscall.Kill(-v.cmd.Process.Pid, syscall.SIGSTOP)
			err = v.stopped()
			acked := number(v.lines(), "saved")
			if err == nil {
				err = run("cp", image, copied)
			}
			v.kill()
			v.close()
			if err == nil {
				err = run("mount", "-o", "loop", copied, second)
			}
			if err == nil {
				c.cuts++
				c.saves += acked
				got, ferr := fileFingerprint(filepath.Join(second, "game.studio"))
				switch {
				case ferr != nil:
					c.note(&c.unreadable, "cut %d after save %d: %w", i, acked, ferr)
				case got != twin.after(acked) && got != twin.after(acked+1):
					c.note(&c.lost, "cut %d: save %d is lost", i, acked)
				}
				_ = run("umount", second)
			}
		}
		_ = run("umount", mount)
		os.RemoveAll(dir)
		if err != nil {
			return c, err
		}
	}
	return c, nil
}
