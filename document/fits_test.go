package document

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/internal/effort"
	"boardstudio/io/codec"
	"boardstudio/io/record"
	"boardstudio/io/xml"
	"boardstudio/rules"
)

// TestFits checks that every document that can be opened can be saved. Texts that become longer in
// a file are accepted up to the limit of the file, and refused when they are opened.
func TestFits(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	studio := func(tree string) string {
		return `<studio xmlns="` + xml.Namespace + `" version="2.0"><game name="line"/><tree>` + tree + `</tree></studio>`
	}
	long := strings.Repeat("x", codec.MaxText)
	line := &rules.Spec{Game: "line", Params: rules.Params{}}
	for _, tt := range []struct{ name, text, refused string }{
		{"a comment of a record", "a1 {" + long + "}", ""},
		{"a comment that XML cannot hold", "a1 {" + long[:len(long)-1] + "\x01}", ""},
		{"comments that are longer together", "a1 {" + long + "} {x}", "a.x:1: the comments on one move are longer than 16777216 bytes"},
		{"comments that grow", strings.Repeat("a1 {"+strings.Repeat("&", 14<<20)+"}", 4), "a.x: it could not be saved: the document would be larger than the 256 MB that can be read again"},
		{"comments that grow less", strings.Repeat("a1 {"+strings.Repeat("&", effort.Amount(12<<20, 3<<20))+"}", 4), ""},
		{"a comment in base64", studio("<comment enc='base64'>" + strings.Repeat("AAAA", codec.MaxText/3) + "</comment>"), ""},
		{"comments of one node", studio("<comment>" + long + "</comment><comment>x</comment>"), "a.x:1: the comments on one move are longer than 16777216 bytes"},
		{"sections", studio(strings.Repeat("<raw>x</raw><comment><![CDATA["+strings.Repeat("<", codec.MaxText)+"]]></comment>", 4)), "it could not be saved"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.x")
			if err := os.WriteFile(path, []byte(tt.text), 0o666); err != nil {
				t.Fatal(err)
			}
			d, _, err := library.Open(context.Background(), path, codec.Options{Spec: line})
			var e *codec.Error
			switch {
			case tt.refused != "" && (d != nil || !errors.As(err, &e) || !strings.Contains(err.Error(), tt.refused)):
				t.Errorf("%v, want %q", err, tt.refused)
			case tt.refused == "" && err != nil:
				t.Error(err)
			}
			if err != nil {
				return
			}
			for _, f := range []*codec.Format{&xml.Format, &record.Format} {
				if err := Save(path, f, d); err != nil {
					t.Errorf("%s is not saved as %s: %v", tt.name, f.Name, err)
				} else if _, _, err := library.Open(context.Background(), path, codec.Options{}); err != nil {
					t.Errorf("%s was saved as %s and does not open: %v", tt.name, f.Name, err)
				}
			}
		})
	}
}

// TestMost checks that the estimate is never less than the size of the file, and not much more.
func TestMost(t *testing.T) {
	for name, tree := range map[string]string{
		"no move": "", "moves": "a1 b2 c3", "variations": strings.Repeat("b2 <var>a1</var> ", 200) + "a3",
		"annotations":      strings.Repeat(`b2 <comment>&amp;&lt;"'</comment><glyph value="!"/><glyph value="A+++"/><mark kind="triangle" cell="a1"/><line from="a1" to="c3" arrow="true"/><bookmark/><number value="999999"/><time seconds="-9223372036.854775808"/><color value="#123456"/><name value="&quot;&#9;"/>`, 300),
		"evaluations":      strings.Repeat(`b2 <eval engine="&quot;" score="-1.2345678901234567e-300" proved="true" plies="-9223372036854775808" depth="-9223372036854775808" nodes="18446744073709551615" pv="resign a1"/>`, 300),
		"unknown elements": strings.Repeat("<raw>&gt;</raw><setup>&amp;</setup><raw enc='base64'>AAAA</raw><a b='c'/>", 300),
	} {
		t.Run(name, func(t *testing.T) {
			text := `<studio xmlns="` + xml.Namespace + `" version="2.0"><game name="line"/><tree>` + tree + `</tree></studio>`
			d, err := library.DecodeAs(context.Background(), &xml.Format, []byte(text), codec.Options{})
			if err != nil {
				t.Fatal(err)
			}
			data, err := Encode(context.Background(), "a.studio", &xml.Format, d, nil)
			if err != nil {
				t.Fatal(err)
			}
			if n := sizeBound(d); n < len(data) || n > 1<<17+6*len(data) {
				t.Errorf("%.60s: at most %d bytes, %d were written", tree, n, len(data))
			}
		})
	}
}

// TestUnknownEngine checks that a document keeps an engine that the program does not have, with a
// warning.
func TestUnknownEngine(t *testing.T) {
	text := limitHead + `<players><player seat="1" kind="nosuch"/><player seat="2" kind="known"/></players><tree>` + limitEnd
	d, err := library.DecodeAs(context.Background(), &xml.Format, []byte(text), codec.Options{File: "a.x", Engine: func(kind string) bool { return kind == "known" }})
	if err != nil || len(d.Warnings) != 1 || d.Warnings[0].Error() != `a.x: player 1 is "nosuch", an engine that this program does not have` || d.Players[0].Kind != "nosuch" {
		t.Errorf("%v, %+v", err, d)
	}
	if d, err = library.DecodeAs(context.Background(), &xml.Format, []byte(text), codec.Options{}); err != nil || len(d.Warnings) > 0 {
		t.Errorf("nobody asks: %v, %v", err, d)
	}
}
