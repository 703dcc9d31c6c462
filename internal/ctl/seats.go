package ctl

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// LimitFlags bound the thinking of engines.
type LimitFlags struct {
	ai.Limit
	Otherwise time.Duration // to think when nothing is limited
}

// Add defines --time, --depth and --nodes.
func (l *LimitFlags) Add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.DurationVar(&l.Time, "time", 0, locale.T("`TIME` to think, such as 500ms or 10s; %v if nothing is limited", l.Otherwise))
	f.IntVar(&l.Depth, "depth", 0, locale.T("`PLIES` to look ahead"))
	f.Uint64Var(&l.Nodes, "nodes", 0, locale.T("`NUMBER` of positions to look at"))
	for _, name := range []string{"time", "depth", "nodes"} {
		Must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
}

// Asked returns what was asked for.
func (l *LimitFlags) Asked() (ai.Limit, error) {
	if l.Time < 0 || l.Depth < 0 {
		return ai.Limit{}, msg.Errorf("a limit cannot be negative")
	}
	if l.Time > ai.MaxTime {
		return ai.Limit{}, msg.Errorf("option --%s: %v is more than %v", "time", l.Time, ai.MaxTime)
	}
	if l.Depth > ai.MaxDepth {
		return ai.Limit{}, msg.Errorf("option --%s: %v is more than %v", "depth", l.Depth, ai.MaxDepth)
	}
	if l.Limit == (ai.Limit{}) {
		return ai.Limit{Time: l.Otherwise}, nil
	}
	return l.Limit, nil
}

// SeatFlags say who sits at each seat.
type SeatFlags struct{ Seats []string }

// Add defines --seat.
func (s *SeatFlags) Add(cmd *cobra.Command, g *GameFlags, humans bool) {
	cmd.Flags().StringArrayVarP(&s.Seats, "seat", "s", nil,
		locale.T("who plays a seat: `SEAT=PLAYER`, such as A=human, B=alphabeta or B=lua:FILE; may be repeated"))
	Must(cmd.RegisterFlagCompletionFunc("seat", CompleteSeat(g, humans)))
}

// CompleteSeat completes a seat and who sits there, or advises there.
func CompleteSeat(g *GameFlags, humans bool) cobra.CompletionFunc {
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
			for _, k := range aiall.For(r) {
				out = append(out, cobra.CompletionWithDesc(letter+"="+k.Name, locale.T(k.Title)))
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}

// Specs returns the kind of player at each seat, and other for those not named.
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
			return nil, msg.Errorf("seat %s is taken twice", letter)
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

// NewEngine makes the engine that spec names, or says which there are.
func NewEngine(spec string, r rules.Rules) (ai.Engine, error) {
	name, _, _ := strings.Cut(spec, ":")
	if aiall.Find(name) != nil {
		return aiall.New(spec, r)
	}
	var playing []string
	for _, k := range aiall.For(r) {
		playing = append(playing, k.Name)
	}
	err := msg.Errorf("unknown engine %q", name)
	if len(alike(name, playing)) > 0 {
		return nil, Suggest(err, name, playing)
	}
	return nil, msg.Errorf("%v; engines for this game: %s", err, strings.Join(playing, ", "))
}

// EngineList tells which engines there are.
func EngineList() string {
	text := locale.T("Engines:")
	for _, k := range aiall.Kinds {
		text += "\n  " + k.Name + ": " + locale.T(k.Title)
	}
	return text
}

// CompleteEngines completes the names of engines that play the game.
func CompleteEngines(g *GameFlags) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		kinds := aiall.Kinds
		if r, err := g.Rules(); err == nil {
			kinds = aiall.For(r)
		}
		var out []string
		for _, k := range kinds {
			out = append(out, cobra.CompletionWithDesc(k.Name, locale.T(k.Title)))
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}
