package uitest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// window shows testdata/window.ui with a tool of GTK.
func window(t *testing.T, env ...string) *Session {
	t.Helper()
	tool, err := exec.LookPath("gtk-builder-tool")
	if err != nil {
		t.Skip("not installed: gtk-builder-tool")
	}
	file, err := filepath.Abs("testdata/window.ui")
	if err != nil {
		t.Fatal(err)
	}
	return Options{Bin: tool, Args: []string{"preview", "--id=window", file}, Env: env}.Start(t)
}

// TestDriver checks what a Session does with a program. The parts use the same program.
func TestDriver(t *testing.T) {
	s := window(t)
	for _, part := range []struct {
		name  string
		check func(*testing.T, *Session)
	}{
		{"text", checkText},
		{"buttons", checkButtons},
		{"menu", checkMenu},
		{"values", checkValues},
		{"choice", checkChoice},
		{"tree", checkTree},
		{"list of widgets", checkList},
		{"picture", checkPicture},
		{"restart", checkRestart},
	} {
		t.Run(part.name, func(t *testing.T) {
			s.For(t)
			part.check(t, s)
		})
	}
}

// checkList checks that the list of widgets exists, and has the same content as the widgets read one
// by one.
func checkList(t *testing.T, s *Session) {
	root, ok := s.application()
	if !ok {
		t.Fatal("the program has no widgets")
	}
	var items []*item
	if err := s.call(reference{root.Bus, cachePath}, &items, "org.a11y.atspi.Cache.GetItems"); err != nil || len(items) == 0 {
		t.Fatalf("%d widgets in the list: %v", len(items), err)
	}
	text := func(trees []*snapshot) string {
		var b strings.Builder
		visit(trees, 0, func(n *Node, depth int) { fmt.Fprintln(&b, depth, n.role, n.name, n.id, n.state) })
		return b.String()
	}
	var list, read string
	s.Wait("list with the content of the widgets", func() bool {
		list, read = text(s.widgets()), text(s.read([]reference{root}, 1<<30))
		return list == read
	})
	if len(s.cache.ids) == 0 || strings.Count(list, "\n") < 10 {
		t.Errorf("%d widgets have ids; the list is\n%s", len(s.cache.ids), list)
	}
}

func checkText(t *testing.T, s *Session) {
	name := s.Find("text", "Name")
	if got := name.Description(); got != "Who plays" {
		t.Errorf("the description is %q", got)
	}
	name.SetText("Zoé")
	s.WaitText("Greeting", "Zoé")
	name.Focus()
	s.Key("End")
	s.Type(" & Bob!")
	s.WaitText("Greeting", "Zoé & Bob!")
	s.Key("ctrl+a", "BackSpace")
	s.WaitText("Greeting", "")
	s.Click("Notes")
	s.Type("one\ntwo")
	s.WaitText("Notes", "one\ntwo")
	if got := name.Text(); got != "" {
		t.Errorf("the keys went to another widget: %q", got)
	}
	delayClicks(t, s)
	s.Click("Name")
	s.Type("Eve")
	s.WaitText("Greeting", "Eve")
	name.SetText("")
}

// delayClicks stops the window manager, which receives clicks first, for a second.
func delayClicks(t *testing.T, s *Session) {
	t.Helper()
	for _, p := range s.started {
		if filepath.Base(p.cmd.Path) == "openbox" {
			manager := p.cmd.Process
			if err := manager.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(time.Second, func() { _ = manager.Signal(syscall.SIGCONT) })
		}
	}
}

func checkButtons(t *testing.T, s *Session) {
	locked := s.Find("push button", "Locked")
	if locked.Is(Sensitive) {
		t.Error("the button answers at first")
	}
	s.Click("Unlock")
	s.Wait("sensitive button", func() bool { return locked.Refresh() && locked.Is(Sensitive) })
	unlock := s.Find("toggle button", "Unlock")
	if !unlock.Is(Checked) && !unlock.Is(Pressed) {
		t.Error("the toggle button is not pressed")
	}
	unlock.Do()
	s.Wait("insensitive button", func() bool { return locked.Refresh() && !locked.Is(Sensitive) })
}

func checkMenu(t *testing.T, s *Session) {
	if s.Has("label", "All the details") {
		t.Fatal("the label is on the screen at first")
	}
	s.Menu("View", "Details")
	s.Find("label", "All the details")
	if n := s.Find("check menu item", "Details"); !n.Is(Checked) {
		t.Error("the menu item is not checked")
	}
	s.Key("alt+v")
	s.Wait("open menu", func() bool { return s.Find("check menu item", "Details").Is(Showing) })
	s.Key("d")
	s.WaitGone("label", "All the details")
	if n := s.Find("check menu item", "Forbidden"); n.Is(Sensitive) {
		t.Error("the forbidden item answers")
	}
}

func checkValues(t *testing.T, s *Session) {
	n, slide := s.Find("spin button", "Number"), s.Find("slider", "Slide")
	if got := n.Value(); got != 3 {
		t.Errorf("the number is %v", got)
	}
	n.SetValue(7)
	s.Wait("slider at 7", func() bool { return slide.Value() == 7 })
	slide.Focus()
	s.Key("Left")
	s.Wait("number 6", func() bool { return n.Value() == 6 })
}

func checkChoice(t *testing.T, s *Session) {
	box := s.Find("combo box", "Colour")
	if n := box.Chosen(); n != nil {
		t.Errorf("%s is chosen at first", n.Name())
	}
	box.Select(1)
	s.Wait("choice of green", func() bool { n := box.Chosen(); return n != nil && n.Name() == "green" })
}

func checkTree(t *testing.T, s *Session) {
	w := s.Find("frame", "Driver test")
	if len(w.Children()) == 0 {
		t.Error("the window has no children")
	}
	w.Find("push button", "Locked")
	dump := s.Dump()
	for _, want := range []string{`frame "Driver test" active`, `push button "Locked" insensitive`, `check menu item "Details"`, `text "one\ntwo"`} {
		if !strings.Contains(dump, want) {
			t.Errorf("the dump has no %s:\n%s", want, dump)
		}
	}
}

func checkPicture(t *testing.T, s *Session) {
	img := s.Image()
	if b := img.Bounds(); b.Dx() != 1280 || b.Dy() != 800 {
		t.Errorf("the picture is of %v", b)
	}
	at := s.Find("push button", "Locked").Extents()
	colours := map[string]bool{}
	for x := at.Min.X; x < at.Max.X; x++ {
		colours[fmt.Sprint(img.At(x, (at.Min.Y+at.Max.Y)/2))] = true
	}
	if len(colours) < 3 {
		t.Errorf("at %v, where a button is, there are %d colours", at, len(colours))
	}
}

func checkRestart(t *testing.T, s *Session) {
	s.Kill()
	if s.Running() || s.Exit() != -1 {
		t.Error("it survived")
	}
	s.Run(s.o.Args...)
	if s.Has("label", "All the details") {
		t.Error("the old window answers")
	}
	s.Key("alt+F4")
	s.WaitGone("frame", "Driver test")
}

func TestEnvironment(t *testing.T) {
	file, err := filepath.Abs("testdata/window.ui")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(t.TempDir(), "script")
	text := "#!/bin/sh\nenv\nexec gtk-builder-tool preview --id=window " + file + "\n"
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("gtk-builder-tool"); err != nil {
		t.Skip("not installed: gtk-builder-tool")
	}
	t.Setenv("SECRET", "1")
	s := Options{Bin: script, Env: []string{"LANG=fr_FR.UTF-8", "HOME=/nowhere", "EXTRA=x"}, Width: 800, Height: 600}.Start(t)
	log := s.Log()
	for _, want := range []string{"\nLANG=fr_FR.UTF-8\n", "\nHOME=" + s.Home + "\n", "\nEXTRA=x\n", "\nXDG_CONFIG_HOME=" + s.Home + "/.config\n"} {
		if !strings.Contains("\n"+log, want) {
			t.Errorf("the program's environment lacks %q:\n%s", want, log)
		}
	}
	for _, not := range []string{"SECRET", "C.UTF-8"} {
		if strings.Contains(log, not) {
			t.Errorf("the program's environment has %q:\n%s", not, log)
		}
	}
}

// TestEnd checks that all processes are gone after a test.
func TestEnd(t *testing.T) {
	var s *Session
	t.Run("session", func(t *testing.T) {
		s = window(t)
		if len(s.remaining()) < 6 { // program, server, window manager, two buses, registry
			t.Errorf("only %d processes carry the mark", len(s.remaining()))
		}
	})
	if s == nil {
		t.Skip("no session")
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(pollTime) {
		left := s.remaining()
		if len(left) == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("processes %d still run", left)
		}
	}
}

// failing is a testing.TB that records log messages, and ends its goroutine on a failure.
type failing struct {
	testing.TB
	log    strings.Builder
	failed bool
}

func (f *failing) Helper()                         {}
func (f *failing) Logf(format string, args ...any) { fmt.Fprintf(&f.log, format+"\n", args...) }
func (f *failing) Fatalf(format string, args ...any) {
	f.Logf(format, args...)
	f.failed = true
	runtime.Goexit()
}

// TestFailure checks the messages and pictures of failed tests.
func TestFailure(t *testing.T) {
	t.Setenv("UITEST_PICTURES", t.TempDir())
	s := window(t)
	f := &failing{TB: t}
	s.t, s.o.Wait = f, 100*time.Millisecond
	for name, want := range map[string]struct {
		do   func()
		text string
	}{
		"missing widget":     {func() { s.Find("push button", "Cancel") }, `after 100ms there is no push button "Cancel"`},
		"wrong text":         {func() { s.WaitText("Greeting", "hi") }, `after 100ms there is no widget "Greeting" with the text hi`},
		"insensitive button": {func() { s.Find("push button", "Locked").Do() }, `push button "Locked" is insensitive`},
		"missing menu item":  {func() { s.Menu("View", "Zoom") }, `after 100ms there is no menu item View > Zoom`},
		"label to press":     {func() { s.Find("label", "Greeting").Do() }, `label "Greeting" has no action`},
	} {
		f.log.Reset()
		f.failed = false
		done := make(chan struct{})
		go func() {
			defer close(done)
			want.do()
		}()
		<-done
		if !f.failed || !strings.Contains(f.log.String(), want.text) {
			t.Errorf("%s: failed %v:\n%s", name, f.failed, f.log.String())
		}
		for _, part := range []string{`frame "Driver test"`, "picture: ", "output of the program:"} {
			if !strings.Contains(f.log.String(), part) {
				t.Errorf("%s: the log has no %q:\n%s", name, part, f.log.String())
			}
		}
	}
	pictures, _ := filepath.Glob(filepath.Join(os.Getenv("UITEST_PICTURES"), "*.png"))
	if len(pictures) != 5 {
		t.Errorf("%d pictures for 5 failures", len(pictures))
	}
	s.t = t
	s.Signal(syscall.SIGTERM)
	s.o.Wait = time.Minute
	if code := s.Exit(); code != -1 {
		t.Errorf("exit code %d after SIGTERM", code)
	}
}
