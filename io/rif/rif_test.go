package rif

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
)

// sample is invented, because RenjuNet does not allow redistribution of its data.
const sample = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made up -->
<database>
<countries><country id="1" name="Estonia" abbr="EST"/></countries>
<cities><city id="3" country="1" name="Tallinn"/></cities>
<months><month id="5" name="May"/></months>
<rules>
<rule id="1" name="RIF"><info>A &lt;rule&gt;</info></rule>
<rule id="25" name="Soosyrv-8"/>
<rule id="30" name="Gomoku-Swap2"/>
</rules>
<openings><opening id="19" name="Kagetsu" abbr="2D"/><opening id="20" abbr="1I"/></openings>
<players>
<player id="7" name="Ada" surname="Möbius" country="1" city="3"/>
<player id="9" name="Bo"/>
</players>
<tournaments>
<tournament id="3" name="Club &amp; evening" country="1" city="3" year="2020" month="5" start="2020-05-01" end="2020-05-02" rule="25" rated="1"/>
<tournament id="4" name="Old" country="0" city="0" year="1999" month="7"/>
</tournaments>
<games>
<game id="101" publisher="9" tournament="3" round="8" rule="25" black="7" white="9" bresult="1" btime="8" wtime="12" opening="19" alt="51" swap="R--R-" mood="calm">
<move>h8 h9 j8
g9 zz j9</move>
<info>B=1245 <!-- x -->and more</info>
<photo>none</photo>
</game>
<game id="102" tournament="4" rule="30" black="9" white="8" bresult="0.5" opening="20"><move>a1 b2</move></game>
<game id="103" tournament="0" rule="1" black="0" white="7" bresult="*"><move>g7 h8</move><info></info></game>
<game id="104" black="x" rule="77" bresult="0"><move/></game>
</games>
</database>
`

func opts() codec.Options { return codectest.Options("a.rif") }

func TestRead(t *testing.T) {
	var got []string
	n := codectest.All(t, &Format, []byte(sample), opts(), func(d *model.Document) {
		p := d.Tree.Rules().Spec().Params
		got = append(got, fmt.Sprint(codectest.Line(d), "|", d.Players[0].Name, "|", d.Players[1].Name, "|", p["foul"], " ", p["centreFirst"], " ", p["overline"], "|", d.Info, "|", d.Foreign, "|", codectest.Warnings(d)))
	})
	want := []string{
		"h8 h9 j8 g9 'zz' j9|Ada Möbius|Bo|renju on wins|map[about the game:B=1245 and more alternatives:51 date:2020-05-01 entered by:Bo event:Club & evening minutes of Black:8 minutes of White:12 number at RenjuNet:101 opening:Kagetsu (2D) " +
			"place:Tallinn, Estonia result:1-0 round:8 rules:Soosyrv-8 swaps:R--R-]|[{<kept xmlns=\"urn:boardstudio:kept:rif\" name=\"mood\"><v>calm</v></kept>} {<kept xmlns=\"urn:boardstudio:kept:rif\" name=\"photo\"><v>none</v></kept>}]|" +
			"a.rif:24: move 5 (zz): the move could not be read\n",
		"a1 b2|Bo|#8|none off ignored|map[date:1999-07 event:Old number at RenjuNet:102 opening:1I result:1/2-1/2 rules:Gomoku-Swap2]|[]|a.rif:28: the number 8 of white is not in any table of the file\n",
		"g7 h8||Ada Möbius|renju off wins|map[number at RenjuNet:103 rules:RIF]|[{<kept xmlns=\"urn:boardstudio:kept:rif\" name=\"bresult\"><v>*</v></kept>}]|",
		"|#x||renju on wins|map[number at RenjuNet:104 result:0-1 rules:#77]|[]|a.rif:30: the number x of black is not in any table of the file\na.rif:30: the number 77 of rule is not in any table of the file\n",
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("game %d of %d:\n%s, want\n%s", i, n, got[min(i, len(got)-1)], want[i])
		}
	}
	g, err := Games(context.Background(), []byte(sample), opts())
	if err != nil || len(g.Heads) != 4 || len(g.Warnings) > 0 {
		t.Fatal(err, g)
	}
	if g.Heads[1].Game != "gomoku-standard" {
		t.Errorf("%+v", g.Heads[1])
	}
	if h := g.Heads[0]; h.Plies != 6 || h.Line != 22 || h.Players[0] != "Ada Möbius" || h.Game != "renju" {
		t.Errorf("%+v", h)
	}
	d := codectest.Decode(t, &Format, []byte(sample), opts())
	if !codec.IsMany(d.Warnings) || d.Info[model.InfoRound] != "8" {
		t.Error(d.Warnings)
	}
	if !Format.Sniff([]byte(sample)) {
		t.Error("not recognised")
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		"<games><game id=\"1\"": true, "\ufeff<?xml?>\n<database v='1'>\n<players n=''>\n <player a='' id='1'/>": true, "<!DOCTYPE x>\n<database><!-- a --><rules><rule id='1'": true,
		"": false, "<studio>": false, "<save>": false, "<database><players>": false, "<database/>": false, "<database><rows><row id='1'": false, "x <games><game id='1'": false,
	} {
		if Format.Sniff([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "a.rif: there is no game in the file",
		"<database><games/></database>":      "a.rif: there is no game in the file",
		"<database>\n<games>\n<game id='1'>": "a.rif:3: the file is damaged: it ends too early",
		"<database>\n<players></games>":      "a.rif:2: the file is damaged: element <players> closed by </games>",
		"<game><move>no game this is</move></game>": "a.rif:1: this is not a game record: out of 4 words, 4 are not moves",
		"<game id='1'><move>h8 &x;</move>":          "a.rif:1: the file is damaged: invalid character entity &x;",
	} {
		_, err := Decode(context.Background(), []byte(text), opts())
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	// The games before the damage are read.
	i := strings.Index(sample, "<game id=\"103\"") + 40
	g, err := Games(context.Background(), []byte(sample[:i]), opts())
	if err != nil || len(g.Heads) != 2 || len(g.Warnings) != 1 || g.Warnings[0].Error() != "a.rif:29: the file is damaged at this line, and the rest was left out: it ends too early" {
		t.Errorf("%v, %+v", err, g)
	}
	// Latin-1, although the file declares UTF-8.
	d := codectest.Decode(t, &Format, []byte(strings.Replace(sample, "ö", "\xf6", 1)), opts())
	if d.Players[0].Name != "Ada Möbius" || len(d.Warnings) == 0 || !strings.Contains(d.Warnings[0].Error(), "Latin-1") {
		t.Error(d.Players[0].Name, d.Warnings)
	}
}

func seeds() (list [][]byte) {
	list = append(list, []byte(sample))
	for _, s := range []string{
		"<games><game id='1'><move>h8 h9</move></game></games>", "<game/>", "<game></game>", "<game><move>h8</move><move>i9</move></game>", "<game><game><move>h8</move></game></game>", "<game><move><b>h8</b> i9</move></game>",
		"<game><move><![CDATA[h8 i9]]></move></game>", "<game><move>h8<!-- i9 --> j10</move></game>", "<game><move>H8,I9</move></game>", "<game bresult='2' x='&#65;'><move>h8</move></game>", "<game black='1'/><players><player id='1' name='a'/></players>",
		"<rules><rule id='1' name='Gomoku'/></rules><game rule='1'><move>a1 a1</move></game>", "<x id='1' name='a'/><game x='1'/>", "<player id='1' surname='b'/><game white='1'/>", "<player id='1' name='a\nb'/><game white='1'/>",
		"<tournament id='1' start='x'/><game tournament='1'/>", "<tournament id='1' year='0' month='13' city='2' country='3'/><game tournament='1'/>", "<game><info>a</info><info>b</info></game>", "<game><note>a</note><note>b</note></game>", "<game note='1'><note>a</note></game>",
		"<?xml version='1.0' encoding='ISO-8859-1'?><game black='\xe9'/>", "<?xml version='1.0' encoding='UTF-16'?><game/>", "\ufeff<game/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><game><move>&b;</move></game>", "<game a='1' a='2' b=''/>", "<game x:y='1' xmlns:x='z'/>",
		"<game><move>h8 zz</move></game>", "<game><move>zz</move></game>", "<game><move>\n\nh8\n i9\r\n</move></game>", "<game", "</game>", "<game><move>h8</game>", "<game id='1'/><", "text", "<game><move>o15 a1 resign pass --</move></game>",
	} {
		list = append(list, []byte(s))
	}
	return list
}

func FuzzDecode(f *testing.F) { codectest.Fuzz(f, &Format, opts(), seeds()...) }

func TestCut(t *testing.T) {
	for _, s := range seeds() {
		codectest.Cut(t, &Format, s, opts())
	}
}

func TestHeavy(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	var list []codectest.Repeated
	for _, s := range []string{"\x00", "\xff", "<", "<a>", "<a/>", "<game>", "<game/>", "<game><move>h8</move></game>", "<p id='1'/>", "&amp;", "<!-- -->", "<![CDATA[", "x", "\n"} {
		list = append(list, codectest.Repeated{Text: s}, codectest.Repeated{Before: "<game>", Text: s}, codectest.Repeated{Before: "<game><move>", Text: s, After: "</move></game>"}, codectest.Repeated{Before: "<game a='", Text: s, After: "'/>"})
	}
	for _, s := range []string{"h8 ", "zz ", "h8 h9\n", "h"} {
		list = append(list, codectest.Repeated{Before: "<game><move>h8 i9 ", Text: s, After: "</move></game>"})
	}
	list = append(list, codectest.Repeated{Before: "<game ", Text: "a='' ", After: "/>"}, codectest.Repeated{Before: "<game>", Text: "<b></b>", After: "</game>"})
	var rows strings.Builder // each with a different number
	for i := range 1 << 17 {
		fmt.Fprintf(&rows, "<p id='%d' name='a' city='1'/>", i)
	}
	list = append(list, codectest.Repeated{Before: rows.String(), Text: "<game/>"})
	codectest.Heavy(t, &Format, opts(), list...)
}

// TestCancel checks that reading stops soon after the context is cancelled.
func TestCancel(t *testing.T) {
	data := []byte("<games>" + strings.Repeat("<game id='1' black='2' white='3'><move>h8 h9 i8</move></game>\n", 1<<17) + "</games>")
	codectest.Stops(t, "the list", func(ctx context.Context) error {
		_, err := Games(ctx, data, opts())
		if err != context.Canceled {
			t.Errorf("read to the end: %v", err)
		}
		return err
	})
}

// BenchmarkGames lists 100,000 games of 40 moves.
func BenchmarkGames(b *testing.B) {
	var text bytes.Buffer
	text.WriteString("<database><players>")
	for i := range 4000 {
		fmt.Fprintf(&text, "<player id=\"%d\" name=\"Name\" surname=\"Surname %d\" country=\"1\" city=\"3\"/>\n", i, i)
	}
	text.WriteString("</players><games>\n")
	moves := strings.Repeat("h8 i9 j10 k11 ", 10)
	for i := range 100_000 {
		fmt.Fprintf(&text, "<game id=\"%d\" publisher=\"91\" tournament=\"3369\" round=\"8\" rule=\"25\" black=\"%d\" white=\"%d\" bresult=\"1\" btime=\"8\" wtime=\"8\" opening=\"19\" alt=\"51\" swap=\"R--R-\">\n<move>%s</move>\n<info>B=1245</info>\n</game>\n", i, i%4000, i%3999, moves)
	}
	text.WriteString("</games></database>")
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		g, err := Games(context.Background(), text.Bytes(), opts())
		if err != nil || len(g.Heads) != 100_000 {
			b.Fatal(err)
		}
	}
}
