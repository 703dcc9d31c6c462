package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/player"
	"boardstudio/analysis"
	"boardstudio/internal/uitest"
	"boardstudio/model"
)

// TestAnalyse checks the keys to analyse a game, go to the mistake in the report and undo the
// analysis.
func TestAnalyse(t *testing.T) {
	t.Parallel()
	w := open(t, record(t, []string{"a1", "b1", "b2", "c3", "a3", "c1", "a2"}))
	w.shows("puzzles.studio")
	w.Key("ctrl+alt+j")
	w.Wait("the dialog", func() bool { return w.Has("combo box", "For each position") })
	w.Key("Return")
	w.Wait("the report", func() bool { return w.Has("label", "100\u00a0%") })
	dir := t.TempDir()
	save := func(key, name string, begin string) {
		w.Key(key)
		w.Find("file chooser", "")
		w.Key("ctrl+a")
		w.Type(filepath.Join(dir, name))
		w.Key("Return")
		w.Wait(name, func() bool {
			data, err := os.ReadFile(filepath.Join(dir, name))
			return err == nil && strings.HasPrefix(string(data), begin)
		})
		w.WaitGone("file chooser", "")
	}
	save("alt+j", "report.json", "[\n  {\n    \"file\": \"puzzles.studio\"")
	save("alt+d", "report.pdf", "%PDF-")
	w.Key("Return") // goes to the first mistake
	w.Key("Escape")
	w.WaitText("Comment", "b2 was better: winning chances fell from 50 % to 0 %.")
	w.Key("ctrl+z")
	w.Wait("nothing of it", func() bool {
		return !slices.ContainsFunc(w.FindAll("text", "Comment"), func(n *uitest.Node) bool { return n.Text() != "" })
	})
}

// TestReportDoesNotInterrupt checks that the report of an analysis does not open over another
// document or while the user is typing.
func TestReportDoesNotInterrupt(t *testing.T) {
	t.Parallel()
	awale := sample(t)
	w := start(t, t.TempDir(), "testdata/penloup-juhem.txt", awale)
	w.shows(awale)
	w.Key("ctrl+Tab")
	w.shows("penloup-juhem.txt")
	analyse := func() {
		w.Key("ctrl+alt+j")
		w.Wait("the dialog", func() bool { return w.Has("combo box", "For each position") })
		w.Find("combo box", "For each position").Select(2) // 1,000,000 positions, so the analysis takes some time
		w.Key("Return")
		w.Wait("the begin", func() bool { return w.Has("label", "Analysis") })
	}
	analyse()
	w.Key("ctrl+Tab")
	w.shows(awale)
	w.tab("• penloup-juhem.txt", 1) // the analysis is complete
	w.status("to move")
	if w.Has("label", "Average loss") {
		t.Error("the report is shown over another document")
	}
	w.Key("ctrl+Tab")
	w.Wait("what the message says", func() bool { return strings.Contains(w.Text("Message"), "for a summary") })
	w.Key("ctrl+z")
	w.tab("penloup-juhem.txt", 1)
	analyse()
	w.Key("F9")
	w.Type("my own words")
	w.tab("• penloup-juhem.txt", 1)
	w.Wait("its end", func() bool { return !w.Has("label", "Analysis") })
	w.Type(", unbroken")
	w.WaitText("Comment", "my own words, unbroken")
	if w.Has("label", "Average loss") {
		t.Error("the report interrupts who is typing")
	}
	w.Key("Escape", "ctrl+alt+k")
	w.Find("label", "Average loss")
}

// TestAnalysisSurvivesKill checks that an analysis of four games can be resumed after SIGKILL. The
// result must equal an uninterrupted analysis, and a single undo must remove it.
func TestAnalysisSurvivesKill(t *testing.T) {
	for _, name := range []string{"penloup-juhem", "pente", "awale", "three-players"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "game.studio")
			data, err := os.ReadFile("../../samples/" + name + ".studio")
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
			w := open(t, path)
			w.shows(path)
			if w.Has("push button", "Continue") {
				t.Fatal("something is offered that was not begun")
			}
			w.Key("ctrl+alt+j")
			w.Wait("the dialog", func() bool { return w.Has("combo box", "For each position") })
			// This engine is slow enough to be killed during the analysis.
			engines := aiall.Engines.AnalysisEngines(load(t, path).Tree.Rules())
			w.Find("combo box", "Engine").Select(slices.IndexFunc(engines, func(c player.Choice) bool { return c.Spec == "alphabeta" }))
			w.Key("Return")
			done, of := 0, 0
			w.Wait("a few positions", func() bool {
				if !w.Has("label", "Analysis") {
					return false
				}
				_, err := fmt.Sscanf(w.Text("Analysis"), "Analysing: %d of %d positions", &done, &of)
				return err == nil && done > 2
			})
			w.Kill()

			w.Run(path)
			w.shows(path)
			w.Wait("the offer", func() bool { return strings.HasPrefix(w.Text("Analysis"), "An analysis is unfinished: ") })
			w.shot("analysis-unfinished-" + name)
			was := done
			if _, err := fmt.Sscanf(w.Text("Analysis"), "An analysis is unfinished: %d of %d positions", &done, &of); err != nil || done < was || done >= of {
				t.Fatalf("%q after %d positions", w.Text("Analysis"), was)
			}
			w.Key("ctrl+alt+u")
			w.Wait("that it goes on", func() bool { return strings.HasPrefix(w.Text("Analysis"), "Analysing: ") })
			w.Key("ctrl+alt+u")
			w.Wait("a pause", func() bool { return strings.HasPrefix(w.Text("Analysis"), "The analysis is paused at ") })
			w.shot("analysis-pauses-" + name)
			w.Key("ctrl+alt+u")
			w.Wait("the report", func() bool { return w.Has("label", "Average loss") })
			w.shot("analysis-report-" + name)
			w.Key("Escape")
			w.WaitGone("label", "Average loss")
			w.Key("ctrl+s")
			w.Wait("saved", func() bool { return w.Has("", "game.studio – Studio") })
			got, want := load(t, path), load(t, "../../samples/"+name+".studio")
			plan, err := analysis.NewPlan(aiall.Engines, want, want.Tree.Root(), analysis.Game, "alphabeta", ai.Limit{Nodes: 100_000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			results, err := analysis.Run(context.Background(), aiall.Engines, want.Tree.Rules(), plan.Jobs, analysis.Options{Jobs: 2})
			if err != nil {
				t.Fatal(err)
			}
			if err := want.Tree.Do(analysis.Label, plan.Edits(results, analysis.Marking{}, nil)...); err != nil {
				t.Fatal(err)
			}
			if err := model.Equal(want, got); err != nil {
				t.Errorf("an undisturbed analysis gives another result: %v", err)
			}
			w.Key("ctrl+z", "ctrl+s")
			w.Wait("the game as it was", func() bool {
				return model.Equal(load(t, "../../samples/"+name+".studio"), load(t, path)) == nil
			})
			if w.Has("label", "Analysis") {
				t.Error("something is still offered")
			}
		})
	}
}

// TestLearnFromMistakes checks that the mistakes of a game can be corrected with the keyboard
// alone.
func TestLearnFromMistakes(t *testing.T) {
	t.Parallel()
	w := open(t, record(t, []string{"b2", "b1", "a1", "c3", "a3", "a2", "c1"}))
	w.shows("puzzles.studio")
	w.Key("ctrl+alt+x")
	w.Wait("that there is nothing yet", func() bool { return strings.Contains(w.Text("Message"), "No engine has analysed this line") })
	w.Key("ctrl+alt+j")
	w.Wait("the dialog", func() bool { return w.Has("combo box", "For each position") })
	w.Key("Return")
	w.Wait("the report", func() bool { return w.Has("label", "Average loss") })
	w.Key("alt+l")
	status := func(text string) {
		t.Helper()
		w.Wait(text, func() bool { return w.Has("label", "Guess") && strings.Contains(w.Text("Guess"), text) })
	}
	status("Mistake 1 of 1 · Nought played b1??: find a better move")
	w.shot("learn-begin")
	w.Type("b3")
	w.Key("Return")
	status("b3 loses 50 %: Cross answers ")
	w.shot("learn-wrong")
	w.Key("Escape")
	w.Click("View Solution")
	status("Better: ")
	w.shot("learn-solution")
	w.Click("Next")
	w.Find("", "Your result")
	w.shot("learn-end")
	w.Key("Return")
	w.WaitGone("", "Your result")
	w.Key("ctrl+alt+x")
	status("Mistake 1 of 1")
	w.Key("ctrl+alt+x")
	w.Wait("the end", func() bool { return !w.Has("label", "Guess") })
}
