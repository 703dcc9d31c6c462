package page

import (
	"slices"
	"strings"

	"boardstudio/studio/ui/keys"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/tutorial"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// lessonBar is the bar above a document that shows the current step of a lesson.
type lessonBar struct {
	p                       *Page
	Run                     *tutorial.Run
	own                     *model.Tree // the lesson's initial tree if that is an empty board, otherwise nil
	Box                     *gtk.Box
	step, ticks, text       *gtk.Label
	back, skip, next, close *gtk.Button
}

// StartLesson opens a lesson in a new tab.
func (p *Page) StartLesson(l *tutorial.Lesson) {
	d, at, err := l.Document(p.Session.App.Games)
	if err != nil {
		p.Say(app.Problem, locale.Err(err))
		return
	}
	p = p.Window.Room()
	p.blankTree = nil
	p.Session.Show(d)
	p.Session.Go(at)
	p.teach(tutorial.Begin(l, p.Session, p.Session.File))
	if d.Tree.Len() == 1 {
		p.Lesson.own = d.Tree
	}
	p.ToBoard()
}

// teach shows a lesson above the document, or ends it if r is nil.
func (p *Page) teach(r *tutorial.Run) {
	if p.Lesson != nil {
		p.Lesson.Box.Destroy()
		p.Lesson = nil
	}
	if r != nil {
		if p.TurnStart() { // the lesson depends on the document's widgets
			p.Changed(app.TopicAll)
		}
		p.Lesson = &lessonBar{p: p, Run: r}
		p.Lesson.build()
	}
	p.Window.Changed(p, 0)
}

// Table returns a tab for a new game. A lesson continues there.
func (p *Page) Table() *Page {
	from := p
	if from.Lesson == nil {
		return p.Window.Room()
	}
	r, own := from.Lesson.Run, from.Lesson.own
	from.teach(nil)
	from.blankTree = own // the tab can be reused if it is unchanged
	p = p.Window.Room()
	from.blankTree, p.blankTree = nil, nil
	r.Follow(p.Session, p.Session.File)
	p.teach(r)
	return p
}

// Happened notifies the lesson of an event outside the document.
func (p *Page) Happened(h tutorial.Happening) {
	if p.Lesson != nil {
		p.Lesson.Run.Happened(h)
		p.Lesson.look()
	}
}

// build creates the widgets.
func (b *lessonBar) build() {
	p, l := b.p, b.Run.Lesson
	b.Box = gtkx.VBox(2)
	gtkx.AddClass(b.Box, "lesson")
	head := gtkx.HBox(10)
	title := gtkx.Styled("name", locale.T(l.Title))
	b.step, b.ticks = gtkx.Styled("hint", ""), gtkx.Styled("ticks", "")
	gtkx.SetID(b.step, "Lesson Step")
	gtkx.SetID(b.ticks, "Lesson Ticks")
	gtkx.Pack(head, title, b.step, b.ticks)
	b.text = gtkx.Wrapped("", 140)
	b.text.SetYAlign(0)
	gtkx.SetID(b.text, "Lesson Text")
	gtkx.Pack(b.Box, head, b.text)
	buttons := gtkx.HBox(6)
	head.PackEnd(buttons, false, false, 0)
	button := func(title, name, tip string, do func()) *gtk.Button {
		x, _ := gtk.ButtonNewWithMnemonic(title)
		gtkx.AddClass(x, "inline")
		x.SetFocusOnClick(false)
		x.SetNoShowAll(true)
		x.SetTooltipText(tip)
		gtkx.SetName(x, name)
		x.Connect("clicked", do)
		gtkx.Pack(buttons, x)
		return x
	}
	b.back = button(locale.T("_Back"), locale.T("Back One Step"), locale.T("Go to the previous step"), func() { b.Run.Back(); b.show("") })
	b.skip = button(locale.T("S_kip"), locale.T("Skip This Step"), locale.T("Go to the next step without doing this one"), func() { b.Run.Skip(); b.show("") })
	b.next = button(locale.T("Ne_xt Lesson"), locale.T("Next Lesson"), "", func() {
		p.StartLesson(l.After())
		p.teach(nil)
	})
	gtkx.AddClass(b.next, "suggested-action")
	b.close = button(locale.T("_Close"), locale.T("Close Lesson"), locale.T("The document stays open"), b.end)
	p.Box.PackStart(b.Box, false, false, 0)
	p.Box.ReorderChild(b.Box, 0)
	// A comment counts when the user has finished it, not at its first letter.
	p.Notes.View.Connect("focus-out-event", func() bool {
		gtkx.Idle(func() {
			if p.Lesson == b && !p.Closed {
				b.look()
			}
		})
		return false
	})
	b.Box.ShowAll()
	b.text.SetText("\n") // space for two lines, so the document does not move between steps
	_, lines := b.text.GetPreferredHeight()
	b.text.SetSizeRequest(-1, lines)
	b.show(locale.T(l.Title) + ". ")
}

// look checks whether the current step is done.
func (b *lessonBar) look() {
	if !b.p.Notes.View.HasFocus() && b.Run.Look() {
		b.show(locale.T("Done.") + " ")
	}
}

// show shows the current step. Screen readers read out first, followed by the step.
func (b *lessonBar) show(first string) {
	r, n := b.Run, len(b.Run.Lesson.Steps)
	ticks, done := make([]string, n), 0
	for i := range ticks {
		switch {
		case r.Done(i):
			ticks[i] = "✓"
			done++
		case i == r.At():
			ticks[i] = "●"
		default:
			ticks[i] = "○"
		}
	}
	b.ticks.SetText(strings.Join(ticks, " "))
	told := locale.N("%d step done", "%d steps done", done, done)
	gtkx.Describe(b.ticks, told)
	b.ticks.SetTooltipText(told)
	step, text := locale.T("End of the lesson"), b.Says()
	finished := r.Over() && r.Skipped() == 0
	switch {
	case finished:
		step = locale.T("Lesson finished")
	case !r.Over():
		step = locale.T("Step %d of %d", r.At()+1, n)
	}
	b.step.SetText(step)
	b.text.SetText(text)
	focus := b.back.IsFocus() || b.skip.IsFocus()
	b.back.SetVisible(true)
	b.back.SetSensitive(r.At() > 0)
	b.skip.SetVisible(!r.Over())
	b.next.SetVisible(r.Over() && r.Lesson.After() != nil)
	b.close.SetVisible(true)
	switch {
	case focus && b.next.GetVisible():
		b.next.GrabFocus()
	case focus && r.Over():
		b.close.GrabFocus()
	case focus && r.At() == 0:
		b.skip.GrabFocus()
	}
	gtkx.Announce(b.text, first+step+". "+text)
	b.p.program.LessonChanged()
	if name, st := r.Lesson.Name, b.p.Settings; finished && !st.Lessons[name] {
		if st.Lessons == nil {
			st.Lessons = map[string]bool{}
		}
		st.Lessons[name] = true
		b.p.Session.SaveSettings()
		b.p.Changed(app.TopicFile) // start pages offer the next lesson
	}
}

// Says returns the instruction of the current step, or a text at the end of the lesson.
func (b *lessonBar) Says() string {
	if s := b.Run.Step(); s != nil {
		return s.Say(b.p.Session.App.Games, b.p.Settings.KeysOf, keys.KeyTitle)
	}
	skipped := ""
	if n := b.Run.Skipped(); n > 0 {
		skipped = locale.N("%d step was skipped; press Back to return to it.", "%d steps were skipped; press Back to return to them.", n, n) + " "
	}
	if next := b.Run.Lesson.After(); next != nil {
		return skipped + locale.T("The next lesson is “%s”: %s", locale.T(next.Title), locale.T(next.About))
	}
	return skipped + locale.T("This was the last lesson. The help (%s) covers everything else.", b.p.Keys.Text(command.Help))
}

// changed updates the keys in the instruction.
func (b *lessonBar) changed() {
	if text := b.Says(); text != b.text.GetLabel() {
		b.text.SetText(text)
	}
}

// end ends the lesson. The document stays open.
func (b *lessonBar) end() {
	focus := slices.ContainsFunc([]*gtk.Button{b.back, b.skip, b.next, b.close}, func(x *gtk.Button) bool { return x.IsFocus() })
	b.p.teach(nil)
	b.p.program.LessonChanged()
	if focus {
		b.p.ToBoard()
	}
}

// showLessons lists the lessons. Activating one starts it.
func (p *Page) showLessons() {
	p.Lists.Open(gtkx.ListSpec{
		Title:   locale.T("Tutorial"),
		Hint:    locale.T("Search in the lessons"),
		Columns: []gtkx.Column{{Width: 30}, {Title: locale.T("Lesson"), Width: 140}, {Title: locale.T("Content"), Wide: true, Width: 300}},
		Width:   760, Height: 320,
		Live:  uint(app.TopicFile),
		Empty: locale.T("No matches"),
		Rows: func(typed string) gtkx.Rows {
			next := tutorial.Next(p.Settings.Lessons)
			list, rows := gtkx.Fitting(tutorial.Lessons, typed, func(l *tutorial.Lesson) gtkx.Row {
				tick := ""
				if p.Settings.Lessons[l.Name] {
					tick = "✓"
				}
				return gtkx.Row{Cells: []string{tick, locale.T(l.Title), locale.T(l.About)}, Bold: l == next}
			}, func(l *tutorial.Lesson) { gtkx.Idle(func() { p.StartLesson(l) }) })
			rows.Now = max(slices.Index(list, next), 0)
			return rows
		},
	})
}

// lessonCard returns the card of the start page for the next lesson.
func (s *startPage) lessonCard() card {
	c := card{"tutorial", locale.T("Tutorial"), locale.T("Repeat all lessons"), icon("media-playback-start-symbolic"), func() { s.p.Run(command.Tutorial) }}
	l := tutorial.Next(s.p.Settings.Lessons)
	if l == nil {
		return c
	}
	c.title, c.detail, c.do = locale.T("Next Lesson: %s", locale.T(l.Title)), locale.T(l.About), func() { s.p.StartLesson(l) }
	if l == tutorial.Lessons[0] {
		c.title = locale.T("First Lesson")
	}
	return c
}
