package xml

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// inHead returns a document with text before its tree.
func inHead(text string) string { return strings.Replace(page("b2"), "<tree>", text+"<tree>", 1) }

// TestWarningsOfTheHead checks that only the first unknown element in the head causes a warning,
// and that elements in other namespaces are ignored.
func TestWarningsOfTheHead(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", page("b2"), "[]"},
		{"an element", inHead("<future/>"), "[a.studio:4: the element <future> is not known: it is kept]"},
		{"two elements", inHead("<future/><past/>"), "[a.studio:4: the element <future> is not known: it is kept]"},
		{"an element of others", inHead("<x:future xmlns:x='urn:x'/>"), "[]"},
		{"an attribute", strings.Replace(page("b2"), "<studio ", "<studio mood='calm' ", 1), "[]"},
		{"the next version", strings.Replace(inHead("<future/>"), `"2.0"`, `"2.4"`, 1), "[a.studio:2: the file was written by a newer program, in version 2.4 of the format: its unknown parts are kept but not shown]"},
		{"another's version", strings.Replace(page("b2"), `version="2.0"`, `version="2.0" xmlns:x="urn:x" x:version="9.0"`, 1), "[]"},
		{"another's version first", strings.Replace(page("b2"), `version="2.0"`, `xmlns:x="urn:x" x:version="9.0" version="2.1"`, 1), "[]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := parse(tt.text)
			if err != nil || fmt.Sprint(d.Warnings) != tt.want {
				t.Errorf("%v, %v, want %s", err, d, tt.want)
				return
			}
			same(t, d)
			if strings.Contains(tt.text, `"2.4"`) != strings.Contains(string(save(t, d)), `version="2.4"`) {
				t.Errorf("%s is written as\n%s", tt.name, save(t, d))
			}
		})
	}
}

// TestLongWords checks the maximum length of the names of games, parameters and information.
func TestLongWords(t *testing.T) {
	long := strings.Repeat("x", maxWord)
	game := func(inner string) string { return strings.Replace(page("b2"), `<game name="line"/>`, inner, 1) }
	for _, tt := range []struct{ name, text, want string }{
		{"a game", game("<game name='" + long + "'/>"), "unknown game"},
		{"a longer game", game("<game name='" + long + "x'/>"), "of the attribute name of <game> is wrong"},
		{"a parameter", game("<game name='line'><param name='k' value='" + long[1:] + "'/></game>"), "parameter k: "},
		{"a longer parameter", game("<game name='line'><param name='k' value='" + long + "'/></game>"), `a.studio:3: the parameter "k" is longer than 4096 bytes`},
		{"a parameter's name that is no base64", game("<game name='line'><param name64='%' value='1'/></game>"), "a.studio:3: a text is not in base64"},
		{"a key", inHead("<info><item key='" + long + "'>v</item></info>"), ""},
		{"a longer key", inHead("<info><item key='" + long + "x'>v</item></info>"), "a.studio:4: the key \"xxx"},
		{"a move", page(long), ""},
		{"a move among others", page("b2 " + long + " b2 " + long + "x b2"), "a.studio:4: a move is longer than 4096 bytes"},
		{"a score that is no number", inHead("<players><player seat='1' score='1.5'/></players>"), `a.studio:4: the value "1.5" of the attribute score of <player> is wrong`},
		{"a seat that is no number", inHead("<players><player seat='x'/></players>"), `a.studio:4: the value "x" of the attribute seat of <player> is wrong`},
		{"an unreadable move over lines", page("\n<raw enc='base64'>\n\n%</raw>"), "a.studio:5: a text is not in base64"},
		{"a set-up that is encoded wrongly", page("\n<setup enc='zip'>\n\n%</setup>"), `a.studio:5: unknown encoding "zip" of a text`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := parse(tt.text)
			switch {
			case tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("%v, want %q", err, tt.want)
			case err == nil:
				same(t, d)
			}
		})
	}
	d := model.NewDocument(build(t, "othello", nil))
	d.Info[long] = "v"
	same(t, d)
	d.Info[long+"x"] = "v"
	if err := Encode(t.Context(), io.Discard, d, nil); err == nil || !strings.Contains(err.Error(), "longer than the 4096 bytes that can be read again") {
		t.Errorf("written: %v", err)
	}
}

// TestPrefixes checks that a prefix has the meaning of its innermost declaration. An attribute must
// be a duplicate only if both name and namespace are the same.
func TestPrefixes(t *testing.T) {
	for _, tt := range []struct {
		name, tree string
		want       []string // unknown content
	}{
		{
			"declared anew inside", "<x:a xmlns:x='u'><x:b xmlns:x='v'><x:c/></x:b><x:d/></x:a>",
			[]string{`<x:a xmlns:x="u"><x:b xmlns:x="v"><x:c/></x:b><x:d/></x:a>`},
		},
		{
			"declared around", "<comment xmlns:x='u'><x:b xmlns:x='v'/><x:c/>c</comment><x:d xmlns:x='w'/>",
			[]string{`<comment><x:b xmlns:x="v"/><x:c xmlns:x="u"/></comment>`, `<x:d xmlns:x="w"/>`},
		},
		{"two namespaces", "<a xmlns:p='u' xmlns:q='v' p:a='1' q:a='2' a='3'/>", []string{`<a xmlns:p="u" xmlns:q="v" p:a="1" q:a="2" a="3"/>`}},
		{"the default namespace is not for attributes", "<a xmlns='u' xmlns:q='u' q:a='2' a='3'/>", []string{`<a xmlns="u" xmlns:q="u" q:a="2" a="3"/>`}},
		{"no namespace", "<a xmlns=''><b/></a>", []string{`<a xmlns=""><b/></a>`}},
		{"a prefix that all know", "<a xml:lang='fr'/>", []string{`<a xml:lang="fr"/>`}},
		{"declared though all know it", "<a xmlns:xml='" + xmlNS + "' xml:lang='fr'/>", []string{`<a xmlns:xml="` + xmlNS + `" xml:lang="fr"/>`}},
		{"of a known element", "<comment xml:lang='fr'>c</comment>", []string{`<comment xml:lang="fr"/>`}},
		{"the format's own", "<x:future xmlns:x='" + Namespace + "'/>", []string{`<x:future xmlns:x="` + Namespace + `"/>`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := parse(page("b2" + tt.tree))
			if err != nil {
				t.Error(err)
				return
			}
			var got []string
			for _, f := range d.Tree.Root().First().Foreign() {
				got = append(got, f.XML)
			}
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", tt.want) {
				t.Errorf("kept is %q, want %q", got, tt.want)
			}
			same(t, d)
		})
	}
	for _, text := range []string{
		"<a xmlns:x=''/>", "<a xmlns:xmlns='u'/>", "<a xmlns:xml='urn:x'/>",
	} {
		if _, err := parse(page(text)); err == nil || !strings.Contains(err.Error(), "cannot be declared in this way") {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{
		"<a xmlns:p='u'><b xmlns:q='u' p:a='' q:a=''/></a>", "<a xmlns:p='u' p:a='' p:a=''/>", "<a xmlns:p='u' xmlns:p='v'/>",
	} {
		if _, err := parse(page(text)); err == nil || !strings.Contains(err.Error(), "occurs twice") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestAttributesAreCounted checks that attributes are counted, but not other equals signs.
func TestAttributesAreCounted(t *testing.T) {
	list := func(n int, value string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " a%d=%s", i, value)
		}
		return b.String()
	}
	signs := strings.Repeat("=", 2*maxAttrs)
	for name, text := range map[string]string{
		"empty values":           "<z" + list(maxAttrs, "''") + "/>",
		"signs in double quotes": "<z" + list(maxAttrs, `"'=>='"`) + "/>",
		"signs in single quotes": "<z" + list(maxAttrs, `'"=>="'`) + "/>",
		"signs in one value":     "<z a='" + signs + "'>" + signs + "</z>",
		"XML comment":            "<!-- " + signs + " -->",
		"instruction":            "<?a " + signs + "?>",
		"comment on a move":      "<comment>" + signs + "</comment>",
		"CDATA":                  "<![CDATA[\n]]>",
		"two elements":           "<z/><z" + list(maxAttrs, "''") + "></z>",
	} {
		t.Run(name, func(t *testing.T) {
			if d, err := parse(page("b2 " + text)); err != nil {
				t.Errorf("%.40s: %v", text, err)
			} else {
				same(t, d)
			}
		})
	}
	for _, value := range []string{"''", `""`, "'>'", `">"`, "'\"'", `"'"`, "'/>'"} {
		for _, end := range []string{"/>", "></z>"} {
			if _, err := parse(page("b2\n<z" + list(maxAttrs+1, value) + end)); err == nil || err.Error() != "a.studio:5: the element <z> has more than 64 attributes" {
				t.Errorf("%s %s: %v", value, end, err)
			}
		}
	}
}

// TestHeadThatGrows checks that unknown content in the head has the same limit as in the tree,
// because more could not be saved.
func TestHeadThatGrows(t *testing.T) {
	text := strings.Replace(inHead(strings.Repeat("<x:a/>", 20)), "<studio ", "<studio xmlns:x='"+strings.Repeat("u", maxUnknown/16)+"' ", 1)
	if _, err := parse(text); err == nil || !strings.Contains(err.Error(), "the unknown elements have more than 8388608 bytes") {
		t.Error(err)
	}
}

// TestManyKnownElements checks that the limit for elements of the head does not apply to known
// elements of the tree.
func TestManyKnownElements(t *testing.T) {
	d, err := parse(page("b2" + strings.Repeat("<bookmark/>", maxElements+1)))
	if err != nil || !d.Tree.Root().First().Bookmarked() {
		t.Error(err)
	}
}

// TestLegacyWarnings checks that the number of warnings for an old file is limited, and that
// numbers may be surrounded by spaces.
func TestLegacyWarnings(t *testing.T) {
	set := "<save><settings nbSymbs=' 3 ' numPlayer='0' nbPlayers='2' nbRows='\n3' nbCols='3\t'/>"
	for n, want := range map[int]int{1: 1, codec.MaxWarnings: codec.MaxWarnings, codec.MaxWarnings + 10: codec.MaxWarnings} {
		d, err := legacy(set + "<cases>" + strings.Repeat("<hint/>", n) + "</cases></save>")
		if err != nil || len(d.Warnings) != want {
			t.Errorf("%d elements: %v, %v", n, err, d)
		}
	}
	for _, tt := range []struct {
		players string
		want    model.Player
		warns   string
	}{
		{"<player name='" + strings.Repeat("x", model.MaxPlayer+1) + "' difficulty='5'/>", model.Player{Kind: "human", Level: 5}, "a.xml:3: the attribute name is left out: the name or the kind of a player is longer than 4096 bytes"},
		{"<player score='x' type='1'/>", model.Player{Kind: "computer"}, `a.xml:3: the score "x" was left out`},
		{"<player score=' -7 ' type=' 0 '/>", model.Player{Kind: "human", Score: -7}, ""},
		{"<player difficulty='0' symb='25'/>", model.Player{Kind: "human", Level: 1, Symbol: "Z"}, ""},
		{"<player difficulty='-1'/>", model.Player{Kind: "human"}, `a.xml:3: the attribute difficulty has the invalid value "-1": it was left out`},
		{"<player symb='0'/>", model.Player{Kind: "human", Symbol: "nought"}, ""},
		{"<player type='x'/>", model.Player{Kind: "human"}, `a.xml:3: the attribute type has the invalid value "x": it was left out`},
	} {
		d, err := legacy(set + "\n<players>" + tt.players + "</players></save>")
		if err != nil || d.Players[0] != tt.want || d.Players[1] != (model.Player{Kind: "human"}) {
			t.Errorf("%.60s: %v, %+v", tt.players, err, d)
			continue
		}
		if got := fmt.Sprint(d.Warnings); (len(d.Warnings) > 0) != (tt.warns != "") || !strings.Contains(got, tt.warns) {
			t.Errorf("%.60s: %s, want %s", tt.players, got, tt.warns)
		}
	}
	if d, err := legacy(strings.Replace(set, "<save>", "<save xmlns:x='urn:x'>", 1) + "</save>"); err != nil || len(d.Warnings) > 0 {
		t.Errorf("no players and no cases: %v, %v", err, d)
	}
}

// TestLegacyHoldsNothingElse checks that the old format rejects annotations of nodes and properties
// of players.
func TestLegacyHoldsNothingElse(t *testing.T) {
	for name, a := range map[string]model.Annotation{
		"marks":       {Marks: []model.Mark{{Kind: model.MarkCross}}},
		"glyphs":      {Glyphs: []model.Glyph{"!"}},
		"evaluations": {Evals: []model.Eval{{}}},
		"unknown":     {Foreign: []model.Foreign{{XML: "<a/>"}}},
		"a name":      {Name: "n"},
		"a colour":    {Color: "#000000"},
		"a number":    {Number: 1},
		"lines":       {Lines: []model.Line{{From: 0, To: 1}}},
		"a comment":   {Comment: "c"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, atRoot := range []bool{true, false} {
				d := model.NewDocument(build(t, "line", rules.Params{"rows": "3", "cols": "3", "k": "3"}))
				n := d.Tree.Add(d.Tree.Root(), rules.Place(0))
				if err := EncodeLegacy(context.Background(), io.Discard, d, nil); err != nil {
					t.Fatal(err)
				}
				if atRoot {
					n = d.Tree.Root()
				}
				d.Tree.Annotate(n, a)
				if err := EncodeLegacy(context.Background(), io.Discard, d, nil); err == nil {
					t.Errorf("%s is lost", name)
				}
			}
		})
	}
	d := model.NewDocument(build(t, "line", rules.Params{"rows": "3", "cols": "3", "k": "3"}))
	d.Players[0].Level = -1
	if err := EncodeLegacy(context.Background(), io.Discard, d, nil); err == nil || !strings.Contains(err.Error(), "it has no level -1") {
		t.Errorf("a level: %v", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if err := EncodeLegacy(ended, io.Discard, model.NewDocument(d.Tree.Rules()), nil); err != context.Canceled {
		t.Errorf("ended: %v", err)
	}
}
