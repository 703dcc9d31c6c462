package records

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	"boardstudio/ctl"
	"boardstudio/draw/term"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// infoOrder lists the tags shown in a heading, in order.
var infoOrder = []string{model.InfoTitle, model.InfoEvent, model.InfoRound, model.InfoPlace, model.InfoDate}

// heading prints the information about the whole record.
func heading(t *ctl.Tool, d *model.Document) {
	parts := []string{words.Game(d.Tree.Rules())}
	for _, key := range infoOrder {
		if v := strings.TrimSpace(d.Info[key]); v != "" {
			parts = append(parts, term.Clean(v))
		}
	}
	t.Printf("%s\n", strings.Join(parts, " - "))
}

// showNode prints the position at a node of a record, and its annotations.
func showNode(t *ctl.Tool, d *model.Document, n *model.Node, ply int) error {
	tree := d.Tree
	g := &ctl.Table{Rules: tree.Rules(), Players: d.Players}
	p, err := tree.Position(n)
	if err != nil {
		return err
	}
	var before rules.Position
	var moved *rules.Move
	if m, ok := n.Move(); ok {
		moved = &m
		if before, err = tree.Position(n.Parent()); err != nil {
			return err
		}
	}
	t.Draw(g, p, before, moved)
	t.Printf("\n")
	if moved != nil {
		var glyphs strings.Builder
		for _, s := range n.Glyphs() {
			p, degree, ok := s.Position()
			if ok {
				glyphs.WriteByte(' ') // symbols for the position, not for the move
			}
			if degree > 0 {
				glyphs.WriteString(words.Better(g.Rules, p, degree))
			} else {
				glyphs.WriteString(string(s))
			}
		}
		t.Printf("%s\n", locale.T("Move %d: %s", ply, g.Rules.FormatMove(*moved)+term.Clean(glyphs.String()))+
			" ("+g.Name(before.Turn())+")")
	}
	if name := n.Name(); name != "" {
		t.Printf("%s\n", locale.T("Name: %s", term.Clean(name)))
	}
	if n.Bookmarked() {
		t.Printf("%s\n", locale.T("Bookmark"))
	}
	if k := n.Number(); k != 0 {
		t.Printf("%s\n", locale.T("Counts as move %d", k))
	}
	if a := n.Advice(); moved != nil && a.By != "" {
		if a.Move == *moved {
			t.Printf("%s\n", locale.T("Advised by %s", term.Clean(a.By)))
		} else {
			t.Printf("%s\n", locale.T("%s advised %s", term.Clean(a.By), g.Rules.FormatMove(a.Move)))
		}
	}
	for _, e := range n.Evals() {
		t.Printf("%s\n", locale.T("%s says: %s", term.Clean(e.Engine), score(e)))
	}
	for text := range strings.Lines(n.Comment()) {
		t.Printf("  %s\n", term.Clean(strings.TrimRight(text, "\r\n")))
	}
	t.PrintStatus(g, p)
	return nil
}

// score returns a stored evaluation in the user's language.
func score(e model.Eval) string {
	return ctl.ScoreText(ai.Score{Proved: e.Proved, Plies: e.Plies, AtMost: e.AtMost, Margin: e.Margin, Value: e.Score})
}

func showCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	ply := -1
	var over overlayFlag
	cmd := &cobra.Command{
		Use:   "show FILE [--ply N]",
		Short: locale.T("Show a position of a record in the terminal"),
		Long: locale.T("Show the position after N moves of the main line, with its comments and annotations. FILE may be " +
			"- for the standard input. Colours are used on a terminal, unless NO_COLOR is set."),
		Example:           "  studioctl show game.studio\n  studioctl show game.studio --ply 10\n  studioctl show game.studio --overlay legal",
		Args:              t.Arguments(1, 1, "FILE"),
		ValidArgsFunction: t.CompleteFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := t.Open(cmd.Context(), args[0], &g)
			if err != nil {
				return err
			}
			n, ply, err := ctl.AtPly(d.Tree, ply)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("ply") {
				n, ply = lastLegal(t, d, n, ply)
			}
			heading(t, d)
			start, err := d.Tree.Position(d.Tree.Root())
			if err != nil {
				return err
			}
			t.Legend(&ctl.Table{Rules: d.Tree.Rules(), Players: d.Players}, start)
			t.Printf("\n")
			p, err := d.Tree.Position(n)
			if err != nil {
				return err
			}
			layers, err := over.of(d.Tree.Rules(), p)
			if err != nil {
				return err
			}
			if err := showNode(t, d, n, ply); err != nil {
				return err
			}
			printOverlays(t, &ctl.Table{Rules: d.Tree.Rules(), Players: d.Players}, layers)
			return nil
		},
	}
	g.Add(cmd)
	cmd.Flags().IntVar(&ply, "ply", ply, locale.T("`NUMBER` of moves to play; negative numbers count from the end"))
	over.add(t.Games, cmd)
	return cmd
}

// lastLegal returns the last node up to n whose position is legal, and its ply. It reports the error
// of the next node, unless the reader of the file has done so.
func lastLegal(t *ctl.Tool, d *model.Document, n *model.Node, ply int) (*model.Node, int) {
	var bad error
	for n.Parent() != nil {
		_, err := d.Tree.Position(n)
		if err == nil {
			break
		}
		if ctl.Moved(n) {
			ply--
		}
		bad, n = err, n.Parent()
	}
	if bad != nil && len(d.Warnings) == 0 {
		t.Note(locale.T("warning: %s", locale.Err(bad)))
	}
	return n, ply
}

func replayCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	var delay time.Duration
	cmd := &cobra.Command{
		Use:   "replay FILE [--delay D]",
		Short: locale.T("Replay a record in the terminal"),
		Long: locale.T("Show the positions of the main line one after the other. On a terminal, each position replaces " +
			"the previous one after a second, or after --delay. Otherwise they are printed without delay."),
		Example:           "  studioctl replay game.studio\n  studioctl replay game.studio --delay 300ms",
		Args:              t.Arguments(1, 1, "FILE"),
		ValidArgsFunction: t.CompleteFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if delay < 0 {
				return msg.Errorf("option --%s: a time cannot be negative", "delay")
			}
			if !cmd.Flags().Changed("delay") && t.Term.Live {
				delay = time.Second
			}
			d, err := t.Open(cmd.Context(), args[0], &g)
			if err != nil {
				return err
			}
			return replay(t, cmd.Context(), d, delay)
		},
	}
	g.Add(cmd)
	cmd.Flags().DurationVar(&delay, "delay", 0, locale.T("`TIME` to show each position, such as 500ms or 2s"))
	return cmd
}

// clearScreen clears the screen of a terminal.
const clearScreen = "\x1b[H\x1b[2J"

func replay(t *ctl.Tool, ctx context.Context, d *model.Document, delay time.Duration) error {
	ply := 0
	for n := range d.Tree.Main() {
		if ctl.Moved(n) {
			ply++
		}
		if n.Parent() != nil {
			if err := sleep(ctx, delay); err != nil {
				return err
			}
		}
		switch {
		case t.Term.Live:
			t.Printf("%s", clearScreen)
		case n.Parent() != nil:
			t.Printf("\n")
		}
		if n.Parent() == nil || t.Term.Live {
			heading(t, d)
			t.Printf("\n")
		}
		if err := showNode(t, d, n, ply); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// sleep waits for d. It returns an error if ctx ends first.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return ctx.Err()
}
