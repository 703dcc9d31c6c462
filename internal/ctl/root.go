package ctl

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardstudio/locale"
	"boardstudio/msg"
)

// Root builds the tree of commands.
func (t *Tool) Root() *cobra.Command {
	root := &cobra.Command{
		Use:   "studioctl",
		Short: locale.T("Board games in the terminal: play, show, check, convert, analyse"),
		Long: locale.T("studioctl does without a window what the studio does in one.") + "\n\n" +
			locale.T("Exit codes: 0 success, 1 the answer is no or there were warnings, 2 error, 130 stopped by Ctrl+C, 129 by a closed terminal, 143 by a request to end."),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE:          Group,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			lang, err := cmd.Flags().GetString("lang")
			if err != nil || lang == "" || slices.Contains(Languages(), lang) {
				return err
			}
			return Suggest(msg.Errorf("unknown language %q", lang), lang, Languages())
		},
	}
	root.SetIn(t.In)
	root.SetOut(t.Out)
	root.SetErr(t.Err)
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().String("lang", "", locale.T("`LANGUAGE` of the messages: %s", strings.Join(Languages(), ", ")))
	Must(root.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(Languages(), cobra.ShellCompDirectiveNoFileComp)))
	for _, subject := range t.Commands {
		root.AddCommand(subject(t)...)
	}
	root.SetUsageTemplate(usage(root.UsageTemplate()))
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	finish(root)
	return root
}

// finish completes the help of a command and of those below it.
func finish(c *cobra.Command) {
	if c.Name() == "completion" { // is cobra's own, as are those below it
		c.Short = locale.T("Write a script that completes commands in a shell")
		c.Args, c.RunE = cobra.ArbitraryArgs, Group
	} else {
		for _, sub := range c.Commands() {
			finish(sub)
		}
	}
	c.InitDefaultHelpFlag()
	c.Flags().Lookup("help").Usage = locale.T("help for this command")
	c.DisableFlagsInUseLine = true
	c.Long = Wrap(c.Long, 80)
}

// Languages returns the codes of the languages there are.
func Languages() []string {
	var codes []string
	for _, l := range locale.Languages() {
		codes = append(codes, l.Code)
	}
	return codes
}

// Group is what a command with commands below it does by itself.
func Group(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return Suggest(msg.Errorf("unknown command %q", args[0]), args[0], names)
}

func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   locale.T("Explain a command"),
		Example: "  studioctl help play",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return Group(c, rest)
			}
			return c.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, c := range cmd.Root().Commands() {
				if len(args) == 0 && c.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// Wrap breaks the lines of a text that are longer than width.
func Wrap(text string, width int) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		column := 0
		for i, word := range strings.Split(strings.TrimSuffix(l, "\n"), " ") {
			n := utf8.RuneCountInString(word)
			switch {
			case i > 0 && column+1+n > width:
				b.WriteByte('\n')
				column = 0
			case i > 0:
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += n
		}
		if strings.HasSuffix(l, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// headings are the English words in cobra's template.
var headings = []msg.Key{
	"Usage:", "Examples:", "Available Commands:", "Flags:", "Global Flags:",
}

// more is a line of cobra's template that is too long for the longest of our commands.
const more = "Use \"{{.CommandPath}} [command] --help\" for more information about a command."

// usage translates the headings of cobra's template.
func usage(template string) string {
	var pairs []string
	for _, h := range headings {
		pairs = append(pairs, string(h), locale.T(h))
	}
	pairs = append(pairs, more, locale.T("Use \"{{.CommandPath}} [command] --help\" for more about a command."))
	return strings.NewReplacer(pairs...).Replace(template)
}

// flagError makes one sentence of what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		name := "--" + unknown.GetSpecifiedName()
		if s := unknown.GetSpecifiedShortnames(); s != "" {
			name = "-" + s
		}
		return Suggest(msg.Errorf("unknown option %s", name), name, names)
	case errors.As(err, &missing):
		return msg.Errorf("option --%s needs a value", missing.GetSpecifiedName())
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return msg.Errorf("option --%s: %q is not a value of type %s", f.Name, invalid.GetValue(), f.Value.Type())
	}
	return err
}

// Arguments returns a check that a command gets from low to high arguments
// (high < 0: any number); what names the first that is missing.
func Arguments(low, high int, what ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) < low:
			return msg.Errorf("%s is missing", what[min(len(args), len(what)-1)])
		case high >= 0 && len(args) > high:
			return msg.Errorf("unexpected argument %q", args[high])
		}
		return nil
	}
}
