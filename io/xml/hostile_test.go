package xml

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"boardstudio/internal/cpu"
	"boardstudio/io/codec"
	"boardstudio/model"
)

// fill returns before and after with repetitions of text between them, some megabytes in total.
func fill(before, text, after string) string {
	return before + strings.Repeat(text, 4<<20/len(text)) + after
}

// TestHostile checks that reading takes at most a second of processor time per megabyte, and
// returns a document or an error with file and line.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	head := strings.TrimSuffix(page(""), "</tree>\n</studio>\n")
	end := "</tree></studio>"
	nest := 100_000
	for _, tt := range []struct{ name, text string }{
		{"open elements", fill("", "<a>", "")},
		{"unknown elements at one node", fill(head, "<a/>", end)},
		{"unknown elements at many nodes", fill(head, "b2<a/><a/>", end)},
		{"unknown attributes at many nodes", fill(head, "b2<comment x='1'/><glyph value='!' x='1'/>", end)},
		{"unknown elements in the head", fill(strings.TrimSuffix(head, "<tree>"), "<a/>", "</studio>")},
		{"items", fill(strings.TrimSuffix(head, "<tree>")+"<info>", "<item key='a'/>", "</info></studio>")},
		{"players", fill(strings.TrimSuffix(head, "<tree>")+"<players>", "<player seat='1'/>", "</players></studio>")},
		{"games", fill("<studio xmlns='"+Namespace+"' version='2.0'>", "<game/>", "</studio>")},
		{"kept texts", fill(head, "<kept>&lt;a/></kept>", end)},
		{"moves", fill(head, "b2 ", end)},
		{"variations", fill(head+"b2", "<var>b2</var>", end)},
		{"variations in variations", head + strings.Repeat("b2 b2<var>b2 ", nest) + strings.Repeat("</var>", nest) + end},
		{"comments on one move", fill(head+"b2", "<comment>x</comment>", end)},
		{"comments on one move between variations", fill(head+"b2", "<comment>x</comment><var>a1</var>", end)},
		{"comments everywhere", fill(head, "b2<comment>x</comment>", end)},
		{"marks on one move", fill(head+"b2", "<mark kind='circle' cell='a1'/>", end)},
		{"wrong marks", fill(head+"b2", "<mark/>", end)},
		{"set-ups", fill(head, "<setup>...</setup>", end)},
		{"set-ups that vary one another", fill(head+"b2", "<var><setup/></var>", end)},
		{"unreadable words", fill(head, "zz ", end)},
		{"one endless word", fill(head, "z", end)},
		{"one endless unreadable move", fill(head+"<raw>", "z", "</raw>"+end)},
		{"one endless comment", fill(head+"<comment>", "&#13;", "</comment>"+end)},
		{"one endless base64", fill(head+"<comment enc='base64'>", "AAAA", "</comment>"+end)},
		{"one endless name", fill("<", "a", "/>")},
		{"one endless attribute", fill("<a b='", "c", "'/>")},
		{"an endless version", fill("<studio version='", "c", "'/>")},
		{"an endless parameter", fill("<studio xmlns='"+Namespace+"' version='2.0'><game name='line'><param name='k' value='", "c", "'/></game><tree/></studio>")},
		{"an endless game", fill("<studio xmlns='"+Namespace+"' version='2.0'><game name='", "c", "'/><tree/></studio>")},
		{"an endless encoding", fill("<?xml version='1.0' encoding='", "c", "'?><a/>")},
		{"an endless prefix", fill("<a ", "c", ":b=''/>")},
		{"an endless start", fill("<studio xmlns='"+Namespace+"' version='2.0'><game name='line'/><start>", "c", "</start><tree/></studio>")},
		{"an endless old setting", fill("<save><settings nbRows='", "c", "'/></save>")},
		{"an endless old element", fill("<save><", "c", "/></save>")},
		{"attributes", fill("<a", " b=''", "/>")},
		{"prefixes", fill("<a", " xmlns:b='c'", "/>")},
		{"XML comments", fill(head, "<!-- - -->", end)},
		{"instructions", fill(head, "<?a?>", end)},
		{"sections", fill(head, "<![CDATA[ ]]>", end)},
		{"newlines", fill(head, "\n", end)},
		{"a document type", fill("<!DOCTYPE a [", "<!ENTITY a '&a;&a;'>", "]>") + page("&a;")},
		{"moves of an evaluation", fill(head+"<eval pv='", "b2 ", "'/>"+end)},
		{"old cases", fill("<save><settings nbRows='3' nbCols='3' nbSymbs='3' nbPlayers='2'/><cases>", "<case row='0' col='0'>0</case>", "</cases></save>")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, decode := range []*codec.Format{&Format, &Legacy} {
				start := cpu.Used()
				d, err := decode.Decode(context.Background(), []byte(tt.text), opts("a.studio"))
				took := cpu.Used() - start
				if limit := time.Second * time.Duration(len(tt.text)>>20+1); took > limit {
					t.Errorf("%s took %v for %d MB", decode.Name, took, len(tt.text)>>20)
				}
				var e *codec.Error
				if err != nil && (!errors.As(err, &e) || e.Line == 0 || e.File != "a.studio" || len(err.Error()) > 1000 || d != nil) {
					t.Errorf("%s gives %.200v", decode.Name, err)
				}
				if d == nil {
					continue
				}
				for _, w := range d.Warnings {
					if len(w.Error()) > 1000 {
						t.Errorf("a warning of %d bytes", len(w.Error()))
					}
				}
				if len(d.Warnings) > 3*codec.MaxWarnings {
					t.Errorf("%d warnings", len(d.Warnings))
				}
			}
		})
	}
}

// TestCutFiles checks that a truncated file is rejected, unless only the end after the root element
// is missing.
func TestCutFiles(t *testing.T) {
	for _, text := range []string{newerFile, legacyExample, string(save(t, randomDocument(t, newRand(5), 20)))} {
		last := strings.LastIndex(text, ">")
		for i := range len(text) {
			for _, f := range []*codec.Format{&Format, &Legacy} {
				if d, err := f.Decode(context.Background(), []byte(text[:i]), opts("a.studio")); i <= last && (err == nil || d != nil) {
					t.Fatalf("%s reads what is cut at byte %d of %d", f.Name, i, len(text))
				}
			}
		}
	}
}

// TestHalfCharacters checks that a reference to a surrogate is an error, as in every XML reader.
// U+FFFD and text that only looks like a reference are not.
func TestHalfCharacters(t *testing.T) {
	for _, ref := range []string{"&#xD800;", "&#xDFFF;", "&#xdc00;", "&#x0000D9ab;", "&#55296;", "&#0057343;"} {
		for _, tree := range []string{"\nb2 <comment>a\n" + ref + "</comment>", "\n\nb2 <name value='\ufffd" + ref + "'/>", "\n\n" + ref, "\n\n<a b='" + ref + "'/>"} {
			_, err := parse(page(tree))
			if want := "a.studio:6: " + ref + " does not represent a character"; err == nil || err.Error() != want {
				t.Errorf("%q: %v, want %s", tree, err, want)
			}
		}
	}
	d, err := parse(page("b2 <comment>\ufffd&#xFFFD;&#65533;&#xD7FF;&#xE000;&#55295;&#57344;<![CDATA[\ufffd&#xD800;]]><!-- &#xD800; --></comment>"))
	if want := "\ufffd\ufffd\ufffd\ud7ff\ue000\ud7ff\ue000\ufffd&#xD800;"; err != nil || d.Tree.Root().First().Comment() != want {
		t.Errorf("%v, %+v", err, d)
	}
	_, err = DecodeLegacy(context.Background(), []byte("<save>\n<settings version='&#xD800;'/></save>"), opts("a.xml"))
	if err == nil || err.Error() != "a.xml:2: &#xD800; does not represent a character" {
		t.Errorf("old: %v", err)
	}
}

// TestImpossiblePlayers checks that invalid attributes of players are omitted with a warning that
// contains the line number.
func TestImpossiblePlayers(t *testing.T) {
	for attr, want := range map[string]string{
		"level='99'":                "the attribute level is left out: the level must be from 1 to 5, not 99",
		"level='-1'":                "the attribute level is left out: the level must be from 1 to 5, not -1",
		"color='zz'":                "the attribute color is left out: \"zz\" is not a colour such as #20a0ff",
		"color64='AA=='":            "the attribute color is left out: ",
		"symbol='abc'":              "the attribute symbol is left out: the symbol must be one or two letters, not \"abc\"",
		"kind=''":                   "the attribute kind is left out: the player is neither a human nor an engine",
		"kind='nosuch'":             "",
		"level='5' color='#AaFf09'": "",
		"symbol='disc' score='-3'":  "",
	} {
		t.Run(attr, func(t *testing.T) {
			d, err := parse(strings.Replace(page("b2"), "<tree>", "<players>\n<player seat='2' name='Bo' "+attr+"/></players><tree>", 1))
			if err != nil {
				t.Error(err)
				return
			}
			p := d.Players[1]
			switch {
			case want == "" && len(d.Warnings) > 0:
				t.Error(d.Warnings)
			case want != "" && (len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0].Error(), "a.studio:5: "+want)):
				t.Errorf("%v, want %s", d.Warnings, want)
			case p.Name != "Bo" || want != "" && p != model.Player{Name: "Bo", Kind: model.Human}:
				t.Errorf("%+v", p)
			}
			same(t, d)
		})
	}
}

// TestSmallFilesThatGrow checks the limits for unknown content that repeats long keys and prefixes.
// Without them, a small file could become large.
func TestSmallFilesThatGrow(t *testing.T) {
	long := strings.Repeat("u", 1<<20)
	for name, text := range map[string]string{
		"prefixes":   strings.Replace(page(strings.Repeat("b2<x:a/>", 20)), "<studio ", "<studio xmlns:x='"+long+"' ", 1),
		"keys":       page("b2" + strings.Repeat("<eval engine='"+long+"'><x/></eval>", 20)),
		"attributes": page(strings.Repeat("b2<eval engine='"+long+"' x='1'/>", 20)),
		"head":       strings.Replace(page(""), "<tree>", "<info><item key='"+long+"'>"+strings.Repeat("<x/>", 20)+"</item></info><tree>", 1),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := parse(text); err == nil || !strings.Contains(err.Error(), "the unknown elements have more than 8388608 bytes") && !strings.Contains(err.Error(), "is longer than 4096 bytes") {
				t.Error(err)
			}
		})
	}
	many := strings.Repeat("<a>"+strings.Repeat("<b/>", 50_000)+"</a>", 9)
	for _, text := range []string{page("b2" + many), strings.Replace(page(""), "<tree>", many+"<tree>", 1)} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), "there are more than 400000 unknown elements") {
			t.Errorf("many: %v", err)
		}
	}
	// Rejected attributes and parts of a text are not allocated one by one.
	for name, text := range map[string]string{
		"attributes": "<a" + strings.Repeat(" b=''", 200_000) + "/>",
		"pieces":     page("b2<comment>" + strings.Repeat("a<!---->", 100_000) + "</comment>"),
		"unknown":    page("b2<z>" + strings.Repeat("a<!---->", 100_000) + "</z>"),
	} {
		t.Run(name, func(t *testing.T) {
			bytes := testing.Benchmark(func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					parse(text)
				}
			}).AllocedBytesPerOp()
			if most := int64(32 * len(text)); bytes > most {
				t.Errorf("%d bytes for %d", bytes, len(text))
			}
		})
	}
}
