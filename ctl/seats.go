package ctl

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"time"

	"boardstudio/ai/lua"
	"boardstudio/ai/player"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// LimitFlags are the options that limit how long engines think.
type LimitFlags struct {
	ai.Limit
	Engines   *player.Catalog // engines that the command offers
	Otherwise time.Duration   // thinking time if no limit is given
}

// Add defines the flags --time, --depth and --nodes.
func (l *LimitFlags) Add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.DurationVar(&l.Time, "time", 0, locale.T("`TIME` to think, such as 500ms or 10s; without any limit %v, for scripts %v", l.Otherwise, lua.Kind.Time))
	f.IntVar(&l.Depth, "depth", 0, locale.T("`PLIES` to search"))
	f.Uint64Var(&l.Nodes, "nodes", 0, locale.T("`NUMBER` of positions to search"))
	for _, name := range []string{"time", "depth", "nodes"} {
		Must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
}

// Value returns the limit given by the flags, or the default of the specified engine.
func (l *LimitFlags) Value(engine string) (ai.Limit, error) {
	if l.Time < 0 || l.Depth < 0 {
		return ai.Limit{}, msg.Errorf("a limit cannot be negative")
	}
	if l.Time > ai.MaxTime {
		return ai.Limit{}, msg.Errorf("option --%s: %v is more than %v", "time", l.Time, ai.MaxTime)
	}
	if l.Depth > ai.MaxDepth {
		return ai.Limit{}, msg.Errorf("option --%s: %v is more than %v", "depth", l.Depth, ai.MaxDepth)
	}
	switch {
	case l.Limit != (ai.Limit{}):
		return l.Limit, nil
	case l.Otherwise == 0: // limited by other means
		return ai.Limit{}, nil
	}
	return ai.Limit{Time: l.Engines.TimeOf(engine, l.Otherwise)}, nil
}

// SeatFlags are the options that assign players to seats.
type SeatFlags struct{ Seats []string }

// Add defines the flag --seat.
func (s *SeatFlags) Add(t *Tool, cmd *cobra.Command, g *GameFlags, humans bool) {
	cmd.Flags().StringArrayVarP(&s.Seats, "seat", "s", nil,
		locale.T("player of a seat: `SEAT=PLAYER`, such as A=human, B=alphabeta or B=lua:FILE; may be repeated"))
	Must(cmd.RegisterFlagCompletionFunc("seat", t.CompleteSeat(g, humans)))
}

// CompleteSeat completes a seat, then the player or adviser assigned to it.
func (t *Tool) CompleteSeat(g *GameFlags, humans bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		r, err := g.Rules()
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		seat, _, found := strings.Cut(typed, "=")
		var out []string
		for i := range r.Players() {
			letter := string(rules.Player(i).Letter())
			if found && !strings.EqualFold(seat, letter) {
				continue
			}
			if humans {
				out = append(out, letter+"="+model.Human)
			}
			if file, ok := strings.CutPrefix(letter+typed[min(len(typed), 1):], letter+"="+scriptPrefix); ok {
				return completeScripts(letter+"="+scriptPrefix, file)
			}
			for _, k := range t.Engines.For(r) {
				out = append(out, engineCompletion(letter+"=", k))
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}

// Specs returns the player specification of each seat, other for seats that are not named.
func (s *SeatFlags) Specs(r rules.Rules, other string) ([]string, error) {
	specs := make([]string, r.Players())
	for _, arg := range s.Seats {
		seat, spec, found := strings.Cut(arg, "=")
		letter := strings.ToUpper(strings.TrimSpace(seat))
		if !found || spec == "" || len(letter) != 1 || letter[0] < 'A' || letter[0] > 'Z' {
			return nil, msg.Errorf("%q is not of the form seat=player, such as A=human", arg)
		}
		i := int(letter[0] - 'A')
		if i >= len(specs) {
			return nil, msg.Errorf("there is no seat %s: the game has seats A to %s", letter, string(rules.Player(len(specs)-1).Letter()))
		}
		if specs[i] != "" {
			return nil, msg.Errorf("seat %s is given twice", letter)
		}
		specs[i] = spec
	}
	for i := range specs {
		if specs[i] == "" {
			specs[i] = other
		}
	}
	return specs, nil
}

// NewEngine returns the engine described by spec. The error for an unknown engine lists the known
// ones.
func (t *Tool) NewEngine(spec string, r rules.Rules) (ai.Engine, error) {
	name, _, _ := strings.Cut(spec, ":")
	if t.Engines.Find(name) != nil {
		return t.Engines.New(spec, r)
	}
	var playing []string
	for _, k := range t.Engines.For(r) {
		playing = append(playing, k.Name)
	}
	err := msg.Errorf("unknown engine %q", name)
	if len(similarNames(name, playing)) > 0 {
		return nil, Suggest(err, name, playing)
	}
	return nil, msg.Errorf("%v; engines for this game: %s", err, strings.Join(playing, ", "))
}

// EngineList returns a list of the engines for help texts.
func (t *Tool) EngineList() string {
	text := locale.T("Engines:")
	for _, k := range t.Engines.Kinds() {
		text += "\n  " + k.Name + ": " + locale.T(k.Title)
	}
	return text
}

// CompleteEngines completes the names of engines that play the game.
func (t *Tool) CompleteEngines(g *GameFlags) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		if file, ok := strings.CutPrefix(typed, scriptPrefix); ok {
			return completeScripts(scriptPrefix, file)
		}
		kinds := t.Engines.Kinds()
		if r, err := g.Rules(); err == nil {
			kinds = t.Engines.For(r)
		}
		var out []string
		for _, k := range kinds {
			out = append(out, engineCompletion("", k))
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}

// scriptPrefix is the prefix of a script's specification.
var scriptPrefix = lua.Kind.Name + ":"

// engineCompletion returns the completion of an engine name after a prefix. For a script, the file name follows.
func engineCompletion(prefix string, k *ai.Kind) string {
	name := k.Name
	if k == &lua.Kind {
		name = scriptPrefix
	}
	return cobra.CompletionWithDesc(prefix+name, locale.T(k.Title))
}

// completeScripts completes the file name of a script after a prefix such as "lua:". It offers folders and .lua files.
func completeScripts(prefix, typed string) ([]string, cobra.ShellCompDirective) {
	dir, begin := filepath.Split(typed)
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []string
	open := false
	for _, e := range entries {
		name := e.Name()
		info, err := os.Stat(filepath.Join(dir, name)) // follows links
		switch {
		case err != nil || !strings.HasPrefix(name, begin) || begin == "" && strings.HasPrefix(name, "."):
		case info.IsDir():
			out, open = append(out, prefix+dir+name+"/"), true
		case strings.HasSuffix(name, ".lua"):
			out = append(out, prefix+dir+name)
		}
	}
	if open {
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}
