package xml

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardstudio/io/codec"
	"boardstudio/model"
)

// page returns a document on a 3×3 board with the given text in its tree element.
func page(tree string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>
<studio xmlns="urn:boardstudio:document:2" version="2.0">
<game name="line"/>
<tree>` + tree + `</tree>
</studio>
`
}

func parse(text string) (*model.Document, error) {
	d, err := Decode(context.Background(), []byte(text), opts("a.studio"))
	if err != nil && d != nil {
		return nil, errors.New("an error and a document")
	}
	return d, err
}

// shapeOf returns the tree as text, with variations in brackets, set-up nodes as @, and unreadable
// moves in quotes.
func shapeOf(d *model.Document) string {
	var b strings.Builder
	var walk func(n *model.Node)
	walk = func(n *model.Node) { // recursive, because the trees are small
		for c := range n.Children() {
			m, ok := c.Move()
			s := "'" + c.Raw() + "'"
			if ok {
				s = d.Tree.Rules().FormatMove(m)
			} else if c.Setup() != "" {
				s = "@"
			}
			if n.First().Next() != nil {
				b.WriteString("(" + s)
				walk(c)
				b.WriteString(")")
				continue
			}
			b.WriteString(" " + s)
			walk(c)
		}
	}
	walk(d.Tree.Root())
	return strings.TrimSpace(b.String())
}

func TestLines(t *testing.T) {
	for _, tt := range []struct{ name, tree, want string }{
		{"empty", "", ""},
		{"a line", "b2 a1 c3", "b2 a1 c3"},
		{"white space of all kinds", "\n b2\r\n\ta1\n\n c3 ", "b2 a1 c3"},
		{"capitals", "B2 A1", "b2 a1"},
		{"a variation varies the move before it", "b2 a1 <var>c1 c2</var> c3", "b2(a1 c3)(c1 c2)"},
		{"two variations in order", "b2 a1 <var>c1</var><var>a3</var> c3", "b2(a1 c3)(c1)(a3)"},
		{"a variation of the first move", "b2 <var>a1</var> c3", "(b2 c3)(a1)"},
		{"a variation at the end", "b2 a1<var>c1</var>", "b2(a1)(c1)"},
		{"a variation in a variation", "b2 a1 <var>c1 c2 <var>c3 a3</var> b1</var> b3", "b2(a1 b3)(c1(c2 b1)(c3 a3))"},
		{"a variation of a variation's first move is a brother", "b2 a1 <var>c1 <var>a3</var> c2</var> c3", "b2(a1 c3)(c1 c2)(a3)"},
		{"words end at markup", "b2<comment>x</comment>a1<!-- y -->c3", "b2 a1 c3"},
		{"CDATA and character references", "<![CDATA[b2 a1]]> &#99;3", "b2 a1 c3"},
		{"unreadable words", "b2 zz9 a1", "b2 'zz9' a1"},
		{"what was unreadable", "b2 <raw>a 1 </raw> c3", "b2 'a 1 ' c3"},
		{"a set-up", "b2 <setup>A../.../... B</setup> c3", "b2 @ c3"},
		{"a set-up that varies a move", "b2 a1 <var><setup>A../.../... B</setup></var>", "b2(a1)(@)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := parse(page(tt.tree))
			if err != nil {
				t.Fatal(err)
			}
			if got := shapeOf(d); got != tt.want {
				t.Errorf("tree %s, want %s", got, tt.want)
			}
			same(t, d)
		})
	}
}

func TestNotes(t *testing.T) {
	d, err := parse(page(`<comment>root</comment> b2 <glyph value="!"/> <glyph value="!?"/><mark kind="label" cell="a1" text="ab"/>
<time seconds="1.5"/> <var>a1 <comment> inner </comment></var> <comment>after the variation</comment><comment>twice</comment>
<eval engine="e" score="-0.25" depth="3" pv="a1 c3"/> c3`))
	if err != nil || len(d.Warnings) > 0 {
		t.Fatal(err, d.Warnings)
	}
	b2 := d.Tree.Root().First()
	want := "after the variation\ntwice [! !?] [{0 label ab}] 1.5s"
	if got := fmt.Sprint(b2.Comment(), " ", b2.Glyphs(), " ", b2.Marks(), " ", b2.Used()); got != want {
		t.Errorf("notes %s, want %s", got, want)
	}
	if v := b2.Evals(); len(v) != 1 || v[0].Engine != "e" || v[0].Score != -0.25 || v[0].Depth != 3 || len(v[0].PV) != 2 {
		t.Errorf("evaluations %+v", v)
	}
	if c := d.Tree.Root().Comment() + "|" + b2.Next().Comment() + "|" + b2.First().Comment(); c != "root| inner |" {
		t.Errorf("comments %s", c)
	}
	same(t, d)
}

// TestStrangeNotes checks that annotations with unknown values are stored and reported.
func TestStrangeNotes(t *testing.T) {
	d, err := parse(page("b2 <time seconds='1'/><time seconds='2'/>\n<mark kind='circle' cell='k99'/><mark kind='label' cell='a1' text='longer'/><glyph value='+'/><eval score='x'/><eval pv='zz'/><time seconds='1.2.3'/><mark kind='cross' cell='a1' text='no'/><mark kind='label' cell='a1'/><comment enc='zip'>x</comment>"))
	if err != nil {
		t.Fatal(err)
	}
	n := d.Tree.Root().First()
	if n.Used() != time.Second || len(n.Marks())+len(n.Glyphs())+len(n.Evals())+len(n.Comment()) > 0 || len(n.Foreign()) != 10 {
		t.Errorf("%v %v %v %v, kept %v", n.Used(), n.Marks(), n.Glyphs(), n.Evals(), n.Foreign())
	}
	if got := fmt.Sprint(d.Warnings); len(d.Warnings) != 10 || !strings.Contains(got, "a.studio:4: an element <time> has unknown content: it is kept") || !strings.Contains(got, "a.studio:5: an element <glyph>") {
		t.Errorf("warnings %s", got)
	}
	same(t, d)
	d, err = parse(page("b2" + strings.Repeat("<glyph value='+'/>", 60)))
	if err != nil || len(d.Warnings) != codec.MaxWarnings+1 || !strings.Contains(fmt.Sprint(d.Warnings), "further elements with unknown content: 10") {
		t.Errorf("%v, %v", err, d.Warnings)
	}
}

// TestIllegalMoves checks that illegal moves remain in the tree, and that the warnings contain
// their line numbers.
func TestIllegalMoves(t *testing.T) {
	d, err := parse(page("\nb2\na1\nb2 c3\n<var>c1\nc1 a3\n</var>\nzz9\n<setup>nonsense</setup>"))
	if err != nil {
		t.Fatal(err)
	}
	if got := shapeOf(d); got != "b2 a1 b2(c3 'zz9' @)(c1 c1 a3)" {
		t.Errorf("tree %s", got)
	}
	var lines []string
	for _, w := range d.Warnings {
		lines = append(lines, w.Error())
	}
	got := strings.Join(lines, "\n")
	for _, want := range []string{"a.studio:7: move 3 (b2): ", "a.studio:12: position after move 5: "} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if len(d.Warnings) != 2 {
		t.Errorf("%d warnings:\n%s", len(d.Warnings), got)
	}
	same(t, d)
	// If every variation is wrong, the number of warnings is limited.
	d, err = parse(page("b2 a1" + strings.Repeat("<var>b2</var>", 300)))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(d.Warnings); n != codec.MaxWarnings+1 || !strings.Contains(d.Warnings[n-1].Error(), "further illegal moves: 250") {
		t.Errorf("%d warnings, the last: %v", n, d.Warnings[n-1])
	}
}

// refusedCase is a text that Decode refuses, and a part of the error.
type refusedCase struct{ name, text, want string }

func refusedCases() []refusedCase {
	ns := `xmlns="urn:boardstudio:document:2"`
	head := `<studio ` + ns + ` version="2.0">` + "\n" + `<game name="line"/>`
	many := strings.Builder{}
	for i := range maxAttrs + 1 {
		fmt.Fprintf(&many, " a%d=''", i)
	}
	return []refusedCase{
		{"empty file", "", "a.studio:1: there is no XML element in the file"},
		{"white space only", "  \n\n ", "there is no XML element in the file"},
		{"no XML", "hello", "a.studio:1: text outside the root element"},
		{"a declaration only", `<?xml version="1.0"?>`, "there is no XML element"},
		{"two roots", page("") + "<a/>", "a.studio:6: a second root element <a>"},
		{"text after the root", page("") + "x", "a.studio:5: text outside the root element"},
		{"text before the root", "x" + page(""), "text outside the root element"},
		{"undeclared prefix", head + "\n<x:y/></studio>", `a.studio:3: the prefix "x" is not declared`},
		{"undeclared prefix of an attribute", head + "\n<y x:z=''/></studio>", `a.studio:3: the prefix "x" is not declared`},
		{"prefix out of scope", head + "\n<y xmlns:x='u'/><x:z/></studio>", `the prefix "x" is not declared`},
		{"unknown encoding", `<?xml version="1.0" encoding="klingon"?>` + head + "</studio>", `a.studio:1: the encoding "klingon" is not UTF-8`},
		{"Latin-1", `<?xml version="1.0" encoding="ISO-8859-1"?>` + head + "</studio>", `the encoding "ISO-8859-1" is not UTF-8`},
		{"UTF-16", "\xff\xfe<\x00s\x00", "a.studio:1: this is not well-formed XML: "},
		{"doubled attribute", head + "\n<y a='1' a='2'/></studio>", "a.studio:3: the attribute a occurs twice"},
		{"doubled attribute by two prefixes", head + "\n<y xmlns:p='u' xmlns:q='u' p:a='1' q:a='2'/></studio>", "the attribute q:a occurs twice"},
		{"too many attributes", head + "\n<y" + many.String() + "/></studio>", "a.studio:3: the element <y> has more than 64 attributes"},
		{"wrong end", head + "\n<tree></studio>", "a.studio:3: <tree> is closed by </studio>"},
		{"end of nothing", page("") + "</a>", "</a> has no start tag"},
		{"no end", head + "\n<tree>\n\na1", "a.studio:5: the file ends inside the element <tree>"},
		{"cut in a tag", head + "\n<tr", "a.studio:3: this is not well-formed XML: it ends too early"},
		{"undefined entity", page("&x;"), "a.studio:4: this is not well-formed XML: invalid character entity &x;"},
		{"declared entity", `<!DOCTYPE studio [<!ENTITY x "a1">]>` + page("&x;")[39:], "invalid character entity &x;"},
		{"control character", page("\x01"), "illegal character code U+0001"},
		{"reference to a control character", page("&#1;"), "illegal character code U+0001"},
		{"NUL", page("\x00"), "illegal character code U+0000"},
		{"not UTF-8", page("\xff"), "invalid UTF-8"},
		{"XML 1.1", `<?xml version="1.1"?>` + head + "</studio>", "unsupported version"},
		{"declaration not at the beginning", " " + page(""), "a.studio:1: the XML declaration is not at the beginning"},
		{"prefix xmlns", head + "<y xmlns:xmlns='u'/></studio>", "cannot be declared in this way"},
		{"colon too many", head + "<:y/></studio>", "is not a name"},

		{"another root", `<html/>`, "a.studio:1: the root element <html> does not belong to a Studio document"},
		{"no namespace", `<studio version="2.0"><game name="line"/></studio>`, `the root element is not in the namespace "urn:boardstudio:document:2"`},
		{"another namespace", `<studio xmlns="urn:x" version="2.0"/>`, "the root element is not in the namespace"},
		{"newer version", "<studio " + ns + "\nversion=\"3.0\"/>", "a.studio:1: the file was written by a newer program, in version 3.0 of the format: this program reads up to version 2"},
		{"older version", "<studio " + ns + ` version="1.7"/>`, "version 1.7 of the format is not known"},
		{"no version", "<studio " + ns + "/>", "the file does not name its version of the format"},
		{"wrong version", "<studio " + ns + ` version="two"/>`, `"two" is not a version of the format`},
		{"huge version", "<studio " + ns + ` version="2.99999999999999999999"/>`, "is not a version of the format"},

		{"no game", "<studio " + ns + ` version="2.0">` + "\n</studio>", "a.studio:2: the element <game> is missing"},
		{"tree before the game", "<studio " + ns + ` version="2.0"><tree/><game name="line"/></studio>`, "the element <game> is missing before <tree>"},
		{"start after the tree", head + "<tree/>\n<start>x</start></studio>", "a.studio:3: the element <start> comes after <tree>"},
		{"two games", head + "\n<game name='line'/></studio>", "a.studio:3: the element <game> occurs twice"},
		{"two trees", head + "<tree/>\n<tree/></studio>", "a.studio:3: the element <tree> occurs twice"},
		{"unknown game", "<studio " + ns + " version='2.0'>\n\n<game name='go'/></studio>", `a.studio:3: unknown game "go"`},
		{"unknown parameter", "<studio " + ns + " version='2.0'>\n<game name='line'>\n<param name='x' value='1'/></game></studio>", `a.studio:2: unknown parameter "x"`},
		{"wrong parameter", "<studio " + ns + " version='2.0'>\n<game name='line'>\n<param name='k' value='1'/></game></studio>", "a.studio:2: parameter k: "},
		{"doubled parameter", "<studio " + ns + " version='2.0'>\n<game name='line'>\n<param name='k' value='3'/><param name='k' value='3'/></game></studio>", `a.studio:3: the parameter "k" occurs twice`},
		{"unreadable start", head + "\n<start>xyz</start></studio>", "a.studio:3: start position: "},
		{"seat 0", head + "\n<players><player/></players></studio>", "a.studio:3: there is no seat number 0"},
		{"seat 3 of 2", head + "\n<players>\n<player seat='3'/></players></studio>", "a.studio:4: there is no seat number 3"},
		{"doubled seat", head + "\n<players><player seat='2'/>\n<player seat='2'/></players></studio>", "a.studio:4: seat number 2 occurs twice"},
		{"level that is no number", head + "\n<players><player seat='2' level='good'/></players></studio>", `a.studio:3: the value "good" of the attribute level of <player> is wrong`},
		{"doubled item", head + "\n<info><item key='a'/><item key='a'/></info></studio>", `a.studio:3: the item "a" occurs twice`},
		{"text that is not base64", head + "\n<info><item key='a' enc='base64'>?</item></info></studio>", "a.studio:3: a text is not in base64"},
		{"attribute that is not base64", head + "\n<info><item key64='!'></item></info></studio>", "a.studio:3: a text is not in base64"},
		{"unknown encoding of a text", head + "\n<start enc='zip'>?</start></studio>", `a.studio:3: start position: unknown encoding "zip" of a text`},

		{"variation of nothing", page("\n<var>a1</var>"), "a.studio:5: a variation comes before the move that it replaces"},
		{"variation in front of its line", page("a1 a2 <var>\n<var>a3</var> b1</var>"), "a.studio:5: a variation comes before the move that it replaces"},
		{"empty variation", page("a1 <var>\n</var>"), "a.studio:5: a variation has no move"},
		{"comment before the first move of a variation", page("a1 <var>\n<comment>x</comment> a2</var>"), "a.studio:5: <comment> comes before the first move of a variation"},
		{"unknown element before the first move of a variation", page("a1 <var>\n<x/> a2</var>"), "a.studio:5: <x> comes before the first move of a variation"},
		{"raw that is not base64", page("\n<raw enc='base64'>%</raw>"), "a.studio:5: a text is not in base64"},
		{"endless word", page("\n" + strings.Repeat("a", maxWord+1)), "a.studio:5: a move is longer than 4096 bytes"},
	}
}

// TestRefused checks that a file with an invalid structure is rejected with line and reason.
func TestRefused(t *testing.T) {
	for _, tt := range refusedCases() {
		t.Run(tt.name, func(t *testing.T) {
			d, err := parse(tt.text)
			var e *codec.Error
			if d != nil || !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v\nwant %s", err, tt.want)
			}
		})
	}
}

// TestAccepted checks valid files in forms that Encode does not write.
func TestAccepted(t *testing.T) {
	for _, tt := range []struct{ name, text string }{
		{"byte order mark", "\ufeff" + page("b2")},
		{"comments and instructions", strings.ReplaceAll(page("b2"), "<game", "<!-- x --><?y z?><game") + "<!-- end -->\n<?p?>"},
		{"document type", `<!DOCTYPE studio>` + page("b2")[39:]},
		{"a prefix for the namespace", `<s:studio xmlns:s="urn:boardstudio:document:2" version="2.4"><s:game name="line"/><s:tree>b2<s:comment>x</s:comment></s:tree></s:studio>`},
		{"no tree", `<studio xmlns="urn:boardstudio:document:2" version="2.0"><game name="line"/></studio>`},
		{"players and info after the tree", strings.Replace(page("b2"), "</tree>", "</tree><info><item key='a'>b</item></info><players><player seat='2' name='Bo'/></players>", 1)},
		{"labelled US-ASCII in capitals", strings.Replace(page("b2"), "UTF-8", "utf-8", 1)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := parse(tt.text)
			if err != nil {
				t.Error(err)
				return
			}
			same(t, d)
		})
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if d, err := Decode(ctx, []byte(page("b2")), opts("")); !errors.Is(err, context.Canceled) || d != nil {
		t.Errorf("got %v, %v", d, err)
	}
}

func TestSniff(t *testing.T) {
	for _, tt := range []struct {
		text string
		want *codec.Format
	}{
		{page(""), &Format},
		{"\ufeff\n<!-- <save> --><?x y?><!DOCTYPE a><s:studio", &Format},
		{"<save>", &Legacy},
		{"<save/>", &Legacy},
		{"<?xml version='1.0'?>\n<save a='b'>", &Legacy},
		{"<saved>", nil},
		{"save", nil},
		{"", nil},
		{"<", nil},
		{"<!-- save", nil},
	} {
		if got := codec.ByContent([]*codec.Format{&Format, &Legacy}, []byte(tt.text)); got != tt.want {
			t.Errorf("%q is taken for %v", tt.text, got)
		}
	}
}
