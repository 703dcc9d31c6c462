// Package lists implements windows that list nodes of a document: search results, bookmarks,
// transpositions and the undo history.
package lists

import (
	"cmp"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/find"
	"boardstudio/rules"
	"boardstudio/store/xdg"
	"boardstudio/studio/app"
	appfind "boardstudio/studio/app/find"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// The parts of the board that a search can match.
const (
	anyBoard = iota
	thisBoard
	partOfBoard
)

// Find is the search window. It keeps its query while it is closed.
type Find struct {
	List *gtkx.List // nil while the window is closed

	s     *app.Session
	w     FindHost
	lists *gtkx.Lists

	q                 find.Query // text and annotations
	board             int
	fixed, whole      bool // match the pattern without rotation; match it only at its own place
	swapped, standing bool
	inFolder          bool
	folder            string
	last              *request // last query, to detect changes
	wait              func()   // cancels the pending search of a folder
	choose            *gtk.ToggleButton
	cells, status     *gtk.Label
	bar               *gtk.ProgressBar
	stop              *gtk.Button
	area              *gtk.Revealer
	where             *gtk.ComboBoxText
	folderButton      *gtk.Button
	filling           bool
	none              string // shown if the list is empty
}

// request is a query and the folder searched, or "" for the document.
type request struct {
	find.Query
	folder string
}

// FindHost is the window that contains the search.
type FindHost struct {
	Aside   func(l *gtkx.List, down int) // places a list window next to the board
	Open    func(appfind.Found)          // opens the game of a result and goes to its node
	Reframe func()                       // redraws the frames on the board
}

// NewFind returns a search window with an empty query. It is not shown until Show.
func NewFind(s *app.Session, w FindHost, lists *gtkx.Lists) *Find {
	return &Find{s: s, w: w, lists: lists}
}

// findWidth is the width of the search window, in pixels.
const findWidth = 430

// folderPause is the delay after the last key before a folder is searched.
const folderPause = 500 * time.Millisecond

// Show opens the search window. The folder is searched until the user chooses another.
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
		Empty: locale.T("No matches"),
		Head:  f.head(),
		Foot:  f.foot(),
		Rows:  f.rows,
	})
	f.List.Win.Connect("destroy", func() {
		f.List, f.last = nil, nil
		f.s.Select(false)
		f.s.Search.Finder().Live(false)
		if f.inFolder {
			f.s.Search.Finder().Stop()
		}
		f.w.Reframe()
	})
	f.w.Aside(f.List, 60)
	f.s.Search.Finder().Live(true)
	if f.q.Text != "" {
		f.List.Find.SetText(f.q.Text)
		f.List.Find.SelectRegion(0, -1)
	}
	f.shown()
	if inFolder && f.folder == "" {
		f.pickFolder()
	}
}

// pickFolder asks for the folder to search.
func (f *Find) pickFolder() {
	home, _ := xdg.Home()
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

// query returns the current query.
func (f *Find) query() find.Query {
	q, s := f.q, f.s
	switch f.board {
	case thisBoard:
		at := rules.SetupOf(s.View.Rules(), s.Shown())
		q.Position = &at
	case partOfBoard:
		cells := s.Selection.Pattern()
		if len(cells) > 0 {
			q.Pattern = &find.Pattern{Cells: cells, Turned: !f.fixed, Anywhere: !f.whole, Swapped: f.swapped, Anew: !f.standing}
		}
	}
	return q
}

// look starts a search if the query has changed.
func (f *Find) look() {
	if f.List == nil {
		return
	}
	q := f.query()
	folder := ""
	if f.inFolder {
		folder = f.folder
	}
	now := &request{q, folder}
	if reflect.DeepEqual(now, f.last) {
		f.shown()
		return
	}
	f.last = now
	if f.wait != nil {
		f.wait()
		f.wait = nil
	}
	switch {
	case f.board == partOfBoard && q.Pattern == nil, f.inFolder && folder == "":
		q = find.Query{} // an incomplete query
		f.s.Search.Finder().Look(q, folder, f.s.View.Rules())
	case f.inFolder:
		f.s.Search.Finder().Stop()
		f.wait = gtkx.Loop{}.After(folderPause, func() {
			f.wait = nil
			f.s.Search.Finder().Look(q, folder, f.s.View.Rules())
		})
	default:
		f.s.Search.Finder().Look(q, "", nil)
	}
	f.shown()
}

// rows returns the results found so far for a text.
func (f *Find) rows(text string) gtkx.Rows {
	s := f.s
	if f.List != nil { // during construction, the window still sends the previous text
		f.q.Text = strings.TrimSpace(text)
		f.look()
	}
	x := s.Search.Finder()
	now, ok := x.At(s.View.Node())
	if !ok {
		now = max(now, 0)
	}
	places := x.Places() // another search may start before these rows are requested
	return gtkx.Rows{
		N: len(places), Now: now, None: f.none,
		At: func(i int) gtkx.Row {
			p := places[i]
			move, why := p.Move, p.Why
			if p.Node != nil {
				move = s.View.MoveName(p.Node)
			}
			if p.Err != nil {
				why = locale.Err(p.Err)
			}
			if p.Item != nil {
				file, err := filepath.Rel(x.Folder(), p.Item.File.Path)
				if err != nil {
					file = locale.FileName(p.Item.File.Path)
				}
				if n := p.Item.Number(); n > 0 {
					file = locale.T("%s, game %d", file, n)
				}
				why = strings.Trim(locale.Shown(file)+"  ·  "+why, " ·")
			}
			return gtkx.Row{Cells: []string{strconv.Itoa(p.Ply), move, why}, Bold: p.Node != nil && p.Node == s.View.Node()}
		},
		Do: func(i int) {
			p := places[i]
			if s.GoToFound(p) {
				return
			}
			if p.Item != nil {
				f.w.Open(p)
			}
		},
	}
}

// shown updates the labels around the list.
func (f *Find) shown() {
	if f.List == nil {
		return
	}
	s, x := f.s, f.s.Search.Finder()
	f.filling = true
	f.choose.SetActive(s.Selecting())
	f.filling = false
	f.area.SetRevealChild(f.board == partOfBoard)
	n := len(s.Selection.Cells())
	f.cells.SetText(locale.N("%d cell", "%d cells", n, n))
	f.folderButton.SetVisible(f.inFolder)
	if f.folder != "" {
		f.folderButton.SetLabel(locale.FileName(f.folder))
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
	text, empty := "", locale.T("No matches")
	switch {
	case f.board == partOfBoard && n == 0:
		empty = locale.T("Draw a rectangle on the board, or click cells")
	case !x.Asked() && f.wait == nil:
		empty = locale.T("Type a text, or choose search conditions")
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
	if n := x.Skipped(); n > 0 {
		text += "  ·  " + locale.N("%d file skipped", "%d files skipped", n, n)
	}
	f.status.SetText(text)
	f.none = empty
	f.List.SayEmpty(empty)
}

// Framed returns the cells to frame on the board: the selected cells, or the match of the pattern
// at the current node.
func (f *Find) Framed() []rules.Cell {
	if f.s.Selecting() {
		return f.s.Selection.Cells()
	}
	if f.List == nil || f.board != partOfBoard || f.inFolder {
		return nil
	}
	x := f.s.Search.Finder()
	if i, ok := x.At(f.s.View.Node()); ok {
		return x.Places()[i].Cells
	}
	return nil
}
