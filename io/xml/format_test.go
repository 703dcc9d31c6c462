package xml

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/rules"
	rulesall "boardstudio/rules/all"
)

// families returns the tables of FORMAT.md: the parameters of each family with values and defaults,
// and the presets.
func families() string {
	var b strings.Builder
	for _, g := range rulesall.Games {
		fmt.Fprintf(&b, "### `%s`\n\n| parameter | values | default |\n|---|---|---|\n", g.Name)
		for _, p := range g.Params {
			values := fmt.Sprintf("%d…%d", p.Min, p.Max)
			switch p.Kind {
			case rules.Switch:
				values = "`on`, `off`"
			case rules.Choice:
				var names []string
				for _, o := range p.Options {
					names = append(names, "`"+o.Name+"`")
				}
				values = strings.Join(names, ", ")
			}
			fmt.Fprintf(&b, "| `%s` | %s | `%s` |\n", p.Name, values, p.Default)
		}
		b.WriteString("\n| preset | what differs from the defaults |\n|---|---|\n")
		for _, p := range g.Presets {
			differs := "nothing"
			for i, name := range p.Params.Names() {
				if i == 0 {
					differs = ""
				} else {
					differs += ", "
				}
				differs += "`" + name + "=" + p.Params[name] + "`"
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", p.Name, differs)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestFormatFamilies checks that the families, parameters, defaults and presets in FORMAT.md match
// the code. UPDATE=1 updates the file.
func TestFormatFamilies(t *testing.T) {
	const begin, end = "<!-- Written by UPDATE=1 go test ./io/xml -run TestFormatFamilies. -->\n\n", "<!-- Up to here. -->"
	data, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok1 := strings.Cut(string(data), begin)
	got, tail, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatal("FORMAT.md has no place for the families")
	}
	want := families()
	if got == want {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatal("FORMAT.md differs from rules/all; renew it by UPDATE=1")
	}
	if err := os.WriteFile("FORMAT.md", []byte(head+begin+want+end+tail), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestFormatExamples checks that the examples in FORMAT.md load without a warning and are saved in
// the version that they name.
func TestFormatExamples(t *testing.T) {
	data, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, m := range regexp.MustCompile("(?s)```xml\n(.*?)```").FindAllSubmatch(data, -1) {
		n++
		d, err := Decode(context.Background(), m[1], codec.Options{Games: rulesall.Games})
		if err != nil || len(d.Warnings) > 0 {
			t.Errorf("example %d: %v, %v", n, err, d)
			continue
		}
		version := regexp.MustCompile(`<studio [^>]* version="[0-9.]+"`).Find(m[1])
		if out := save(t, d); !strings.Contains(string(out), string(version)) {
			t.Errorf("example %d is written in another version:\n%s", n, out)
		}
	}
	if n == 0 {
		t.Error("FORMAT.md has no example")
	}
}

// TestFormatNotation checks that the moves and positions shown in FORMAT.md for each family are
// readable, and that it names all words for moves.
func TestFormatNotation(t *testing.T) {
	data, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, x := range []struct {
		name   string
		spec   rules.Spec
		moves  string
		starts []string
	}{
		{"gomoku", rules.Spec{Game: "line", Params: rules.Params{"rows": "15", "cols": "15", "k": "5"}}, "h8 resign timeout", nil},
		{"connect4", rules.Spec{Game: "line", Params: rules.Params{"rows": "6", "cols": "7", "k": "4", "drop": "on"}}, "d", nil},
		{"pente", rules.Spec{Game: "line", Params: rules.Params{"captures": "5"}}, "a1 pass", []string{"A.B/.../... A 0-0"}},
		{"othello", rules.Spec{Game: "othello"}, "f5 pass resign timeout", []string{strings.Repeat("-", 27) + "OX" + strings.Repeat("-", 6) + "XO" + strings.Repeat("-", 27) + " X"}},
		{"awale", rules.Spec{Game: "awale"}, "A F a f pass resign timeout", []string{"4-4-4-4-4-4-4-4-4-4-4-4 0-0 S", "4-4-4-4-4-4-4-4-4-4-4-4 0-0 N"}},
		{"hex", rules.Spec{Game: "hex"}, "c3 swap swap-sides resign timeout", nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			r, err := rulesall.Games.FromSpec(x.spec)
			if err != nil {
				t.Fatal(err)
			}
			_, row, _ := strings.Cut(text, "\n| `"+x.spec.Game+"` | the ")
			row, _, _ = strings.Cut(row, "|")
			for move := range strings.FieldsSeq(x.moves) {
				if len(move) > 2 && !strings.Contains(row, "`"+move+"`") {
					t.Errorf("FORMAT.md does not name the move %s of %s", move, x.spec.Game)
				}
				if m, err := r.ParseMove(move); err != nil || r.FormatMove(m) != move {
					t.Errorf("%v: %s: %v", x.spec, move, err)
				}
			}
			for _, start := range append(x.starts, r.Start().String()) {
				if _, err := r.Parse(start); err != nil {
					t.Errorf("%v: %s: %v", x.spec, start, err)
				}
			}
		})
	}
}
