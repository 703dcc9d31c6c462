package uitest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// Names of the accessibility protocol.
const (
	accessible = "org.a11y.atspi.Accessible"
	registry   = "org.a11y.atspi.Registry"
	rootPath   = "/org/a11y/atspi/accessible/root"
	properties = "org.freedesktop.DBus.Properties"
	// cachePath is the path of the program's list of widgets.
	cachePath = "/org/a11y/atspi/cache"
)

// answerTime is how long the program may take to answer a call.
const answerTime = 30 * time.Second

// State is a state that a widget can be in.
type State uint

// States, numbered as in the accessibility protocol.
const (
	Active    State = 1 // the window has the keyboard focus
	Checked   State = 4
	Focused   State = 12
	Pressed   State = 20
	Selected  State = 23
	Sensitive State = 24 // responds to the user
	Showing   State = 25 // visible, like all its ancestors
)

// reference identifies a widget in the protocol.
type reference struct {
	Bus  string
	Path dbus.ObjectPath
}

// snapshot is the state of a widget when a tree was read.
type snapshot struct {
	node     *Node
	children []*snapshot
}

// item is a widget in the program's list.
type item struct {
	Ref, App, Parent reference
	Index, Children  int32
	Interfaces       []string
	Name             string
	Role             uint32
	Description      string
	State            []uint32
}

// cache stores names of roles and ids of widgets, which never change.
type cache struct {
	roles map[uint32]string
	ids   map[reference]string
}

// pendingCall is a call that was sent.
type pendingCall struct {
	call   *dbus.Call
	answer any
}

// send sends a call for r, whose answer is read later.
func (s *Session) send(ctx context.Context, r reference, answer any, method string, args ...any) pendingCall {
	return pendingCall{s.bus.Object(r.Bus, r.Path).GoWithContext(ctx, method, 0, make(chan *dbus.Call, 1), args...), answer}
}

// wait waits for the answer, and stores it if a place was given.
func (q pendingCall) wait() error {
	<-q.call.Done
	if q.answer == nil {
		return q.call.Err
	}
	return q.call.Store(q.answer)
}

// call sends a call and waits for the answer.
func (s *Session) call(r reference, answer any, method string, args ...any) error {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	return s.send(ctx, r, answer, method, args...).wait()
}

// application returns the root of the program's widgets. It returns false if there is none yet.
func (s *Session) application() (reference, bool) {
	var apps []reference
	if err := s.call(reference{registry, rootPath}, &apps, accessible+".GetChildren"); err != nil {
		return reference{}, false
	}
	for _, a := range apps {
		var pid uint32
		err := s.call(reference{"org.freedesktop.DBus", "/org/freedesktop/DBus"}, &pid, "org.freedesktop.DBus.GetConnectionUnixProcessID", a.Bus)
		if err == nil && int(pid) == s.app.cmd.Process.Pid {
			return a, true
		}
	}
	return reference{}, false
}

// windows returns the program's windows.
func (s *Session) windows() []*Node {
	root, ok := s.application()
	if !ok {
		return nil
	}
	var list []*Node
	for _, w := range s.read([]reference{root}, 1)[0].children {
		list = append(list, w.node)
	}
	return list
}

// widgets returns all accessible widgets of the program, in the order of the screen reader. It reads
// the list that the program maintains for screen readers with one call.
func (s *Session) widgets() []*snapshot {
	root, ok := s.application()
	if !ok {
		return nil
	}
	var items []*item
	if err := s.call(reference{root.Bus, cachePath}, &items, "org.a11y.atspi.Cache.GetItems"); err != nil || s.learn(items) != nil {
		return s.read([]reference{root}, 1<<30)
	}
	l := list{s, map[reference]*item{}, map[reference][]*item{}}
	for _, x := range items {
		l.all[x.Ref] = x
		l.below[x.Parent] = append(l.below[x.Parent], x)
	}
	return []*snapshot{l.tree(root)}
}

// learn completes the cache: it asks for new names of roles and new ids of widgets.
func (s *Session) learn(items []*item) error {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	if s.cache.roles == nil {
		s.cache.roles = map[uint32]string{}
	}
	ids := map[reference]string{} // without the widgets that are gone
	sent := map[reference]pendingCall{}
	for _, x := range items {
		if _, ok := s.cache.roles[x.Role]; !ok {
			var name string
			if err := s.call(x.Ref, &name, accessible+".GetRoleName"); err != nil {
				return err
			}
			s.cache.roles[x.Role] = name
		}
		if id, ok := s.cache.ids[x.Ref]; ok {
			ids[x.Ref] = id
			continue
		}
		sent[x.Ref] = s.send(ctx, x.Ref, &dbus.Variant{}, properties+".Get", accessible, "AccessibleId")
	}
	for r, q := range sent {
		if err := q.wait(); err == nil { // otherwise the widget is gone
			ids[r], _ = q.answer.(*dbus.Variant).Value().(string)
		}
	}
	s.cache.ids = ids
	return nil
}

// list is the program's list of widgets. It lacks new widgets and cells of tables.
type list struct {
	s     *Session
	all   map[reference]*item
	below map[reference][]*item // by parent
}

// tree returns the widget and its descendants. Widgets missing from the list are read from the program.
func (l *list) tree(r reference) *snapshot {
	x, ok := l.all[r]
	if !ok {
		return l.s.read([]reference{r}, 1<<30)[0]
	}
	n := &Node{s: l.s, ref: r, role: l.s.cache.roles[x.Role], name: x.Name, id: l.s.cache.ids[r], state: states64(x.State)}
	t := &snapshot{node: n}
	if !n.reachable() {
		return t
	}
	below := l.below[r]
	slices.SortFunc(below, func(a, b *item) int { return cmp.Compare(a.Index, b.Index) })
	var children []reference
	complete := len(below) == int(x.Children) // not if popovers have another parent
	for i, c := range below {
		children = append(children, c.Ref)
		complete = complete && int(c.Index) == i
	}
	if !complete {
		if err := l.s.call(r, &children, accessible+".GetChildren"); err != nil {
			n.gone = true
		}
	}
	for _, c := range children {
		t.children = append(t.children, l.tree(c))
	}
	return t
}

// states64 joins the two numbers that contain the states of a widget.
func states64(list []uint32) (bits uint64) {
	for i, b := range list {
		bits |= uint64(b) << (32 * i)
	}
	return bits
}

// read returns the widgets and their descendants down to a depth. It sends all calls of one level
// before it waits for answers. Otherwise a large window would take seconds. It omits widgets that
// disappear during the call.
func (s *Session) read(refs []reference, depth int) []*snapshot {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	type pending struct {
		at       *snapshot
		answers  []pendingCall
		children []reference
		state    []uint32
		name, id dbus.Variant
	}
	level := make([]*snapshot, len(refs))
	for i, r := range refs {
		level[i] = &snapshot{node: &Node{s: s, ref: r}}
	}
	top := level
	for ; len(level) > 0 && depth >= 0; depth-- {
		asked := make([]*pending, len(level))
		for i, x := range level {
			p := &pending{at: x}
			r := x.node.ref
			p.answers = []pendingCall{
				s.send(ctx, r, &x.node.role, accessible+".GetRoleName"),
				s.send(ctx, r, &p.name, properties+".Get", accessible, "Name"),
				s.send(ctx, r, &p.id, properties+".Get", accessible, "AccessibleId"),
				s.send(ctx, r, &p.state, accessible+".GetState"),
				s.send(ctx, r, &p.children, accessible+".GetChildren"),
			}
			asked[i] = p
		}
		level = nil
		for _, p := range asked {
			var err error
			for _, q := range p.answers {
				if e := q.wait(); e != nil {
					err = e
				}
			}
			n := p.at.node
			if err != nil {
				n.gone = true
				continue
			}
			n.name, _ = p.name.Value().(string)
			n.id, _ = p.id.Value().(string)
			n.state = states64(p.state)
			if depth == 0 || !n.reachable() {
				continue
			}
			for _, r := range p.children {
				c := &snapshot{node: &Node{s: s, ref: r}}
				p.at.children = append(p.at.children, c)
				level = append(level, c)
			}
		}
	}
	return top
}

// visit calls f for each widget of the trees with its depth, parents first.
func visit(trees []*snapshot, depth int, f func(n *Node, depth int)) {
	for _, x := range trees {
		if !x.node.gone {
			f(x.node, depth)
			visit(x.children, depth+1, f)
		}
	}
}

// walk returns the widgets of the trees, parents first.
func walk(trees []*snapshot) (list []*Node) {
	visit(trees, 0, func(n *Node, _ int) { list = append(list, n) })
	return list
}

// reachable reports whether a user can reach the widget: it is visible or in a menu, which need not be
// open.
func (n *Node) reachable() bool {
	return n.Is(Showing) || n.role == "application" || strings.Contains(n.role, "menu")
}

// Dump returns the program's widgets as text: role, name, states and content of each.
func (s *Session) Dump() string {
	if s.app == nil || s.app.over() {
		return "(the program does not run)\n"
	}
	var b strings.Builder
	visit(s.widgets(), 0, func(n *Node, depth int) {
		fmt.Fprintf(&b, "%s%s %q%s", strings.Repeat("  ", depth), n.role, n.name, states(n))
		if text, ok := n.content(); ok && text != n.name {
			fmt.Fprintf(&b, " text %q", text)
		}
		b.WriteByte('\n')
	})
	return b.String()
}

// states returns the notable states of n.
func states(n *Node) string {
	text := ""
	for _, x := range []struct {
		state State
		name  string
	}{{Active, "active"}, {Checked, "checked"}, {Focused, "focused"}, {Pressed, "pressed"}, {Selected, "selected"}} {
		if n.Is(x.state) {
			text += " " + x.name
		}
	}
	if !n.Is(Sensitive) {
		text += " insensitive"
	}
	return text
}
