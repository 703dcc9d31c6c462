package main

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"boardstudio/ctl"
	"boardstudio/text/locale"
)

// version is set by the linker in a release build.
var version = ""

func versionCommand(t *ctl.Tool) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   locale.T("Print the version"),
		Example: "  studioctl version",
		Args:    t.Arguments(0, 0),
		Run: func(*cobra.Command, []string) {
			t.Printf("studioctl %s (%s, %s/%s)\n", release(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
}

// release returns the version of a release build. For other builds it returns "devel", with the
// commit if it is known.
func release() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if commit == "" {
		return "devel"
	}
	return "devel-" + commit + changed
}
