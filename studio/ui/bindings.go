package ui

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

// binding connects a command to the window.
type binding struct {
	do   func()
	on   func() bool // state of a toggle command, otherwise nil
	menu **gtk.Menu  // the menu that the command opens; do is nil
}

// bindings returns the bindings of all commands.
func (p *page) bindings() [command.Count]binding {
	s, st := p.s, p.st
	do := func(f func()) binding { return binding{do: f} }
	overlay := func(i int) binding {
		return binding{
			do: func() {
				if name := p.overlay(i).Name; name != "" {
					st.ToggleOverlay(name)
					p.d.apply()
				}
			},
			on: func() bool { return st.ShowsOverlay(p.overlay(i).Name) },
		}
	}
	flag := func(on *bool, then func()) binding {
		return binding{do: func() { *on = !*on; then() }, on: func() bool { return *on }}
	}
	shown := func(hidden *bool) binding {
		return binding{do: func() { *hidden = !*hidden; p.d.apply() }, on: func() bool { return !*hidden }}
	}
	pick := func(t app.Tool) binding { return do(func() { s.Pick(t) }) }
	sign := func(g model.Glyph) binding { return do(func() { s.ToggleGlyph(g) }) }
	color := func(i int) binding { return do(func() { s.SetColor(words.Colors[i].Hex) }) }
	return [command.Count]binding{
		command.New:          do(p.newGame),
		command.Again:        do(p.again),
		command.NewTab:       do(p.newTab),
		command.NewWindow:    do(p.d.newWindow),
		command.CloseTab:     do(p.closeTab),
		command.ReopenTab:    do(p.reopen),
		command.Lately:       {menu: &p.closedMenu},
		command.Open:         do(p.open),
		command.OpenFolder:   do(p.openFolder),
		command.Recent:       {menu: &p.recent},
		command.Save:         do(func() { p.save(nil) }),
		command.SaveAs:       do(func() { p.saveAs(nil) }),
		command.Versions:     do(p.versions),
		command.TextEncoding: do(p.textEncoding),
		command.Recover:      do(func() { p.recover(true) }),
		command.PrintBooklet: do(p.print),
		command.MarkGame:     do(p.listed((*collection.Pane).Mark)),
		command.MarkGames:    do(p.listed((*collection.Pane).MarkAll)),
		command.MergeGames:   do(p.listed((*collection.Pane).Merge)),
		command.Grid: do(func() {
			print.Grid(p.win, s.View.Rules(), st, writeFile, func(path string) {
				if path != "" {
					p.say(app.Note, locale.T("Saved %s", path))
				}
				p.happened(tutorial.GridPrinted)
			}, p.toBoard)
		}),
		command.Players:     do(p.editPlayers),
		command.Info:        do(p.editInfo),
		command.Scores:      do(p.scores),
		command.Scripts:     do(p.d.scripts.show),
		command.PlayScript:  {menu: &p.scriptMenu},
		command.Tournament:  do(p.d.contests.show),
		command.Continue:    do(func() { s.Continue() }), // s changes with the document
		command.Pause:       do(func() { s.Pause() }),
		command.Stop:        do(s.Stop),
		command.TakeBack:    do(s.TakeBack),
		command.Hint:        do(s.Advice.Suggest),
		command.Advice:      do(p.askAdvice),
		command.Follow:      do(s.Advice.Follow),
		command.Teacher:     flag(&st.Teacher, p.d.apply),
		command.ShowBetter:  do(s.Advice.Show),
		command.KeepMove:    do(s.Advice.Keep),
		command.SwitchSides: do(s.SwitchSides),
		command.Pass:        do(s.Pass),
		command.Swap:        do(s.Swap),
		command.Resign:      do(p.resign),
		command.Review:      do(s.Review),
		command.Quit:        do(p.d.quit),

		command.Undo:             do(s.Undo),
		command.Redo:             do(s.Redo),
		command.History:          do(func() { lists.History(&p.lists, s) }),
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
		command.Equal:            do(func() { lists.Transpositions(&p.lists, s, p.aside) }),
		command.NextEqual:        do(s.Search.NextTransposition),
		command.CopyContinuation: do(s.CopyContinuations),
		command.Preferences:      do(p.d.prefs.show),

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
		command.NextBad:         do(s.NextBad),
		command.PreviousBad:     do(s.PrevBad),
		command.Repair:          do(p.repair),
		command.CutBad:          do(s.CutBad),
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
		command.RunTool:         {menu: &p.toolMenu},

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

		command.Comment:          do(p.reveal(func() { p.notes.Focus() })),
		command.Name:             do(p.reveal(func() { p.notes.FocusName() })),
		command.Bookmark:         {do: s.ToggleBookmark, on: func() bool { return s.View.Node().Bookmarked() }},
		command.NextBookmark:     do(s.NextBookmark),
		command.PreviousBookmark: do(s.PrevBookmark),
		command.Bookmarks:        do(func() { lists.Bookmarks(&p.lists, s) }),
		command.VeryGood:         sign("!!"),
		command.Good:             sign("!"),
		command.Interesting:      sign("!?"),
		command.Doubtful:         sign("?!"),
		command.Bad:              sign("?"),
		command.VeryBad:          sign("??"),
		command.Even:             sign(model.GlyphEven),
		command.Unclear:          sign(model.GlyphUnclear),
		command.Better:           do(p.reveal(func() { p.notes.Judge() })),
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

		command.ShowEngines:      flag(&st.ShowEngines, p.d.apply),
		command.Think:            do(p.engines.toggle),
		command.Pin:              do(func() { p.engines.desk.Pin() }),
		command.Engines:          do(p.chooseEngines),
		command.EngineLines:      do(p.engines.toLines),
		command.ShowValues:       flag(&st.ShowValues, p.d.apply),
		command.ShowBar:          flag(&st.ShowBar, p.d.apply),
		command.ShowGraph:        flag(&st.ShowGraph, p.d.apply),
		command.Analyse:          do(func() { p.study.Analyse() }),
		command.ToggleAnalysis:   do(func() { p.study.Toggle() }),
		command.Report:           do(func() { p.study.Report() }),
		command.NextMistake:      do(func() { p.mistake(false) }),
		command.PreviousMistake:  do(func() { p.mistake(true) }),
		command.ClearEvaluations: do(p.clearEvaluations),
		command.Elsewhere:        do(p.d.externs.show),

		command.Legal: {
			do: func() { st.ToggleLegal(s.View.Rules().Board().ShowLegal); p.d.apply() },
			on: func() bool { return st.ShowsLegal(s.View.Rules().Board().ShowLegal) },
		},
		command.Overlay1:    overlay(0),
		command.Overlay2:    overlay(1),
		command.Overlay3:    overlay(2),
		command.Coordinates: flag(&st.Coordinates, p.d.apply),
		command.Dark:        {do: p.d.darken, on: func() bool { return p.d.shade.Dark }},
		command.Sounds:      flag(&st.Sounds, p.d.apply),
		command.Rotate:      do(func() { p.lay((*rules.Board).Rotated) }),
		command.Mirror:      do(func() { p.lay((*rules.Board).Mirrored) }),
		command.OneBelow:    flag(&st.OneBelow, p.d.apply),
		command.ZoomIn:      do(func() { p.zoom(1) }),
		command.ZoomOut:     do(func() { p.zoom(-1) }),
		command.ZoomFit:     do(func() { p.zoom(0) }),
		command.ShowTree:    shown(&st.HideTree),
		command.ShowMoves:   shown(&st.HideMoves),
		command.ShowComment: shown(&st.HideComment),
		command.TreeAcross:  flag(&st.TreeAcross, p.d.apply),
		command.MainOnly:    flag(&st.MainOnly, p.d.apply),
		command.NextTab:     do(func() { p.turn(1) }),
		command.PreviousTab: do(func() { p.turn(-1) }),
		command.Fullscreen:  flag(&p.full, p.fullscreen),
		command.Fold:        do(s.Fold),
		command.Unfold:      do(func() { s.Unfold(s.View.Node()) }),
		command.UnfoldAll:   do(s.UnfoldAll),
		command.FoldOthers:  do(s.FoldOthers),

		command.Help:       do(p.help),
		command.Rules:      do(p.rules),
		command.FirstSteps: do(func() { p.helpAt(startHelp, p.win, p.toBoard) }),
		command.Tutorial:   do(p.showLessons),
		command.Palette:    do(func() { showPalette(&p.lists, p.keys, p) }),
		command.Keys:       do(func() { showKeys(&p.lists, p.keys, p.runs, p.d.apply) }),
		command.About:      do(p.about),
	}
}
