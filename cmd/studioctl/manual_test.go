package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/help"
	"boardstudio/locale"
)

// TestHTMLManual writes the help pages in every language.
func TestHTMLManual(t *testing.T) {
	defer locale.Use("en")
	for _, lang := range languages() {
		dir := filepath.Join(t.TempDir(), "html")
		run(t, "", "--lang", lang, "manual", dir).want(t, exitYes, ``, ``)
		for _, p := range help.Pages(lang) {
			data, err := os.ReadFile(filepath.Join(dir, p.Name+".html"))
			if err != nil || !strings.Contains(string(data), "<html lang=\""+lang+"\">") {
				t.Errorf("%s: %s: %v", lang, p.Name, err)
			}
		}
	}
}
