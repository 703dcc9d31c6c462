package booklet_test

import (
	"strings"
	"testing"

	aiall "boardstudio/ai/all"
	"boardstudio/draw"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/publish/booklet"
	"boardstudio/rules/all"
)

// TestMissing checks that characters without a glyph are reported in one sentence, and that other
// characters are not.
func TestMissing(t *testing.T) {
	r, err := all.Games.Build("gomoku", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	d.Players[0].Name = "Éva Ωμέγα Ж שלום"
	root := d.Tree.Root()
	d.Tree.Annotate(root, model.Annotation{Comment: "½ ● ❤\ufe0f a\u00adb"})
	if text := booklet.Missing(t.Context(), []*model.Document{d}); text != "" {
		t.Errorf("missing: %s", text)
	}
	d.Tree.Annotate(root, model.Annotation{Comment: "Good: 好 好 漢字 🎲 👩\u200d👧 and 한 글 더"})
	want := "The fonts lack 8 characters, shown as �: 好漢字🎲👩…"
	if text := booklet.Missing(t.Context(), []*model.Document{d}); text != want {
		t.Errorf("missing: %s, want %s", text, want)
	}
	pages, info, err := booklet.Pages(t.Context(), aiall.Engines, []*model.Document{d}, booklet.Options{Paper: pdf.A4})
	if err != nil {
		t.Fatal(err)
	}
	signs := 0
	for _, p := range pages {
		var rec draw.Recorder
		p.Draw(&rec)
		for _, it := range rec.Items {
			signs += strings.Count(it.Text, "\ufffd")
		}
	}
	if signs != 9 {
		t.Errorf("%d signs", signs)
	}
	var out strings.Builder
	if err := pdf.Write(t.Context(), &out, pages, info); err != nil {
		t.Error(err)
	}
}
