package fold

import "testing"

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"Échiquier Ça": "echiquier ca", "Łódź": "lodz", "œuvre": "oeuvre", "e\u0301": "e", "Save As…": "save as", "Ход": "ход",
		"Tiến Ước ǽ Ǿ": "tien uoc ae o", "Straße": "strasse", "İI ı": "ii i", "й ё": "й ё", "한": "한", "≠": "≠", "A\tB\xff": "a b\ufffd", "« l’un »": `" l'un "`,
	} {
		if got := Text(text); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
	}
}
