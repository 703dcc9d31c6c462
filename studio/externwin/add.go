package externwin

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/ai/extern"
	"boardstudio/locale"
	"boardstudio/rules"
	rulesall "boardstudio/rules/all"
	"boardstudio/studio/externs"
	"boardstudio/studio/gtkx"
)

// preset is a game that a program is added for.
type preset struct {
	title string
	spec  rules.Spec
}

// presets returns the games that a protocol can speak of.
func presets(k *extern.Protocol) (list []preset) {
	for _, s := range k.Samples() {
		spec := s.Rules.Spec()
		list = append(list, preset{gameTitle(spec), spec})
	}
	return list
}

// gameTitle returns the name of a game.
func gameTitle(s rules.Spec) string {
	for _, g := range rulesall.Games {
		if p, ok := g.PresetOf(s.Params); ok && g.Name == s.Game {
			return locale.T(p.Title)
		}
	}
	return s.Game
}

// ask asks for a program, to add it or to change the one that is given, and has it tested.
func (w *Window) ask(of *externs.Item) {
	if name, _, _ := w.desk.Testing(); name != "" {
		return
	}
	e, was := extern.Entry{Protocol: externs.Protocols()[0].Name}, ""
	title, accept := locale.T("Add an Engine"), locale.T("Test and Add")
	if of != nil {
		e, was = of.Entry, of.Name
		title, accept = of.Name, locale.T("Test and Change")
	}
	f := gtkx.NewForm()
	f.SetHExpand(true)
	command := extern.Join(e.Command)
	named := of != nil // by the person
	filling := false
	name := gtkx.Field(locale.T("Name"), e.Name, "", func(text string) {
		e.Name = strings.TrimSpace(text)
		named = named || !filling
	})
	suggest := func(file string) {
		if !named {
			filling = true
			name.SetText(w.desk.Free(file))
			filling = false
		}
	}
	var d *gtk.Dialog
	line := gtkx.Field(locale.T("Command"), command, locale.T("Program, and what it is started with"), func(text string) {
		command = text
		if words, err := extern.Split(text); err == nil && len(words) > 0 {
			suggest(words[0])
		}
	})
	line.SetWidthChars(44)
	line.SetHExpand(true)
	for _, x := range []*gtk.Entry{name, line} {
		x.SetActivatesDefault(true)
	}
	choose, _ := gtk.ButtonNewFromIconName("document-open-symbolic", gtk.ICON_SIZE_BUTTON)
	gtkx.SetName(choose, locale.T("Choose a Program"))
	choose.SetTooltipText(locale.T("Choose a Program"))
	choose.Connect("clicked", func() {
		o := gtkx.FileDialog{Action: gtk.FILE_CHOOSER_ACTION_OPEN, Title: locale.T("Choose a Program"), Accept: locale.T("Choose")}
		if words, err := extern.Split(command); err == nil && len(words) > 0 && filepath.IsAbs(words[0]) {
			o.File = words[0]
		}
		gtkx.PickFile(d, o, func(path string) { line.SetText(extern.Join([]string{path})) })
	})

	games := gtkx.HBox(0)
	fillGames := func() {
		gtkx.Empty(&games.Container)
		list := presets(extern.Find(e.Protocol, externs.Protocols()))
		titles := []string{locale.T("Those that it speaks of")}
		at := 0
		for i, p := range list {
			titles = append(titles, p.title)
			if e.Game != nil && e.Game.Game == p.spec.Game && e.Game.Params.Equal(p.spec.Params) {
				at = i + 1
			}
		}
		if at == 0 {
			e.Game = nil
		}
		c := gtkx.Combo(locale.T("Games"), titles, at, func(i int) {
			if e.Game = nil; i > 0 {
				e.Game = &list[i-1].spec
			}
		})
		c.SetTooltipText(locale.T("A program that speaks GTP and does not tell which game it plays is added for one"))
		games.PackStart(c, false, false, 0)
		games.ShowAll()
	}
	var protocols []string
	for _, k := range externs.Protocols() {
		protocols = append(protocols, k.Name)
	}
	fillGames()
	protocol := gtkx.Pick(locale.T("Protocol"), protocols, externs.ProtocolTitle, e.Protocol, func(name string) {
		e.Protocol = name
		fillGames()
	})
	protocol.SetHAlign(gtk.ALIGN_START)
	f.Row(locale.T("Command"), line)
	f.Attach(choose, 2, 0, 1, 1)
	f.Row(locale.T("Protocol"), protocol)
	f.Row(locale.T("Games"), games)
	f.Row(locale.T("Name"), name)

	all, bad := gtkx.VBox(12), gtkx.Wrapped("", 60)
	gtkx.AddClass(bad, "bad")
	gtkx.SetID(bad, "What is wrong")
	bad.SetNoShowAll(true)
	hint := gtkx.Wrapped(locale.T("It is started and asked for a move of each game. Add only programs that you trust: they can read your files."), 60)
	gtkx.AddClass(hint, "hint")
	gtkx.Pack(all, f, hint, bad)
	d = gtkx.Ask(w.win, title, all, accept, func() bool {
		err := w.accept(e, command, was)
		if err != nil {
			bad.SetText(locale.Err(err))
			bad.Show()
		}
		return err == nil
	}, w.afterAsk)
	line.GrabFocus()
}

// accept has a program tested that was asked for.
func (w *Window) accept(e extern.Entry, command, was string) error {
	words, err := extern.Split(command)
	if err != nil {
		return err
	}
	if len(words) > 0 {
		if rest, ok := strings.CutPrefix(words[0], "~/"); ok {
			if home, err := os.UserHomeDir(); err == nil {
				words[0] = filepath.Join(home, rest)
			}
		}
	}
	if !slices.Equal(words, e.Command) {
		e.Tested = nil // that was another program
	}
	e.Command = words
	w.at = e.Name
	w.say(nil)
	return w.desk.Add(e, was)
}

// afterAsk puts the focus where a person goes on.
func (w *Window) afterAsk() {
	if name, _, _ := w.desk.Testing(); name != "" {
		w.cancel.GrabFocus()
	} else {
		w.focus()
	}
}
