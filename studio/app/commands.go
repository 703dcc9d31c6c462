package app

import (
	"boardstudio/rules"
	"boardstudio/studio/app/command"
)

// Conditions returns the conditions that hold now, which determine the available commands. The cost
// is one step for each few hundred nodes.
func (s *Session) Conditions() command.Condition {
	all := command.Shown | command.Printable
	add := func(holds bool, c command.Condition) {
		if holds {
			all |= c
		}
	}
	setup, n := s.Setup(), s.View.node
	add(setup == nil, command.NoSetUp)
	add(s.Editable(), command.Editable)
	add(s.Editable() || s.Guessing() && !s.Jobs.Changing(), command.CanSave) // guessing does not change the document
	_, charset := s.File.Charset()
	add(charset && s.Editable() && setup == nil, command.HasCharset)
	add(n.Parent() != nil, command.HasParent)
	add(n.First() != nil, command.HasChild)
	add(n.Prev() != nil, command.HasPrev)
	add(n.Next() != nil, command.HasNext)
	if settled(s) {
		all |= command.Settled | command.CanLoad
		before, after, below := s.View.Layout().Forks(n)
		add(before, command.ForkBefore)
		add(after, command.ForkAfter)
		add(before || after, command.HasOthers)
		add(before || after || below, command.HasVariations)
	}
	add(setup != nil && setup.Undoable() || s.Editable() && s.View.doc.Tree.UndoLabel() != "", command.Undoable)
	add(setup != nil && setup.Redoable() || s.Editable() && s.View.doc.Tree.RedoLabel() != "", command.Redoable)
	if pos, err := s.View.Position(); err == nil && s.Editable() {
		add(rules.MustPass(pos), command.CanPass)
		add(rules.Legal(pos, rules.Swap), command.CanSwap)
		add(s.View.persons(pos), command.CanResign)
		add(pos.Turn() != rules.NoPlayer, command.CanMove)
		add(s.View.before() != nil, command.CanTakeBack)
	}
	_, suggest := adviceHost{s, s.View}.Place()
	add(suggest, command.CanSuggest)
	a, _ := s.Advice.Now()
	add(a != nil, command.HasAdvice)
	add(s.Advice.Better(), command.HasBetter)
	add(s.Playing() || s.Waiting(), command.Playing)
	add(s.Guessing() || settled(s), command.CanGuess)
	add(s.Guessing(), command.Guessing)
	add(s.Guess.HasNext(), command.HasNextPuzzle)
	add(s.Study.CanToggle(), command.HasAnalysis)
	add(s.Game.thinking != nil || s.Replay.Playing(), command.Busy)
	add(s.File.Path() != "", command.HasFile)
	add(!s.View.Rules().Board().Piles, command.HasStones)
	add(n.Color() != "", command.HasColor)
	own := len(rules.Overlays(s.View.Rules())) - 1 // not counting the legal moves
	add(own > 0, command.HasOverlay1)
	add(own > 1, command.HasOverlay2)
	add(own > 2, command.HasOverlay3)
	return all
}

// settled reports whether commands apply to the current node: no set-up, guessing or correction is
// in progress.
func settled(s *Session) bool { return s.Editable() && s.Correcting() == nil }
