package main

import (
	"debug/elf"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/ctl"
	"boardstudio/internal/race"
)

var update = flag.Bool("update", false, "write the examples of the manual anew")

// build compiles studioctl, and studio-script in the same folder, with the flags of make ctl. It
// returns the path of studioctl.
func build(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-o", dir, ".", "../studio-script")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "studioctl")
}

// TestStatic checks that the program does not need shared libraries.
func TestStatic(t *testing.T) {
	f, err := elf.Open(build(t))
	if err != nil {
		t.Skipf("not an ELF system: %v", err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("the program asks for a dynamic linker")
		}
	}
	if libs, err := f.ImportedLibraries(); len(libs) > 0 {
		t.Errorf("the program needs %v (%v)", libs, err)
	}
}

const manual = "../../docs/studioctl.md"

// TestManual checks the output of the manual's examples, run one after the other in one directory.
// A line "…" matches any number of lines. A "…" within a line matches any text.
func TestManual(t *testing.T) {
	race.Skip(t)
	file := build(t)
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	examples := 0
	var fresh []string
	lines := strings.SplitAfter(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		fresh = append(fresh, lines[i])
		if lines[i] != "```console\n" {
			continue
		}
		for i++; i < len(lines) && lines[i] != "```\n"; {
			command, ok := strings.CutPrefix(lines[i], "$ ")
			if !ok {
				t.Fatalf("line %d: an example does not begin with a command: %s", i+1, lines[i])
			}
			fresh = append(fresh, lines[i])
			at := i + 1
			for i++; strings.HasSuffix(command, "\\\n") && i < len(lines); i++ {
				command += lines[i]
				fresh = append(fresh, lines[i])
			}
			var want []string
			for ; i < len(lines) && !strings.HasPrefix(lines[i], "$ ") && lines[i] != "```\n"; i++ {
				want = append(want, lines[i])
			}
			got := shell(t, dir, filepath.Dir(file), command)
			examples++
			switch {
			case matches(strings.Join(want, ""), got):
				fresh = append(fresh, want...)
			case *update:
				fresh = append(fresh, got)
			default:
				t.Errorf("%s:%d: $ %swrites\n%sand not\n%s", manual, at, command, got, strings.Join(want, ""))
			}
		}
		fresh = append(fresh, "```\n")
	}
	if examples < 20 {
		t.Errorf("only %d examples were found", examples)
	}
	if *update {
		if err := os.WriteFile(manual, []byte(strings.Join(fresh, "")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestManualIsWhole checks that each command has a section, and that the section names each option.
func TestManualIsWhole(t *testing.T) {
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	tl := &ctl.Tool{All: boardstudio.All, Commands: program, Out: &ctl.Output{}, Getenv: func(string) string { return "" }}
	for _, c := range tl.Root().Commands() {
		_, section, found := strings.Cut(string(text), "\n## "+c.Name()+"\n")
		if !found {
			t.Errorf("the manual has no section on %s", c.Name())
			continue
		}
		section, _, _ = strings.Cut(section, "\n## ")
		for _, f := range options(c.Flags()) {
			if f != "--help" && f != "--lang" && f != "--charset" && // which all commands have
				!strings.Contains(section, "`"+f) {
				t.Errorf("the manual does not name %s %s", c.Name(), f)
			}
		}
	}
}

// shell runs a command line in a shell and returns its output.
func shell(t *testing.T, dir, path, command string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + path + ":" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "HOME=" + dir}
	out, err := cmd.CombinedOutput()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	return string(out)
}

// matches reports whether output matches an example that may have gaps.
func matches(want, got string) bool {
	p := regexp.QuoteMeta(want)
	p = regexp.MustCompile(`(?m)^…\n`).ReplaceAllString(p, `(?s:.*)`)
	p = strings.ReplaceAll(p, "…", `.*`)
	return regexp.MustCompile(`^` + p + `$`).MatchString(got)
}
