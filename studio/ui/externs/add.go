package externs

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/ai/extern"
	"boardstudio/rules"
	"boardstudio/store/xdg"
	"boardstudio/studio/app/externs"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// preset is a game to select for an engine.
type preset struct {
	title string
	spec  rules.Spec
}

// presets returns the games supported by a protocol.
func presets(games rules.Catalog, k *extern.Protocol) (list []preset) {
	for _, s := range k.Samples(games) {
		spec := s.Rules.Spec()
		list = append(list, preset{gameTitle(games, spec), spec})
	}
	return list
}

// gameTitle returns the translated name of a game.
func gameTitle(games rules.Catalog, s rules.Spec) string {
	if g := games.Family(s.Game); g != nil {
		if p, ok := g.PresetOf(s.Params); ok {
			return locale.T(p.Title)
		}
	}
	return s.Game
}

// ask shows the dialog for adding an engine, or for editing the engine of. The engine is tested
// when the dialog is accepted.
func (w *Window) ask(of *externs.Item) {
	if name, _, _ := w.manager.Testing(); name != "" {
		return
	}
	e, was := extern.Entry{Protocol: w.manager.Protocols()[0].Name}, ""
	title, accept := locale.T("Add an Engine"), locale.T("Test and Add")
	if of != nil {
		e, was = of.Entry, of.Name
		title, accept = of.Name, locale.T("Test and Change")
	}
	f := gtkx.NewForm()
	f.SetHExpand(true)
	command := extern.Join(e.Command)
	named := of != nil // the user entered a name
	filling := false
	name := gtkx.Field(locale.T("Name"), e.Name, "", func(text string) {
		e.Name = strings.TrimSpace(text)
		named = named || !filling
	})
	suggest := func(file string) {
		if !named {
			filling = true
			name.SetText(w.manager.Free(file))
			filling = false
		}
	}
	var d *gtk.Dialog
	line := gtkx.Field(locale.T("Command"), command, locale.T("Program and its arguments"), func(text string) {
		command = text
		if words, err := extern.Split(text); err == nil && len(words) > 0 {
			suggest(words[0])
		}
	})
	line.SetWidthChars(44)
	line.SetHExpand(true)
	folders := extern.Join(e.Folders)
	writes := gtkx.Field(locale.T("Folders to Write in"), folders, locale.T("Only its temporary folder"), func(text string) { folders = text })
	writes.SetTooltipText(locale.T("Folders that the program may write to, separated by spaces"))
	addFolder, _ := gtk.ButtonNewFromIconName("folder-open-symbolic", gtk.ICON_SIZE_BUTTON)
	gtkx.SetName(addFolder, locale.T("Add a Folder"))
	addFolder.SetTooltipText(locale.T("Add a Folder"))
	addFolder.Connect("clicked", func() {
		o := gtkx.FileDialog{Action: gtk.FILE_CHOOSER_ACTION_SELECT_FOLDER, Title: locale.T("Add a Folder"), Accept: locale.T("Choose")}
		gtkx.PickFile(d, o, func(path string) { writes.SetText(strings.TrimSpace(folders + " " + extern.Join([]string{path}))) })
	})
	for _, x := range []*gtk.Entry{name, line, writes} {
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
		list := presets(w.games, extern.Find(e.Protocol, w.manager.Protocols()))
		titles := []string{locale.T("All games of its protocol")}
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
		c.SetTooltipText(locale.T("If a GTP program does not report its game, choose one game"))
		games.PackStart(c, false, false, 0)
		games.ShowAll()
	}
	var protocols []string
	for _, k := range w.manager.Protocols() {
		protocols = append(protocols, k.Name)
	}
	fillGames()
	protocol := gtkx.Pick(locale.T("Protocol"), protocols, w.manager.ProtocolTitle, e.Protocol, func(name string) {
		e.Protocol = name
		fillGames()
	})
	protocol.SetHAlign(gtk.ALIGN_START)
	f.Row(locale.T("Command"), line)
	f.Attach(choose, 2, 0, 1, 1)
	f.Row(locale.T("Protocol"), protocol)
	f.Row(locale.T("Games"), games)
	f.Row(locale.T("Name"), name)
	f.Row(locale.T("Folders to Write in"), writes)
	f.Attach(addFolder, 2, 4, 1, 1)

	all, bad := gtkx.VBox(12), gtkx.Wrapped("", 60)
	gtkx.AddClass(bad, "bad")
	gtkx.SetID(bad, "What is wrong")
	bad.SetNoShowAll(true)
	hint := gtkx.Wrapped(locale.T("The program is started and asked for a move in each game. Add only programs that you trust: they can read your files and use the network."), 60)
	gtkx.AddClass(hint, "hint")
	gtkx.Pack(all, f, hint, bad)
	d = gtkx.Ask(w.win, title, all, accept, func() bool {
		err := w.accept(e, command, folders, was)
		if err != nil {
			bad.SetText(gtkx.Sentence(locale.Err(err)))
			bad.Show()
		}
		return err == nil
	}, w.afterAsk)
	line.GrabFocus()
}

// accept parses the entered command and folders and tests the engine. It returns an error if they
// are invalid.
func (w *Window) accept(e extern.Entry, command, folders, was string) error {
	words, err := extern.Split(command)
	if err != nil {
		return err
	}
	if len(words) > 0 {
		words[0] = atHome(words[0])
	}
	if e.Folders, err = extern.Split(folders); err != nil {
		return err
	}
	for i, dir := range e.Folders {
		e.Folders[i] = atHome(dir)
	}
	if !slices.Equal(words, e.Command) {
		e.Tested = nil // the last test was of another program
	}
	e.Command = words
	w.at = e.Name
	w.say(nil)
	return w.manager.Add(e, was)
}

// atHome replaces a leading ~ of a path by the home folder.
func atHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := xdg.Home(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// afterAsk sets the focus after the dialog.
func (w *Window) afterAsk() {
	if name, _, _ := w.manager.Testing(); name != "" {
		w.cancel.GrabFocus()
	} else {
		w.focus()
	}
}
