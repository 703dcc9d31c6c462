// Package listwin has the windows that list places of a document: those that were found, bookmarks, transpositions, and the
// steps of its history.
package listwin

import (
	"cmp"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/find"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/finder"
	"boardstudio/studio/gtkx"
)

// What of the board is looked for.
const (
	anyBoard = iota
	thisBoard
	partOfBoard
)

// Find is what the search window asks for: it is there again when that is opened anew.
type Find struct {
	List *gtkx.List // nil while the window is closed

	s     searched
	w     FindHost
	lists *gtkx.Lists

	q                 find.Query // texts and annotations
	board             int
	fixed, whole      bool // the pattern lies as it is, where it is
	swapped, standing bool
	inFolder          bool
	folder            string
	asked             *asked // what was last looked for, to see whether it is something else now
	wait              func() // ends waiting before a folder is searched
	choose            *gtk.ToggleButton
	cells, status     *gtk.Label
	bar               *gtk.ProgressBar
	stop              *gtk.Button
	area              *gtk.Revealer
	where             *gtk.ComboBoxText
	folderButton      *gtk.Button
	filling           bool
	none              string // why the list is empty
}

// asked is what is looked for, and in which folder, "" for the document.
type asked struct {
	find.Query
	folder string
}

// searched is what is searched in: a session.
type searched interface {
	Finder() *finder.Search
	Selecting() bool
	Select(on bool)
	Selection() *app.Selection
	Rules() rules.Rules
	Node() *model.Node
	Shown() rules.Position
	Name(rules.Player) string
	MoveName(*model.Node) string
	GoToFound(finder.Found) bool
}

// FindHost is the window about the search.
type FindHost struct {
	Aside   func(l *gtkx.List, down int) // puts a list window beside the board
	Open    func(finder.Found)           // opens the file of a place, and shows it there
	Reframe func()                       // draws the cells to frame anew
}

// NewFind returns what nothing is asked for in yet.
func NewFind(s searched, w FindHost, lists *gtkx.Lists) *Find {
	return &Find{s: s, w: w, lists: lists}
}

// findWidth is the width of the search window.
const findWidth = 430

// folderPause is how long nothing must be typed before a folder is searched.
const folderPause = 500 * time.Millisecond

// Show shows the search window; folder is searched until another one is chosen.
func (f *Find) Show(inFolder bool, folder string) {
	if f.List != nil {
		f.List.Win.Present()
		f.List.Find.GrabFocus()
		if inFolder && !f.inFolder {
			f.where.SetActive(1)
		}
		return
	}
	f.inFolder = inFolder
	f.folder = cmp.Or(f.folder, folder)
	title := locale.T("Find")
	f.List = f.lists.Open(gtkx.ListSpec{
		Title: title,
		Hint:  locale.T("Text in comments and names"),
		Columns: []gtkx.Column{
			{Title: locale.T("Move"), Width: 52, Right: true},
			{Width: 64},
			{Title: locale.T("Found"), Wide: true, Width: 200},
		},
		Width: findWidth, Height: 620,
		Live:  uint(app.TopicFind | app.TopicHere | app.TopicTree),
		Stays: true,
		Empty: locale.T("Nothing was found"),
		Head:  f.head(),
		Foot:  f.foot(),
		Rows:  f.rows,
	})
	f.List.Win.Connect("destroy", func() {
		f.List, f.asked = nil, nil
		f.s.Select(false)
		f.s.Finder().Live(false)
		if f.inFolder {
			f.s.Finder().Stop()
		}
		f.w.Reframe()
	})
	f.w.Aside(f.List, 60)
	f.s.Finder().Live(true)
	if f.q.Text != "" {
		f.List.Find.SetText(f.q.Text)
		f.List.Find.SelectRegion(0, -1)
	}
	f.shown()
	if inFolder && f.folder == "" {
		f.pickFolder()
	}
}

// pickFolder asks for the folder to be searched.
func (f *Find) pickFolder() {
	home, _ := os.UserHomeDir()
	gtkx.PickFile(f.List.Win, gtkx.FileDialog{
		Action: gtk.FILE_CHOOSER_ACTION_SELECT_FOLDER, Title: locale.T("Find in a Folder"), Accept: locale.T("Choose"),
		Folder: cmp.Or(f.folder, home),
	}, func(path string) {
		f.folder = path
		f.look()
		if f.List != nil {
			f.List.Find.GrabFocus()
		}
	})
}

// query returns what is asked for now.
func (f *Find) query() find.Query {
	q, s := f.q, f.s
	switch f.board {
	case thisBoard:
		at := rules.SetupOf(s.Rules(), s.Shown())
		q.Position = &at
	case partOfBoard:
		cells := s.Selection().Pattern()
		if len(cells) > 0 {
			q.Pattern = &find.Pattern{Cells: cells, Turned: !f.fixed, Anywhere: !f.whole, Swapped: f.swapped, Anew: !f.standing}
		}
	}
	return q
}

// look begins a search if what is asked for is something else than before.
func (f *Find) look() {
	if f.List == nil {
		return
	}
	q := f.query()
	folder := ""
	if f.inFolder {
		folder = f.folder
	}
	asked := &asked{q, folder}
	if reflect.DeepEqual(asked, f.asked) {
		f.shown()
		return
	}
	f.asked = asked
	if f.wait != nil {
		f.wait()
		f.wait = nil
	}
	switch {
	case f.board == partOfBoard && q.Pattern == nil, f.inFolder && folder == "":
		q = find.Query{} // nothing to look for yet
		f.s.Finder().Look(q, folder, f.s.Rules())
	case f.inFolder:
		f.s.Finder().Stop()
		f.wait = gtkx.Loop{}.After(folderPause, func() {
			f.wait = nil
			f.s.Finder().Look(q, folder, f.s.Rules())
		})
	default:
		f.s.Finder().Look(q, "", nil)
	}
	f.shown()
}

// rows returns the places found for a text, as far as they are known.
func (f *Find) rows(text string) gtkx.Rows {
	s := f.s
	if f.List != nil { // else the window is being made, and the text of last time comes still
		f.q.Text = strings.TrimSpace(text)
		f.look()
	}
	x := s.Finder()
	now, ok := x.At(s.Node())
	if !ok {
		now = max(now, 0)
	}
	places := x.Places() // another search may begin before these rows are asked for
	return gtkx.Rows{
		N: len(places), Now: now, None: f.none,
		At: func(i int) gtkx.Row {
			p := places[i]
			move, why := p.Move, p.Why
			if p.Node != nil {
				move = s.MoveName(p.Node)
			}
			if p.Err != nil {
				why = locale.Err(p.Err)
			}
			if p.Path != "" {
				file, err := filepath.Rel(x.Folder(), p.Path)
				if err != nil {
					file = filepath.Base(p.Path)
				}
				why = strings.Trim(file+"  ·  "+why, " ·")
			}
			return gtkx.Row{Cells: []string{strconv.Itoa(p.Ply), move, why}, Bold: p.Node != nil && p.Node == s.Node()}
		},
		Do: func(i int) {
			p := places[i]
			if s.GoToFound(p) {
				return
			}
			if p.Path != "" {
				f.w.Open(p)
			}
		},
	}
}

// shown brings the texts around the list up to date.
func (f *Find) shown() {
	if f.List == nil {
		return
	}
	s, x := f.s, f.s.Finder()
	f.filling = true
	f.choose.SetActive(s.Selecting())
	f.filling = false
	f.area.SetRevealChild(f.board == partOfBoard)
	n := len(s.Selection().Cells())
	f.cells.SetText(locale.N("%d cell", "%d cells", n, n))
	f.folderButton.SetVisible(f.inFolder)
	if f.folder != "" {
		f.folderButton.SetLabel(filepath.Base(f.folder))
		f.folderButton.SetTooltipText(f.folder)
	} else {
		f.folderButton.SetLabel(locale.T("Choose…"))
	}
	done, total, busy := x.Busy()
	f.bar.SetVisible(busy && total > 0)
	f.stop.SetVisible(busy && total > 0)
	if total > 0 {
		f.bar.SetFraction(float64(done) / float64(total))
	}
	text, empty := "", locale.T("Nothing was found")
	switch {
	case f.board == partOfBoard && n == 0:
		empty = locale.T("Draw a rectangle on the board, or click cells")
	case !x.Asked() && f.wait == nil:
		empty = locale.T("Type a text, or choose what to look for")
	case x.Err() != nil:
		text = locale.Err(x.Err())
	case busy || f.wait != nil:
		text, empty = locale.T("Searching…"), locale.T("Searching…")
	case x.Full():
		text = locale.T("The first %d places", x.Len())
	default:
		text = locale.N("%d place", "%d places", x.Len(), x.Len())
	}
	if u := x.Unread(); len(u) > 0 {
		text += "  ·  " + locale.N("%d file could not be read", "%d files could not be read", len(u), len(u))
		f.status.SetTooltipText(strings.Join(u[:min(len(u), 20)], "\n"))
	} else {
		f.status.SetTooltipText("")
	}
	f.status.SetText(text)
	f.none = empty
	f.List.SayEmpty(empty)
}

// Framed returns the cells to frame on the board: those being chosen, or where the
// pattern lies at the current place.
func (f *Find) Framed() []rules.Cell {
	if f.s.Selecting() {
		return f.s.Selection().Cells()
	}
	if f.List == nil || f.board != partOfBoard || f.inFolder {
		return nil
	}
	x := f.s.Finder()
	if i, ok := x.At(f.s.Node()); ok {
		return x.Places()[i].Cells
	}
	return nil
}
