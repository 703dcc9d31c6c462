package records

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/ctl"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// overlayFlag is the option that selects overlays, such as "ends" or, with a cell, "flips=d3".
type overlayFlag []string

// add defines the flag --overlay.
func (o *overlayFlag) add(games rules.Catalog, cmd *cobra.Command) {
	cmd.Flags().StringArrayVar((*[]string)(o), "overlay", nil, locale.T("show an overlay, `NAME` or NAME=CELL, such as legal, threats or flips=d3; may be repeated"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("overlay", completeOverlays(games)))
}

// overlay is a requested overlay with its notes.
type overlay struct {
	rules.OverlayKind
	notes []rules.Note
}

// of returns the overlays for a position. It returns an error for a name or a cell that r does not
// have.
func (o overlayFlag) of(r rules.Rules, p rules.Position) (list []overlay, err error) {
	known := rules.Overlays(r)
	for _, text := range o {
		name, label, pointed := strings.Cut(text, "=")
		i := slices.IndexFunc(known, func(k rules.OverlayKind) bool { return k.Name == name })
		if i < 0 {
			var names []string
			for _, k := range known {
				names = append(names, k.Name)
			}
			return nil, ctl.Suggest(msg.Errorf("this game has no overlay %q, it has: %s", name, strings.Join(names, ", ")), name, names)
		}
		at := rules.NoCell
		if pointed {
			if at = r.Board().Find(label); at == rules.NoCell {
				return nil, msg.Errorf("%q is not a cell of the board", label)
			}
		}
		list = append(list, overlay{known[i], rules.Overlay(r, name, p, at)})
	}
	return list, nil
}

// completeOverlays completes the overlay names of all games.
func completeOverlays(games rules.Catalog) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
		for _, g := range games {
			r, err := g.Build(g.Presets[0].Name, nil)
			if err != nil {
				continue
			}
			for _, k := range rules.Overlays(r) {
				if text := cobra.CompletionWithDesc(k.Name, locale.T(k.Title)); !slices.Contains(names, text) {
					names = append(names, text)
				}
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// printOverlays prints overlays, one line per note: its cells, its player and its meaning.
func printOverlays(t *ctl.Tool, g *ctl.Table, list []overlay) {
	for _, o := range list {
		t.Printf("\n%s\n", locale.T(o.Title))
		for _, n := range o.notes {
			var cells []string
			for _, c := range n.Cells {
				cells = append(cells, g.Rules.Board().Cells[c].Label)
			}
			text := locale.Text(n.Text)
			if n.Who != rules.NoPlayer {
				text = g.Name(n.Who) + ": " + text
			}
			t.Printf("  %s  %s\n", strings.Join(cells, " "), text)
		}
		if len(o.notes) == 0 {
			t.Printf("  %s\n", locale.T("nothing"))
		}
	}
}
