package analysis

import (
	"time"

	"boardstudio/studio/app"

	"github.com/gotk3/gotk3/gtk"
	"github.com/gotk3/gotk3/pango"

	"boardstudio/io/pdf"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// Host is the window that contains the pane.
type Host struct {
	Lists *gtkx.Lists
	// Ask shows a dialog, like gtkx.Ask.
	Ask func(title string, child gtk.IWidget, accept string, done func() bool) *gtk.Dialog
	// Choose asks a question, with a button for each choice.
	Choose func(title, text string, choices []gtkx.Choice)
	// Bind connects a button to a command.
	Bind func(*gtk.Button, command.ID)
	// Save asks for a file, suggesting a name, and writes data to it. If err is not nil, it shows
	// the error instead.
	Save func(parent *gtk.Window, title, name string, data []byte, err error)
	// Print prints pages. Paper returns the paper size.
	Print func(parent *gtk.Window, pages []pdf.Page)
	Paper func() pdf.Paper
	// File returns the name of the document.
	File func() string
	// Dark reports whether the theme is dark.
	Dark func() bool
	// Idle reports whether a window may open without a request: the document is in front and the
	// user is not typing.
	Idle func() bool
	// Pausable returns the running analysis, or nil.
	Pausable func() *jobs.Job
}

// Pane starts analyses of a document and shows their results. Its box, below the board, shows the
// analysis that is running, paused or unfinished.
type Pane struct {
	Box *gtk.Box

	s      *app.Session
	host   Host
	choice choice

	text, left  *gtk.Label
	bar         *gtk.ProgressBar
	turn, leave *gtk.Button // pauses or resumes; cancels
	ticking     bool
	gone        bool
	said        string
}

// tick is the interval of progress updates.
const tick = 300 * time.Millisecond

// New returns a pane with the progress of the analysis and its buttons.
func New(s *app.Session, h Host) *Pane {
	p := &Pane{s: s, host: h, Box: gtkx.HBox(10)}
	gtkx.AddClass(p.Box, "message")
	gtkx.AddClass(p.Box, "edge-top")
	p.text, p.left = gtkx.Label(""), gtkx.Styled("hint", "")
	p.text.SetEllipsize(pango.ELLIPSIZE_END)
	gtkx.SetID(p.text, "Analysis")
	gtkx.SetID(p.left, "Time Left")
	p.bar, _ = gtk.ProgressBarNew()
	p.bar.SetVAlign(gtk.ALIGN_CENTER)
	p.bar.SetSizeRequest(120, -1)
	gtkx.SetName(p.bar, locale.T("Progress of the analysis"))
	button := func() *gtk.Button {
		b, _ := gtk.ButtonNew()
		gtkx.AddClass(b, "inline")
		b.SetFocusOnClick(false)
		b.SetVAlign(gtk.ALIGN_CENTER)
		return b
	}
	p.turn, p.leave = button(), button()
	h.Bind(p.turn, command.ToggleAnalysis)
	p.leave.Connect("clicked", func() {
		if j := h.Pausable(); j != nil {
			j.Cancel()
		} else {
			s.Study.Dismiss()
		}
	})
	p.Box.PackStart(p.text, false, true, 0)
	p.Box.PackStart(p.bar, true, true, 0)
	gtkx.Pack(p.Box, p.left, p.turn, p.leave)
	p.Box.Connect("destroy", func() { p.gone = true })
	p.Box.ShowAll()
	p.Box.SetNoShowAll(true)
	p.Changed()
	return p
}

// Toggle pauses or resumes the analysis.
func (p *Pane) Toggle() { p.s.Study.Toggle(p.done) }

// Changed updates the progress bar.
func (p *Pane) Changed() {
	j, u := p.host.Pausable(), p.s.Study.Unfinished()
	p.Box.SetVisible(j != nil || u != nil)
	say := func(text, left, turn, leave string, share float64) {
		p.text.SetText(text)
		p.text.SetTooltipText(text)
		p.left.SetText(left)
		p.left.SetVisible(left != "")
		p.turn.SetLabel(turn)
		p.leave.SetLabel(leave)
		p.bar.SetFraction(share)
	}
	state := ""
	switch {
	case j != nil:
		done, total := j.Progress()
		text, turn, left := locale.T("Analysing: %d of %d positions", done, total), locale.T("Pause"), ""
		state = locale.T("Analysing")
		if d, ok := j.Left(); ok {
			left = leftText(d)
		}
		if j.Paused() {
			text, turn, left = locale.T("The analysis is paused at %d of %d positions", done, total), locale.T("Resume"), ""
			state = text
		}
		say(text, left, turn, locale.T("Cancel"), float64(done)/float64(max(total, 1)))
		if !p.ticking && !j.Paused() {
			p.ticking = true
			gtkx.Loop{}.After(tick, func() {
				if p.ticking = false; !p.gone {
					p.Changed()
				}
			})
		}
	case u != nil:
		state = locale.T("An analysis is unfinished: %d of %d positions", u.Done, u.Positions)
		say(state, "", locale.T("Continue"), locale.T("Dismiss"), float64(u.Done)/float64(max(u.Positions, 1)))
	}
	if state != p.said && state != "" {
		gtkx.Announce(p.text, state)
	}
	p.said = state
}

// leftText describes the time left, rounded.
func leftText(d time.Duration) string {
	switch m := int((d + time.Minute/2) / time.Minute); {
	case m < 1:
		return locale.T("less than a minute left")
	case m < 120:
		return locale.N("about %d minute left", "about %d minutes left", m, m)
	default:
		return locale.N("about %d hour left", "about %d hours left", (m+30)/60, (m+30)/60)
	}
}
