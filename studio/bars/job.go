package bars

import (
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/jobs"
)

// Job shows at the bottom of the board what goes on in the background, how far
// it is, and a button to cancel it. Work that is done in a moment never shows.
type Job struct {
	Box *gtk.Revealer

	text *gtk.Label
	bar  *gtk.ProgressBar
	now  func() *jobs.Job // the job to show, nil for none
	job  *jobs.Job        // the one that is shown or about to be
}

// When a job begins to show, and how often its progress does.
const (
	jobDelay = 300 * time.Millisecond
	jobTick  = 100 * time.Millisecond
)

// NewJob returns what shows the job that now returns.
func NewJob(now func() *jobs.Job) *Job {
	j := &Job{now: now}
	j.Box, _ = gtk.RevealerNew()
	j.Box.SetTransitionType(gtk.REVEALER_TRANSITION_TYPE_SLIDE_UP)
	j.Box.Connect("destroy", func() { j.job = nil }) // else its progress would be looked at for good
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

// Changed shows another job, after a moment.
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

// tick shows the progress of a job until it ends.
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
