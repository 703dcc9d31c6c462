package uitest

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// command returns a command that runs in the session's environment.
func (s *Session) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = s.env
	return cmd
}

// xdotool simulates input from the keyboard and pointer. If it fails, the test fails.
func (s *Session) xdotool(args ...string) {
	s.t.Helper()
	if err := s.tryXdotool(args...); err != nil {
		s.fail("%v", err)
	}
}

// tryXdotool is like xdotool, but returns an error that includes the output.
func (s *Session) tryXdotool(args ...string) error {
	if out, err := s.command("xdotool", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("xdotool %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// Key presses keys one after the other, such as "Return", "ctrl+s" or "shift+F10".
func (s *Session) Key(keys ...string) {
	s.t.Helper()
	s.xdotool(append([]string{"key", "--delay", "20"}, keys...)...)
}

// Type types the text on the keyboard.
func (s *Session) Type(text string) {
	s.t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			s.Key("Return") // xdotool ignores line breaks
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

// PointAt moves the pointer to a point of the display.
func (s *Session) PointAt(p image.Point) {
	s.t.Helper()
	s.press(p)
}

// ControlClickAt is like ClickAt with the Ctrl key pressed.
func (s *Session) ControlClickAt(p image.Point) {
	s.t.Helper()
	s.press(p, "keydown", "ctrl", "click", "1", "keyup", "ctrl")
}

// press moves the pointer to p and then runs the given actions of xdotool.
func (s *Session) press(p image.Point, args ...string) {
	s.t.Helper()
	s.xdotool(append([]string{"mousemove", "--sync", strconv.Itoa(p.X), strconv.Itoa(p.Y)}, args...)...)
	if len(args) > 0 {
		s.syncWindowManager()
	}
}

// syncWindowManager waits until the window manager has processed the clicks. It receives them before the
// program does, and key presses would overtake them. It processes requests in order, so it
// sends one and waits for its effect.
func (s *Session) syncWindowManager() {
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

// Click waits for the widget with the name to be visible and sensitive, then clicks on it.
func (s *Session) Click(name string) {
	s.t.Helper()
	s.ClickRole("", name)
}

// ClickRole is like Click, for a name that widgets of several roles have.
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

// Click clicks in the middle of the widget.
func (n *Node) Click() { n.s.t.Helper(); n.s.ClickAt(n.middle()) }

// DoubleClick double-clicks in the middle of the widget.
func (n *Node) DoubleClick() {
	n.s.t.Helper()
	n.s.press(n.middle(), "click", "--repeat", "2", "--delay", "60", "1")
}

// Scroll turns the wheel over the widget: down if clicks is positive, else up.
func (n *Node) Scroll(clicks int) {
	n.s.t.Helper()
	button := "5"
	if clicks < 0 {
		button, clicks = "4", -clicks
	}
	n.s.press(n.middle(), "click", "--repeat", strconv.Itoa(clicks), "--delay", "20", button)
}

// middle returns the middle of the widget, once its position is stable. New windows and rows of
// lists move until they are laid out.
func (n *Node) middle() image.Point {
	n.s.t.Helper()
	r := n.Extents()
	var before image.Rectangle
	n.s.Wait("place on the screen of "+describe(n.role, n.name), func() bool {
		if r == before && onScreen(r) {
			return true
		}
		before = r
		if again, ok := n.Where(); ok && onScreen(again) {
			r = again
		} else if other := first(walk(n.s.widgets()), n.role, n.name); other != nil {
			// A row of a list that was just filled may have been replaced.
			r, _ = other.Where()
		}
		return false
	})
	return r.Min.Add(r.Max).Div(2)
}

// onScreen reports whether r is plausible. The extents of a widget that is not laid out, or is
// gone, are arbitrary.
func onScreen(r image.Rectangle) bool {
	return !r.Empty() && r.In(image.Rect(-5000, -5000, 20000, 20000))
}

// Drag drags with the left button between two points of the display. Like a user, it moves in
// steps.
func (s *Session) Drag(from, to image.Point) { s.t.Helper(); s.drag(from, to, "1") }

// DragRight is like Drag with the right button.
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
	s.syncWindowManager()
}

// Shot saves a picture of the whole display in the format given by the file's extension.
func (s *Session) Shot(file string) {
	s.t.Helper()
	if err := s.shot(file); err != nil {
		s.t.Fatal(err)
	}
}

// Image returns a picture of the whole display.
func (s *Session) Image() image.Image {
	s.t.Helper()
	file := filepath.Join(s.t.TempDir(), "display.png")
	s.Shot(file)
	f, err := os.Open(file)
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		s.t.Fatal(err)
	}
	return img
}

func (s *Session) shot(file string) error {
	if out, err := s.command("import", "-silent", "-window", "root", file).CombinedOutput(); err != nil {
		return fmt.Errorf("import: %w\n%s", err, out)
	}
	return nil
}

// picture saves a picture that helps to explain a failed test. It is stored in the directory
// UITEST_PICTURES, or else in a temporary one.
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

// Play runs xdotool with the arguments and does not wait for the effect.
func (s *Session) Play(args ...string) { s.t.Helper(); s.xdotool(args...) }

// HoldPointer makes another program grab the pointer and keyboard until release is called. Window
// managers do the same while the user switches windows. GTK then gets no grab for its menus.
func (s *Session) HoldPointer() (release func()) {
	s.t.Helper()
	// xprop grabs the pointer until a window is clicked, but does not say when. So two processes
	// are started: when one of them fails, the other has the grab.
	refused := make(chan int, 2)
	var both [2]*exec.Cmd
	for i := range both {
		both[i] = s.command("xprop")
		if err := both[i].Start(); err != nil {
			s.fail("%v", err)
		}
		go func() {
			_ = both[i].Wait() // refused, or killed
			refused <- i
		}()
	}
	holder := both[1-<-refused]
	release = sync.OnceFunc(func() {
		_ = holder.Process.Kill()
		<-refused
	})
	s.t.Cleanup(release)
	return release
}
