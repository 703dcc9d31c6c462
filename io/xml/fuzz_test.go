package xml

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"boardstudio/model"
)

// FuzzDecode checks that accepted files are preserved by saving and loading, and that reading with
// encoding/xml alone gives the same result. Mutations inside a valid document are more often valid.
func FuzzDecode(f *testing.F) {
	for seed := range uint64(20) {
		data := save(f, randomDocument(f, newRand(seed), 8))
		f.Add(data, false)
		_, tree, _ := bytes.Cut(data, []byte("<tree>"))
		f.Add(bytes.TrimSuffix(tree, []byte("</tree>\n</studio>\n")), true)
	}
	for _, s := range []string{
		newerFile, annotated, page(""), page("b2 a1 <var>c1 <raw>x</raw></var> <comment enc='base64'>AAA=</comment>"),
		page(`b2 <mark kind="circle" cell="b2" x="1"/><mark kind="circle" cell="b2"><y/></mark><time seconds="3"/><time seconds="4"/><kept>&lt;a/></kept>`),
		page("b2 <setup/><eval score='NaN' pv='a1 pass'/> <z xmlns='u'><y xmlns=''/></z>"),
		`<s:studio xmlns:s="urn:boardstudio:document:2" version="2.4" s:a="" a=""><s:game name="othello"/><s:tree>f5<s:q/><q xmlns=""/></s:tree></s:studio>`,
		"\ufeff<?xml version='1.0' encoding='utf-8'?><studio/>", "<a", "<!DOCTYPE x><x/>", "",
	} {
		f.Add([]byte(s), false)
	}
	for _, s := range []string{
		"b2 a1<var>c1</var>", "\re", `b2<mark kind="circle" cell="b2" x="1"/><mark kind="circle" cell="b2" y="1"><z/></mark>`,
		`b2<x:a xmlns:x="u" x:b="c"/><comment xmlns:x="u" x:b="c">d<e/></comment>`, "<raw>b2</raw><setup>x</setup><kept>y</kept>",
		`b2<name value="n"/><name value="m"/><advice by="x" move="b2"/><advice by="y" move="b2"/><advice by="" move="a1"/><name lang="fr"/><bookmark/><bookmark x="1"/><color value="#123456"/><color value="#654321" x="1"/><color value="red"/>`,
		`b2<number value="7"/><number value="0"/><number value="07"><x/></number><line from="a1" to="c3"/><line from="a1" to="c3" arrow="false"/><line from="a1" to="a1"/>`,
		`b2<glyph value="A+"/><glyph value="C+++"/><glyph value="="/><glyph value="~"/><name value64="AAA="/>`,
	} {
		f.Add([]byte(s), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, inside bool) {
		if inside {
			data = []byte(page(string(data)))
		}
		d, err := Decode(context.Background(), data, opts("a.studio"))
		sameAsSlow(t, data, d, err)
		if err != nil {
			if d != nil {
				t.Fatal("an error and a document")
			}
			if d, err = salvaged(string(data)); err != nil {
				return
			}
			if !d.ReadOnly || len(d.Warnings) == 0 {
				t.Fatal("a damage that is not told")
			}
		}
		if err := d.Tree.Check(); err != nil {
			t.Fatal(err)
		}
		same(t, d)
	})
}

// sameAsSlow checks that reading data with encoding/xml alone has the result d and err.
func sameAsSlow(t *testing.T, data []byte, d *model.Document, err error) {
	t.Helper()
	r := newReader(context.Background(), data, opts("a.studio"))
	r.slow = true
	slow, slowErr := r.decode()
	switch {
	case fmt.Sprint(err) != fmt.Sprint(slowErr):
		t.Fatalf("the error is %v, not %v", err, slowErr)
	case err != nil:
		return
	case fmt.Sprint(d.Warnings) != fmt.Sprint(slow.Warnings):
		t.Fatalf("the warnings are %v, not %v", d.Warnings, slow.Warnings)
	}
	if err := model.Equal(d, slow); err != nil {
		t.Fatal(err)
	}
}

// TestQuick checks texts in which direct reading must give way to the decoder.
func TestQuick(t *testing.T) {
	for _, text := range []string{
		"", "b2", " b2", "b2\re", "b2 e\r\ne\re\r", "\r\re<comment>x</comment>\re", "b2 a1<var>c1</var>c3", "b2 a1<var>c1</var >c3", "b2 a1< var>c1</var>", "b2 a1<var >c1</var>",
		"b2<comment>x</comment><comment></comment><comment/><comment>y\nz</comment>a1", "b2<comment>ä€😀</comment>", "b2<comment>\xff</comment>",
		"b2<comment>a]]>b</comment>", "b2<comment>a]]b</comment>", "b2<comment>\ufffe</comment>", "b2<comment>\ufffd&#xfffd;</comment>", "b2<comment>a\r\nb\rc</comment>",
		"b2<comment>a&amp;b</comment>", "b2<comment>a<!-- b -->c</comment>", "b2<comment>a<b/>c</comment>", "b2<comment>\x01</comment>", "b2<comment>a", "b2<comment>a</commen",
		"b2 a1<var><comment>c</comment>c1</var>", "b2 a1<var></var>", "b2 a1<var>c1", "b2 a1<var>c1</va", "b2 a1</var>", "<var>b2</var>", "<comment>c</comment>b2<var>c1</var>",
		"b2 a1 a]b]]c", "b2 a1]]>", "b2 ]]>", "b2 zz\nzz\n\nzz zz<var>\nzz</var>zz", "b2 é zz", "b2 \xff", "b2 &amp; a1", "b2&#32;a1", "b2<![CDATA[ a1 ]]>c1",
		"b2 a1<var xmlns='u'>c1</var>", "b2 a1<var xmlns='urn:boardstudio:document:2'>c1<var>c2</var></var>c3", "b2 <x:y xmlns:x='u'/> a1", "b2<kept/>a1<var>c1</var>",
		"b2<glyph value='!'/>a1<var>c1<glyph value='?'></glyph></var><time seconds='3'/>c3 <raw>q</raw>zz<setup/>",
		"b2 " + strings.Repeat("a", maxWord+1), "b2 " + strings.Repeat("a", maxWord), "b2<?x y?>a1<!--z-->c1", "b2 a1<var>c1</tree>", "b2 <", "b2 <v", "b2 a1</var></tree><tree>",
	} {
		data := []byte(page(text))
		d, err := Decode(context.Background(), data, opts("a.studio"))
		sameAsSlow(t, data, d, err)
		for i := range data {
			d, err := Decode(context.Background(), data[:i], opts("a.studio"))
			sameAsSlow(t, data[:i], d, err)
		}
	}
	for seed := range uint64(100) {
		data := save(t, randomDocument(t, newRand(seed), 200))
		d, err := Decode(context.Background(), data, opts("a.studio"))
		sameAsSlow(t, data, d, err)
	}
}

// FuzzLegacy checks that accepted files of the old format can be saved in the new format. If they
// can also be saved in the old format, the game must be the same.
func FuzzLegacy(f *testing.F) {
	for _, s := range []string{
		legacyExample, legacyFile(`nbCols="3" nbPlayers="3" nbRows="3" nbSymbs="3" numPlayer="2"`, "", "0,0 1,1", "1 2"),
		legacyFile(`nbCols="3" nbPlayers="2" nbRows="3" nbSymbs="3" numPlayer="1"`, "", "0,0 1,1 2,2", "0 0 1"),
		"<save/>", "<save><settings/></save>",
	} {
		f.Add([]byte(s))
	}
	for i := range 30 { // truncated, and without a part
		at := len(legacyExample) * i / 30
		f.Add([]byte(legacyExample[:at]))
		f.Add([]byte(legacyExample[:at] + legacyExample[min(at+40, len(legacyExample)):]))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := DecodeLegacy(context.Background(), data, opts("a.xml"))
		if err != nil {
			if d != nil {
				t.Fatal("an error and a document")
			}
			return
		}
		same(t, d)
		var b bytes.Buffer
		if EncodeLegacy(context.Background(), &b, d, nil) != nil {
			return
		}
		back, err := DecodeLegacy(context.Background(), b.Bytes(), opts("a.xml"))
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.Players { // the old format has no default level and symbol
			if p, q := &d.Players[i], back.Players[i]; p.Level == 0 || p.Symbol == "" {
				p.Level, p.Symbol = q.Level, q.Symbol
			}
		}
		if err := model.Equal(d, back); err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
	})
}
