package sgf

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/io/codec"
	"boardstudio/io/record"
	"boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/rules"
)

func cell(t *testing.T, d *model.Document, label string) rules.Cell {
	t.Helper()
	c := d.Tree.Rules().Board().Find(label)
	if c == rules.NoCell {
		t.Fatal(label)
	}
	return c
}

// TestEverything checks all properties, and how they are written.
func TestEverything(t *testing.T) {
	const text = `(;FF[3]GM[4]CA[UTF-8]AP[RenSGF:1.2]ST[2]SZ[15]RU[RIF]GN[The
game]EV[Cup \[A\]]RO[2]DT[2020-01-02]PC[Tallinn]RE[B+]AN[Ann]BR[5d]WR[4d]TM[5400]OT[30 s a move]ON[Indirect 4]SO[book]US[me]CP[2020]GC[Long.
Very.]PB[Ada]PW[Bo]KM[0]C[Before.]VW[aa:oo]
;B[hh]BL[5390.5]C[One\
 line, a \] and a \\.

Two.]N[Centre]TE[2]GB[1]
;W[ig]WL[5300]CR[hh]SQ[ig][ih]TR[aa:ab]MA[oo]LB[aa:x][bb:long label]LN[aa:bb]AR[bb:cc][zz:aa]MN[7]HO[2]SL[aa]DD[bb]KO[]
(;B[ii]BM[1]BL[5400](;W[jj]DO[]IT[]UC[1]V[-0.5])(;W[kk]))
(;B[gg];AE[hh]AW[ab:bb]PL[W]C[Set up.];W[aa]ZZ[a][b\]]))`
	const want = `(;FF[4]GM[4]CA[UTF-8]SZ[15]GN[The game]EV[Cup [A\]]RO[2]DT[2020-01-02]PC[Tallinn]RE[B+]AN[Ann]BR[5d]WR[4d]RU[RIF]TM[5400]OT[30 s a move]ON[Indirect 4]GC[Long.
Very.]SO[book]US[me]CP[2020]PB[Ada]PW[Bo]AP[RenSGF:1.2]ST[2]KM[0]C[Before.]VW[aa:oo]
;B[hh]C[One line, a \] and a \\.

Two.]N[Centre]TE[2]GB[1]BL[5390.5]
;W[ig]CR[hh]MA[oo]SQ[ig][ih]TR[aa][ab]LB[aa:x]LN[aa:bb]AR[bb:cc]MN[7]HO[1]WL[5300]LB[bb:long label]AR[zz:aa]SL[aa]DD[bb]KO[]
(;B[ii]BM[1]BL[5400](;W[jj]DO[]IT[]UC[1]V[-0.5])(;W[kk]))(;B[gg]
;AW[ab][bb]AE[hh]PL[W]C[Set up.];W[aa]ZZ[a][b\]]))
`
	d := parse(t, text)
	if got := write(t, d); got != want {
		t.Errorf("written:\n%s\nwant:\n%s", got, want)
	}
	same(t, d)
	if w := warnings(d); w != "" {
		t.Error(w)
	}
	if got := (codec.Head{Title: "The game", Event: "Cup [A]", Date: "2020-01-02", Result: "1-0", Players: []string{"Ada", "Bo"}, Game: "line", Plies: 4}); !reflect.DeepEqual(got, codec.HeadOf(d)) {
		t.Errorf("head %+v", codec.HeadOf(d))
	}
	for key, value := range map[string]string{
		"round": "2", "place": "Tallinn", "annotator": "Ann", "clock": "1h30m", "rules": "RIF", "overtime": "30 s a move", "opening": "Indirect 4",
		"about the game": "Long.\nVery.", "source": "book", "entered by": "me", "copyright": "2020", "black rank": "5d", "white rank": "4d",
	} {
		if d.Info[key] != value {
			t.Errorf("%s: %q, want %q", key, d.Info[key], value)
		}
	}
	nodes := slices.Collect(d.Tree.All())
	one := nodes[1]
	if one.Comment() != "One line, a ] and a \\.\n\nTwo." || one.Name() != "Centre" || one.Used() != 9500*time.Millisecond || !slices.Equal(one.Glyphs(), []model.Glyph{"!!", "A+"}) {
		t.Errorf("%+v", one.Annotation())
	}
	two := nodes[2].Annotation()
	at := func(label string) rules.Cell { return cell(t, d, label) }
	wantMarks := []model.Mark{
		{Cell: at("h8"), Kind: model.MarkCircle},
		{Cell: at("o15"), Kind: model.MarkCross},
		{Cell: at("i7"), Kind: model.MarkSquare},
		{Cell: at("i8"), Kind: model.MarkSquare},
		{Cell: at("a1"), Kind: model.MarkTriangle},
		{Cell: at("a2"), Kind: model.MarkTriangle},
		{Cell: at("a1"), Kind: model.MarkLabel, Text: "x"},
	}
	wantLines := []model.Line{{From: at("a1"), To: at("b2")}, {From: at("b2"), To: at("c3"), Arrow: true}}
	if !slices.Equal(two.Marks, wantMarks) || !slices.Equal(two.Lines, wantLines) || two.Number != 7 || !two.Bookmark || two.Used != 100*time.Second {
		t.Errorf("%+v", two)
	}
	if three := nodes[3].Annotation(); three.Used != 0 || len(three.Foreign) != 1 || !slices.Equal(three.Glyphs, []model.Glyph{"?"}) {
		t.Errorf("%+v", three) // the clock went up
	}
	if four := nodes[4].Annotation(); !slices.Equal(four.Glyphs, []model.Glyph{"?!", "!?", "~"}) {
		t.Errorf("%+v", four)
	}
	if set := nodes[7]; set.Comment() != "Set up." || !strings.HasSuffix(set.Setup(), " B") || d.Tree.Rules().Spec().Params["foul"] != "renju" {
		t.Errorf("%q", set.Setup())
	}
}

// TestRules checks which rules a file selects, and how they are written.
func TestRules(t *testing.T) {
	for _, tt := range []struct{ in, game, params, out string }{
		{"GM[4]", "line", "rows=15 k=5 overline=wins foul=none", "GM[4]SZ[15]RU[freestyle]"},
		{"GM[4]SZ[20]RU[0]", "line", "rows=20 cols=20 foul=none", "GM[4]SZ[20]RU[0]"},
		{"GM[4]RU[1]SZ[15]", "line", "overline=ignored", "GM[4]SZ[15]RU[1]"},
		{"GM[4]RU[4]", "line", "foul=renju", "GM[4]SZ[15]RU[4]"},
		{"GM[4]RU[standard]", "line", "overline=ignored", "GM[4]SZ[15]RU[standard]"},
		{"GM[4]RU[Yamaguchi]", "line", "foul=renju centreFirst=on", "GM[4]SZ[15]RU[Yamaguchi]"},
		{"GM[4]RU[五子棋]", "line", "foul=none", "GM[4]SZ[15]RU[五子棋]"},
		{"GM[4]RU[连珠]", "line", "foul=renju", "GM[4]SZ[15]RU[连珠]"},
		{"GM[4]RU[pente]SZ[19]", "line", "captures=5 rows=19", "XG[line]XP["},
		{"GM[4]XI[rules:pente]", "line", "captures=0 rows=15", "GM[4]SZ[15]XG[line]XP["},
		{"GM[4]SZ[3]", "line", "k=3 rows=3", "GM[4]SZ[3]RU[freestyle]"},
		{"GM[4]SZ[9:7]", "line", "rows=7 cols=9", "GM[4]SZ[9:7]RU[freestyle]"},
		{"GM[2]", "othello", "size=8", "GM[2]SZ[8]"},
		{"GM[2]SZ[10]", "othello", "size=10", "GM[2]SZ[10]"},
		{"GM[11]", "hex", "size=11 swap=on", "GM[11]SZ[11]"},
		{"XG[hex]XP[size:5][swap:off]", "hex", "size=5 swap=off", "GM[11]SZ[5]XG[hex]XP[size:5][swap:off]"},
		{"XG[awale]", "awale", "", "XG[awale]XP["},
		{"XG[line]XP[players:3][k:4][rows:9][cols:9]", "line", "players=3", "XG[line]XP["},
		{"XG[line]XP[rows:60][cols:60][k:5]", "line", "rows=60", "XG[line]XP["},
	} {
		t.Run(tt.in, func(t *testing.T) {
			d := parse(t, "(;"+tt.in+")")
			spec := d.Tree.Rules().Spec()
			if spec.Game != tt.game {
				t.Error(spec.Game)
			}
			for p := range strings.FieldsSeq(tt.params) {
				if k, v, _ := strings.Cut(p, "="); spec.Params[k] != v {
					t.Errorf("%s is %s", p, spec.Params[k])
				}
			}
			if got := strings.ReplaceAll(write(t, d), "CA[UTF-8]AP[Board Studio]", ""); !strings.HasPrefix(got, "(;FF[4]"+tt.out) {
				t.Errorf("%s, want %s", got, tt.out)
			}
			same(t, d)
		})
	}
}

// TestUnnamed checks files that do not name their game, or name a game without rules.
func TestUnnamed(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[9];B[ee])":              "a.sgf:1: the record does not name its game",
		"\n(;GM[1]SZ[9])":             "a.sgf:2: the game is Go, which is not supported",
		"(;GM[40])":                   "a.sgf:1: the game is Kropki, which is not supported",
		"(;GM[x])":                    "a.sgf:1: unknown SGF game number x",
		"(;GM[ 4.5 ])":                "a.sgf:1: unknown SGF game number 4.5",
		"(;GM[18446744073709551620])": "a.sgf:1: unknown SGF game number 18446744073709551620",
		"(;GM[ ];B[ee])":              "a.sgf:1: the record does not name its game",
		"(;XG[chess])":                `a.sgf:1: unknown game "chess"`,
		"(;GM[4]SZ[99])":              `a.sgf:1: parameter rows: "99" is not a whole number from 1 to 64`,
		"(;GM[4]XB[nothing])":         `a.sgf:1: start position: "n" is not a piece`,
		"":                            "a.sgf: there is no game in the file: no ( followed by a ; and a property",
	} {
		_, err := Decode(context.Background(), []byte(text), opts())
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		if got := codec.IsUnnamed(err); got != (strings.Contains(want, "not name") || strings.Contains(want, "the game is") || strings.Contains(want, "SGF game number")) {
			t.Errorf("%q: unnamed %v", text, got)
		}
	}
	o := opts()
	o.Spec = &rules.Spec{Game: "line", Params: rules.Params{"rows": "15", "cols": "15", "k": "5"}}
	d, err := Decode(context.Background(), []byte("(;GM[1]SZ[19];B[ss];W[aa])"), o)
	if err != nil || mainLine(d) != "s19 a1" || len(d.Warnings) > 0 {
		t.Errorf("on the board of the file: %v", err)
	}
	if _, err := Decode(context.Background(), []byte("(;SZ[19];B[what];W[is];B[this])"), o); err == nil || !strings.Contains(err.Error(), "of 3 words, 2") {
		t.Errorf("no moves: %v", err)
	}
}

func TestCharsets(t *testing.T) {
	for _, tt := range []struct{ text, name, warn string }{
		{"(;GM[4]PB[é])", "é", ""},
		{"(;GM[4]PB[\xe9])", "é", "a.sgf: the text is not UTF-8: it was read as Latin-1, which is a guess"},
		{"\ufeff(;GM[4]CA[ISO-8859-1]PB[é])", "é", "a.sgf: the file declares the charset ISO-8859-1, but its text is UTF-8 and was read as such"},
		{"(;GM[4]CA[UTF-8]PB[\xe9])", "é", "a.sgf: the text is not UTF-8: it was read as Latin-1, which is a guess"},
		{"(;GM[4]CA[ISO-8859-1]PB[\xe9])", "é", ""},
		{"(;GM[4]CA[ latin1 ]PB[\xe9])", "é", ""},
		{"(;GM[4]CA[windows-1251]PB[\xc0])", "А", ""},
		{"(;GM[4]CA[Shift_JIS]PB[\x83\x5c\x83\x5d])", "ソゾ", ""}, // characters containing \ and ]
		{"(;GM[4]CA[gb2312]PB[\xd6\xd0])", "中", ""},
		{"(;GM[4]CA[Big5]PB[\xa5\x5c])", "功", ""},
		{"(;GM[4]CA[EUC-KR]PB[\xb0\xa1])", "가", ""},
		{"(;GM[4]CA[martian]PB[\xe9])", "é", "a.sgf: the text is not UTF-8: it was read as Latin-1, which is a guess"},
		{"(;GM[4]CA[martian]PB[é])", "é", ""},
		{"(;GM[4]CA[Shift_JIS]PB[x]EV[\x83 ])", "x", "a.sgf: the text has characters that are not in the charset Shift_JIS: 1"},
		{"(;GM[4]CA[CP936]PB[\xba\xc3\xc6\xe5])", "好棋", ""},
		{"(;GM[4]PB[\xba\xc3\xc6\xe5])", "好棋", "a.sgf: the text is not UTF-8: it was read as GBK, which is a guess"},
		{"(;GM[4]CA[GB2312]PB[好])", "好", "a.sgf: the file declares the charset GB2312, but its text is UTF-8 and was read as such"},
		{"(;GM[4]CA[GB2312]PB[好]EV[\xba\xc3])", "好", ""},                                                                  // each value for itself
		{"(;GM[4]CA[Big5]PB[\xe9]EV[x])", "\ufffd", "a.sgf: the text has characters that are not in the charset Big5: 1"}, // the ] ends the value
		{`(;GM[4]CA[Shift_JIS]PB[` + "\xe9" + `\] x]EV[y])`, "饅] x", ""},                                                  // escaped ] after a lead byte
		{"(;GM[4]CA[GBK]PB[\xd0\xbb]EV[\xba\xc3])", "谢", ""},                                                              // valid UTF-8, too
		{"(;GM[4]CA[Shift_JIS]PB[\x95\x5c\x5c]EV[x])", "表", ""},                                                           // the \ is the second byte, and escaped
		{"(;GM[4]CA[Shift_JIS]PB[\x95\x5c\x5c\x5c]EV[x])", `表\`, ""},                                                      // the \ behind it is escaped
		{"(;GM[4]CA[Shift_JIS]PB[\x95\x5c\x5c\x8e\xa6]EV[x])", "表示", ""},
		{"(;GM[4]CA[ISO-2022-JP]PB[\x1b$BK\\4]J]\x1b(B\\] x]EV[y])", "本丸保] x", ""},
		{"(;GM[4]CA[ISO-2022-JP]PB[\x1b$BK\\4]J]]EV[y];B[hh])\n", "本丸保", ""}, // without the end of the run
		{"(;GM[4]CA[UTF-16]PB[\xe9])", "é", "a.sgf: the text is not UTF-8: it was read as Latin-1, which is a guess"},
		{"(;GM[4]CA[UTF-16LE]PB[é])", "é", ""},
		{"(;GM[4]CA[x-user-defined]PB[\xe9])", "é", "a.sgf: the text is not UTF-8: it was read as Latin-1, which is a guess"},
		{"\xfe\xff\x00(\x00;\x00G\x00M\x00[\x004\x00]\x00P\x00B\x00[\xd8\x00\x00]\x00)", "\ufffd", "a.sgf: the text has characters that are not in the charset UTF-16: 1"},
		{"\xff\xfe(\x00;\x00G\x00M\x00[\x004\x00]\x00P\x00B\x00[\x00\xe9\x00]\x00)\x00\n", "é", "a.sgf: the text has characters that are not in the charset UTF-16: 1"},
		{"\xff\xfe(\x00;\x00G\x00M\x00[\x004\x00]\x00P\x00B\x00[\x00\xe9\x00]\x00)\x00", "é", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !sniff([]byte(tt.text)) {
				t.Errorf("%q is not recognised", tt.text)
			}
			d := parse(t, tt.text)
			if d.Players[0].Name != tt.name || warnings(d) != tt.warn {
				t.Errorf("%q: %q, %s", tt.text, d.Players[0].Name, warnings(d))
			}
		})
	}
}

// TestCharsetOfEachGame checks that each game of a file has its own charset.
func TestCharsetOfEachGame(t *testing.T) {
	data := "(;GM[4]CA[Shift_JIS]PB[\x95\x5c\x8e\xa6];B[hh])\n(;GM[4]CA[GBK]PB[\xd5\xe2\x81]C[\x81]];B[hh])\n" +
		"(;GM[4]CA[UTF-8]PB[é];B[hh])(;GM[4]PB[\xcf\xf0\xe8\xe2\xe5\xf2];B[hh](;W[ii]\n(;GM[4]CA[GB2312]PB[\xba\xc3\xff])"
	g, err := Games(context.Background(), []byte(data), opts())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range g.Heads {
		got = append(got, h.Players[0])
	}
	if want := []string{"表示", "这\ufffd", "é", "Привет", "好\ufffd"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	got = nil
	for _, w := range g.Warnings {
		got = append(got, w.Error())
	}
	if want := []string{
		"a.sgf: the text is not UTF-8: it was read as windows-1251, which is a guess",
		"a.sgf: the text has characters that are not in the charset GB2312: 1", "a.sgf: the text has characters that are not in the charset GBK: 1",
	}; !slices.Equal(got, want) {
		t.Errorf("warnings %q, want %q", got, want)
	}
}

// TestOutside checks that text outside the games gives a warning, since moves may be lost.
func TestOutside(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[4];B[hh])\n\x00\x00\x1a":         "",
		"(;GM[4];B[hh])\n\ufeff(;GM[4];B[hh])": "",
		"\n\n(;GM[4];B[hh]);W[ii];B[jj])\n":    `a.sgf:3: ";W[ii];B[jj])" belongs to no game: it was left out`,
		"a\n(;GM[4];B[hh])\nsee\n( b )(;GM[4];B[hh]) )": "a.sgf:1: \"a\" belongs to no game: it was left out\n" +
			"a.sgf: further texts that belong to no game: 2",
		"(;GM[4];B[hh])\n(\x00;\x00G\x00M\x00[\x00": `a.sgf:2: "(�;�G�M�[" belongs to no game: it was left out`,
	} {
		g, err := Games(context.Background(), []byte(text), opts())
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var got []string
		for _, w := range g.Warnings {
			got = append(got, w.Error())
		}
		if s := strings.Join(got, "\n"); s != want {
			t.Errorf("%q: %s, want %s", text, s, want)
		}
	}
}

// TestSniff checks that only game trees are recognised, and that other formats do not recognise
// them.
func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		"(;GM[4])": true, " (; B [dd] )": true, "(GM[4]B[hh])": true, "(;Black[dd])": true, "\ufeff(;FF[4]": true, "Hello.\n(;FF[4]GM[2]": true,
		"(;GM[Othello]PC[GGS/os]": false, "1 (;GM[Othello]": false, "(see [1])": false, "(See[1] there)": false, "x\n (;-) [x]": false, "(;": false, "": false,
		// Property names in lower case are allowed.
		"[Event \"x\"]\n1. f5 (;C[x])": false, "<a>(;GM[4])</a>": false, "f5d6c3": false, "1. h8 (h9) [x]": false, "(a) [b]": false, "(;a[b])": true,
	} {
		if sniff([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
		if want && (record.Format.Sniff([]byte(text)) || xml.Format.Sniff([]byte(text))) {
			t.Errorf("%q is taken for another format", text)
		}
	}
}

// TestGames checks the list entry of each game.
func TestGames(t *testing.T) {
	data := "some text\n(;GM[4]RU[renju]PB[Ada]PW[Bo]EV[E]DT[2020]RE[W+R]GN[T];B[hh];W[ig](;B[ii]C[(;B\\[aa\\]]W[jj])(;B[gg];W[ff];B[ee]))\n\n" +
		"(;GM[2]RE[0];B[f5])(;XG[awale];XM[A];XM[b];XM[C])\n(;GM[11]B[f6]\n(;FF[4]SZ[9])\n(;GM[4]XI[title:x\\:y])"
	g, err := Games(context.Background(), []byte(data), opts())
	if err != nil {
		t.Fatal(err)
	}
	want := []codec.Head{
		{Title: "T", Players: []string{"Ada", "Bo"}, Event: "E", Date: "2020", Result: "W+R", Game: "renju", Plies: 4, Line: 2},
		{Players: []string{"", ""}, Result: "1/2-1/2", Game: "othello", Plies: 1, Line: 4},
		{Players: []string{"", ""}, Game: "awale", Plies: 3, Line: 4},
		{Players: []string{"", ""}, Game: "hex", Plies: 1, Line: 5},
		{Players: []string{"", ""}, Line: 6},
		{Title: "x:y", Players: []string{"", ""}, Game: "gomoku", Line: 7},
	}
	if !reflect.DeepEqual(g.Heads, want) {
		t.Errorf("%+v\nwant\n%+v", g.Heads, want)
	}
	for i := range g.Heads {
		d, err := g.Decode(context.Background(), i)
		if i == 4 {
			if !codec.IsUnnamed(err) || err.(*codec.Error).Line != 6 {
				t.Error(err)
			}
			continue
		}
		if err != nil || codec.HeadOf(d).Plies != want[i].Plies {
			t.Errorf("game %d: %v", i, err)
		}
	}
}

// TestJoined checks nodes that have neither a move nor a set-up. They are joined with the previous
// node, or at the start of a variation with the next one.
func TestJoined(t *testing.T) {
	for _, tt := range []struct{ in, moves, comments, out string }{
		{"C[a];C[b];B[aa]", "a1", "a\n\nb|", "C[a\n\nb]\n;B[aa]"},
		{";B[aa]C[a]C[b];C[c];;C[d]C[e];W[bb]", "a1 b2", "|a\nb\n\nc\n\nd\ne|", "\n;B[aa]C[a\nb\n\nc\n\nd\ne];W[bb]"},
		{";B[aa];C[b]W[bb]", "a1 b2", "||b", "\n;B[aa];W[bb]C[b]"},
		{";B[aa](;C[x];C[y];W[bb]C[z])(;C[u]W[cc])", "a1 b2", "||x\n\ny\n\nz|u", "\n;B[aa](;W[bb]C[x\n\ny\n\nz])(;W[cc]C[u])"},
		{";B[aa]C[a](;C[x])(;W[bb])(;TR[cc]C[y]N[n])", "a1 b2", "|a\n\nx\n\ny|", "\n;B[aa]C[a\n\nx\n\ny]N[n]TR[cc];W[bb]"},
		{";B[aa]CR[aa]TR[bb];TR[cc]CR[dd]LB[ee:1]N[n];N[m]", "a1", "|", "\n;B[aa]N[n]CR[aa][dd]TR[bb][cc]LB[ee:1]N[m]"},
		{";C[x]EV[b]RU[renju]ST[1];B[aa](;C[y]BL[3]EV[c];MN[2])(;W[bb])(;W[cc])", "a1 b2", "x|y||", "ST[1]C[x]\n;B[aa]C[y]MN[2]EV[c](;W[bb])(;W[cc])"},
		{"(;C[x]EV[b])(;B[aa])", "a1", "x|", "C[x]\n;B[aa]"},
		{"AB[aa][bb]AW[cc];C[x];B[dd]", "start[A..../.A.../..B../...../..... A] d4", "x|", "AB[aa][bb]AW[cc]PL[B]C[x]\n;B[dd]"},
		{";B[aa];AW[bb]C[x];C[y];B[cc]", "a1 [A..../.B.../...../...../..... A] c3", "||x\n\ny|", "\n;B[aa];AW[bb]PL[B]C[x\n\ny];B[cc]"},
		{";B[aa];PL[W]C[x]", "a1 [A..../...../...../...../..... B]", "||x", "\n;B[aa];PL[W]C[x]"},
	} {
		t.Run(tt.in, func(t *testing.T) {
			d := parse(t, "(;GM[4]SZ[5]"+tt.in+")")
			var comments []string
			for n := range d.Tree.All() {
				comments = append(comments, n.Comment())
			}
			if got := strings.Join(comments, "|"); mainLine(d) != tt.moves || got != tt.comments {
				t.Errorf("%s with %q", mainLine(d), got)
			}
			_, out, _ := strings.Cut(write(t, d), "RU[freestyle]")
			if out != tt.out+")\n" {
				t.Errorf("%q, want %q", out, tt.out+")\n")
			}
			same(t, d)
		})
	}
}
