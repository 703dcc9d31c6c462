package repotest

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unlisted are the folders of packages that the table of packages in ARCHITECTURE.md may omit.
var unlisted = []string{"docs", "samples", "scripts", "dist", "internal", "tools"}

// TestArchitecture compares the table of packages in ARCHITECTURE.md with the folders. Every package
// in the first column exists. Every package is in a row, except helpers of tests and packages below
// one that is not bold. The row has the path of the package. Its last element is enough if the row begins
// with a package of the same folder, or of the folder above. "…" means all other packages of that folder.
func TestArchitecture(t *testing.T) {
	page, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## Packages\n")
	table, _, _ = strings.Cut(table, "\n## ")
	quoted := regexp.MustCompile("`([^`]+)`")
	isFolder := func(dir string) bool {
		info, err := os.Stat(filepath.Join("../..", dir))
		return err == nil && info.IsDir()
	}
	bold := regexp.MustCompile(`\*\*.*\*\*`)
	listed, leaf := map[string]bool{}, map[string]bool{}
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		names := quoted.FindAllStringSubmatch(row, -1)
		if len(cells) < 3 || names == nil {
			continue
		}
		first := names[0][1]
		beside := path.Dir(first)
		for _, name := range names {
			for _, dir := range []string{name[1], path.Join(beside, name[1]), path.Join(first, name[1])} {
				listed[dir] = true
			}
		}
		for _, name := range quoted.FindAllStringSubmatch(cells[1], -1) {
			if !isFolder(name[1]) && !isFolder(path.Join(beside, name[1])) {
				t.Errorf("there is no folder %s, in the row %s", name[1], strings.TrimSpace(cells[1]))
			}
			if !strings.Contains(bold.FindString(cells[1]), name[0]) {
				leaf[name[1]], leaf[path.Join(beside, name[1])] = true, true
			}
		}
		if strings.Contains(cells[1], "…") {
			listed[beside+"/…"] = true
		}
	}
	for _, s := range sources(t) {
		if s.test || s.dir == "" || helper(s.dir) || within(s.dir, unlisted...) || listed[s.dir] || listed[path.Dir(s.dir)+"/…"] || leaf[path.Dir(s.dir)] {
			continue
		}
		listed[s.dir] = true // report it once
		t.Errorf("the table of packages in ARCHITECTURE.md does not contain %s", s.dir)
	}
}
