package dist

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// copyTree copies files and folders of the project into root.
func copyTree(t *testing.T, root string, names ...string) {
	t.Helper()
	for _, name := range names {
		to := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.CommandContext(t.Context(), "cp", "-r", filepath.Join("..", name), to).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
}

// installed returns the paths of the files below root.
func installed(t *testing.T, root string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			path, err = filepath.Rel(root, path)
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestInstallLanguages checks that an additional language with only one manual page and one help
// page is installed without naming it in a script, and that uninstalling removes all files.
func TestInstallLanguages(t *testing.T) {
	root := t.TempDir()
	copyTree(t, root, "tools/install.sh", "dist", "text/help", "samples", "docs", "io/xml", "text/locale/po")
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("text/locale/po/eo.po", "", 0o644)
	write("text/locale/po/pt_BR.po", "", 0o644)
	write("dist/man/eo/studio.1", ".TH STUDIO 1\n", 0o644)
	write("text/help/eo/1-start.md", "# Unuaj paŝoj\n", 0o644)
	for _, name := range []string{"studio", "studio-script", "copyright"} {
		write("bin/"+name, "", 0o755)
	}
	// Replaces the program that writes its manual page and the help. Pages that are missing in a
	// language are in English.
	write("bin/studioctl", `#!/bin/sh
case $3 in
man) echo ".TH STUDIOCTL 1 $2" ;;
manual) mkdir -p "$4"; for f in text/help/en/*.md index.md; do f=${f##*/}; echo "$2" >"$4/${f%.md}.html"; done ;;
esac
`, 0o755)
	run := func(action string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "tools/install.sh", action)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "DESTDIR="+filepath.Join(root, "to"), "PREFIX=/usr", "BIN=bin")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", action, err, out)
		}
	}
	run("install")
	have := installed(t, filepath.Join(root, "to/usr/share"))
	for _, want := range []string{
		"man/man1/studio.1.gz", "man/fr/man1/studio.1.gz", "man/fr/man1/studio-script.1.gz", "man/fr/man1/studioctl.1.gz",
		"man/eo/man1/studio.1.gz", "man/eo/man1/studioctl.1.gz", "man/pt_BR/man1/studioctl.1.gz",
		"doc/boardstudio/html/en/1-start.html", "doc/boardstudio/html/fr/index.html", "doc/boardstudio/html/eo/1-start.html", "doc/boardstudio/html/eo/8-games.html",
	} {
		if !slices.Contains(have, want) {
			t.Errorf("%s is not installed", want)
		}
	}
	for _, name := range have {
		if strings.Contains(name, "html/pt_BR") || name == "man/eo/man1/studio-script.1.gz" {
			t.Errorf("%s is installed, and was not translated", name)
		}
	}
	run("uninstall")
	if left := installed(t, filepath.Join(root, "to")); len(left) > 0 {
		t.Errorf("uninstalling leaves %q", left)
	}
	if _, err := os.Stat(filepath.Join(root, "to/usr/share/doc/boardstudio")); err == nil {
		t.Error("uninstalling leaves the folder of documents")
	}
}
