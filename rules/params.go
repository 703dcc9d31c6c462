package rules

import (
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"boardstudio/msg"
)

// Params are parameter values by name, as they stand in files and on command
// lines: numbers in decimal, switches "on" or "off", choices by their name.
type Params map[string]string

// Int returns a number; 0 when the value is not a number.
func (p Params) Int(name string) int { n, _ := strconv.Atoi(p[name]); return n }

// On reports whether a switch is on.
func (p Params) On(name string) bool { return p[name] == "on" }

// Equal reports whether p and q hold the same values.
func (p Params) Equal(q Params) bool { return maps.Equal(p, q) }

// Names returns the names in p, sorted.
func (p Params) Names() []string { return slices.Sorted(maps.Keys(p)) }

// Kind is the type of a parameter's values.
type Kind uint8

// The kinds of parameters.
const (
	Int Kind = iota
	Switch
	Choice
	Text // free text, such as a file name
)

// Param describes a parameter: dialogs, help and checks are built from it.
type Param struct {
	Name     string
	Title    msg.Key
	Kind     Kind
	Min, Max int
	Default  string
	Options  []Option // of a Choice
	// Main parameters are asked for first, whatever preset is chosen: the size and the like.
	Main bool
	// Count, or On and Off, say the value of an Int or a Switch where a game is named by what differs
	// from a preset: "%d in a row". Without them it is the title with the value.
	Count   msg.Plural
	On, Off msg.Key
}

// Option is a value of a Choice.
type Option struct {
	Name  string
	Title msg.Key
	Said  msg.Key // in the name of a game, as Param.On
}

// Check returns v in its standard form, or an *msg.Error that says what may stand there.
func (d Param) Check(v string) (string, error) {
	switch d.Kind {
	case Int:
		n, err := strconv.Atoi(strings.TrimSpace(v))
		if err != nil || n < d.Min || n > d.Max {
			return "", msg.Errorf("parameter %s: %q is not a whole number from %d to %d", d.Name, v, d.Min, d.Max)
		}
		return strconv.Itoa(n), nil
	case Switch:
		switch strings.ToLower(v) {
		case "on", "true", "yes", "1":
			return "on", nil
		case "off", "false", "no", "0":
			return "off", nil
		}
		return "", msg.Errorf("parameter %s: %q is neither on nor off", d.Name, v)
	case Choice:
		var names []string
		for _, o := range d.Options {
			if o.Name == v {
				return v, nil
			}
			names = append(names, o.Name)
		}
		return "", msg.Errorf("parameter %s: %q is not one of %s", d.Name, v, strings.Join(names, ", "))
	}
	return v, nil
}

// Resolve checks p against the descriptors and returns the full set: every
// parameter, in standard form, defaults filled in. Unknown names are an *msg.Error.
func Resolve(descs []Param, p Params) (Params, error) {
	full := make(Params, len(descs))
	for _, d := range descs {
		v, ok := p[d.Name]
		if !ok {
			full[d.Name] = d.Default
			continue
		}
		v, err := d.Check(v)
		if err != nil {
			return nil, err
		}
		full[d.Name] = v
	}
	for _, name := range p.Names() {
		if _, ok := full[name]; !ok {
			return nil, msg.Errorf("unknown parameter %q", name)
		}
	}
	return full, nil
}

// HelpIn returns what the help says about the rules in a language; "" when there is nothing.
func (g *Game) HelpIn(lang string) string {
	if g.Help == nil {
		return ""
	}
	text, err := fs.ReadFile(g.Help, "help/"+lang+".md")
	if err != nil {
		return ""
	}
	return string(text)
}

// Preset returns the preset of that name.
func (g *Game) Preset(name string) (Preset, bool) {
	for _, p := range g.Presets {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

// Sample returns the rules of a preset, and the position in its picture.
func (g *Game) Sample(p Preset) (Rules, Position, error) {
	r, err := g.Build(p.Name, nil)
	if err != nil {
		return nil, nil, err
	}
	at := r.Start()
	for _, text := range strings.Fields(p.Sample) {
		m, err := r.ParseMove(text)
		if err == nil {
			at, err = at.Play(m)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return r, at, nil
}

// Build returns the rules for the preset ("" for none) with the overrides
// over it, or an *msg.Error.
func (g *Game) Build(preset string, over Params) (Rules, error) {
	p := Params{}
	if preset != "" {
		ps, ok := g.Preset(preset)
		if !ok {
			return nil, msg.Errorf("game %s has no preset %q", g.Name, preset)
		}
		maps.Copy(p, ps.Params)
	}
	maps.Copy(p, over)
	full, err := Resolve(g.Params, p)
	if err != nil {
		return nil, err
	}
	return g.New(full)
}

// PresetOf returns the first preset whose full parameters equal p.
func (g *Game) PresetOf(p Params) (Preset, bool) {
	for _, ps := range g.Presets {
		if full, err := Resolve(g.Params, ps.Params); err == nil && full.Equal(p) {
			return ps, true
		}
	}
	return Preset{}, false
}
