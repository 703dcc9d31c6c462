package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
)

func (t *tool) showCommand() *cobra.Command {
	var g gameFlags
	ply := -1
	var over overlayFlag
	cmd := &cobra.Command{
		Use:   "show FILE [--ply N]",
		Short: locale.T("Show a position of a record in the terminal"),
		Long: locale.T("Show the position after N moves of the main line, with what the record says about it. " +
			"FILE may be - for the standard input. Colours are used in a terminal, unless NO_COLOR is set."),
		Example:           "  studioctl show game.studio\n  studioctl show game.studio --ply 10\n  studioctl show game.studio --overlay legal",
		Args:              arguments(1, 1, "FILE"),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := t.open(cmd.Context(), args[0], &g)
			if err != nil {
				return err
			}
			n, ply, err := atPly(d.Tree, ply)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("ply") {
				n, ply = t.playable(d, n, ply)
			}
			t.heading(d)
			start, err := d.Tree.Position(d.Tree.Root())
			if err != nil {
				return err
			}
			t.legend(&table{d.Tree.Rules(), d.Players}, start)
			t.printf("\n")
			p, err := d.Tree.Position(n)
			if err != nil {
				return err
			}
			layers, err := over.of(d.Tree.Rules(), p)
			if err != nil {
				return err
			}
			if err := t.node(d, n, ply); err != nil {
				return err
			}
			t.sayOverlays(&table{d.Tree.Rules(), d.Players}, layers)
			return nil
		},
	}
	g.add(cmd)
	cmd.Flags().IntVar(&ply, "ply", ply, locale.T("`NUMBER` of moves to play; negative numbers count from the end"))
	over.add(cmd)
	return cmd
}

// playable returns the last node up to n that the moves lead to, and tells what
// is wrong with the one after it unless the reader of the file did.
func (t *tool) playable(d *model.Document, n *model.Node, ply int) (*model.Node, int) {
	var bad error
	for n.Parent() != nil {
		_, err := d.Tree.Position(n)
		if err == nil {
			break
		}
		if moved(n) {
			ply--
		}
		bad, n = err, n.Parent()
	}
	if bad != nil && len(d.Warnings) == 0 {
		t.note(locale.T("warning: %s", locale.Err(bad)))
	}
	return n, ply
}

func (t *tool) replayCommand() *cobra.Command {
	var g gameFlags
	var delay time.Duration
	cmd := &cobra.Command{
		Use:   "replay FILE [--delay D]",
		Short: locale.T("Play a record move by move in the terminal"),
		Long: locale.T("Show the positions of the main line one after the other. In a terminal each takes the place of the one before, " +
			"after a second unless --delay says otherwise; elsewhere they follow at once."),
		Example:           "  studioctl replay game.studio\n  studioctl replay game.studio --delay 300ms",
		Args:              arguments(1, 1, "FILE"),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if delay < 0 {
				return msg.Errorf("option --%s: a time cannot be negative", "delay")
			}
			if !cmd.Flags().Changed("delay") && t.term.Live {
				delay = time.Second
			}
			d, err := t.open(cmd.Context(), args[0], &g)
			if err != nil {
				return err
			}
			return t.replay(cmd.Context(), d, delay)
		},
	}
	g.add(cmd)
	cmd.Flags().DurationVar(&delay, "delay", 0, locale.T("`TIME` to show each position, such as 500ms or 2s"))
	return cmd
}

// clearScreen empties the screen of a terminal.
const clearScreen = "\x1b[H\x1b[2J"

func (t *tool) replay(ctx context.Context, d *model.Document, delay time.Duration) error {
	ply := 0
	for n := range d.Tree.Main() {
		if moved(n) {
			ply++
		}
		if n.Parent() != nil {
			if err := sleep(ctx, delay); err != nil {
				return err
			}
		}
		switch {
		case t.term.Live:
			t.printf("%s", clearScreen)
		case n.Parent() != nil:
			t.printf("\n")
		}
		if n.Parent() == nil || t.term.Live {
			t.heading(d)
			t.printf("\n")
		}
		if err := t.node(d, n, ply); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// sleep waits, and returns an error if ctx ends first.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return ctx.Err()
}
