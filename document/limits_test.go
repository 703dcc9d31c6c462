package document

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"boardstudio/internal/effort"
	"boardstudio/io/codec"
	"boardstudio/io/record"
	"boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/rules"
)

// Start and end of a Studio document.
const (
	limitHead = `<studio xmlns="` + xml.Namespace + `" version="2.1"><game name="line"/>`
	limitEnd  = `</tree></studio>`
)

// inTree returns a document with a tree.
func inTree(text string) string { return limitHead + "<tree>" + text + limitEnd }

// times returns n copies of a text.
func times(n int, text string) string { return strings.Repeat(text, n) }

// named returns a record that names its game.
func named(moves string) string { return "[Variant \"line\"]\n" + moves }

// player returns a document with an attribute of a player.
func player(attr, value string) string {
	return limitHead + `<players><player seat="1" ` + attr + `="` + value + `"/></players><tree>` + limitEnd
}

// tagged returns a record with a tag about a player.
func tagged(what, value string) string {
	return "[Variant \"line\"]\n[Player 1 " + what + " \"" + value + "\"]\n"
}

// limitFiles returns a Studio document and a record at the limit n, for each row of the table of
// limits.
var limitFiles = map[string]func(n int) (studio, record string){
	"bytes of a file": func(n int) (string, string) {
		return inTree(times(n-len(inTree("")), " ")), "[Variant \"line\"]" + times(n-16, "\n")
	},
	"nodes": func(n int) (string, string) { return inTree(times(n-1, "b2 ")), named(times(n-1, "b2 ")) },
	"variations": func(n int) (string, string) {
		return inTree("b2" + times(n, "<var>a1</var>")), named("b2" + times(n, "(a1)"))
	},
	"variations within variations": func(n int) (string, string) {
		return inTree("b2" + times(n, "<var>a1 b2") + times(n, "</var>")), named("b2" + times(n, "(a1 b2") + times(n, ")"))
	},
	"notes": func(n int) (string, string) {
		return inTree("<setup/> zz <raw>z</raw> b2" + times((n-3)/2, "<glyph value='!'/> <bookmark/>") + times((n-3)%2, "<bookmark/>")), named("zz" + times(n-1, "{x}"))
	},
	"moves in all evaluations": func(n int) (string, string) {
		return inTree("b2<eval pv='" + times(n/2, "a1 ") + "'/><eval pv='" + times(n-n/2, "a1 ") + "'/>"), ""
	},
	"bytes of all comments on one node": func(n int) (string, string) {
		half := times(n-n/2, "x")
		return inTree("b2<comment>" + half + "</comment><comment enc='base64'>" + times((n/2-1)/3, "AAAA") + times((n/2-1)%3/2, "AAA=") + times((n/2-1)%3%2, "AA==") + "</comment>"),
			named("b2{" + half + "}{" + times(n/2-1, "x") + "}")
	},
	"bytes of an unreadable move": func(n int) (string, string) { return inTree("<raw>" + times(n, "z") + "</raw>"), named(times(n, "z")) },
	"bytes of a word in the text of `tree`": func(n int) (string, string) {
		return inTree(times(n, "z")), ""
	},
	"attributes of an element": func(n int) (string, string) {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " a%d='='", i)
		}
		return inTree("b2<comment" + b.String() + ">x</comment>"), ""
	},
	"bytes of all attributes of an element": func(n int) (string, string) {
		return inTree("b2<name value='" + times(n-1, "x") + "' value64='A'/>"), ""
	},
	"items of information": func(n int) (string, string) {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "<item key='%d'>x</item>", i)
		}
		return limitHead + "<info>" + b.String() + "</info><tree>" + limitEnd, ""
	},
	"prefix declarations in one place": func(n int) (string, string) {
		n-- // the root element has one
		return inTree("b2" + times(n, "<var xmlns:a='u'>b2 b2") + times(n, "</var>")), ""
	},
	"unknown elements at one node": func(n int) (string, string) { return inTree("b2" + times(n, "<a/>")), "" },
	"unknown elements": func(n int) (string, string) {
		return inTree(times(n/100, "b2<a>"+times(99, "<b/>")+"</a>") + times(n%100, "b2<a/>")), ""
	},
	"elements inside one unknown element": func(n int) (string, string) {
		return inTree("b2<a>" + times(n-1, "<b/>") + "</a>"), ""
	},
	"levels of unknown elements": func(n int) (string, string) { return inTree("b2" + times(n, "<a>") + times(n, "</a>")), "" },
	"bytes of all that is kept": func(n int) (string, string) {
		return inTree("b2<a>" + times(n/2-7, "x") + "</a> b2<a>" + times(n-n/2-7, "x") + "</a>"), ""
	},
	"bytes of the key of an item": func(n int) (string, string) {
		return limitHead + "<info><item key='" + times(n, "k") + "'>x</item></info><tree>" + limitEnd, "[Variant \"line\"]\n[" + times(n, "k") + " \"x\"]\n"
	},
	"bytes of the name of a player": func(n int) (string, string) { return player("name", times(n, "x")), tagged("Name", times(n, "x")) },
	"bytes of the kind of a player": func(n int) (string, string) { return player("kind", times(n, "x")), tagged("Kind", times(n, "x")) },
	"the level of a player": func(n int) (string, string) {
		return player("level", strconv.Itoa(n)), tagged("Level", strconv.Itoa(n))
	},
	"letters of the symbol of a player": func(n int) (string, string) {
		return player("symbol", times(n, "É")), tagged("Symbol", times(n, "É"))
	},
	"hexadecimal digits of a colour": func(n int) (string, string) {
		return player("color", "#"+times(n, "a")), tagged("Color", "#"+times(n, "a"))
	},
	"characters of a label": func(n int) (string, string) {
		return inTree("b2<mark kind='label' cell='a1' text='" + times(n, "é") + "'/>"), ""
	},
	"a number on stones": func(n int) (string, string) { return inTree("b2<number value='" + strconv.Itoa(n) + "'/>"), "" },
	"tags of a record": func(n int) (string, string) {
		return "", "[Variant \"line\"]\n" + times(n-1, "[A \"b\"]\n")
	},
	"words": func(n int) (string, string) { return "", named(times(n-2, "{}")) },
}

// millions are the limits whose files take long to write.
var millions = map[string]bool{"nodes": true, "variations": true, "words": true}

// TestLimits checks each limit in the table of FORMAT.md: a file at the limit must survive writing
// and reading, and one beyond it must be refused. Without -full, files with millions of nodes or
// words are only read, and only in one format.
func TestLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	format, err := os.ReadFile("../io/xml/FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(format), "| limit | at most |")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")[2:]
	if len(rows) != len(limitFiles) {
		t.Errorf("%d limits in the table, %d are known", len(rows), len(limitFiles))
	}
	for _, row := range rows {
		cells := strings.Split(row, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		name := cells[1]
		short := name
		if limitFiles[short] == nil {
			short, _, _ = strings.Cut(strings.ReplaceAll(name, ":", ","), ",")
		}
		most, err := strconv.Atoi(strings.ReplaceAll(cells[2], ",", ""))
		files := limitFiles[short]
		if files == nil || err != nil {
			t.Errorf("the limit %q is not known: %v", name, err)
			continue
		}
		t.Run(short, func(t *testing.T) {
			studio, rec := files(most)
			overStudio, overRec := files(most + 1)
			for _, x := range []struct {
				f        *codec.Format
				said     string
				at, over string
			}{{&xml.Format, cells[4], studio, overStudio}, {&record.Format, cells[5], rec, overRec}} {
				if (x.said == "yes") != (x.at != "") {
					t.Fatalf("%s: the table says %q", x.f.Name, x.said)
				}
				if x.f == &record.Format && studio != "" && millions[short] && !effort.Full() {
					continue
				}
				if x.at != "" {
					to := []*codec.Format{&xml.Format, &record.Format}
					if millions[short] && !effort.Full() {
						to = nil
					}
					atLimit(t, x.f, x.at, cells[3], to...)
					overLimit(t, x.f, x.over, cells[3])
				}
			}
			if cells[6] == "yes" {
				if !valid(t, studio) {
					t.Error("the schema refuses what is at the limit")
				}
				if valid(t, overStudio) {
					t.Error("the schema takes what is over the limit")
				}
			}
		})
	}
}

func limitDocument(f *codec.Format, text string) (*model.Document, error) {
	return library.DecodeAs(context.Background(), f, []byte(text), codec.Options{Spec: &rules.Spec{Game: "line", Params: rules.Params{}}, File: "a.x"})
}

// atLimit fails unless the text can be read, written in the formats and read again.
func atLimit(t *testing.T, f *codec.Format, text, beyond string, formats ...*codec.Format) {
	t.Helper()
	d, err := limitDocument(f, text)
	if err != nil {
		t.Fatalf("%s: at the limit: %v", f.Name, err)
	}
	if beyond != "refused" && len(d.Warnings) > 0 {
		t.Errorf("%s: at the limit: %v", f.Name, d.Warnings)
	}
	for _, to := range formats {
		data, err := Encode(context.Background(), "a.x", to, d, nil)
		if err != nil {
			if to == &record.Format && f != to {
				continue // the format cannot store everything
			}
			t.Errorf("%s is not written as %s: %v", f.Name, to.Name, err)
			continue
		}
		back, err := limitDocument(to, string(data))
		if err != nil {
			t.Errorf("%s was written as %s and is not read: %v", f.Name, to.Name, err)
			continue
		}
		if to.Lossless {
			if err := model.Equal(d, back); err != nil {
				t.Errorf("%s: %.300v", f.Name, err)
			}
		}
	}
}

// overLimit fails unless the text is refused, or read with a warning.
func overLimit(t *testing.T, f *codec.Format, text, beyond string) {
	t.Helper()
	d, err := limitDocument(f, text)
	switch {
	case beyond == "refused" && err == nil:
		t.Errorf("%s: read beyond the limit", f.Name)
	case beyond == "refused" && len(err.Error()) > 300:
		t.Errorf("%s: a message of %d bytes", f.Name, len(err.Error()))
	case beyond != "refused" && (err != nil || len(d.Warnings) != 1 || d.Warnings[0].(*codec.Error).Line == 0):
		t.Errorf("%s: beyond the limit: %v, %v", f.Name, err, d)
	case beyond == "left out" && d.Players[0] != model.Player{Kind: model.Human}:
		t.Errorf("%s: beyond the limit: %+v", f.Name, d.Players[0])
	case beyond == "kept" && len(d.Tree.Root().First().Foreign()) != 1:
		t.Errorf("%s: beyond the limit nothing is kept", f.Name)
	}
}

// valid reports whether the text is valid against the schema.
func valid(t *testing.T, text string) bool {
	t.Helper()
	xmllint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not installed")
	}
	name := filepath.Join(t.TempDir(), "a.studio")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return exec.Command(xmllint, "--noout", "--schema", "../io/xml/studio-2.xsd", name).Run() == nil
}
