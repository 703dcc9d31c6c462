package fold

import "testing"

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"Échiquier Ça": "echiquier ca", "Łódź": "lodz", "œuvre": "oeuvre", "e\u0301": "e", "Save as…": "save as", "Ход": "ход",
	} {
		if got := Text(text); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
	}
}
