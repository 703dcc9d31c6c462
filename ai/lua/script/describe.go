package script

import (
	"context"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/internal/near"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Description is a script's description of itself.
type Description struct {
	Name    string
	Games   []string // families or presets, nil for all games
	Options []rules.Param
	// Functions that the script has.
	Choose, Evaluate, Order, Start, Opponent, Finish bool
	Commands                                         []Command
}

// Command is a command of a script that works on a game tree.
type Command struct {
	Name  string
	Title msg.Key // as given by the script
}

// LoadTime is the default time limit for the top level of a script.
const LoadTime = 2 * time.Second

// MaxValue is the largest length of an option's value in bytes.
const MaxValue = 1 << 10

// Limits for the lists in a script's description.
const (
	maxGames   = 100
	maxOptions = 50
	maxChoices = 50

	maxCommands = 50
)

// Player reports whether the script can play, rather than only having commands.
func (d *Description) Player() bool { return d.Choose || d.Evaluate || d.Order }

// Plays reports whether the script plays the game.
func (d *Description) Plays(r rules.Rules, games rules.Catalog) bool {
	return d.Player() && d.Fits(r, games)
}

// Fits reports whether the script supports the game, as a player or for its commands. It does if
// its list of games has the family or the preset, or if it has no list of games.
func (d *Description) Fits(r rules.Rules, games rules.Catalog) bool {
	if d.Games == nil {
		return true
	}
	spec := r.Spec()
	return slices.Contains(d.Games, spec.Game) || slices.Contains(d.Games, games.Name(spec))
}

// Describe runs the top level of the script, for at most LoadTime, and returns its description. The
// script may name the given games. The error is a *Fault.
func (p *Program) Describe(ctx context.Context, games rules.Catalog) (*Description, error) {
	m := newMachine(p, nil, Options{Games: games})
	if err := m.load(ctx); err != nil {
		return nil, err
	}
	return m.about, nil
}

// load runs the top level of the script and reads the table that it returns.
func (m *Machine) load(ctx context.Context) error {
	var v lua.LValue
	limit := m.opt.LoadTime
	if limit <= 0 {
		limit = LoadTime
	}
	err := m.run(ctx, limit, func(l *lua.LState) {
		v = stdlib.Call(l, stdlib.Call(l, l.NewFunctionFromProto(m.program.proto)), m.game.ConcatFunc(), m.game.Length(), l.NewFunction(m.line))
	})
	if err != nil {
		return err
	}
	t, ok := v.(*lua.LTable)
	if !ok {
		return m.program.fault(m.program.lines.line, errNoFunction)
	}
	m.about, err = m.describe(t)
	return err
}

var errNoFunction = msg.Errorf("the script must return a table with a function choose, evaluate or order, or with commands")

// fields are the known fields of a script's table.
var fields = []string{"name", "games", "options", "choose", "evaluate", "order", "start", "opponent", "finish", "commands"}

// describe reads the table returned by the script, without running its code.
func (m *Machine) describe(t *lua.LTable) (*Description, error) {
	lines := &m.program.lines
	bad := func(field string, format msg.Key, args ...any) error {
		return m.program.fault(lines.of(field), msg.Errorf(format, args...))
	}
	if wrong, right := misspelt(t); wrong != "" {
		return nil, bad(wrong, "unknown field %q: did you mean %q?", wrong, right)
	}
	d := &Description{}
	for _, f := range []struct {
		name string
		has  *bool
		f    **lua.LFunction
	}{
		{"choose", &d.Choose, &m.choose},
		{"evaluate", &d.Evaluate, &m.evaluate},
		{"order", &d.Order, &m.order},
		{"start", &d.Start, &m.start},
		{"opponent", &d.Opponent, &m.opponent},
		{"finish", &d.Finish, &m.finish},
	} {
		v := t.RawGetString(f.name)
		if v == lua.LNil {
			continue
		}
		if *f.f, *f.has = v.(*lua.LFunction); !*f.has || (*f.f).IsG {
			return nil, bad(f.name, "%s is not a function of the script", f.name)
		}
	}
	if !d.Player() && t.RawGetString("commands") == lua.LNil {
		return nil, m.program.fault(lines.line, errNoFunction)
	}
	name, ok := t.RawGetString("name").(lua.LString)
	if d.Name = stdlib.Clean(string(name), 60); !ok || d.Name == "" {
		return nil, bad("name", "the table that the script returns has no name")
	}
	switch games := t.RawGetString("games").(type) {
	case *lua.LNilType:
	case *lua.LTable:
		if games.Len() == 0 {
			return nil, bad("games", "games is empty; without it, the script plays all games")
		}
		for i := 1; i <= min(games.Len(), maxGames); i++ {
			s, ok := games.RawGetInt(i).(lua.LString)
			if !ok {
				return nil, bad("games", "games is not a list of names")
			}
			name := stdlib.Clean(string(s), 60)
			if _, _, ok := m.opt.Games.Find(name); !ok {
				families, preset := examples(m.opt.Games)
				return nil, bad("games", "there is no game %q: games are %s, and presets such as %s", name, families, preset)
			}
			d.Games = append(d.Games, name)
		}
	default:
		return nil, bad("games", "games is not a list of names")
	}
	noList := func() error { return bad("options", "options is not a list of at most %d tables", maxOptions) }
	switch list := t.RawGetString("options").(type) {
	case *lua.LNilType:
	case *lua.LTable:
		if k, _ := list.Next(lua.LNil); list.Len() == 0 && k != lua.LNil {
			return nil, noList()
		}
		for i := 1; i <= list.Len(); i++ {
			at := lines.item("options", i-1)
			o, ok := list.RawGetInt(i).(*lua.LTable)
			if !ok || i > maxOptions {
				return nil, noList()
			}
			p, field, err := option(o)
			if err == nil && slices.ContainsFunc(d.Options, func(q rules.Param) bool { return p.Name == q.Name }) {
				field, err = "name", msg.Errorf("this name is used twice")
			}
			switch {
			case err == nil:
				d.Options = append(d.Options, p)
			case p.Name != "":
				return nil, m.program.fault(at.of(field), msg.Errorf("option %q: %v", p.Name, err))
			default:
				return nil, m.program.fault(at.of(field), msg.Errorf("option %d: %v", i, err))
			}
		}
	default:
		return nil, noList()
	}
	return d, m.describeCommands(d, t.RawGetString("commands"))
}

var commandName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,39}$`)

// describeCommands reads the list of commands.
func (m *Machine) describeCommands(d *Description, v lua.LValue) error {
	lines := &m.program.lines
	noList := func() error {
		return m.program.fault(lines.of("commands"), msg.Errorf("commands is not a list of 1 to %d tables", maxCommands))
	}
	if v == lua.LNil {
		return nil
	}
	list, ok := v.(*lua.LTable)
	if !ok || list.Len() == 0 || list.Len() > maxCommands {
		return noList()
	}
	for i := 1; i <= list.Len(); i++ {
		t, ok := list.RawGetInt(i).(*lua.LTable)
		if !ok {
			return noList()
		}
		at := lines.item("commands", i-1)
		bad := func(field string, why error) error {
			return m.program.fault(at.of(field), msg.Errorf("command %d: %v", i, why))
		}
		name, _ := t.RawGetString("name").(lua.LString)
		c := Command{Name: string(name), Title: msg.Key(name)}
		if !commandName.MatchString(c.Name) {
			return bad("name", msg.Errorf("its name must be a word of letters, digits, - and _"))
		}
		if slices.ContainsFunc(d.Commands, func(x Command) bool { return x.Name == c.Name }) {
			return bad("name", msg.Errorf("this name is used twice"))
		}
		switch title := t.RawGetString("title").(type) {
		case *lua.LNilType:
		case lua.LString:
			if s := stdlib.Clean(string(title), 100); s != "" {
				c.Title = msg.Key(s)
			}
		default:
			return bad("title", msg.Errorf("its title is not a text in quotes"))
		}
		run, ok := t.RawGetString("run").(*lua.LFunction)
		if !ok || run.IsG {
			return bad("run", msg.Errorf("%s is not a function of the script", "run"))
		}
		d.Commands = append(d.Commands, c)
		m.commands = append(m.commands, run)
	}
	return nil
}

// examples returns the names of the families, and of one preset, for messages.
func examples(games rules.Catalog) (families, preset string) {
	var names []string
	for _, g := range games {
		if names = append(names, g.Name); preset == "" && len(g.Presets) > 0 {
			preset = g.Presets[0].Name
		}
	}
	return strings.Join(names, ", "), preset
}

// misspelt returns an unknown field of a script's table that is similar to a known field which the
// table does not have. Otherwise the mistake would go unnoticed.
func misspelt(t *lua.LTable) (wrong, right string) {
	t.ForEach(func(k, _ lua.LValue) {
		s, ok := k.(lua.LString)
		if !ok || wrong != "" || slices.Contains(fields, string(s)) {
			return
		}
		for _, f := range fields {
			if (strings.EqualFold(string(s), f) || near.Distance(string(s), f) <= 1) && t.RawGetString(f) == lua.LNil {
				wrong, right = string(s), f
			}
		}
	})
	return wrong, right
}

var optionName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,39}$`)

// option parses the table that describes an option. With an error it returns the field that is
// wrong.
func option(t *lua.LTable) (p rules.Param, field string, err error) {
	name, _ := t.RawGetString("name").(lua.LString)
	if !optionName.MatchString(string(name)) {
		return p, "name", msg.Errorf("its name must be a word of letters, digits and _")
	}
	p.Name, p.Title = string(name), msg.Key(name)
	if title, ok := t.RawGetString("title").(lua.LString); ok && title != "" {
		p.Title = msg.Key(stdlib.Clean(string(title), 100)) // as given by the script, without a translation
	}
	def := t.RawGetString("default")
	kind, _ := t.RawGetString("type").(lua.LString)
	switch kind {
	case "number":
		p.Kind, p.Min, p.Max = rules.Int, math.MinInt32, math.MaxInt32
		for _, f := range []struct {
			key string
			to  *int
		}{{"min", &p.Min}, {"max", &p.Max}} {
			if v := t.RawGetString(f.key); v != lua.LNil {
				n, ok := v.(lua.LNumber)
				if !ok || n != lua.LNumber(int32(n)) {
					return p, f.key, msg.Errorf("its %s is not a whole number", f.key)
				}
				*f.to = int(n)
			}
		}
		if p.Min > p.Max {
			return p, "max", msg.Errorf("its max is less than its min")
		}
		n, ok := def.(lua.LNumber)
		if !ok || n != lua.LNumber(int32(n)) || int(n) < p.Min || int(n) > p.Max {
			return p, "default", msg.Errorf("its default is not a whole number from %d to %d", p.Min, p.Max)
		}
		p.Default = strconv.Itoa(int(n))
	case "switch":
		p.Kind, p.Default = rules.Switch, "off"
		switch def {
		case lua.LNil, lua.LFalse:
		case lua.LTrue:
			p.Default = "on"
		default:
			return p, "default", msg.Errorf("its default is not true or false")
		}
	case "text":
		p.Kind = rules.Text
		s, ok := def.(lua.LString)
		if !ok && def != lua.LNil {
			return p, "default", msg.Errorf("its default is not a text in quotes")
		}
		p.Default = stdlib.Clean(string(s), 200)
	case "choice":
		p.Kind = rules.Choice
		list, ok := t.RawGetString("choices").(*lua.LTable)
		if !ok || list.Len() == 0 || list.Len() > maxChoices {
			return p, "choices", msg.Errorf("its choices are not a list of 1 to %d words", maxChoices)
		}
		for i := 1; i <= list.Len(); i++ {
			s, ok := list.RawGetInt(i).(lua.LString)
			if !ok || !optionName.MatchString(string(s)) {
				return p, "choices", msg.Errorf("its choices are not a list of 1 to %d words", maxChoices)
			}
			p.Options = append(p.Options, rules.Option{Name: string(s), Title: msg.Key(s)})
		}
		p.Default = p.Options[0].Name
		if def != lua.LNil {
			s, _ := def.(lua.LString)
			p.Default = string(s)
		}
		if !slices.ContainsFunc(p.Options, func(o rules.Option) bool { return o.Name == p.Default }) {
			return p, "default", msg.Errorf("its default is not one of its choices")
		}
	default:
		return p, "type", msg.Errorf("its type must be number, choice, switch or text")
	}
	return p, "", nil
}

// fill sets the option values in the table that the script reads.
func (m *Machine) fill(t *lua.LTable) error {
	for _, name := range slices.Sorted(maps.Keys(m.opt.Values)) {
		if !slices.ContainsFunc(m.about.Options, func(p rules.Param) bool { return p.Name == name }) {
			return m.program.fault(0, msg.Errorf("the script has no option %q", name))
		}
	}
	full, err := rules.Resolve(m.about.Options, m.opt.Values)
	if err != nil {
		return m.program.fault(0, err)
	}
	for _, o := range m.about.Options {
		var v lua.LValue = lua.LString(full[o.Name])
		switch o.Kind {
		case rules.Int:
			v = lua.LNumber(full.Int(o.Name))
		case rules.Switch:
			v = lua.LBool(full.On(o.Name))
		}
		t.RawSetString(o.Name, v)
	}
	return nil
}
