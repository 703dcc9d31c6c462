package help

import (
	"fmt"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/locale"
)

// presetsMark is replaced by the presets and parameters of all games.
const presetsMark = "{{presets}}\n"

// presets returns a section for each game family in the current language. It lists the presets,
// with a one-sentence summary of their rules and the parameters that differ from the defaults. It
// also lists the parameters with values and defaults.
func presets(games rules.Catalog) string {
	var b strings.Builder
	for i, g := range games {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", locale.T(g.Title), locale.T("Presets:"))
		for _, p := range g.Presets {
			differs := locale.T("All parameters have their defaults.")
			if len(p.Params) > 0 {
				var list []string
				for _, d := range g.Params { // in the order of the parameters
					if v, ok := p.Params[d.Name]; ok {
						list = append(list, "`"+d.Name+"="+v+"`")
					}
				}
				differs = locale.T("Parameters: %s.", strings.Join(list, ", "))
			}
			fmt.Fprintf(&b, "- **%s** (`%s`). %s %s\n", locale.T(p.Title), p.Name, locale.T(p.About), differs)
		}
		fmt.Fprintf(&b, "\n%s\n\n", locale.T("Parameters:"))
		for _, d := range g.Params {
			fmt.Fprintf(&b, "- **%s** (`%s`). %s\n", locale.T(d.Title), d.Name, locale.T("Values: %s. Default: %s.", values(d), "`"+d.Default+"`"))
		}
	}
	return b.String()
}

// values returns a description of a parameter's values.
func values(d rules.Param) string {
	switch d.Kind {
	case rules.Int:
		return locale.T("%s to %s", fmt.Sprintf("`%d`", d.Min), fmt.Sprintf("`%d`", d.Max))
	case rules.Switch:
		return "`on`, `off`"
	case rules.Choice:
		var list []string
		for _, o := range d.Options {
			list = append(list, fmt.Sprintf("`%s` (%s)", o.Name, locale.T(o.Title)))
		}
		return strings.Join(list, ", ")
	}
	return "" // text parameters do not exist
}
