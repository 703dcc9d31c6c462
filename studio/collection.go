package studio

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/collection"
	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/draw"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/bars"
	"boardstudio/studio/collectpane"
	"boardstudio/studio/command"
	"boardstudio/studio/docfile"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/startpage"
)

// front is what stands in a tab that shows no document.
type front interface {
	widget() gtk.IWidget
	messages() *bars.Message
	title() string
	focus()
	changed(t app.Topic)
	// conditions are what holds for commands here.
	conditions() command.Condition
	// key does what a key stands for here; false for a key that does something else.
	key(e *gdk.EventKey) bool
}

// collectionPage is the list of the games of a collection, in a tab.
type collectionPage struct {
	p    *page
	pane *collectpane.Pane
	box  *gtk.Box
	bar  *bars.Message
	job  *bars.Job
}

func newCollectionPage(p *page) *collectionPage {
	g := &collectionPage{p: p}
	g.bar = bars.NewMessage(p.s.Jobs.Revision, func() {})
	g.job = bars.NewJob(p.s.Jobs.Job)
	g.pane = collectpane.New(p.gathered, p.gatheredAs, p.s.Jobs, collectionHost{p})
	over, _ := gtk.OverlayNew()
	over.Add(g.pane.Box)
	over.AddOverlay(g.job.Box)
	g.box = gtkx.VBox(0)
	g.box.PackStart(over, true, true, 0)
	g.box.PackStart(g.bar.Box, false, false, 0)
	g.box.ShowAll()
	return g
}

func (g *collectionPage) widget() gtk.IWidget { return g.box }

func (g *collectionPage) messages() *bars.Message { return g.bar }

func (g *collectionPage) title() string { return g.pane.Title() }

func (g *collectionPage) focus() { g.pane.Focus() }

func (g *collectionPage) changed(t app.Topic) { g.job.Changed(t) }

func (g *collectionPage) conditions() command.Condition {
	return command.Start | command.Listed | command.Printable
}

// key gives the keys of the list's commands to these before the text field gets them.
func (g *collectionPage) key(e *gdk.EventKey) bool {
	if id, ok := g.p.keys.of(e); ok && command.All[id].Needs&command.Listed != 0 {
		g.p.run(id)
		return true
	}
	return g.pane.Key(gtkx.PlainKey(e))
}

// listed returns what a command does in the list of games, where one is shown.
func (p *page) listed(do func(*collectpane.Pane)) func() {
	return func() {
		if g, ok := p.front.(*collectionPage); ok {
			do(g.pane)
		}
	}
}

// print prints the games of the list that is shown, or the document.
func (p *page) print() {
	if p.onStart {
		p.listed((*collectpane.Pane).Print)()
		return
	}
	p.printBooklet(nil)
}

// collectionHost is the window around a collection.
type collectionHost struct{ p *page }

// Show implements collectpane.Host.
func (h collectionHost) Show(d *model.Document, m *ioall.Member) { h.p.room().s.File.OpenMember(d, m) }

// Open implements collectpane.Host.
func (h collectionHost) Open(path string, spec *rules.Spec) { h.p.openFileAs(path, spec, nil) }

// Tip implements collectpane.Host.
func (h collectionHost) Tip(w gtk.IWidget, id command.ID) { h.p.tip(w, id) }

// Print implements collectpane.Host.
func (h collectionHost) Print(docs []*model.Document) { h.p.printBooklet(docs) }

// Merged implements collectpane.Host: the games come into an empty game by one step, which can be undone.
func (h collectionHost) Merged(m collection.Merged) {
	p := h.p.room()
	p.s.File.OpenSample(model.NewDocument(m.Doc.Tree.Rules()))
	p.s.MergeGames(m.Doc, m.Games, func(err error) {
		if err == nil && m.Other > 0 {
			p.say(app.Warning, locale.N("%d game has other rules than the first, and was left out", "%d games have other rules than the first, and were left out", m.Other, m.Other))
		}
		if err == nil && len(m.Wrong) > 0 {
			p.say(app.Warning, locale.N("%d game could not be read: %s", "%d games could not be read, such as %s", len(m.Wrong), len(m.Wrong), locale.Err(m.Wrong[0])))
		}
	})
}

// Draw implements collectpane.Host.
func (h collectionHost) Draw(d *model.Document, c gtkx.Canvas, box draw.Rect) {
	h.p.drawEnd(d, c, box.Inset(6))
}

// drawEnd paints the end of a game.
func (p *page) drawEnd(d *model.Document, c gtkx.Canvas, box draw.Rect) {
	x := startpage.PictureOf(d)
	x.Theme, x.Pixel = p.looks.Theme(), 1
	if x.Position != nil {
		x.Win = x.Position.Result().Cells
	}
	x.Draw(c, box)
}

// Fail implements collectpane.Host.
func (h collectionHost) Fail(err error) { h.p.say(app.Problem, locale.Err(err)) }

// Read implements collectpane.Host.
func (h collectionHost) Read() { h.p.changed(app.TopicFile) }

// openGames lists the games of files, folders and archives in a tab.
func (w *window) openGames(path string) {
	p := w.room()
	p.gathered = path
	p.changed(app.TopicAll)
	w.st.Visit(path)
	p.s.SaveSettings()
	w.d.keepTabs()
}

// openWith opens a file here: as a document, or as a list of its games. Where the file does not name its game, spec does; without
// one the person is asked where several games fit.
func (p *page) openWith(path string, spec *rules.Spec, done func(error)) {
	p.opening = path
	p.s.File.OpenAs(path, spec, func(err error) {
		var damaged *docfile.Damaged
		switch {
		case errors.As(err, &damaged):
			p.askDamaged(damaged, func(err error) {
				p.opening = ""
				done(err)
			})
		case errors.Is(err, docfile.ErrMany):
			p.opening, p.held = "", false
			p.gathered, p.gatheredAs = path, spec
			p.changed(app.TopicAll)
			p.d.keepTabs()
		case codec.IsUnnamed(err) && spec == nil:
			p.askGame(path, err, done)
		default:
			p.opening = ""
			done(err)
		}
	})
}

// askDamaged asks whether to open what can be read of a file, and then tells what was left out.
func (p *page) askDamaged(d *docfile.Damaged, done func(error)) {
	gtkx.Offer(p.win, locale.Err(d.Why),
		locale.T("Part of this file can be read: what stands before the damage, and what is certain behind it. The file itself stays as it is."),
		locale.T("Open What Can Be Read"), func(open bool) {
			switch {
			case p.shut:
			case !open:
				p.say(app.Problem, locale.Err(d.Why))
				done(d)
			default:
				p.s.File.Salvage(d)
				done(nil)
				var lines []string
				for _, w := range d.What {
					lines = append(lines, locale.Err(w))
				}
				title := locale.T("What Was Left Out")
				v, box := gtkx.OutputText(title)
				b, _ := v.GetBuffer()
				b.SetText(strings.Join(lines, "\n"))
				box.SetSizeRequest(640, 200)
				gtkx.Ask(p.win, title, box, locale.T("Close"), nil, nil)
			}
		})
}

// askGame finds out of which game a file is that does not say so: err is what was said of it.
func (p *page) askGame(path string, err error, done func(error)) {
	give := func(err error) {
		p.opening = ""
		done(err)
	}
	p.s.Beside(func() { // it reads the file once for each game
		var list []ioall.Fit
		data, failed := ioall.Read(context.Background(), path)
		if failed == nil {
			list = ioall.Fits(context.Background(), path, data, codec.Options{})
		}
		gtkx.Idle(func() {
			switch {
			case p.shut:
			case len(list) == 0:
				p.say(app.Problem, locale.Err(err))
				give(err)
			case len(list) == 1:
				p.openWith(path, &list[0].Spec, done)
			default:
				p.chooseGame(list, locale.T("%s does not say of which game it is.", filepath.Base(path)), locale.T("Open"), func(g *ioall.Fit) {
					if g == nil {
						give(context.Canceled)
						return
					}
					p.openWith(path, &g.Spec, done)
				})
			}
		})
	})
}

// source is the file that a tab shows, "" for none.
func (p *page) source() string {
	return cmp.Or(p.gathered, p.s.File.Source())
}

// gathers reports whether a path is that of a folder or an archive, whose games are listed.
func gathers(path string) bool {
	if collection.Archive(path) {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// openFolder asks for a folder whose games are listed.
func (p *page) openFolder() {
	o := gtkx.FileDialog{Action: gtk.FILE_CHOOSER_ACTION_SELECT_FOLDER, Folder: p.st.LastFolder}
	o.Title, o.Accept = locale.T(command.All[command.OpenFolder].Title), locale.T("Open")
	gtkx.PickFile(p.win, o, func(path string) { p.openGames(path) })
}
