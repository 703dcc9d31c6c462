package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardstudio/dist"
	"boardstudio/internal/ctl"
	"boardstudio/locale"
)

// manCommand writes the manual page. It is hidden: packages are made with it.
func manCommand(t *ctl.Tool) *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   locale.T("Write the manual page"),
		Example: "  studioctl man >studioctl.1",
		Args:    ctl.Arguments(0, 0),
		Hidden:  true,
		Run: func(cmd *cobra.Command, _ []string) {
			p := &page{}
			p.write(cmd.Root())
			t.Printf("%s", p)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
}

// page is a manual page, in the language of man(7).
type page struct{ strings.Builder }

// roff escapes what has a meaning in a manual page. A minus sign stays one, so that
// options can be copied.
var roff = strings.NewReplacer(`\`, `\e`, "-", `\-`)

// text writes paragraphs, which empty lines part.
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

// line writes a line of text, which is no request even if it begins like one.
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

// write writes the page of the program: all commands stand in it.
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
		{"LANGUAGE, LC_ALL, LC_MESSAGES, LANG", locale.T("Language of the messages, unless --lang says it.")},
		{"NO_COLOR", locale.T("If set, boards have no colours.")},
		{"STUDIO_SCRIPT", locale.T("The program studio-script, where it lies neither beside studioctl nor in the PATH.")},
		{"XDG_CACHE_HOME", locale.T("Folder of tables that can be made anew, ~/.cache if not set; they lie in boardstudio below it.")},
		{"XDG_CONFIG_HOME", locale.T("Folder of the list of programs that were added, ~/.config if not set; it lies in boardstudio below it.")},
		{"XDG_STATE_HOME", locale.T("Folder of the journals of games and of the games that levels are measured by, ~/.local/state if not set; they lie in boardstudio below it.")},
	} {
		p.item(v.name, v.text)
	}
	p.request("SH", locale.T("SEE ALSO"))
	p.WriteString(".BR studio (1),\n.BR studio\\-script (1)\n")
}

// commands writes the commands below a command, each with what it can do.
func (p *page) commands(parent *cobra.Command) {
	for _, c := range parent.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		if c.Name() == "completion" { // what cobra says of each shell is long, and of the shell
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

// flags writes options. That every command has --help is not said for each.
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

// item writes a name, and what it means indented below it.
func (p *page) item(name, text string) {
	p.WriteString(".TP\n")
	p.request("B", name)
	p.text(text)
}
