package bars

import (
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/studio/app"
	"boardstudio/studio/app/jobs"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// Job shows the background job of a window at the bottom of the board: its progress and a button to
// cancel it. A job that ends within jobDelay is never shown.
type Job struct {
	Box *gtk.Revealer

	text *gtk.Label
	bar  *gtk.ProgressBar
	now  func() *jobs.Job // returns the job to show, or nil
	job  *jobs.Job        // job shown now or after jobDelay
}

// The delay before a job is shown, and the interval of progress updates.
const (
	jobDelay = 300 * time.Millisecond
	jobTick  = 100 * time.Millisecond
)

// NewJob returns a widget that shows the job returned by now.
func NewJob(now func() *jobs.Job) *Job {
	j := &Job{now: now}
	j.Box, _ = gtk.RevealerNew()
	j.Box.SetTransitionType(gtk.REVEALER_TRANSITION_TYPE_SLIDE_UP)
	j.Box.Connect("destroy", func() { j.job = nil }) // otherwise its progress would be polled forever
	row := gtkx.HBox(12)
	gtkx.AddClass(row, "job")
	j.text = gtkx.Label("")
	j.text.SetEllipsize(3)
	j.text.SetMaxWidthChars(40)
	j.bar, _ = gtk.ProgressBarNew()
	j.bar.SetVAlign(gtk.ALIGN_CENTER)
	j.bar.SetSizeRequest(180, -1)
	gtkx.SetName(j.bar, locale.T("Progress"))
	cancel := gtkx.Button(locale.T("Cancel"), func() {
		if j.job != nil {
			j.job.Cancel()
		}
	})
	row.PackStart(j.text, true, true, 0)
	gtkx.Pack(row, j.bar, cancel)
	j.Box.Add(row)
	j.Box.SetVAlign(gtk.ALIGN_END)
	j.Box.SetHAlign(gtk.ALIGN_CENTER)
	return j
}

// Changed shows the current job after jobDelay. It hides the widget if no job is running.
func (j *Job) Changed(t app.Topic) {
	if t&app.TopicJob == 0 {
		return
	}
	now := j.now()
	if now == j.job {
		return
	}
	j.job = now
	if now == nil {
		j.Box.SetRevealChild(false)
		return
	}
	j.text.SetText(now.Title)
	gtkx.Loop{}.After(jobDelay, func() { j.tick(now) })
}

// tick updates the progress of a job until it ends.
func (j *Job) tick(of *jobs.Job) {
	if j.job != of {
		return
	}
	if done, total := of.Progress(); total > 0 {
		j.bar.SetFraction(min(float64(done)/float64(total), 1))
	} else {
		j.bar.Pulse()
	}
	j.Box.SetRevealChild(true)
	gtkx.Loop{}.After(jobTick, func() { j.tick(of) })
}
