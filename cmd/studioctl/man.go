package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardstudio/ctl"
	"boardstudio/dist"
	"boardstudio/text/locale"
)

// manCommand returns the hidden command that writes the manual page. Builds of packages use it.
func manCommand(t *ctl.Tool) *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   locale.T("Write the manual page"),
		Example: "  studioctl man >studioctl.1",
		Args:    t.Arguments(0, 0),
		Hidden:  true,
		Run: func(cmd *cobra.Command, _ []string) {
			p := &page{}
			p.write(cmd.Root())
			t.Printf("%s", p)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
}

// page is a manual page in the markup of man(7).
type page struct{ strings.Builder }

// roff escapes special characters of manual pages. It keeps minus signs, so readers can copy
// options.
var roff = strings.NewReplacer(`\`, `\e`, "-", `\-`)

// text writes paragraphs, which are separated by empty lines in text.
func (p *page) text(text string) {
	for i, par := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			p.WriteString(".PP\n")
		}
		for l := range strings.Lines(par) {
			p.line(strings.TrimSpace(l))
		}
	}
}

// line writes a line of text. It escapes text that looks like a request.
func (p *page) line(text string) {
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		p.WriteString(`\&`)
	}
	p.WriteString(roff.Replace(text) + "\n")
}

// request writes a request with arguments.
func (p *page) request(name string, args ...string) {
	p.WriteString("." + name)
	for _, a := range args {
		p.WriteString(` "` + strings.ReplaceAll(roff.Replace(a), `"`, `\(dq`) + `"`)
	}
	p.WriteString("\n")
}

// write writes the manual page, which describes all commands.
func (p *page) write(root *cobra.Command) {
	p.request("TH", "STUDIOCTL", "1", "", "Studio "+dist.Version, locale.T("User Commands"))
	p.request("SH", locale.T("NAME"))
	p.line(root.Name() + " - " + root.Short)
	p.request("SH", locale.T("SYNOPSIS"))
	p.line(root.Name() + " " + locale.T("COMMAND [ARGUMENT]… [OPTION]…"))
	p.request("SH", locale.T("DESCRIPTION"))
	p.text(root.Long)
	p.request("SH", locale.T("OPTIONS"))
	p.flags(root.PersistentFlags())
	p.flags(root.LocalNonPersistentFlags())
	p.request("SH", locale.T("COMMANDS"))
	p.commands(root)
	p.request("SH", locale.T("ENVIRONMENT"))
	for _, v := range []struct{ name, text string }{
		{"LANGUAGE, LC_ALL, LC_MESSAGES, LANG", locale.T("Language of messages, unless --lang is given.")},
		{"NO_COLOR", locale.T("If set, boards have no colours.")},
		{"STUDIO_SCRIPT", locale.T("Path of the program studio-script, if it is neither next to studioctl nor in PATH.")},
		{"XDG_CACHE_HOME", locale.T("Cache folder. Tables are stored in its subfolder boardstudio. The default is ~/.cache.")},
		{"XDG_CONFIG_HOME", locale.T("Configuration folder. The list of external engines is stored in its subfolder boardstudio. The default is ~/.config.")},
		{"XDG_STATE_HOME", locale.T("State folder. Game journals and the results of studioctl levels are stored in its subfolder boardstudio. The default is ~/.local/state.")},
	} {
		p.item(v.name, v.text)
	}
	p.request("SH", locale.T("SEE ALSO"))
	p.WriteString(".BR studio (1),\n.BR studio\\-script (1)\n")
}

// commands describes the subcommands of a command.
func (p *page) commands(parent *cobra.Command) {
	for _, c := range parent.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		if c.Name() == "completion" { // cobra's long texts describe the shells
			p.request("SS", c.CommandPath()+" bash|fish|powershell|zsh")
			p.text(c.Short + ".")
			continue
		}
		if !c.HasAvailableSubCommands() || c.HasLocalFlags() {
			p.request("SS", c.UseLine())
			p.text(c.Short + ".")
			if c.Long != "" {
				p.request("PP")
				p.text(c.Long)
			}
			p.flags(c.LocalNonPersistentFlags())
			if c.HasExample() {
				p.WriteString(".PP\n")
				p.line(locale.T("Examples:"))
				p.WriteString(".PP\n.nf\n")
				p.text(c.Example)
				p.WriteString(".fi\n")
			}
		}
		p.commands(c)
	}
}

// flags describes options, except --help, which every command has.
func (p *page) flags(fs *pflag.FlagSet) {
	fs.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if value != "" {
			name += " " + value
		}
		p.item(name, usage)
	})
}

// item writes a name and, indented below it, its meaning.
func (p *page) item(name, text string) {
	p.WriteString(".TP\n")
	p.request("B", name)
	p.text(text)
}
