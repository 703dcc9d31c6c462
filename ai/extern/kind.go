package extern

import (
	"maps"
	"strings"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Kind returns the engine type of the engines that the user has added. They record their exchanges in
// logs, which may be nil.
func Kind(logs *Logs, protocols ...*Protocol) *ai.Kind {
	return &ai.Kind{
		Name: "external", Title: "External engine", About: "Plays the moves of an external program that you have added.",
		Params: []rules.Param{{Name: "name", Title: "Name", Kind: rules.Text}},
		Plays: func(r rules.Rules) error {
			_, err := choose(r, "", protocols)
			return err
		},
		Choices: func(r rules.Rules) (names []string) {
			l, err := Load(File())
			if err != nil {
				return nil // New reports the error
			}
			for _, e := range l.Engines {
				if k := Find(e.Protocol, protocols); k != nil && e.plays(r, k) == nil {
					names = append(names, e.Name)
				}
			}
			return names
		},
		Units: func(p rules.Params) map[string]float64 {
			l, err := Load(File())
			e, ok := l.Find(p["name"])
			if err != nil || !ok {
				return nil
			}
			units := maps.Clone(e.Units)
			if k := Find(e.Protocol, protocols); k != nil && k.Unit > 0 {
				if units == nil {
					units = map[string]float64{}
				}
				units[""] = k.Unit
			}
			return units
		},
		New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
			e, err := choose(r, p["name"], protocols)
			if err != nil {
				return nil, err
			}
			x, err := New(r, e, Bounds{}, protocols...)
			if err != nil {
				return nil, err
			}
			x.logs = logs
			return x, nil
		},
	}
}

// choose returns the entry with the given name, or the first one that plays the game if name is
// empty. The error is an *msg.Error.
func choose(r rules.Rules, name string, protocols []*Protocol) (Entry, error) {
	l, err := Load(File())
	if err != nil {
		return Entry{}, err
	}
	if name == "" {
		for _, e := range l.Engines {
			if k := Find(e.Protocol, protocols); k != nil && e.plays(r, k) == nil {
				return e, nil
			}
		}
		return Entry{}, msg.Errorf("no external engine plays this game: add one first")
	}
	e, ok := l.Find(name)
	if !ok {
		var all []string
		for _, e := range l.Engines {
			all = append(all, e.Name)
		}
		if all == nil {
			return Entry{}, msg.Errorf("there is no engine %q: no engines were added", name)
		}
		return Entry{}, msg.Errorf("there is no engine %q; available engines: %s", name, strings.Join(all, ", "))
	}
	return e, nil
}
