// Package tutorial implements the lessons of the tutorial: the task of each step, and how to
// recognise that it has been done. It does not depend on a toolkit.
package tutorial

import (
	"slices"
	"strings"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/scripts"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Lesson is a sequence of steps with a separate document.
type Lesson struct {
	Name  string // name in the settings
	Title msg.Key
	About msg.Key
	Plies int // moves of the initial document
	Steps []Step
}

// Step is a single task.
type Step struct {
	Text msg.Key // with %s for each of the following
	// Commands are the commands named in Text. InScripts are commands of the scripts window.
	Commands  []command.ID
	InScripts []string
	Game      bool // Text names the game of the lessons
	// count returns a number that increases when the step is done.
	count func(*Run) int
}

// Next returns the first lesson that is not finished, or nil.
func Next(finished map[string]bool) *Lesson {
	i := slices.IndexFunc(Lessons, func(l *Lesson) bool { return !finished[l.Name] })
	if i < 0 {
		return nil
	}
	return Lessons[i]
}

// After returns the next lesson, or nil after the last.
func (l *Lesson) After() *Lesson {
	if i := slices.Index(Lessons, l); i+1 < len(Lessons) {
		return Lessons[i+1]
	}
	return nil
}

// Game returns the game of the lessons: the game with the fewest cells, excluding variants.
func Game(games rules.Catalog) (*rules.Game, rules.Preset) {
	var game *rules.Game
	var preset rules.Preset
	least := 0
	for _, g := range games {
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

// Document returns the initial document of the lesson and its current node. It returns an error if
// the game or its sample is invalid.
func (l *Lesson) Document(games rules.Catalog) (*model.Document, *model.Node, error) {
	g, p := Game(games)
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

// Say returns the task of the step. Each command is followed by its key: keys returns the current
// keys of a command, and title the name of a key. Both use the notation of GTK.
func (s *Step) Say(games rules.Catalog, keys func(command.ID) []string, title func(string) string) string {
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
		_, p := Game(games)
		names = append(names, locale.T(p.Title))
	}
	return locale.T(s.Text, names...)
}
