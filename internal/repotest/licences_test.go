package repotest

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// An annotation is the copyright and licence of some files, as written in REUSE.toml.
type annotation struct {
	paths     []string
	copyright []string
	licence   string // an SPDX expression
	matchers  []*regexp.Regexp
}

// names returns the identifiers in the licence expression.
func (a annotation) names() []string {
	return slices.DeleteFunc(strings.Fields(strings.Trim(a.licence, "()")), func(s string) bool {
		return s == "AND" || s == "OR" || s == "WITH"
	})
}

// parseAnnotations reads the subset of TOML that REUSE.toml uses: tables called annotations with
// strings and lists of strings.
func parseAnnotations(text string) ([]annotation, error) {
	var list []annotation
	var key string // key of the list being read
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		bad := fmt.Errorf("REUSE.toml:%d: unexpected %q", i+1, line)
		switch {
		case line == "" || strings.HasPrefix(line, "#") || line == "version = 1":
			continue
		case line == "[[annotations]]":
			list = append(list, annotation{})
			continue
		case line == "]" && key != "":
			key = ""
			continue
		}
		name, value := key, strings.TrimSuffix(line, ",")
		if key == "" {
			name, value, _ = strings.Cut(line, " = ")
		}
		if len(list) == 0 {
			return nil, bad
		}
		if key == "" && value == "[" {
			key = name
			continue
		}
		if err := list[len(list)-1].set(name, value); err != nil {
			return nil, fmt.Errorf("%w: %w", bad, err)
		}
	}
	return list, nil
}

// set adds a quoted value to the annotation.
func (a *annotation) set(key, value string) error {
	s, ok := strings.CutPrefix(value, `"`)
	s, closed := strings.CutSuffix(s, `"`)
	if !ok || !closed || s == "" || strings.ContainsAny(s, `"\`) {
		return fmt.Errorf("%s is not a plain string", value)
	}
	switch key {
	case "path":
		a.paths = append(a.paths, s)
		a.matchers = append(a.matchers, glob(s))
	case "SPDX-FileCopyrightText":
		a.copyright = append(a.copyright, s)
	case "SPDX-License-Identifier":
		a.licence = s
	default:
		return fmt.Errorf("unknown key %s", key)
	}
	return nil
}

// glob returns the expression of a path in REUSE.toml. There, ** matches slashes as well.
func glob(pattern string) *regexp.Regexp {
	expr := regexp.QuoteMeta(pattern)
	expr = strings.ReplaceAll(expr, `\*\*`, `.*`)
	return regexp.MustCompile(`^` + strings.ReplaceAll(expr, `\*`, `[^/]*`) + `$`)
}

// repoFiles returns the paths of all files in the repository, relative to its root.
func repoFiles(t *testing.T) []string {
	t.Helper()
	const root = "../.."
	var list []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case d.IsDir() && (rel == ".git" || rel == ".tools" || rel == "bin"):
			return filepath.SkipDir
		case !d.IsDir():
			list = append(list, rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// needsSource reports whether REUSE.toml must say more of a file than "**".
func needsSource(name string) bool {
	fonts := []string{".ttf", ".otf", ".ttc", ".woff", ".woff2", ".pfb", ".bdf", ".pcf"}
	return within(name, "samples") || strings.Contains("/"+name, "/testdata/") || slices.Contains(fonts, strings.ToLower(path.Ext(name)))
}

// TestLicences checks that REUSE.toml states copyright and licence of all samples, fonts and test
// data, that its paths exist, and that it agrees with the licence texts in the repository.
func TestLicences(t *testing.T) {
	list, err := parseAnnotations(readFile(t, "REUSE.toml"))
	if err != nil {
		t.Fatal(err)
	}
	files := repoFiles(t)
	checked := 0
	holders := map[string][]string{} // copyright holders of the files in a folder, by folder
	for _, name := range files {
		var last annotation
		precise := false
		for _, a := range list {
			for i, m := range a.matchers {
				if m.MatchString(name) {
					last = a
					precise = precise || a.paths[i] != "**"
				}
			}
		}
		if len(last.paths) == 0 {
			t.Errorf("%s has no annotation in REUSE.toml", name)
		}
		if needsSource(name) {
			checked++
			if !precise {
				t.Errorf("%s: REUSE.toml does not say where it comes from", name)
			}
		}
		if !strings.Contains(path.Base(name), "LICENSE") {
			holders[path.Dir(name)] = append(holders[path.Dir(name)], last.copyright...)
		}
	}
	if checked < 300 {
		t.Errorf("only %d files need a source: is the check blind?", checked)
	}

	used := map[string]bool{}
	for _, a := range list {
		if len(a.copyright) == 0 || a.licence == "" || len(a.paths) == 0 {
			t.Errorf("REUSE.toml: the annotation of %q lacks paths, copyright or licence", a.paths)
		}
		for i, m := range a.matchers {
			if !slices.ContainsFunc(files, m.MatchString) {
				t.Errorf("REUSE.toml: no file matches %s", a.paths[i])
			}
		}
		for _, id := range a.names() {
			used["LICENSES/"+id+".txt"] = true
		}
	}
	for name := range used {
		if !slices.Contains(files, name) {
			t.Errorf("%s is missing", name)
		}
	}
	checkNotices(t, files, used, holders)
}

// checkNotices checks that each licence in LICENSES is used, and that the copyright notices of other licences belong to
// files beside them.
func checkNotices(t *testing.T, files []string, used map[string]bool, holders map[string][]string) {
	t.Helper()
	notices := 0
	for _, name := range files {
		switch {
		case path.Dir(name) == "LICENSES":
			if !used[name] {
				t.Errorf("%s: no annotation in REUSE.toml has this licence", name)
			}
		case strings.HasPrefix(path.Base(name), "LICENSE"):
			// Data files in the folder of a licence have the copyright that the licence states.
			for line := range strings.Lines(readFile(t, name)) {
				notice, ok := strings.CutPrefix(line, "Copyright (c) ")
				if !ok {
					continue
				}
				notices++
				if !slices.ContainsFunc(holders[path.Dir(name)], func(s string) bool { return strings.HasPrefix(notice, s) }) {
					t.Errorf("%s: no file beside it has the copyright %q in REUSE.toml", name, strings.TrimSpace(notice))
				}
			}
		}
	}
	if notices < 5 {
		t.Errorf("only %d copyright notices are found: is the check blind?", notices)
	}
}

// readFile returns the content of a file in the repository.
func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestLicenceGlobs(t *testing.T) {
	for _, x := range []struct {
		pattern, name string
		want          bool
	}{
		{"**", "a/b.txt", true},
		{"a/*.txt", "a/b.txt", true},
		{"a/*.txt", "a/b/c.txt", false},
		{"a/**", "a/b/c.txt", true},
		{"a/**", "ab/c.txt", false},
		{"**/testdata/**", "a/testdata/b/c", true},
		{"a.txt", "abtxt", false},
		{"a.txt", "b/a.txt", false},
	} {
		if got := glob(x.pattern).MatchString(x.name); got != x.want {
			t.Errorf("%s matches %s: %v, want %v", x.pattern, x.name, got, x.want)
		}
	}
}
