package bars

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/guess"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Guess is the bar below the board in guess mode.
type Guess struct {
	Box *gtk.Box

	s            *app.Session
	w            GuessHost
	status       *gtk.Label
	score        *gtk.Label
	seat         *gtk.ComboBoxText
	tries        *gtk.SpinButton
	hint         *gtk.Button
	reveal       *gtk.Button
	triesOf      *gtk.Label
	next         *gtk.Button // to the next puzzle
	filling      bool
	summaryShown bool // the summary of this game was shown
}

// GuessHost is the window that contains the bar.
type GuessHost struct {
	Run func(command.ID)
	Tip func(gtk.IWidget, command.ID) // sets the tooltip of a widget to the title and the key of a command
	// Ask shows a dialog, like gtkx.Ask.
	Ask func(title string, child gtk.IWidget, accept string, done func() bool) *gtk.Dialog
}

// NewGuess returns the bar of a session.
func NewGuess(s *app.Session, w GuessHost) *Guess {
	b := &Guess{s: s, w: w, Box: gtkx.VBox(0)}
	gtkx.AddClass(b.Box, "edge-top")
	b.status = gtkx.Wrapped("", 90)
	gtkx.AddClass(b.status, "status")
	gtkx.SetID(b.status, "Guess")
	b.Box.PackStart(b.status, false, false, 0)
	bar := gtkx.HBox(8)
	gtkx.Margins(bar, 10, 6)
	button := func(title msg.Key, id command.ID, do func()) *gtk.Button {
		x, _ := gtk.ButtonNewWithMnemonic(locale.T(title))
		x.SetFocusOnClick(false)
		x.Connect("clicked", do)
		w.Tip(x, id)
		bar.PackStart(x, false, false, 0)
		return x
	}
	b.hint = button("H_int", command.GuessHint, func() { w.Run(command.GuessHint) })
	b.reveal = button("_Show", command.GuessShow, func() { w.Run(command.GuessShow) })
	b.next = button("_Next Puzzle", command.NextPuzzle, func() { w.Run(command.NextPuzzle) })
	b.next.SetNoShowAll(true)
	button("E_nd", command.Guess, b.End)
	b.score = gtkx.Label("")
	b.score.SetEllipsize(3)
	gtkx.SetID(b.score, "Score")
	bar.PackStart(b.score, true, true, 6)
	b.seat = gtkx.Combo(locale.T("Whose moves"), nil, 0, func(i int) {
		if !b.filling && i >= 0 {
			s.Guess.SetSeat(rules.Player(i - 1))
		}
	})
	b.seat.SetTooltipText(locale.T("The player whose moves you guess; other moves are played automatically"))
	bar.PackStart(b.seat, false, false, 0)
	b.tries = gtkx.Spin(locale.T("Tries"), guess.MinTries, guess.MaxTries, guess.MinTries, func(n int) {
		if !b.filling {
			s.Guess.SetTries(n)
		}
	})
	b.tries.SetWidthChars(2)
	b.tries.SetTooltipText(locale.T("Number of tries before the move is shown"))
	tries, _ := gtk.LabelNewWithMnemonic(locale.T("T_ries"))
	tries.SetMnemonicWidget(b.tries)
	b.triesOf = tries
	gtkx.Pack(bar, tries, b.tries)
	b.Box.PackStart(bar, false, false, 0)
	return b
}

// Begin fills in the players and the number of tries.
func (b *Guess) Begin() {
	b.filling = true
	defer func() { b.filling = false }()
	s := b.s
	b.summaryShown = false
	b.seat.RemoveAll()
	b.seat.AppendText(locale.T("All players"))
	for i := range s.View.Rules().Players() {
		b.seat.AppendText(s.View.Name(rules.Player(i)))
	}
	b.seat.SetActive(int(s.Guess.Seat()) + 1)
	b.tries.SetValue(float64(s.Guess.Tries()))
}

// Changed updates the status, the score and the buttons.
func (b *Guess) Changed(app.Topic) {
	s := b.s
	if !s.Guessing() {
		return
	}
	if text, _ := b.status.GetText(); text != s.Status() {
		b.status.SetText(s.Status())
		gtkx.Announce(b.status, s.Status())
	}
	score := s.Guess.Score()
	b.score.SetText(scoreLine(score))
	texts := strings.Join(scoreTexts(score), "\n")
	gtkx.Describe(b.score, texts)
	b.score.SetTooltipText(texts)
	over := s.Guess.Over()
	b.next.SetVisible(s.Guess.HasNext())
	learning, solved := s.Guess.Learning(), s.Guess.Solved()
	show, next := locale.T("_Show"), locale.T("_Next Puzzle")
	if learning {
		if show, next = locale.T("_View Solution"), locale.T("S_kip"); solved {
			next = locale.T("_Next")
		}
	}
	b.reveal.SetLabel(show)
	b.next.SetLabel(next)
	b.hint.SetSensitive(!over && !solved)
	b.reveal.SetSensitive(!over && !solved)
	b.tries.SetVisible(!learning) // unlimited while learning
	b.triesOf.SetVisible(!learning)
	gtkx.SetClass(b.next, "suggested-action", over || solved)
	b.seat.SetVisible(!s.Guess.InPuzzle()) // the seat of a puzzle is the winning side
	if over && !s.Guess.HasNext() && !b.summaryShown {
		b.summaryShown = true
		gtkx.Idle(b.End)
	}
}

// Toggle starts or ends guess mode.
func (b *Guess) Toggle() {
	if b.s.Guessing() {
		b.End()
	} else {
		b.s.Guess.Start()
	}
}

// End leaves guess mode and shows a summary, unless no move was asked for.
func (b *Guess) End() {
	if !b.s.Guessing() {
		return
	}
	score := b.s.Guess.Score()
	b.s.Guess.End()
	if score.Asked()+score.Skipped == 0 {
		return
	}
	box := gtkx.VBox(12)
	head := gtkx.Styled("big", fmt.Sprintf("%d %%", score.Percent()))
	head.SetXAlign(.5)
	gtkx.SetName(head, locale.T("Score"))
	box.PackStart(head, false, false, 0)
	rows := scoreRows(score)
	titles := make([]string, len(rows))
	for i, r := range rows {
		titles[i] = r.title
	}
	box.PackStart(gtkx.Counts(titles, func(i int) string { return strconv.Itoa(rows[i].n) }), false, false, 0)
	box.SetSizeRequest(320, -1)
	b.w.Ask(locale.T("Your result"), box, locale.T("Close"), nil)
}

type scoreRow struct {
	title string
	n     int
}

// scoreRows returns the counts of a score. Rows with 0 are omitted, except the first.
func scoreRows(g guess.Score) []scoreRow {
	titles := []string{
		locale.T("Found at once"), locale.T("Found at the second try"), locale.T("Found at the third try"),
		locale.T("Found at the fourth try"), locale.T("Found at the fifth try"),
	}
	var list []scoreRow
	for i, n := range g.At {
		list = append(list, scoreRow{titles[i], n})
	}
	list = append(list, scoreRow{locale.T("Another variation of the file"), g.InFile}, scoreRow{locale.T("Shown"), g.Shown}, scoreRow{locale.T("Hints taken"), g.Hints}, scoreRow{locale.T("Skipped"), g.Skipped})
	return slices.DeleteFunc(list, func(r scoreRow) bool { return r.n == 0 && r.title != titles[0] })
}

func scoreTexts(g guess.Score) []string {
	var list []string
	for _, r := range scoreRows(g) {
		list = append(list, fmt.Sprintf("%s: %d", r.title, r.n))
	}
	return list
}

// scoreLine returns a short description of a score: the percentage and the number of moves by
// category, or "" if no move was asked.
func scoreLine(g guess.Score) string {
	if g.Asked() == 0 {
		return ""
	}
	text := fmt.Sprintf("%d %%", g.Percent())
	tries := []msg.Key{"at the first try: %d", "at the second try: %d", "at the third try: %d", "at the fourth try: %d", "at the fifth try: %d"}
	for i, n := range g.At {
		if n > 0 {
			text += "  ·  " + locale.T(tries[i], n)
		}
	}
	if g.InFile > 0 {
		text += "  ·  " + locale.T("another variation: %d", g.InFile)
	}
	if g.Shown > 0 {
		text += "  ·  " + locale.T("shown: %d", g.Shown)
	}
	return text
}
