package app

import (
	"strings"

	"boardstudio/locale"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// GameTitle returns the title of a game: the preset's if the parameters are
// exactly its, else the nearest preset's with what differs.
func GameTitle(spec rules.Spec) string {
	for _, g := range all.Games {
		if g.Name != spec.Game {
			continue
		}
		if p, ok := g.PresetOf(spec.Params); ok {
			return locale.T(p.Title)
		}
		best, title, diffs := 1<<30, locale.T(g.Title), []string(nil)
		for _, p := range g.Presets {
			full, err := rules.Resolve(g.Params, p.Params)
			if err != nil {
				continue
			}
			d := differences(g, full, spec.Params)
			if len(d) < best {
				best, title, diffs = len(d), locale.T(p.Title), d
			}
		}
		if len(diffs) > 0 {
			title += " (" + strings.Join(diffs, ", ") + ")"
		}
		return title
	}
	return spec.Game
}

// differences lists the parameters of got that are not as in base, in words.
func differences(g *rules.Game, base, got rules.Params) []string {
	var out []string
	for _, d := range g.Params {
		if base[d.Name] != got[d.Name] {
			out = append(out, locale.T(d.Title)+" "+ValueTitle(d, got[d.Name]))
		}
	}
	return out
}

// ValueTitle returns the value of a parameter in words.
func ValueTitle(d rules.Param, v string) string {
	switch d.Kind {
	case rules.Switch:
		if v == "on" {
			return locale.T("on")
		}
		return locale.T("off")
	case rules.Choice:
		for _, o := range d.Options {
			if o.Name == v {
				return locale.T(o.Title)
			}
		}
	}
	return v
}
