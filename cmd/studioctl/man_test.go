package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardstudio"
	"boardstudio/ctl"
	"boardstudio/text/locale"
)

// TestMan checks that the manual page describes every command and option in each language, and that
// man can format it.
func TestMan(t *testing.T) {
	pages := map[string]string{}
	defer locale.Use("en")
	for _, lang := range ctl.Languages() {
		r := program.Run(t, "", "--lang", lang, "man")
		r.Want(t, ctl.ExitYes, `\.TH .*`, ``)
		pages[lang] = r.Out
		locale.Use(lang)
		tl := &ctl.Tool{All: boardstudio.All, Commands: program, Out: &ctl.Output{}, Getenv: func(string) string { return "" }}
		var look func(c *cobra.Command)
		look = func(c *cobra.Command) {
			if !c.IsAvailableCommand() || c.Name() == "completion" {
				return
			}
			for _, sub := range c.Commands() {
				look(sub)
			}
			if c.HasAvailableSubCommands() && !c.HasExample() {
				return
			}
			_, part, found := strings.Cut(pages[lang], `.SS "`+roff.Replace(c.UseLine())+`"`)
			part, _, _ = strings.Cut(part, "\n.S")
			if !found {
				t.Errorf("%s: there is no %s", lang, c.CommandPath())
			}
			c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
				if f.Name != "help" && !f.Hidden && !strings.Contains(part, roff.Replace("--"+f.Name)) {
					t.Errorf("%s: %s has no --%s", lang, c.CommandPath(), f.Name)
				}
			})
		}
		for _, c := range tl.Root().Commands() {
			look(c)
		}
		for l := range strings.Lines(pages[lang]) {
			if strings.Contains(l, "%!") {
				t.Errorf("%s: %s", lang, l)
			}
		}
		if _, err := exec.LookPath("man"); err == nil {
			cmd := exec.Command("man", "--warnings=w", "-E", "UTF-8", "-l", "-")
			cmd.Stdin = strings.NewReader(pages[lang])
			cmd.Env = append(cmd.Environ(), "MANROFFSEQ=", "LC_ALL=C.UTF-8", "MANWIDTH=80")
			var warnings strings.Builder
			cmd.Stderr = &warnings
			if err := cmd.Run(); err != nil || warnings.Len() > 0 {
				t.Errorf("%s: man: %v\n%s", lang, err, &warnings)
			}
		}
	}
	if pages["en"] == pages["fr"] {
		t.Error("the pages of both languages are the same")
	}
}
