package document

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/io/codec"
)

// grouped returns a number with commas, as in the manual.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// constant returns the value of a constant in a source file. The constant is a number, or one
// shifted by a number.
func constant(t *testing.T, file, name string) int {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^const ` + name + ` = ([0-9_]+)(?: << ([0-9]+))?$`).FindStringSubmatch(string(source))
	if m == nil {
		t.Fatalf("%s has no constant %s", file, name)
	}
	n, err := strconv.Atoi(strings.ReplaceAll(m[1], "_", ""))
	if err != nil {
		t.Fatal(err)
	}
	by, _ := strconv.Atoi(m[2])
	return n << by
}

// TestOverview checks that the overview of docs/formats.md has each format with its extensions.
func TestOverview(t *testing.T) {
	page, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## Overview\n")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, f := range library.Formats {
		if !slices.ContainsFunc(strings.Split(table, "\n"), func(row string) bool {
			return !slices.ContainsFunc(f.Ext, func(ext string) bool { return !strings.Contains(row, "`"+ext+"`") })
		}) {
			t.Errorf("docs/formats.md has no row with %s: %v", f.Title, f.Ext)
		}
	}
}

// TestFormatsPage checks that the limits in docs/formats.md match the code. Its table of costs must
// contain each file of BenchmarkLargest.
func TestFormatsPage(t *testing.T) {
	data, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(data), "\n## Limits\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, want := range []string{
		strconv.Itoa(codec.MaxFile>>20) + " MB", grouped(codec.MaxGames) + " games", grouped(codec.MaxNodes) + " nodes",
		grouped(codec.MaxVariations) + " variations", grouped(codec.MaxNotes) + " notes",
		"| JSON | items of information | " + grouped(constant(t, "../io/json/read.go", "maxInfo")) + " |",
		"properties about a game | " + grouped(constant(t, "../io/sgf/info.go", "maxInfo")) + " |",
		"lists of points of a game | " + grouped(constant(t, "../io/sgf/setup.go", "maxPoints")) + " |",
		"rows in all tables | " + grouped(constant(t, "../io/rif/read.go", "maxRows")) + " |",
		"occurs several times | " + grouped(constant(t, "../io/renlib/read.go", "maxCopied")) + " |",
	} {
		if !strings.Contains(section, want) {
			t.Errorf("docs/formats.md does not say %q", want)
		}
	}
	kinds := map[string]string{
		grouped(codec.MaxGames) + " games": "games", grouped(codec.MaxNodes) + " nodes": "nodes", grouped(codec.MaxNotes) + " notes": "notes",
		grouped(codec.MaxVariations) + " variations": "variations", grouped(codec.MaxNodes) + " legal moves in nested variations, 15×15": "nested",
	}
	var rows []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)`, ([^|]*) \\|").FindAllStringSubmatch(section, -1) {
		if kinds[m[2]] == "" {
			t.Errorf("the row %s of %s does not name a limit", m[2], m[1])
		}
		rows = append(rows, m[1]+"/"+kinds[m[2]])
	}
	slices.Sort(rows)
	if want := slices.Sorted(maps.Keys(largest())); !slices.Equal(rows, want) {
		t.Errorf("the table of costs has %v, want %v", rows, want)
	}
}
