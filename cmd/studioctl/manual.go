package main

import (
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"boardstudio/ctl"
	"boardstudio/store/safe"
	"boardstudio/text/help"
	"boardstudio/text/locale"
)

// manualCommand returns the hidden command that writes the help pages as HTML. Builds of packages
// use it.
func manualCommand(t *ctl.Tool) *cobra.Command {
	return &cobra.Command{
		Use:     "manual FOLDER",
		Short:   locale.T("Write the help pages as HTML"),
		Example: "  studioctl manual html",
		Args:    t.Arguments(1, 1, "FOLDER"),
		Hidden:  true,
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := help.HTML(t.Games, locale.Current(), "Studio")
			if err != nil {
				return err
			}
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			for name, data := range files {
				if err := safe.Write(filepath.Join(args[0], name), func(w io.Writer) error { _, err := w.Write(data); return err }); err != nil {
					return err
				}
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
}
