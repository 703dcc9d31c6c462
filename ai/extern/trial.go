package extern

import (
	"context"
	"slices"
	"strings"
	"time"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Tested is the result of testing a program.
type Tested struct {
	At      time.Time     `json:"at"`
	Took    time.Duration `json:"took"`              // nanoseconds
	Name    string        `json:"name,omitempty"`    // as reported by the program
	Knows   []string      `json:"knows,omitempty"`   // names of the listed options
	Options []Listed      `json:"options,omitempty"` // the listed options with a known kind
	Plays   []string      `json:"plays,omitempty"`   // the samples that the program plays
	Failed  string        `json:"failed,omitempty"`  // the reason if the program plays no samples, in English
}

// Listed is an option that a program reports, with its kind, value and range.
type Listed struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"` // number, switch or choice; any other means text
	Value   string   `json:"value,omitempty"`
	Choices []string `json:"choices,omitempty"`
	Min     int      `json:"min,omitempty"`
	Max     int      `json:"max,omitempty"`
}

// Kinds of options other than text.
const (
	Number = "number"
	Switch = "switch"
	Choice = "choice"
)

// param returns the option as a parameter. Its title is its name, which is not translated.
func (o Listed) param() rules.Param {
	p := rules.Param{Name: o.Name, Title: msg.Key(o.Name), Kind: rules.Text, Default: o.Value, Min: o.Min, Max: o.Max}
	switch o.Kind {
	case Number:
		p.Kind = rules.Int
	case Switch:
		p.Kind = rules.Switch
	case Choice:
		if p.Kind = rules.Choice; !slices.Contains(o.Choices, o.Value) {
			o.Choices = slices.Insert(slices.Clone(o.Choices), 0, o.Value)
		}
		for _, c := range o.Choices {
			p.Options = append(p.Options, rules.Option{Name: c, Title: msg.Key(c)})
		}
	}
	if v, err := p.Check(p.Default); err == nil {
		p.Default = v
	} else { // the value is not one of the listed choices
		p.Kind = rules.Text
	}
	return p
}

// Params returns the options that an entry may have: the options of its protocol, and the options
// that its program listed in the last test.
func (e Entry) Params(protocols ...*Protocol) []rules.Param {
	var all []rules.Param
	if k := Find(e.Protocol, protocols); k != nil {
		all = slices.Clone(k.Options)
	}
	if e.Tested == nil {
		return all
	}
	for _, o := range e.Tested.Options {
		if !slices.ContainsFunc(all, func(p rules.Param) bool { return p.Name == o.Name }) {
			all = append(all, o.param())
		}
	}
	return all
}

// TestGames tests the program of an entry with a move of each game, and calls report with each result. It
// returns the entry with the results, and the last lines exchanged at the first failure. It returns
// the error of ctx, or an error if the program plays none of the games. Unless logs is
// nil, it records all lines. After a failure, it contains only the lines of the first game that failed.
func TestGames(ctx context.Context, e Entry, games []Sample, b Bounds, report func(Sample, error), logs *Logs, protocols ...*Protocol) (Entry, []string, error) {
	found := Tested{At: time.Now()}
	refused := map[string]string{}
	var failed error
	var last []string
	e.Refused = nil
	for i, g := range games {
		said, log, err := test(ctx, g.Rules, e, b, logs, protocols...)
		if ctx.Err() != nil {
			return e, log, ctx.Err()
		}
		if said.Name != "" {
			found.Name = said.Name
		}
		if len(said.Options) > 0 {
			found.Knows, found.Options = said.Options, said.Listed
		}
		report(g, err)
		if err == nil {
			found.Plays = append(found.Plays, g.Name)
			continue
		}
		refused[g.Name] = err.Error()
		if failed == nil {
			failed, last = err, log
		}
		if i == 0 && found.Name == "" { // the program does not even start
			break
		}
	}
	found.Took = time.Since(found.At)
	if failed != nil {
		logs.put(e.Name, last)
	}
	if len(found.Plays) == 0 {
		err := msg.Errorf("the program does not play any game: %v", failed)
		found.Failed = failed.Error()
		e.Tested = &found
		return e, last, err
	}
	e.Refused, e.Tested = refused, &found
	return e, last, nil
}

// Split splits a command line into words separated by spaces. Quotes and backslashes work as in a
// shell. The error is an *msg.Error.
func Split(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune // the open quote
	in, escaped := false, false
	for _, c := range text {
		switch {
		case escaped:
			if quote == '"' && c != '"' && c != '\\' {
				word.WriteRune('\\')
			}
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			in, escaped = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			in, quote = true, c
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if in {
				words = append(words, word.String())
			}
			word.Reset()
			in = false
		default:
			in = true
			word.WriteRune(c)
		}
	}
	if quote != 0 || escaped {
		return nil, msg.Errorf("a quote in the command is not closed")
	}
	if in {
		words = append(words, word.String())
	}
	return words, nil
}

// Join returns a command line that Split splits into words.
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		if quoted[i] = w; w == "" || strings.ContainsAny(w, " \t\n'\"\\") {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
