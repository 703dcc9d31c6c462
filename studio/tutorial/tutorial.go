// Package tutorial has the lessons that are done in the window: what each step asks for, and how it is noticed that
// it was done. It knows no toolkit.
package tutorial

import (
	"slices"
	"strings"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/command"
	"boardstudio/studio/scripts"
)

// Lesson is done step by step, at a document of its own.
type Lesson struct {
	Name  string // in the settings
	Title msg.Key
	About msg.Key
	Plies int // how many moves are played at first
	Steps []Step
}

// Step asks for one thing.
type Step struct {
	Text msg.Key // with %s for each of the following
	// Commands are those that it names, InScripts those of the window of scripts.
	Commands  []command.ID
	InScripts []string
	Game      bool // it names the game of the lessons
	// count counts what is asked for: the step is done as soon as there is more of it than there was.
	count func(*Run) int
}

// Next returns the first lesson that was not finished, nil for none.
func Next(finished map[string]bool) *Lesson {
	i := slices.IndexFunc(Lessons, func(l *Lesson) bool { return !finished[l.Name] })
	if i < 0 {
		return nil
	}
	return Lessons[i]
}

// After returns the lesson that follows, nil after the last.
func (l *Lesson) After() *Lesson {
	if i := slices.Index(Lessons, l); i+1 < len(Lessons) {
		return Lessons[i+1]
	}
	return nil
}

// Game returns the game of the lessons: among those that are no variant, the one with the fewest cells.
func Game() (*rules.Game, rules.Preset) {
	var game *rules.Game
	var preset rules.Preset
	least := 0
	for _, g := range all.Games {
		for _, p := range g.Presets {
			r, err := g.Build(p.Name, nil)
			if err != nil || p.Of != "" {
				continue
			}
			if n := len(r.Board().Cells); game == nil || n < least {
				game, preset, least = g, p, n
			}
		}
	}
	return game, preset
}

// Document returns what the lesson begins with, and the node to stand at.
func (l *Lesson) Document() (*model.Document, *model.Node, error) {
	g, p := Game()
	r, err := g.Build(p.Name, nil)
	if err != nil {
		return nil, nil, err
	}
	d := model.NewDocument(r)
	n := d.Tree.Root()
	moves := strings.Fields(p.Sample)
	for _, text := range moves[:min(l.Plies, len(moves))] {
		m, err := r.ParseMove(text)
		if err != nil {
			return nil, nil, err
		}
		n = d.Tree.Add(n, m)
	}
	return d, n, nil
}

// Say returns what the step asks for. The commands that it names have their keys with them, of which keys tells those
// that a command has now, and title what one is called; both are in GTK's notation.
func (s *Step) Say(keys func(command.ID) []string, title func(string) string) string {
	named := func(keys []string, path ...msg.Key) any {
		var names []string
		for _, p := range path {
			if p != "" {
				names = append(names, locale.T(p))
			}
		}
		text := locale.T("“%s”", strings.Join(names, ", "))
		if len(keys) > 0 {
			text += " (" + title(keys[0]) + ")"
		}
		return text
	}
	var names []any
	for _, id := range s.Commands {
		c := &command.All[id]
		names = append(names, named(keys(id), c.Menu, c.Under, c.Title))
	}
	for _, id := range s.InScripts {
		c := scripts.Commands[slices.IndexFunc(scripts.Commands, func(c scripts.Command) bool { return c.ID == id })]
		names = append(names, named(c.Keys, c.Menu, c.Title))
	}
	if s.Game {
		_, p := Game()
		names = append(names, locale.T(p.Title))
	}
	return locale.T(s.Text, names...)
}
