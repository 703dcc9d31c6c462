package scripts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/ai/lua/worker"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// trace runs one call of the script line by line, at the current position.
type trace struct {
	e      *Window
	box    *gtk.Box
	status *gtk.Label
	locals *gtkx.Table
	stack  *gtkx.Table
	log    *gtk.TextBuffer

	tracer *scripts.Tracer // nil unless stepping
	text   string          // text being run
	at     scripts.Stop
	frames []stdlib.Frame
}

func newTrace(e *Window) *trace {
	t := &trace{e: e, box: gtkx.VBox(4)}
	t.status = gtkx.Label(locale.T("F7 runs one call of the script at the position on the board, line by line."))
	gtkx.SetID(t.status, "Stepping")
	gtkx.Margins(t.status, 10, 4)
	t.box.PackStart(t.status, false, false, 0)
	t.locals = gtkx.NewTable(locale.T("Variables"), []gtkx.Column{{Title: locale.T("Variable"), Width: 110}, {Title: locale.T("Value"), Width: 180, Wide: true}}, nil)
	t.stack = gtkx.NewTable(locale.T("Calls"), []gtkx.Column{{Title: locale.T("Function"), Width: 120, Wide: true}, {Title: locale.T("Line"), Width: 50, Right: true}}, func(i int) {
		if i < len(t.frames) {
			e.ed.goTo(t.frames[i].Line)
			e.ed.GrabFocus()
		}
	})
	view, scroll := gtkx.OutputText(locale.T("Log of the call"))
	t.log, _ = view.GetBuffer()
	row := gtkx.HBox(6)
	row.SetHomogeneous(true)
	logged := gtkx.VBox(0)
	head := gtkx.Label(locale.T("Log"))
	gtkx.Margins(head, 10, 3)
	gtkx.AddClass(head, "heading")
	logged.PackStart(head, false, false, 0)
	logged.PackStart(scroll, true, true, 0)
	for _, w := range []gtk.IWidget{t.locals.Box, t.stack.Box, logged} {
		row.PackStart(w, true, true, 0)
	}
	t.box.PackStart(row, true, true, 0)
	return t
}

// paused reports whether the script is stopped at a line.
func (t *trace) paused() bool { return t.tracer != nil && !t.tracer.Busy() && !t.at.Ended }

// begin starts a call that stops at line to, or at its first line if to is 0.
func (t *trace) begin(to int) {
	e := t.e
	t.close(false)
	e.book.SetCurrentPage(1)
	t.log.SetText("")
	e.problem.again()
	if e.host.Session().View.Over() {
		t.log.SetText(locale.T("The game on the board is over: this call is for its last move.") + "\n")
	}
	t.text = e.text.Text()
	call, err := e.call()
	if err != nil {
		e.problem.show(err, "run")
		return
	}
	t.tracer = e.host.Session().Scripts().Trace(call, to, t.stopped)
	t.status.SetText(locale.T("The script is running…"))
}

// call returns a call of the open script.
func (e *Window) call() (scripts.Call, error) {
	return e.host.Session().ScriptCall(e.text.Name()+".lua", e.text.Text(), e.values[e.text.Path()])
}

// next resumes the call, or starts one.
func (t *trace) next(how worker.Step, line int) {
	switch {
	case t.tracer == nil && how == worker.To:
		t.begin(line)
	case t.tracer == nil:
		t.begin(0)
	case !t.tracer.Busy():
		t.e.book.SetCurrentPage(1)
		t.tracer.Next(how, line, t.stopped)
	}
}

func (t *trace) into()  { t.next(worker.Into, 0) }
func (t *trace) over()  { t.next(worker.Over, 0) }
func (t *trace) out()   { t.next(worker.Out, 0) }
func (t *trace) toEnd() { t.next(worker.End, 0) }

func (t *trace) toCursor() {
	t.next(worker.To, t.e.ed.lua.lineAt(t.e.ed.cursor())+1)
}

// stopped shows the state of a stopped script.
func (t *trace) stopped(at scripts.Stop) {
	t.at = at
	t.log.Insert(t.log.GetEndIter(), at.Log)
	var rows [][]string
	for _, v := range slices.Backward(at.Locals) { // newest first
		rows = append(rows, []string{v.Name, v.Value})
	}
	t.locals.Fill(rows)
	rows, t.frames = nil, at.Stack
	for _, f := range at.Stack {
		rows = append(rows, []string{frameName(f), strconv.Itoa(f.Line)})
	}
	t.stack.Fill(rows)
	switch {
	case at.Err != nil:
		t.status.SetText(locale.T("The call ended with an error: %s", locale.Err(at.Err)))
		t.e.problem.show(at.Err, "run")
		t.finish()
	case at.Ended:
		text := locale.T("The call has ended. The answer is %s.", at.Move)
		if a := at.Answer; a.Nodes > 0 {
			text += "  " + locale.T("Evaluation %s, %d positions.", fmt.Sprintf("%+.2f", a.Score), int(a.Nodes))
		}
		t.status.SetText(text)
		t.finish()
	default:
		t.status.SetText(locale.T("Before line %d", at.Line))
		t.e.ed.showStop(at.Line)
		t.e.ed.goTo(at.Line)
	}
	t.e.refresh()
}

func (t *trace) finish() {
	t.tracer = nil
	t.e.ed.showStop(0)
}

// close ends the call. If show is set, it shows that stepping was stopped.
func (t *trace) close(show bool) {
	t.e.profile.cancel()
	if t.tracer == nil {
		return
	}
	t.tracer.Close()
	t.finish()
	t.locals.Fill(nil)
	t.stack.Fill(nil)
	if show {
		t.status.SetText(locale.T("Stepping was stopped."))
	}
}

// profile shows the time spent in each line during one call.
type profile struct {
	e      *Window
	box    *gtk.Box
	status *gtk.Label
	lines  *gtkx.Table
	shown  []script.LineProfile
	stop   func() // cancels the measured call; nil if no call is running
	run    int
}

func newProfile(e *Window) *profile {
	p := &profile{e: e, box: gtkx.VBox(4)}
	p.status = gtkx.Label("")
	gtkx.SetID(p.status, "Profile of the call")
	gtkx.Margins(p.status, 10, 4)
	p.lines = gtkx.NewTable(locale.T("Lines by time"), []gtkx.Column{
		{Title: locale.T("Line"), Width: 60, Right: true},
		{Title: locale.T("Calls"), Width: 90, Right: true},
		{Title: locale.T("Time"), Width: 90, Right: true},
		{Title: locale.T("Share"), Width: 70, Right: true},
		{Title: locale.T("Text"), Width: 200, Wide: true},
	}, func(i int) {
		if i < len(p.shown) {
			e.ed.goTo(p.shown[i].Line)
			e.ed.GrabFocus()
		}
	})
	p.box.PackStart(p.status, false, false, 0)
	p.box.PackStart(p.lines.Box, true, true, 0)
	p.clear()
	return p
}

func (p *profile) clear() {
	p.cancel()
	p.shown = nil
	p.lines.Fill(nil)
	p.status.SetText(locale.T("F9 measures one call of the script at the position on the board: the time and the calls of each line."))
	p.e.ed.ShowShares(nil)
}

// cancel cancels the call being measured.
func (p *profile) cancel() {
	if p.stop != nil {
		p.stop()
		p.stop = nil
		p.run++
	}
}

// runProfile measures one call.
func (e *Window) runProfile() {
	p := e.profile
	e.trace.close(false)
	p.clear()
	e.problem.again()
	p.run++
	run := p.run
	e.book.SetCurrentPage(2)
	p.status.SetText(locale.T("The script is running…"))
	call, err := e.call()
	if err != nil {
		e.problem.show(err, "run")
		return
	}
	p.stop = e.host.Session().Scripts().Profile(call, func(got scripts.Profile) {
		if run == p.run && e.text != nil {
			p.stop = nil
			p.show(got)
			e.refresh()
		}
	})
}

// show lists the lines, the slowest first.
func (p *profile) show(got scripts.Profile) {
	if got.Err != nil {
		p.status.SetText(locale.T("The call ended with an error: %s", locale.Err(got.Err)))
		p.e.problem.show(got.Err, "run")
		return
	}
	var total time.Duration
	for _, l := range got.Lines {
		total += l.Time
	}
	p.shown = slices.Clone(got.Lines)
	slices.SortStableFunc(p.shown, func(a, b script.LineProfile) int { return int(b.Time - a.Time) })
	text := &p.e.ed.lua
	shares := map[int]float64{}
	var rows [][]string
	for _, l := range p.shown {
		share := 0.0
		if total > 0 {
			share = float64(l.Time) / float64(total)
		}
		shares[l.Line] = share
		code := ""
		if l.Line > 0 && l.Line <= text.len() {
			code = strings.TrimSpace(text.line(l.Line - 1))
		}
		rows = append(rows, []string{strconv.Itoa(l.Line), fmt.Sprint(l.Calls), took(l.Time), fmt.Sprintf("%.0f %%", share*100), code})
	}
	p.lines.Fill(rows)
	p.e.ed.ShowShares(shares)
	status := locale.T("%s: the lines of the script took %s; the call, with measuring, took %s", got.Move, took(total), took(got.Took))
	if got.Nodes > 0 {
		status += "  ·  " + locale.T("%d positions", int(got.Nodes))
	}
	if p.e.host.Session().View.Over() {
		status += "  ·  " + locale.T("the last move of the game")
	}
	p.status.SetText(status)
}

// took formats a duration with a suitable unit.
func took(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return fmt.Sprintf("%.1f µs", float64(d)/float64(time.Microsecond))
	case d < time.Second:
		return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%.2f s", d.Seconds())
}
