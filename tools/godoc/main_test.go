package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWrite checks that each package has a page with its declarations and comments, and that no
// link is broken.
func TestWrite(t *testing.T) {
	out := t.TempDir()
	n, err := write(filepath.Join("..", ".."), out)
	if err != nil || n < 100 {
		t.Fatalf("%d packages, %v", n, err)
	}
	text := func(name string) string {
		data, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for name, want := range map[string][]string{
		"index.html":                             {`<a href="boardstudio/rules/index.html">boardstudio/rules</a>`, `boardstudio/studio/ui/gtkx`},
		"boardstudio/rules/index.html":           {`<h3 id="Rules">type Rules</h3>`, `type Rules interface`, `id="Position"`},
		"boardstudio/studio/ui/gtkx/index.html":  {"<h2>Functions</h2>"},
		"boardstudio/cmd/studioctl/index.html":   {"command boardstudio/cmd/studioctl"},
		"boardstudio/rules/rulestest/index.html": {"func Run"},
		"boardstudio/ctl/play/index.html":        {"package boardstudio/ctl/play"},
	} {
		for _, w := range want {
			if !strings.Contains(text(name), w) {
				t.Errorf("%s lacks %q", name, w)
			}
		}
	}
	link := regexp.MustCompile(`href="([^":#]*)`)
	err = filepath.WalkDir(out, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		for _, m := range link.FindAllStringSubmatch(string(data), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), m[1])); m[1] != "https" && err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
