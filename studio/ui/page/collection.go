package page

import (
	"cmp"
	"context"
	"errors"
	"os"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/collection"
	"boardstudio/document"
	"boardstudio/draw"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/find"
	"boardstudio/studio/app/startpage"
	"boardstudio/studio/ui/bars"
	uicollection "boardstudio/studio/ui/collection"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// front is the content of a tab that shows no document.
type front interface {
	widget() gtk.IWidget
	messages() *bars.Message
	title() string
	focus()
	changed(t app.Topic)
	// conditions returns the command conditions of the tab.
	conditions() command.Condition
	// key handles a key. It reports whether it used the key.
	key(e *gdk.EventKey) bool
}

// collectionPage is a tab with the games of a collection.
type collectionPage struct {
	p    *Page
	pane *uicollection.Pane
	box  *gtk.Box
	bar  *bars.Message
	job  *bars.Job
}

func newCollectionPage(p *Page) *collectionPage {
	g := &collectionPage{p: p}
	g.bar = bars.NewMessage(p.Session.Jobs.Revision, func() {})
	g.job = bars.NewJob(p.Session.Jobs.Job)
	g.pane = uicollection.New(p.Session.App.Games, p.Session.App.Documents, p.gamesPath, p.gamesSpec, p.Session.Jobs, collectionHost{p})
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
	return command.Start | command.Printable | g.pane.Conditions()
}

// key runs the commands of the list before the text field receives the key.
func (g *collectionPage) key(e *gdk.EventKey) bool {
	if id, ok := g.p.Keys.Of(e); ok && command.All[id].Needs&command.Listed != 0 {
		g.p.Run(id)
		return true
	}
	return g.pane.Key(gtkx.PlainKey(e))
}

// listed returns a function that calls do with the game list in front, if there is one.
func (p *Page) listed(do func(*uicollection.Pane)) func() {
	return func() {
		if g, ok := p.Front.(*collectionPage); ok {
			do(g.pane)
		}
	}
}

// print prints the games of the list in front, or the document.
func (p *Page) print() {
	if p.OnStart {
		p.listed((*uicollection.Pane).Print)()
		return
	}
	p.printBooklet(nil)
}

// collectionHost implements collectpane.Host for a page.
type collectionHost struct{ p *Page }

// Show implements collectpane.Host.
func (h collectionHost) Show(d *model.Document, m *document.Member) {
	h.p.Window.Room().Session.File.OpenMember(d, m)
}

// Open implements collectpane.Host.
func (h collectionHost) Open(path string, spec *rules.Spec) { h.p.Window.OpenFile(path, spec, nil) }

// openFound opens the game of a search result and goes to its node. If a tab already shows the
// game, openFound switches to it.
func (p *Page) openFound(x find.Found) {
	then := func(q *Page) { q.Session.ShowFound(x) }
	if path := x.Item.SingleGamePath(); path != "" {
		p.Window.OpenFile(path, nil, then)
		return
	}
	for _, q := range p.program.Pages() {
		if !q.OnStart && q.Session.File.Holds(*x.Item) {
			q.Show()
			then(q)
			return
		}
	}
	p.Window.Into(func(q *Page, done func(error)) { q.Session.File.OpenItem(*x.Item, done) }, then)
}

// Tip implements collectpane.Host.
func (h collectionHost) Tip(w gtk.IWidget, id command.ID) { h.p.Keys.Tip(w, id) }

// Charset implements collectpane.Host.
func (h collectionHost) Charset() { h.p.textEncoding() }

// Print implements collectpane.Host.
func (h collectionHost) Print(docs []*model.Document) { h.p.printBooklet(docs) }

// Merged implements collectpane.Host. It merges the games into an empty game in a single step,
// which can be undone.
func (h collectionHost) Merged(m collection.Merged) {
	p := h.p.Window.Room()
	p.Session.File.OpenSample(model.NewDocument(m.Doc.Tree.Rules()))
	p.Session.MergeGames(m.Doc, m.Games, func(err error) {
		if err == nil && m.Other > 0 {
			p.Say(app.Warning, locale.N("%d game was skipped: its rules differ from those of the first game", "%d games were skipped: their rules differ from those of the first game", m.Other, m.Other))
		}
		if err == nil && len(m.Wrong) > 0 {
			p.Say(app.Warning, locale.N("%d game could not be read: %s", "%d games could not be read, such as %s", len(m.Wrong), len(m.Wrong), locale.Err(m.Wrong[0].Err)))
		}
	})
}

// Draw implements collectpane.Host.
func (h collectionHost) Draw(d *model.Document, c gtkx.Canvas, box draw.Rect) {
	h.p.drawEnd(d, c, box.Inset(6))
}

// drawEnd paints the final position of a game.
func (p *Page) drawEnd(d *model.Document, c gtkx.Canvas, box draw.Rect) {
	x := startpage.PictureOf(d)
	x.Theme, x.Pixel = p.Looks.Theme(), 1
	if x.Position != nil {
		x.Win = x.Position.Result().Cells
	}
	x.Draw(c, box)
}

// Fail implements collectpane.Host.
func (h collectionHost) Fail(err error) { h.p.Say(app.Problem, locale.Err(err)) }

// Read implements collectpane.Host.
func (h collectionHost) Read() { h.p.Changed(app.TopicFile) }

// OpenGames lists the games of a file, folder or archive in this tab.
func (p *Page) OpenGames(path string) {
	p.gamesPath = path
	p.Changed(app.TopicAll)
	p.Settings.Visit(path)
	p.Session.SaveSettings()
	p.program.KeepTabs()
}

// OpenWith opens a file in this tab, as a document or as a list of games. The game is spec if the
// file does not name it. If spec is nil and several games fit, openWith asks the user.
func (p *Page) OpenWith(path string, spec *rules.Spec, done func(error)) {
	p.Opening = path
	p.Session.File.OpenAs(path, spec, func(err error) {
		var damaged *docfile.Damaged
		switch {
		case errors.As(err, &damaged):
			p.askDamaged(damaged, func(err error) {
				p.Opening = ""
				done(err)
			})
		case errors.Is(err, docfile.ErrMany):
			p.Opening, p.Waiting = "", false
			p.gamesPath, p.gamesSpec = path, spec
			p.Changed(app.TopicAll)
			p.program.KeepTabs()
		case codec.IsUnnamed(err) && spec == nil:
			p.askGame(path, err, done)
		default:
			p.Opening = ""
			done(err)
		}
	})
}

// askDamaged offers to open the readable part of a damaged file. It then reports what was skipped.
func (p *Page) askDamaged(d *docfile.Damaged, done func(error)) {
	gtkx.Offer(p.Win, locale.Err(d.Why),
		locale.T("The file is damaged, but part of it can be opened. The file itself is not changed."),
		locale.T("Open Undamaged Part"), func(open bool) {
			switch {
			case p.Closed:
			case !open:
				p.Say(app.Problem, locale.Err(d.Why))
				done(d)
			default:
				p.Session.File.Salvage(d)
				done(nil)
				var lines []string
				for _, w := range d.What {
					lines = append(lines, locale.Err(w))
				}
				title := locale.T("Parts Left Out")
				v, box := gtkx.OutputText(title)
				b, _ := v.GetBuffer()
				b.SetText(strings.Join(lines, "\n"))
				box.SetSizeRequest(640, 200)
				gtkx.Ask(p.Win, title, box, locale.T("Close"), nil, nil)
			}
		})
}

// askGame determines the game of a file that does not name it. The error err is the result of
// reading the file.
func (p *Page) askGame(path string, err error, done func(error)) {
	give := func(err error) {
		p.Opening = ""
		done(err)
	}
	p.Session.App.Beside(func() { // in the background, since the file is read once for each game
		var list []document.Fit
		data, failed := document.Read(context.Background(), path)
		if failed == nil {
			list = p.Session.App.Documents.Fits(context.Background(), path, data, codec.Options{})
		}
		gtkx.Idle(func() {
			switch {
			case p.Closed:
			case len(list) == 0:
				p.Say(app.Problem, locale.Err(err))
				give(err)
			case len(list) == 1:
				p.OpenWith(path, &list[0].Spec, done)
			default:
				p.chooseGame(list, locale.T("%s does not name its game.", locale.FileName(path)), locale.T("Open"), func(g *document.Fit) {
					if g == nil {
						give(context.Canceled)
						return
					}
					p.OpenWith(path, &g.Spec, done)
				})
			}
		})
	})
}

// Source returns the file shown in the tab, or "".
func (p *Page) Source() string {
	return cmp.Or(p.gamesPath, p.Session.File.Source())
}

// HoldsGames reports whether path is a folder or an archive.
func HoldsGames(path string) bool {
	if collection.Archive(path) {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// openFolder asks for a folder and lists its games.
func (p *Page) openFolder() {
	o := gtkx.FileDialog{Action: gtk.FILE_CHOOSER_ACTION_SELECT_FOLDER, Folder: p.Settings.LastFolder}
	o.Title, o.Accept = locale.T(command.All[command.OpenFolder].Title), locale.T("Open")
	gtkx.PickFile(p.Win, o, func(path string) { p.Window.Room().OpenGames(path) })
}
