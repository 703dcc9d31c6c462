package analysis

import (
	"boardstudio/analysis"
	"boardstudio/rules"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// Learn starts an exercise: the user finds better moves than a player's mistakes in the current
// line. It asks which player.
func (p *Pane) Learn() { p.s.Study.Report(p.s.View.Node(), p.learn) }

func (p *Pane) learn(r analysis.Report) {
	var choices []gtkx.Choice
	all := 0
	choose := func(title string, of rules.Player, n int) {
		choices = append(choices, gtkx.Choice{
			Title: title, Detail: locale.N("%d mistake", "%d mistakes", n, n), Off: n == 0,
			Run: func() { p.s.Guess.Learn(r, of) },
		})
	}
	players := 0
	for seat := range r.Sides {
		of := rules.Player(seat)
		n := len(r.Mistakes(analysis.Marking{}, of))
		if n > 0 {
			players++
		}
		all += n
		choose(p.s.View.Name(of), of, n)
	}
	if players < 2 {
		p.s.Guess.Learn(r, rules.NoPlayer)
		return
	}
	choose(locale.T("All players"), rules.NoPlayer, all)
	p.host.Choose(locale.T("Learn from Mistakes"), locale.T("Whose mistakes do you want to correct? Find a better move for each of them."), choices)
}
