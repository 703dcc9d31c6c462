package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio"

	"boardstudio/ctl"
	"boardstudio/text/help"
	"boardstudio/text/locale"
)

// TestHTMLManual checks that the help pages are written in every language.
func TestHTMLManual(t *testing.T) {
	defer locale.Use("en")
	for _, lang := range ctl.Languages() {
		dir := filepath.Join(t.TempDir(), "html")
		program.Run(t, "", "--lang", lang, "manual", dir).Want(t, ctl.ExitYes, ``, ``)
		for _, p := range help.Pages(boardstudio.Games, lang) {
			data, err := os.ReadFile(filepath.Join(dir, p.Name+".html"))
			if err != nil || !strings.Contains(string(data), "<html lang=\""+lang+"\">") {
				t.Errorf("%s: %s: %v", lang, p.Name, err)
			}
		}
	}
}
