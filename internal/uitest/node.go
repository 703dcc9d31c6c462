package uitest

import (
	"context"
	"image"
	"math"
	"slices"
	"strings"

	"github.com/godbus/dbus/v5"
)

// Node is a widget as seen by a screen reader. Role, Name and Is return values read when the widget
// was found. The other methods ask the program.
type Node struct {
	s     *Session
	ref   reference
	role  string
	name  string
	id    string // stable, as is the name of a label
	state uint64
	gone  bool
}

// Role returns the role of the widget, such as "push button", "menu item", "text" or "label".
func (n *Node) Role() string { return n.role }

// Name returns the accessible name of the widget.
func (n *Node) Name() string { return n.name }

// Is reports whether the widget is in a state.
func (n *Node) Is(st State) bool { return n.state>>st&1 != 0 }

// Refresh updates name and states, and reports whether the widget still exists.
func (n *Node) Refresh() bool {
	now := n.s.read([]reference{n.ref}, 0)[0].node
	if n.gone = now.gone; !n.gone {
		*n = *now
	}
	return !n.gone
}

// has reports whether the widget has an interface, such as "Text" or "Action".
func (n *Node) has(iface string) bool {
	var all []string
	err := n.s.call(n.ref, &all, accessible+".GetInterfaces")
	return err == nil && slices.Contains(all, "org.a11y.atspi."+iface)
}

// do calls a method. If that fails, the test fails.
func (n *Node) do(answer any, method string, args ...any) {
	n.s.t.Helper()
	if err := n.s.call(n.ref, answer, method, args...); err != nil {
		n.s.fail("%s: %s: %v", describe(n.role, n.name), method, err)
	}
}

// property returns a property. If there is none, the test fails.
func (n *Node) property(iface, name string) any {
	n.s.t.Helper()
	var v dbus.Variant
	n.do(&v, properties+".Get", iface, name)
	return v.Value()
}

// Description returns the accessible description of the widget.
func (n *Node) Description() string {
	n.s.t.Helper()
	text, _ := n.property(accessible, "Description").(string)
	return text
}

// content returns the text in the widget. It returns false if the widget does not have text.
func (n *Node) content() (string, bool) {
	if !n.has("Text") {
		return "", false
	}
	var text string
	err := n.s.call(n.ref, &text, "org.a11y.atspi.Text.GetText", int32(0), int32(-1))
	return text, err == nil
}

// Text returns the text in an entry, a text view or a label. For other widgets it returns the name.
func (n *Node) Text() string {
	if text, ok := n.content(); ok {
		return text
	}
	n.Refresh()
	return n.name
}

// FirstLine returns the first line in view of a text view that scrolls.
func (n *Node) FirstLine() string {
	n.s.t.Helper()
	box := n.Extents()
	var at int32
	n.do(&at, "org.a11y.atspi.Text.GetOffsetAtPoint", int32(box.Min.X+30), int32(box.Min.Y+20), uint32(0))
	var before, after string // the offset counts pictures, which the text lacks
	n.do(&before, "org.a11y.atspi.Text.GetText", max(at-200, 0), max(at, 0))
	n.do(&after, "org.a11y.atspi.Text.GetText", max(at, 0), at+200)
	after, _, _ = strings.Cut(after, "\n")
	return before[strings.LastIndex(before, "\n")+1:] + after
}

// SetText replaces the text in an entry or a text view.
func (n *Node) SetText(text string) {
	n.s.t.Helper()
	var ok bool
	n.do(&ok, "org.a11y.atspi.EditableText.SetTextContents", text)
	if !ok {
		n.s.fail("%s takes no text", describe(n.role, n.name))
	}
}

// Do performs the widget's first action, such as pressing a button or choosing a menu item, without
// the pointer. It returns even while a dialog that it opens is still open.
func (n *Node) Do() {
	n.s.t.Helper()
	switch n.Refresh(); {
	case n.gone:
		n.s.fail("%s is no more", describe(n.role, n.name))
	case !n.has("Action"):
		n.s.fail("%s has no action", describe(n.role, n.name))
	case !n.Is(Sensitive):
		n.s.fail("%s is insensitive", describe(n.role, n.name))
	}
	// A menu item that runs a dialog answers only when the dialog is closed.
	ctx, cancel := context.WithTimeout(context.Background(), pollTime)
	defer cancel()
	var ok bool
	q := n.s.send(ctx, n.ref, &ok, "org.a11y.atspi.Action.DoAction", int32(0))
	if err := q.wait(); err != nil && ctx.Err() == nil || err == nil && !ok {
		n.s.fail("%s does nothing: %v", describe(n.role, n.name), err)
	}
}

// Extents returns the widget's rectangle on the display.
func (n *Node) Extents() image.Rectangle {
	n.s.t.Helper()
	r, err := n.extents()
	if err != nil {
		n.s.fail("%s: %v", describe(n.role, n.name), err)
	}
	return r
}

// Where is like Extents for a widget that may disappear at any moment. It returns false if the
// widget is gone.
func (n *Node) Where() (image.Rectangle, bool) {
	if !n.Refresh() {
		return image.Rectangle{}, false
	}
	r, err := n.extents()
	return r, err == nil
}

func (n *Node) extents() (image.Rectangle, error) {
	var r struct{ X, Y, W, H int32 }
	err := n.s.call(n.ref, &r, "org.a11y.atspi.Component.GetExtents", uint32(0))
	return image.Rect(int(r.X), int(r.Y), int(r.X+r.W), int(r.Y+r.H)), err
}

// Focus moves the keyboard focus to the widget and waits until it has it.
func (n *Node) Focus() {
	n.s.t.Helper()
	var ok bool
	n.do(&ok, "org.a11y.atspi.Component.GrabFocus")
	n.s.Wait("focus on "+n.name, func() bool { return n.Refresh() && n.Is(Focused) })
}

// Value returns the number in a spin button or a slider.
func (n *Node) Value() float64 {
	n.s.t.Helper()
	v, ok := n.property("org.a11y.atspi.Value", "CurrentValue").(float64)
	if !ok {
		return math.NaN()
	}
	return v
}

// SetValue sets the number in a spin button or a slider.
func (n *Node) SetValue(v float64) {
	n.s.t.Helper()
	n.do(nil, properties+".Set", "org.a11y.atspi.Value", "CurrentValue", dbus.MakeVariant(v))
}

// Select selects the item at index in a list or a combo box.
func (n *Node) Select(index int) {
	n.s.t.Helper()
	var ok bool
	n.do(&ok, "org.a11y.atspi.Selection.SelectChild", int32(index))
	if !ok {
		n.s.fail("%s has no item %d to select", describe(n.role, n.name), index)
	}
}

// Chosen returns the selected item of a list or a combo box, or nil if there is none.
func (n *Node) Chosen() *Node {
	var r reference
	if err := n.s.call(n.ref, &r, "org.a11y.atspi.Selection.GetSelectedChild", int32(0)); err != nil {
		return nil
	}
	if x := n.s.read([]reference{r}, 0)[0].node; !x.gone {
		return x
	}
	return nil
}

// Children returns the direct children, including invisible ones.
func (n *Node) Children() []*Node {
	var refs []reference
	if err := n.s.call(n.ref, &refs, accessible+".GetChildren"); err != nil {
		return nil
	}
	var list []*Node
	for _, x := range n.s.read(refs, 0) {
		if !x.node.gone {
			list = append(list, x.node)
		}
	}
	return list
}

// Find waits for a widget below n; see Session.Find.
func (n *Node) Find(role, name string) *Node {
	n.s.t.Helper()
	var found *Node
	n.s.Wait(describe(role, name)+" in "+describe(n.role, n.name), func() bool {
		trees := n.s.read([]reference{n.ref}, 1<<30)
		found = first(walk(trees[0].children), role, name)
		return found != nil
	})
	return found
}

// FindAll returns all widgets below n with the role and name. An empty string matches any.
func (n *Node) FindAll(role, name string) []*Node {
	var list []*Node
	for _, x := range walk(n.s.read([]reference{n.ref}, 1<<30)[0].children) {
		if x.matches(role, name) {
			list = append(list, x)
		}
	}
	return list
}

// Find waits for a widget with the role and name and returns the first one in the order of the
// screen reader. An empty string matches any. Invisible widgets are not found, except menu items.
func (s *Session) Find(role, name string) *Node {
	s.t.Helper()
	var found *Node
	s.Wait(describe(role, name), func() bool {
		found = first(walk(s.widgets()), role, name)
		return found != nil
	})
	return found
}

// FindAll returns all current widgets with the role and name, without waiting.
func (s *Session) FindAll(role, name string) []*Node {
	var list []*Node
	for _, n := range walk(s.widgets()) {
		if n.matches(role, name) {
			list = append(list, n)
		}
	}
	return list
}

// Has reports whether there is currently a widget with the role and name.
func (s *Session) Has(role, name string) bool { return first(walk(s.widgets()), role, name) != nil }

// WaitGone waits until no widget has the role and name. It also waits until a window has the
// keyboard focus, since keys typed between two windows are lost.
func (s *Session) WaitGone(role, name string) {
	s.t.Helper()
	s.Wait("end of "+describe(role, name), func() bool { return !s.Has(role, name) })
	s.Wait("window with the keyboard", func() bool {
		list := s.windows()
		return len(list) == 0 || slices.ContainsFunc(list, func(n *Node) bool { return n.Is(Active) })
	})
}

// Text returns the text of the widget with the name.
func (s *Session) Text(name string) string {
	s.t.Helper()
	return s.Find("", name).Text()
}

// WaitText waits until the widget with the name shows the text. For labels whose name is their
// text, use Find.
func (s *Session) WaitText(name, want string) {
	s.t.Helper()
	s.Wait(describe("", name)+" with the text "+want, func() bool {
		return slices.ContainsFunc(s.FindAll("", name), func(n *Node) bool { return n.Text() == want })
	})
}

// Menu chooses a menu item without opening the menus, as in Menu("File", "Save").
func (s *Session) Menu(path ...string) {
	s.t.Helper()
	var n *Node
	s.Wait("menu item "+strings.Join(path, " > "), func() bool {
		level := walk(s.widgets())
		for i, name := range path {
			at := slices.IndexFunc(level, func(m *Node) bool { return strings.Contains(m.role, "menu") && m.name == name })
			if at < 0 {
				return false
			}
			n = level[at]
			if i < len(path)-1 {
				level = walk(s.read([]reference{n.ref}, 1<<30)[0].children)
			}
		}
		return true
	})
	n.Do()
}

func (n *Node) matches(role, name string) bool {
	return (role == "" || n.role == role) && (name == "" || n.name == name || n.id == name) && n.reachable()
}

func first(list []*Node, role, name string) *Node {
	for _, n := range list {
		if n.matches(role, name) {
			return n
		}
	}
	return nil
}

func describe(role, name string) string {
	switch {
	case role == "":
		return "widget \"" + name + "\""
	case name == "":
		return role
	}
	return role + " \"" + name + "\""
}
