package uitest

import (
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// command returns a command for the display of the session.
func (s *Session) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = s.env
	return cmd
}

// xdotool plays keyboard and pointer.
func (s *Session) xdotool(args ...string) {
	s.t.Helper()
	if err := s.tryXdotool(args...); err != nil {
		s.fail("%v", err)
	}
}

// tryXdotool is xdotool for what may fail; the error holds what it wrote.
func (s *Session) tryXdotool(args ...string) error {
	if out, err := s.command("xdotool", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("xdotool %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// Key presses keys one after the other: "Return", "ctrl+s", "shift+F10".
func (s *Session) Key(keys ...string) {
	s.t.Helper()
	s.xdotool(append([]string{"key", "--delay", "20"}, keys...)...)
}

// Type types the text on the keyboard.
func (s *Session) Type(text string) {
	s.t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			s.Key("Return") // xdotool leaves line breaks out
		}
		if line != "" {
			s.xdotool("type", "--delay", "15", "--", line)
		}
	}
}

// ClickAt clicks with the left button at a point of the display.
func (s *Session) ClickAt(p image.Point) {
	s.t.Helper()
	s.press(p, "click", "1")
}

// RightClickAt presses the secondary button at a point of the display.
func (s *Session) RightClickAt(p image.Point) { s.t.Helper(); s.press(p, "click", "3") }

// PointAt moves the pointer to a point of the display, and lets it rest there.
func (s *Session) PointAt(p image.Point) {
	s.t.Helper()
	s.press(p)
}

// ControlClickAt is ClickAt with the control key held.
func (s *Session) ControlClickAt(p image.Point) {
	s.t.Helper()
	s.press(p, "keydown", "ctrl", "click", "1", "keyup", "ctrl")
}

// press moves the pointer to p and does what xdotool is told to do there.
func (s *Session) press(p image.Point, args ...string) {
	s.t.Helper()
	s.xdotool(append([]string{"mousemove", "--sync", strconv.Itoa(p.X), strconv.Itoa(p.Y)}, args...)...)
	if len(args) > 0 {
		s.managed()
	}
}

// managed waits until the window manager has passed on the clicks that it was given: it gets them
// before the program does, and keys would overtake them. That it has done what was asked of it
// later says so.
func (s *Session) managed() {
	s.t.Helper()
	desktops := func() string {
		out, err := s.command("xdotool", "get_num_desktops").Output()
		if err != nil {
			s.fail("xdotool get_num_desktops: %v", err)
		}
		return strings.TrimSpace(string(out))
	}
	want := "1"
	if desktops() == want {
		want = "2"
	}
	s.xdotool("set_num_desktops", want)
	s.Wait("answer of the window manager", func() bool { return desktops() == want })
}

// Click clicks on the widget with the name, once it is on the screen and answers.
func (s *Session) Click(name string) {
	s.t.Helper()
	s.ClickRole("", name)
}

// ClickRole is Click for a name that several kinds of widgets have.
func (s *Session) ClickRole(role, name string) {
	s.t.Helper()
	var found *Node
	s.Wait(describe(role, name)+" to click on", func() bool {
		for _, n := range s.FindAll(role, name) {
			if n.Is(Showing) && n.Is(Sensitive) {
				found = n
				return true
			}
		}
		return false
	})
	found.Click()
}

// Click clicks with the left button in the middle of the widget.
func (n *Node) Click() { n.s.t.Helper(); n.s.ClickAt(n.middle()) }

// DoubleClick clicks twice.
func (n *Node) DoubleClick() {
	n.s.t.Helper()
	n.s.press(n.middle(), "click", "--repeat", "2", "--delay", "60", "1")
}

// Scroll turns the wheel over the widget: down where clicks are positive, else up.
func (n *Node) Scroll(clicks int) {
	n.s.t.Helper()
	button := "5"
	if clicks < 0 {
		button, clicks = "4", -clicks
	}
	n.s.press(n.middle(), "click", "--repeat", strconv.Itoa(clicks), "--delay", "20", button)
}

func (n *Node) middle() image.Point {
	n.s.t.Helper()
	r := n.Extents()
	n.s.Wait("place on the screen of "+describe(n.role, n.name), func() bool {
		if onScreen(r) {
			return true
		}
		// A row of a list that was just filled anew is another one by now.
		if again := first(walk(n.s.all()), n.role, n.name); again != nil {
			r = again.Extents()
		}
		return onScreen(r)
	})
	return r.Min.Add(r.Max).Div(2)
}

// onScreen reports whether extents make sense: those of a widget that is being laid
// out or gone are any numbers.
func onScreen(r image.Rectangle) bool {
	return !r.Empty() && r.In(image.Rect(-5000, -5000, 20000, 20000))
}

// Drag drags with the left button from one point of the display to another, by
// way of points between them, as a hand does.
func (s *Session) Drag(from, to image.Point) { s.t.Helper(); s.drag(from, to, "1") }

// DragRight is Drag with the right button.
func (s *Session) DragRight(from, to image.Point) { s.t.Helper(); s.drag(from, to, "3") }

func (s *Session) drag(from, to image.Point, button string) {
	s.t.Helper()
	const steps = 8
	args := []string{"mousemove", "--sync", strconv.Itoa(from.X), strconv.Itoa(from.Y), "mousedown", button}
	for i := 1; i <= steps; i++ {
		p := from.Add(to.Sub(from).Mul(i).Div(steps))
		args = append(args, "mousemove", strconv.Itoa(p.X), strconv.Itoa(p.Y), "sleep", "0.02")
	}
	s.xdotool(append(args, "mouseup", button)...)
	s.managed()
}

// Shot saves a picture of the whole display, in the format that the name's ending says.
func (s *Session) Shot(file string) {
	s.t.Helper()
	if err := s.shot(file); err != nil {
		s.t.Fatal(err)
	}
}

func (s *Session) shot(file string) error {
	if out, err := s.command("import", "-silent", "-window", "root", file).CombinedOutput(); err != nil {
		return fmt.Errorf("import: %w\n%s", err, out)
	}
	return nil
}

// picture saves a picture for a person who wants to know why a test failed: in
// the directory UITEST_PICTURES, or in one for temporary files.
func (s *Session) picture() (string, error) {
	dir := os.Getenv("UITEST_PICTURES")
	if dir == "" {
		dir = filepath.Join(os.TempDir(), "uitest")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	s.shots++
	name := fmt.Sprintf("%s-%d.png", strings.ReplaceAll(s.t.Name(), "/", "-"), s.shots)
	file := filepath.Join(dir, name)
	return file, s.shot(file)
}

// Play plays keyboard and pointer without waiting for what comes of it: the arguments
// are those of xdotool.
func (s *Session) Play(args ...string) { s.t.Helper(); s.xdotool(args...) }

// HoldPointer has another program hold pointer and keyboard of the display, as a window manager does while a person
// switches windows, until release is called. GTK then gets no grab for its menus.
func (s *Session) HoldPointer() (release func()) {
	s.t.Helper()
	cmd := s.command("xprop") // it waits for a click on a window
	if err := cmd.Start(); err != nil {
		s.fail("%v", err)
	}
	release = sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	})
	s.t.Cleanup(release)
	return release
}
