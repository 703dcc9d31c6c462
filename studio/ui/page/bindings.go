package page

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/text/words"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/tutorial"
	"boardstudio/studio/ui/collection"
	"boardstudio/studio/ui/lists"
	"boardstudio/studio/ui/print"
	"boardstudio/text/locale"
)

// Binding connects a command to the function that executes it.
type Binding struct {
	Do   func()
	On   func() bool // state of a toggle command, otherwise nil
	Menu **gtk.Menu  // the menu that the command opens; do is nil
}

// Bindings returns the command bindings of a page. The window and the program add theirs.
func (p *Page) Bindings() [command.Count]Binding {
	s, st := p.Session, p.Settings
	do := func(f func()) Binding { return Binding{Do: f} }
	overlay := func(i int) Binding {
		return Binding{
			Do: func() {
				if name := p.Overlay(i).Name; name != "" {
					st.ToggleOverlay(name)
					p.program.Apply()
				}
			},
			On: func() bool { return st.ShowsOverlay(p.Overlay(i).Name) },
		}
	}
	flag := func(on *bool, then func()) Binding {
		return Binding{Do: func() { *on = !*on; then() }, On: func() bool { return *on }}
	}
	shown := func(hidden *bool) Binding {
		return Binding{Do: func() { *hidden = !*hidden; p.program.Apply() }, On: func() bool { return !*hidden }}
	}
	pick := func(t app.Tool) Binding { return do(func() { s.Pick(t) }) }
	sign := func(g model.Glyph) Binding { return do(func() { s.ToggleGlyph(g) }) }
	color := func(i int) Binding { return do(func() { s.SetColor(words.Colors[i].Hex) }) }
	return [command.Count]Binding{
		command.New:          do(p.newGame),
		command.Open:         do(p.open),
		command.OpenFolder:   do(p.openFolder),
		command.Save:         do(func() { p.save(nil) }),
		command.SaveAs:       do(func() { p.saveAs(nil) }),
		command.Versions:     do(p.versions),
		command.TextEncoding: do(p.textEncoding),
		command.Recover:      do(func() { p.Recover(true) }),
		command.PrintBooklet: do(p.print),
		command.MarkGame:     do(p.listed((*collection.Pane).Mark)),
		command.MarkGames:    do(p.listed((*collection.Pane).MarkAll)),
		command.MergeGames:   do(p.listed((*collection.Pane).Merge)),
		command.Grid: do(func() {
			print.Grid(p.Session.App.Games, p.Win, s.View.Rules(), st, writeFile, func(path string) {
				if path != "" {
					p.Say(app.Note, locale.T("Saved %s", path))
				}
				p.Happened(tutorial.GridPrinted)
			}, p.ToBoard)
		}),
		command.Players:     do(p.editPlayers),
		command.Info:        do(p.editInfo),
		command.Scores:      do(p.scores),
		command.Continue:    do(func() { s.Continue() }), // s changes with the document
		command.Pause:       do(func() { s.Pause() }),
		command.Stop:        do(s.Stop),
		command.TakeBack:    do(s.TakeBack),
		command.Hint:        do(s.Advice.Suggest),
		command.Advice:      do(p.askAdvice),
		command.Follow:      do(s.Advice.Follow),
		command.Teacher:     flag(&st.Teacher, p.program.Apply),
		command.ShowBetter:  do(s.Advice.Show),
		command.KeepMove:    do(s.Advice.Keep),
		command.SwitchSides: do(s.SwitchSides),
		command.Pass:        do(s.Pass),
		command.Swap:        do(s.Swap),
		command.Resign:      do(p.resign),
		command.Review:      do(s.Review),

		command.Undo:             do(s.Undo),
		command.Redo:             do(s.Redo),
		command.History:          do(func() { lists.History(&p.Lists, s) }),
		command.Cut:              do(func() { s.CutBranch(p.put) }),
		command.Copy:             do(func() { s.CopyBranch(p.put) }),
		command.Paste:            do(p.paste),
		command.PasteNew:         do(p.pasteNew),
		command.CopyPosition:     do(func() { p.copyText(s.Shown().String(), locale.T("The position is in the clipboard")) }),
		command.CopyMoves:        do(func() { p.copyText(s.View.MovesText(), locale.T("The moves are in the clipboard")) }),
		command.CopyPicture:      do(p.copyPicture),
		command.CopyBoard:        do(p.copyBoard),
		command.ExportPicture:    do(p.exportPicture),
		command.ExportPage:       do(p.exportPage),
		command.Find:             do(func() { p.find(false) }),
		command.FindNext:         do(func() { p.findMove(s.Search.Next) }),
		command.FindPrevious:     do(func() { p.findMove(s.Search.Prev) }),
		command.FindFolder:       do(func() { p.find(true) }),
		command.Equal:            do(func() { lists.Transpositions(&p.Lists, s, p.aside) }),
		command.NextEqual:        do(s.Search.NextTransposition),
		command.CopyContinuation: do(s.CopyContinuations),

		command.Main:            do(s.MakeMain),
		command.Promote:         do(s.Promote),
		command.Demote:          do(s.Demote),
		command.VariationUp:     do(s.MoveUp),
		command.VariationDown:   do(s.MoveDown),
		command.VariationFirst:  do(s.MoveFirst),
		command.VariationLast:   do(s.MoveLast),
		command.Correct:         do(s.Correct),
		command.InsertMove:      do(s.InsertBefore),
		command.TakeOut:         do(s.TakeOut),
		command.Setup:           do(s.StartSetup),
		command.NextIllegal:     do(s.NextIllegal),
		command.PreviousIllegal: do(s.PrevIllegal),
		command.Repair:          do(p.repair),
		command.CutIllegal:      do(s.CutIllegal),
		command.Delete:          do(s.DeleteBranch),
		command.DeleteOthers:    do(s.DeleteOthers),
		command.DeleteAfter:     do(s.DeleteAfter),
		command.DeleteBefore:    do(s.DeleteBefore),
		command.Flatten:         do(s.Flatten),
		command.Duplicate:       do(s.Duplicate),
		command.MergeDuplicates: do(s.MergeDuplicates),
		command.MergeFile:       do(p.mergeFile),
		command.Extract:         do(p.extract),
		command.FindPuzzles:     do(p.findPuzzles),

		command.Back:              do(s.Back),
		command.Forward:           do(s.Forward),
		command.Home:              do(s.Home),
		command.End:               do(s.End),
		command.PreviousVariation: do(s.PrevSibling),
		command.NextVariation:     do(s.NextSibling),
		command.PreviousFork:      do(s.PrevFork),
		command.NextFork:          do(s.NextFork),
		command.Replay:            do(s.Replay.Toggle),
		command.Slower:            do(func() { s.Replay.Scale(1.5) }),
		command.Faster:            do(func() { s.Replay.Scale(1 / 1.5) }),
		command.Guess:             do(func() { p.guess.Toggle() }),
		command.GuessHint:         do(s.Guess.Hint),
		command.GuessShow:         do(s.Guess.Show),
		command.NextPuzzle:        do(s.Guess.Next),
		command.Learn: do(func() {
			if s.Guessing() {
				p.guess.End()
			} else {
				p.study.Learn()
			}
		}),

		command.Comment:          do(p.reveal(func() { p.Notes.Focus() })),
		command.Name:             do(p.reveal(func() { p.Notes.FocusName() })),
		command.Bookmark:         {Do: s.ToggleBookmark, On: func() bool { return s.View.Node().Bookmarked() }},
		command.NextBookmark:     do(s.NextBookmark),
		command.PreviousBookmark: do(s.PrevBookmark),
		command.Bookmarks:        do(func() { lists.Bookmarks(&p.Lists, s) }),
		command.VeryGood:         sign("!!"),
		command.Good:             sign("!"),
		command.Interesting:      sign("!?"),
		command.Doubtful:         sign("?!"),
		command.Bad:              sign("?"),
		command.VeryBad:          sign("??"),
		command.Even:             sign(model.GlyphEven),
		command.Unclear:          sign(model.GlyphUnclear),
		command.Better:           do(p.reveal(func() { p.Notes.PositionMenu() })),
		command.MarkCircle:       pick(app.ToolCircle),
		command.MarkCross:        pick(app.ToolCross),
		command.MarkSquare:       pick(app.ToolSquare),
		command.MarkTriangle:     pick(app.ToolTriangle),
		command.MarkLetter:       pick(app.ToolLetter),
		command.MarkNumber:       pick(app.ToolNumber),
		command.MarkText:         pick(app.ToolText),
		command.MarkArrow:        pick(app.ToolArrow),
		command.MarkLine:         pick(app.ToolLine),
		command.MarkErase:        pick(app.ToolErase),
		command.ColorRed:         color(0),
		command.ColorOrange:      color(1),
		command.ColorYellow:      color(2),
		command.ColorGreen:       color(3),
		command.ColorBlue:        color(4),
		command.ColorPurple:      color(5),
		command.ColorNone:        do(func() { s.SetColor("") }),
		command.NumberHere:       do(s.ToggleNumber),
		command.Numbers:          do(s.CycleNumbers),

		command.ShowEngines:      flag(&st.ShowEngines, p.program.Apply),
		command.Think:            do(p.Engines.Toggle),
		command.Pin:              do(func() { p.Engines.Runner.Pin() }),
		command.Engines:          do(p.chooseEngines),
		command.EngineLines:      do(p.Engines.toLines),
		command.ShowValues:       flag(&st.ShowValues, p.program.Apply),
		command.ShowBar:          flag(&st.ShowBar, p.program.Apply),
		command.ShowGraph:        flag(&st.ShowGraph, p.program.Apply),
		command.Analyse:          do(func() { p.study.Analyse() }),
		command.ToggleAnalysis:   do(func() { p.study.Toggle() }),
		command.Report:           do(func() { p.study.Report() }),
		command.NextMistake:      do(func() { p.mistake(false) }),
		command.PreviousMistake:  do(func() { p.mistake(true) }),
		command.ClearEvaluations: do(p.clearEvaluations),

		command.Legal: {
			Do: func() { st.ToggleLegal(s.View.Rules().Board().ShowLegal); p.program.Apply() },
			On: func() bool { return st.ShowsLegal(s.View.Rules().Board().ShowLegal) },
		},
		command.Overlay1:    overlay(0),
		command.Overlay2:    overlay(1),
		command.Overlay3:    overlay(2),
		command.Coordinates: flag(&st.Coordinates, p.program.Apply),
		command.Sounds:      flag(&st.Sounds, p.program.Apply),
		command.Rotate:      do(func() { p.lay((*rules.Board).Rotated) }),
		command.Mirror:      do(func() { p.lay((*rules.Board).Mirrored) }),
		command.OneBelow:    flag(&st.OneBelow, p.program.Apply),
		command.ZoomIn:      do(func() { p.zoom(1) }),
		command.ZoomOut:     do(func() { p.zoom(-1) }),
		command.ZoomFit:     do(func() { p.zoom(0) }),
		command.ShowTree:    shown(&st.HideTree),
		command.ShowMoves:   shown(&st.HideMoves),
		command.ShowComment: shown(&st.HideComment),
		command.TreeAcross:  flag(&st.TreeAcross, p.program.Apply),
		command.MainOnly:    flag(&st.MainOnly, p.program.Apply),
		command.Fold:        do(s.Fold),
		command.Unfold:      do(func() { s.Unfold(s.View.Node()) }),
		command.UnfoldAll:   do(s.UnfoldAll),
		command.FoldOthers:  do(s.FoldOthers),

		command.Help:       do(p.help),
		command.Rules:      do(p.rules),
		command.FirstSteps: do(func() { p.HelpAt(startHelp, p.Win, p.ToBoard) }),
		command.Tutorial:   do(p.showLessons),
	}
}
