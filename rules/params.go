package rules

import (
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"boardstudio/text/msg"
)

// Params maps parameter names to values as written in files and on command lines: decimal numbers,
// "on" or "off" for switches, and names of choices.
type Params map[string]string

// Int returns the named value as a number, or 0 if it is not a number.
func (p Params) Int(name string) int { n, _ := strconv.Atoi(p[name]); return n }

// On reports whether the named switch is on.
func (p Params) On(name string) bool { return p[name] == "on" }

// Equal reports whether p and q contain the same values.
func (p Params) Equal(q Params) bool { return maps.Equal(p, q) }

// Names returns the sorted parameter names.
func (p Params) Names() []string { return slices.Sorted(maps.Keys(p)) }

// Kind is the type of a parameter's value.
type Kind uint8

// Parameter kinds.
const (
	Int Kind = iota
	Switch
	Choice
	Text // free text, such as a file name
)

// Param describes a parameter. Dialogs, help and checks are derived from it.
type Param struct {
	Name     string
	Title    msg.Key
	Kind     Kind
	Min, Max int
	Default  string
	Options  []Option // options of a Choice
	// Main marks parameters that dialogs always ask for first, such as the board size.
	Main bool
	// Count (for an Int) or On and Off (for a Switch) describe the value in the name of a game that
	// differs from its preset: "%d in a row". Without them the title and the value are used.
	Count   msg.Plural
	On, Off msg.Key
}

// Option is a possible value of a Choice.
type Option struct {
	Name  string
	Title msg.Key
	Said  msg.Key // text in the name of a game, like Param.On
}

// Check returns v in its standard form. It returns an *msg.Error that states the allowed values if
// v is not one of them.
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

// Resolve checks p against descs and returns the full set of parameters in standard form, with
// defaults filled in. It returns an *msg.Error for an unknown name or an invalid value.
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

// HelpIn returns the help text about the rules in the given language, or "" if it does not exist.
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

// Preset returns the preset with the given name, if any.
func (g *Game) Preset(name string) (Preset, bool) {
	for _, p := range g.Presets {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

// Sample returns the rules of preset p and the position shown in its picture. It returns an error
// if the preset is invalid or a move of its sample is not legal.
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

// Build returns the rules for the named preset, which may be "", with the parameters of over
// replacing its own. It returns an *msg.Error if the preset is unknown or the parameters are
// invalid.
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

// PresetOf returns the first preset whose full parameters equal p, if any.
func (g *Game) PresetOf(p Params) (Preset, bool) {
	for _, ps := range g.Presets {
		if full, err := Resolve(g.Params, ps.Params); err == nil && full.Equal(p) {
			return ps, true
		}
	}
	return Preset{}, false
}
