package ctl

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardstudio/io/charset"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Root returns the root command, with all commands below it.
func (t *Tool) Root() *cobra.Command {
	root := &cobra.Command{
		Use:   "studioctl",
		Short: locale.T("Board games in the terminal: play, show, check, convert, analyse"),
		Long: locale.T("studioctl provides the functions of Studio on the command line.") + "\n\n" +
			locale.T("Exit codes: 0 success, 1 negative answer or warnings, 2 error, 130 stopped by Ctrl+C, 129 terminal closed, 143 terminated."),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE:          Group,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			lang, err := cmd.Flags().GetString("lang")
			switch _, known := charset.Canonical(t.Charset); {
			case err != nil:
				return err
			case lang != "" && !slices.Contains(Languages(), lang):
				return Suggest(msg.Errorf("unknown language %q", lang), lang, Languages())
			case t.Charset != "" && !known:
				return Suggest(msg.Errorf("unknown charset %q", t.Charset), t.Charset, charset.Names())
			}
			return nil
		},
	}
	root.SetIn(t.In)
	root.SetOut(t.Out)
	root.SetErr(t.Err)
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().String("lang", "", locale.T("`LANGUAGE` of the messages: %s", strings.Join(Languages(), ", ")))
	Must(root.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(Languages(), cobra.ShellCompDirectiveNoFileComp)))
	root.PersistentFlags().StringVar(&t.Charset, "charset", "", locale.T("`CHARSET` of texts that are not UTF-8 and do not declare one, such as GBK or windows-1251; by default it is guessed"))
	Must(root.RegisterFlagCompletionFunc("charset", cobra.FixedCompletions(charset.Names(), cobra.ShellCompDirectiveNoFileComp)))
	for _, subject := range t.Commands {
		root.AddCommand(subject(t)...)
	}
	root.SetUsageTemplate(usage(root.UsageTemplate()))
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	completeHelp(root)
	return root
}

// completeHelp completes the help of a command and its subcommands.
func completeHelp(c *cobra.Command) {
	if c.Name() == "completion" { // defined by cobra, with its subcommands
		c.Short = locale.T("Generate a shell completion script")
		c.Args, c.RunE = cobra.ArbitraryArgs, Group
	} else {
		for _, sub := range c.Commands() {
			completeHelp(sub)
		}
	}
	c.InitDefaultHelpFlag()
	c.Flags().Lookup("help").Usage = locale.T("help for this command")
	c.DisableFlagsInUseLine = true
	c.Long = Wrap(c.Long, 80)
}

// Languages returns the codes of the supported languages.
func Languages() []string {
	var codes []string
	for _, l := range locale.Languages() {
		codes = append(codes, l.Code)
	}
	return codes
}

// Group runs a command that only has subcommands: it prints the help, or returns an error for an
// unknown subcommand.
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
		Short:   locale.T("Show help for a command"),
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

// Wrap breaks lines of text that are longer than width.
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

// headings are the English headings in cobra's usage template.
var headings = []msg.Key{
	"Usage:", "Examples:", "Available Commands:", "Flags:", "Global Flags:",
}

// moreHelp is a line of cobra's template. With our longest command it would be too long.
const moreHelp = "Use \"{{.CommandPath}} [command] --help\" for more information about a command."

// usage translates the headings of cobra's usage template.
func usage(template string) string {
	var pairs []string
	for _, h := range headings {
		pairs = append(pairs, string(h), locale.T(h))
	}
	pairs = append(pairs, moreHelp, locale.T("Use \"{{.CommandPath}} [command] --help\" for more about a command."))
	return strings.NewReplacer(pairs...).Replace(template)
}

// flagError returns a translated, one-sentence error for an invalid flag.
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

// Arguments returns a check that a command has from low to high arguments. If high is negative, any
// number is allowed. what names the arguments, for the error about a missing one.
func (t *Tool) Arguments(low, high int, what ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < low:
			return msg.Errorf("%s is missing", what[min(len(args), len(what)-1)])
		case high >= 0 && len(args) > high:
			return t.unexpected(cmd, args, high)
		}
		return nil
	}
}

// unexpected returns the error for more than high arguments. It suggests the option that the user probably meant.
func (t *Tool) unexpected(cmd *cobra.Command, args []string, high int) error {
	open := func(option string) bool {
		f := cmd.Flags().Lookup(option)
		return f != nil && !f.Changed
	}
	game := slices.IndexFunc(args, func(a string) bool { _, _, known := t.Games.Find(a); return known })
	if game < 0 && cmd.Flags().Lookup("out") == nil {
		game = slices.IndexFunc(args, func(a string) bool { return strings.ContainsFunc(a, unicode.IsLetter) && !strings.ContainsAny(a, "./") })
	}
	switch {
	case open("game") && game >= 0:
		return msg.Errorf("unexpected argument %q: option --%s names the game, as in --%s %s", args[game], "game", "game", args[game])
	case open("out"):
		return msg.Errorf("unexpected argument %q: option --%s names the file to write, as in --%s %s", args[high], "out", "out", args[high])
	}
	return msg.Errorf("unexpected argument %q; usage: %s", args[high], cmd.UseLine())
}
