// Package collection implements the game list: the games of files, folders and archives, with a
// picture of the selected game.
package collection

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/collection"
	"boardstudio/document"
	"boardstudio/draw"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/publish/booklet"
	"boardstudio/rules"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Host is the window that contains the list.
type Host interface {
	// Show opens a game in a new tab. The member m identifies the game in a file of several games.
	// It is nil if the game cannot be saved there.
	Show(d *model.Document, m *document.Member)
	// Open opens a file that contains one game. See New for spec.
	Open(path string, spec *rules.Spec)
	// Print asks for the layout of games and prints them.
	Print(docs []*model.Document)
	// Merged shows a merged tree of games.
	Merged(m collection.Merged)
	// Draw paints the final position of a game.
	Draw(d *model.Document, c gtkx.Canvas, box draw.Rect)
	// Tip sets the tooltip of a widget to the title and the key of a command.
	Tip(w gtk.IWidget, id command.ID)
	// Charset asks for the charset of the texts, see Pane.ReadIn.
	Charset()
	// Fail shows an error.
	Fail(err error)
	// Read is called when the list has been read.
	Read()
}

// mostTabs is the largest number of games opened at once.
const mostTabs = 20

// Pane is a list of games.
type Pane struct {
	Box *gtk.Box

	games     rules.Catalog
	documents *document.Library
	host      Host
	jobs      *jobs.Runner
	path      string
	spec      *rules.Spec
	list      *collection.List // nil until it has been read
	wrong     []string         // read errors and warnings
	skipped   int              // number of files that are not game records
	charset   string           // in which the texts are read, "" for that which each file names or that is guessed
	guessed   string           // the guessed charset, or ""
	doubt     string           // the file whose charset was guessed

	sorted []int // all rows, in display order
	shown  []int // rows that match the filter
	marked map[int]bool
	column collection.Column
	down   bool

	find     *gtk.Entry
	sort     *gtk.ComboBoxText
	turn     *gtk.ToggleButton
	rows     *gtkx.LongList
	picture  *gtk.DrawingArea
	about    *gtk.Label
	count    *gtk.Label
	problems *gtk.Label
	change   *gtk.Button // chooses the charset
	open     *gtk.Button
	merge    *gtk.Button
	print    *gtk.Button
	preview  *model.Document
	previewd int // row of preview, or -1
	asked    int // row being read for the preview, or -1
}

// New returns a list of the games in a file, folder or archive and reads it in the background with
// documents. games has the titles shown for the games. Records that do not name their game are read
// with the rules of spec. If spec is nil, they are rejected.
func New(games rules.Catalog, documents *document.Library, path string, spec *rules.Spec, r *jobs.Runner, host Host) *Pane {
	p := &Pane{games: games, documents: documents, host: host, jobs: r, path: path, spec: spec, marked: map[int]bool{}, column: collection.Place, previewd: -1, asked: -1}
	p.build()
	p.read()
	return p
}

// Title returns the title of the list.
func (p *Pane) Title() string { return locale.FileName(p.path) }

func (p *Pane) build() {
	p.Box = gtkx.VBox(8)
	gtkx.Margins(p.Box, 12, 10)
	gtkx.SetName(p.Box, locale.T("Collection"))
	head := gtkx.HBox(8)
	p.find, _ = gtk.EntryNew()
	p.find.SetPlaceholderText(locale.T("Players, event, date, result…"))
	p.find.SetIconFromIconName(gtk.ENTRY_ICON_PRIMARY, "edit-find-symbolic")
	gtkx.SetName(p.find, locale.T("Search"))
	p.find.Connect("changed", p.filter)
	head.PackStart(p.find, true, true, 0)
	by := gtkx.Label(locale.T("Sort by"))
	head.PackStart(by, false, false, 0)
	p.sort, _ = gtk.ComboBoxTextNew()
	gtkx.SetName(p.sort, locale.T("Sort by"))
	for c := range collection.Columns {
		p.sort.AppendText(locale.T(c.Title()))
	}
	p.sort.SetActive(int(p.column))
	p.sort.Connect("changed", func() { p.order(collection.Column(p.sort.GetActive()), p.down) })
	head.PackStart(p.sort, false, false, 0)
	p.turn, _ = gtk.ToggleButtonNew()
	if icon, err := gtk.ImageNewFromIconName("view-sort-descending-symbolic", gtk.ICON_SIZE_BUTTON); err == nil {
		p.turn.SetImage(icon)
	}
	p.turn.SetTooltipText(locale.T("From the last to the first"))
	gtkx.SetName(p.turn, locale.T("From the last to the first"))
	p.turn.Connect("toggled", func() { p.order(p.column, p.turn.GetActive()) })
	head.PackStart(p.turn, false, false, 0)
	p.Box.PackStart(head, false, false, 0)

	columns := []gtkx.Column{{Title: "", Width: 28}}
	for c := range collection.Columns {
		x := gtkx.Column{Title: locale.T(c.Title()), Sorts: true}
		switch c {
		case collection.Players:
			x.Width, x.Wide = 220, true
		case collection.Event:
			x.Width, x.Wide = 130, true
		case collection.Plies:
			x.Width, x.Right = 60, true
		case collection.Date:
			x.Width = 105
		case collection.Result:
			x.Width = 75
		case collection.Game:
			x.Width = 110
		case collection.Place:
			x.Width = 120
		}
		columns = append(columns, x)
	}
	p.rows = gtkx.NewLongList(locale.T("Games"), columns)
	p.rows.Activated = p.openGames
	p.rows.Told = p.chosen
	p.rows.Titled = func(i int) {
		if c := collection.Column(i - 1); c == p.column {
			p.turn.SetActive(!p.down)
		} else if c >= 0 {
			p.sort.SetActive(int(c))
		}
	}

	p.picture = gtkx.Preview(240, 240, func(c gtkx.Canvas, box draw.Rect) {
		if p.preview != nil {
			p.host.Draw(p.preview, c, box)
		}
	})
	p.about = gtkx.Wrapped("", 28)
	side := gtkx.VBox(8)
	side.PackStart(p.picture, false, false, 0)
	side.PackStart(p.about, false, false, 0)
	p.open = gtkx.Button(locale.T("Open"), p.openGames)
	p.open.SetTooltipText("Enter")
	mark := gtkx.Button(locale.T("Mark"), p.Mark)
	p.host.Tip(mark, command.MarkGame)
	p.merge = gtkx.Button(locale.T("Merge"), p.Merge)
	p.host.Tip(p.merge, command.MergeGames)
	p.print = gtkx.Button(locale.T("Print…"), p.Print)
	p.host.Tip(p.print, command.PrintBooklet)
	buttons := gtkx.VBox(6)
	for _, b := range []*gtk.Button{p.open, mark, p.merge, p.print} {
		buttons.PackStart(b, false, false, 0)
	}
	side.PackEnd(buttons, false, false, 0)
	line := gtkx.HBox(12)
	line.PackStart(p.rows.Box, true, true, 0)
	line.PackStart(side, false, false, 0)
	p.Box.PackStart(line, true, true, 0)

	foot := gtkx.HBox(12)
	p.count = gtkx.Label("")
	p.problems = gtkx.Label("")
	p.problems.SetEllipsize(3)
	gtkx.AddClass(p.problems, "hint")
	foot.PackStart(p.count, false, false, 0)
	foot.PackStart(p.problems, false, true, 0)
	p.change = gtkx.Button(locale.T("Change…"), func() { p.host.Charset() })
	p.change.SetTooltipText(locale.T("Read the texts of these games in another charset"))
	p.change.SetNoShowAll(true)
	foot.PackStart(p.change, false, false, 0)
	p.Box.PackStart(foot, false, false, 0)
	p.Box.ShowAll()
	p.rows.Show(gtkx.Rows{}, -1, locale.T("Reading the games…"))
	p.enable()
}

// read reads the list of games.
func (p *Pane) read() {
	var list *collection.List
	var wrong []string
	var guessed, doubt string
	skipped := 0
	hear := func(path string, err error) {
		wrong = append(wrong, locale.Err(err))
		if name, ok := codec.CharsetOf([]error{err}); ok && guessed == "" {
			guessed, doubt = name, path
		}
	}
	p.jobs.Do(jobs.Task{
		Kind: jobs.Open, Title: locale.T("Opening %s", p.Title()),
		First: func(ctx context.Context, progress codec.Progress) (err error) {
			list, err = collection.Read(ctx, []string{p.path}, collection.Options{
				Documents: p.documents,
				Spec:      p.spec, Charset: p.charset, Progress: progress, Failed: hear, Warned: hear,
				Skipped: func(string) { skipped++ },
			})
			return err
		},
		Then: func(err error) {
			switch {
			case errors.Is(err, context.Canceled):
				p.rows.SayEmpty(locale.T("The games could not be read"))
				return
			case err != nil:
				p.rows.SayEmpty(locale.Err(err))
				return
			}
			p.list, p.wrong, p.skipped = list, wrong, skipped
			if guessed != "" && p.charset == "" {
				p.guessed, p.doubt = guessed, doubt
			}
			p.marked, p.preview, p.previewd, p.asked = map[int]bool{}, nil, -1, -1
			p.change.SetVisible(p.guessed != "")
			p.sorted = list.All()
			p.showProblems()
			p.filter()
			p.host.Read()
		},
	})
}

// Conditions returns the conditions of commands that hold in the list.
func (p *Pane) Conditions() command.Condition {
	if _, _, ok := p.Charset(); ok {
		return command.Listed | command.HasCharset
	}
	return command.Listed
}

// Spec returns the game of records that do not name theirs, or nil.
func (p *Pane) Spec() *rules.Spec { return p.spec }

// Charset returns the charset in which the texts are read, and a file or archive with such texts. ok is false if each file
// names its charset.
func (p *Pane) Charset() (name, path string, ok bool) {
	path = p.doubt
	if _, err := os.Stat(path); err != nil { // the file is in an archive
		path = p.path
	}
	return cmp.Or(p.charset, p.guessed), path, p.guessed != ""
}

// ReadIn reads the games again, with their texts in a charset.
func (p *Pane) ReadIn(charset string) {
	p.charset = charset
	p.read()
}

// showProblems shows the read errors.
func (p *Pane) showProblems() {
	if len(p.wrong) == 0 {
		p.problems.SetText("")
		p.problems.SetTooltipText("")
		return
	}
	text := p.wrong[0]
	if n := len(p.wrong) - 1; n > 0 {
		text += " " + locale.N("(and %d more problem)", "(and %d more problems)", n, n)
	}
	p.problems.SetText(text)
	p.problems.SetTooltipText(strings.Join(p.wrong[:min(len(p.wrong), 20)], "\n"))
}

// order sorts the rows by a column.
func (p *Pane) order(c collection.Column, down bool) {
	if c < 0 || c >= collection.Columns {
		return
	}
	p.column, p.down = c, down
	if p.list == nil {
		return
	}
	p.list.Sort(p.sorted, c, down)
	p.filter()
}

// filter shows the rows that match the typed text.
func (p *Pane) filter() {
	if p.list == nil {
		return
	}
	was := p.row()
	text, _ := p.find.GetText()
	p.shown = p.list.Filter(p.sorted, text)
	at := max(slices.Index(p.shown, was), 0)
	p.rows.Show(gtkx.Rows{N: len(p.shown), At: p.cells}, at, locale.T("No matching games"))
	p.showCount()
	p.enable()
}

func (p *Pane) showCount() {
	text := locale.N("%d game", "%d games", len(p.list.Rows), len(p.list.Rows))
	if len(p.shown) < len(p.list.Rows) {
		text = locale.T("%d of %d games", len(p.shown), len(p.list.Rows))
	}
	if p.skipped > 0 {
		text += ", " + locale.N("%d file skipped", "%d files skipped", p.skipped, p.skipped)
	}
	if n := len(p.marked); n > 0 {
		text += ", " + locale.N("%d marked", "%d marked", n, n)
	}
	p.count.SetText(text)
}

func (p *Pane) cells(i int) gtkx.Row {
	at := p.shown[i]
	r := &p.list.Rows[at]
	mark := ""
	if p.marked[at] {
		mark = "✓"
	}
	plies := ""
	if r.Plies >= 0 {
		plies = fmt.Sprint(r.Plies)
	}
	place := locale.FileName(p.list.Files[r.File].Path)
	if r.Line > 0 {
		place += fmt.Sprintf(":%d", r.Line)
	}
	return gtkx.Row{Cells: []string{mark, r.Names(), r.Event, r.Date, r.Result, plies, p.title(r.Game), place}, Bold: mark != ""}
}

// title returns the translated title of a game named in a file.
func (p *Pane) title(name string) string {
	g, preset, ok := p.games.Find(name)
	if !ok {
		return name
	}
	for _, p := range g.Presets {
		if p.Name == preset {
			return locale.T(p.Title)
		}
	}
	return locale.T(g.Title)
}

// row returns the row of the selected game in p.list, or -1 if no game is selected.
func (p *Pane) row() int {
	if p.list == nil || p.rows.At < 0 || p.rows.At >= len(p.shown) {
		return -1
	}
	return p.shown[p.rows.At]
}

// chosen updates the preview and the buttons for the selected game.
func (p *Pane) chosen() {
	gtkx.Describe(p.find, p.rows.Text(locale.T("No matching games")))
	p.enable()
	row := p.row()
	if row < 0 {
		p.preview, p.previewd = nil, -1
		p.about.SetText("")
		p.picture.QueueDraw()
		return
	}
	if row == p.previewd || row == p.asked {
		return
	}
	p.asked = row
	r := &p.list.Rows[row]
	var parts []string
	for _, t := range []string{r.Names(), r.Event, r.Date, r.Result, p.list.Files[r.File].Path} {
		if t != "" {
			parts = append(parts, t)
		}
	}
	p.about.SetText(strings.Join(parts, "\n"))
	p.decode(jobs.Look, []int{row}, func(docs []*model.Document, err error) {
		if p.asked != row {
			return
		}
		p.asked, p.previewd, p.preview = -1, row, nil
		if err != nil {
			p.about.SetText(locale.Err(err))
		} else {
			p.preview = docs[0]
		}
		p.picture.QueueDraw()
	})
}

// decode reads games in the background and calls then() with them. It does not call then() if the job
// is cancelled.
func (p *Pane) decode(kind jobs.Kind, rows []int, then func([]*model.Document, error)) {
	var docs []*model.Document
	p.jobs.Do(jobs.Task{
		Kind: kind, Title: locale.T("Reading the games"),
		First: func(ctx context.Context, progress codec.Progress) error {
			for i, x := range p.list.Docs(ctx, rows) {
				if x.Err != nil {
					return x.Err
				}
				docs = append(docs, x.Doc)
				progress.Report(int64(i+1), int64(len(rows)))
			}
			return ctx.Err()
		},
		Then: func(err error) {
			if errors.Is(err, context.Canceled) {
				p.asked = -1
				return
			}
			then(docs, err)
		},
	})
}

// picked returns the marked games in the order of the list. If no game is marked, it returns the
// selected one.
func (p *Pane) picked() []int {
	if len(p.marked) == 0 {
		if row := p.row(); row >= 0 {
			return []int{row}
		}
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.sorted), func(i int) bool { return !p.marked[i] })
}

// enable updates the labels of the buttons, which count the marked games, and enables those that
// can act.
func (p *Pane) enable() {
	n := len(p.marked)
	p.open.SetLabel(locale.T("Open"))
	p.merge.SetLabel(locale.T("Merge All Shown"))
	if n > 0 {
		p.open.SetLabel(locale.N("Open %d Game", "Open %d Games", n, n))
		p.merge.SetLabel(locale.N("Merge %d Game", "Merge %d Games", n, n))
	}
	p.open.SetSensitive(len(p.picked()) > 0)
	p.merge.SetSensitive(len(p.shown) > 0)
	p.print.SetSensitive(len(p.shown) > 0)
}

// openGames opens the marked games, or the selected one, in tabs.
func (p *Pane) openGames() {
	rows := p.picked()
	switch {
	case len(rows) == 0:
		return
	case len(rows) > mostTabs:
		p.host.Fail(msg.Errorf("cannot open more than %d games at once; merge them into one tree instead", mostTabs))
		return
	}
	read := slices.DeleteFunc(slices.Clone(rows), func(row int) bool { return p.list.SingleGamePath(row) != "" })
	p.decode(jobs.Open, read, func(docs []*model.Document, err error) {
		if err != nil {
			p.host.Fail(err)
			return
		}
		p.marked = map[int]bool{}
		p.filter()
		for _, row := range rows {
			if path := p.list.SingleGamePath(row); path != "" {
				p.host.Open(path, p.spec)
				continue
			}
			p.host.Show(docs[0], p.list.Member(row))
			docs = docs[1:]
		}
	})
}

// several returns the marked games. If no game is marked, it returns all games shown.
func (p *Pane) several() []int {
	if len(p.marked) > 0 {
		return p.picked()
	}
	return slices.Clone(p.shown)
}

// Print prints the marked games, or all games shown if no game is marked.
func (p *Pane) Print() {
	rows := p.several()
	switch {
	case len(rows) == 0:
		return
	case len(rows) > booklet.MaxGames:
		p.host.Fail(msg.Errorf("a booklet can have at most %d games, not %d", booklet.MaxGames, len(rows)))
		return
	}
	p.decode(jobs.Open, rows, func(docs []*model.Document, err error) {
		if err != nil {
			p.host.Fail(err)
			return
		}
		p.host.Print(docs)
	})
}

// Merge merges the marked games into one tree, or all games shown if no game is marked.
func (p *Pane) Merge() {
	rows := p.several()
	if len(rows) == 0 {
		return
	}
	var m collection.Merged
	p.jobs.Do(jobs.Task{
		Kind: jobs.Open, Title: locale.T("Merging games"),
		First: func(ctx context.Context, progress codec.Progress) (err error) {
			m, err = p.list.Merge(ctx, nil, rows, progress)
			return err
		},
		Then: func(err error) {
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				p.host.Fail(err)
			case m.Doc == nil && len(m.Wrong) > 0:
				p.host.Fail(m.Wrong[0].Err)
			case m.Doc != nil:
				p.marked = map[int]bool{}
				p.filter()
				p.host.Merged(m)
			}
		},
	})
}

// Mark marks or unmarks the selected game and selects the next one.
func (p *Pane) Mark() {
	row := p.row()
	if row < 0 {
		return
	}
	if p.marked[row] {
		delete(p.marked, row)
	} else {
		p.marked[row] = true
	}
	p.rows.Key(gtkx.Key{Val: gdk.KEY_Down})
	p.rows.Refill()
	p.showCount()
	p.enable()
}

// MarkAll marks all games shown. If all of them are already marked, it unmarks them.
func (p *Pane) MarkAll() {
	if p.list == nil {
		return
	}
	all := !slices.ContainsFunc(p.shown, func(i int) bool { return !p.marked[i] })
	for _, i := range p.shown {
		if all {
			delete(p.marked, i)
		} else {
			p.marked[i] = true
		}
	}
	p.rows.Refill()
	p.showCount()
	p.enable()
}

// Focus focuses the text field.
func (p *Pane) Focus() { p.find.GrabFocus() }

// Key handles keys of the list. It reports whether it used the key.
func (p *Pane) Key(k gtkx.Key) bool {
	if !p.find.IsFocus() {
		return false
	}
	if k == (gtkx.Key{Val: gdk.KEY_Return}) {
		p.openGames()
		return true
	}
	return p.rows.Key(k)
}
