package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

var gomoku15 = &rules.Spec{Game: "line", Params: rules.Params{"rows": "15", "cols": "15", "k": "5"}}

// fails checks that an error contains want. If want is "", err must be nil.
func fails(t *testing.T, what string, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("%s: %.200v, want %q", what, err, want)
	}
}

// TestTokens checks the tokens of records, with their lines.
func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"a1 b2":                        "1^w:a1 1w:b2",
		" a1\n\n\tb2\r\n c3":           "1^w:a1 3^w:b2 4^w:c3",
		"a1(b2)c3":                     "1^w:a1 1( 1w:b2 1) 1w:c3",
		"a1{x}b2;y z\nc3":              "1^w:a1 1c:x 1w:b2 1c:y z 2^w:c3",
		"{two\nlines} a1":              "1^c:two\nlines 2w:a1",
		"{two\nlines\n}\na1":           "1^c:two\nlines 4^w:a1",
		"}a1}b2":                       "1^w:} 1w:a1 1w:} 1w:b2",
		"a1[b2 [c3":                    "1^w:a1[b2 1w:[c3",
		"[A \"1\"] [B \"2\"] a1":       "1^t:A=1 1^t:B=2 1^w:a1",
		"[A \"1\"]\n[B\n a1":           "1^t:A=1 2^b:[B 3^w:a1",
		"a1\n[A \"x\\\"y\\\\z\"]\n":    "1^w:a1 2^t:A=x\"y\\z",
		"; first \n;;second":           "1^c:first 2^c:;second",
		"a1\vb2\fc3":                   "1^w:a1 1w:b2 1w:c3",
		"{}{ }":                        "1^c: 1c:",
		"(\n(\n)\n)":                   "1^( 2^( 3^) 4^)",
		"":                             "",
		"1.a1!? $4 ½-½ 1/2 é":          "1^w:1.a1!? 1w:$4 1w:½-½ 1w:1/2 1w:é",
		"[A \"1\"\n]":                  "1^b:[A \"1\" 2^w:]",
		"[A \"1\"] {in\n a} [B \"2\"]": "1^t:A=1 1^c:in\n a 2w:[B 2w:\"2\"]",
	} {
		t.Run(text, func(t *testing.T) {
			l := newLexer([]byte(text), codec.Options{})
			var got []string
			for {
				tok, err := l.next()
				if err != nil {
					t.Fatal(err)
				}
				if tok.kind == end {
					if lines := 1 + strings.Count(text, "\n"); tok.line != lines {
						t.Errorf("%q ends on line %d of %d", text, tok.line, lines)
					}
					break
				}
				s := fmt.Sprint(tok.line)
				if tok.first {
					s += "^"
				}
				switch tok.kind {
				case word:
					s += "w:" + string(tok.text)
				case comment:
					s += "c:" + string(tok.text)
				case badTag:
					s += "b:" + string(tok.text)
				case tag:
					s += "t:" + tok.name + "=" + tok.value
				case open:
					s += "("
				case closed:
					s += ")"
				}
				got = append(got, s)
			}
			if s := strings.Join(got, " "); s != want {
				t.Errorf("%q, want %q", s, want)
			}
		})
	}
}

// TestLimits checks that records at the limits are read, and larger ones are refused.
func TestLimits(t *testing.T) {
	long := func(s string, n int) string { return strings.Repeat(s, n) }
	line := "[Variant \"line\"]\n"
	for _, x := range []struct{ name, text, want string }{
		{"tags", long("[A \"b\"]\n", maxTags-1) + line, ""},
		{"too many tags", long("[A \"b\"]\n", maxTags) + line, fmt.Sprintf("a.txt:%d: there are more than 10000 tags", maxTags+1)},
		{"a tag's name", line + "[" + long("a", codec.MaxWord) + " \"b\"]\n", ""},
		{"too long a name", line + "[" + long("a", codec.MaxWord+1) + " \"b\"]\n", "a.txt:2: the name of a tag is longer than 4096 bytes"},
		{"a tag's value", line + "[A \"" + long("b", codec.MaxText) + "\"]\n", ""},
		{"too long a value", line + "[A \"" + long("b", codec.MaxText+1) + "\"]\n", "a.txt:2: the value of a tag is longer than"},
		{"a word", line + long("z", codec.MaxRaw), ""},
		{"too long a word", line + long("z", codec.MaxRaw+1), "a.txt:2: a word is longer than"},
		{"a comment", line + "{" + long("z", codec.MaxText) + "}", ""},
		{"too long a comment", line + "{" + long("z", codec.MaxText+1) + "}", "a.txt:2: the comments on one move are longer than"},
		{"comments", line + "{" + long("z", codec.MaxText-2) + "} {z}", ""},
		{"too long comments", line + "{" + long("z", codec.MaxText-1) + "}\n{z}", "a.txt:3: the comments on one move are longer than"},
	} {
		_, err := read(t, x.text, nil)
		fails(t, x.name, err, x.want)
	}
	data := make([]byte, codec.MaxFile) // a file of the largest size is examined
	data[0] = '{'
	_, err := Decode(context.Background(), data, codec.Options{})
	fails(t, "the largest file", err, "a comment begins with { and does not end")
	r, err := games.Games.Build("line", nil)
	if err != nil {
		t.Fatal(err)
	}
	// limited reads a text into a game that is already near a limit.
	limited := func(text string, far func(*game)) error {
		l := newLexer([]byte(text), codec.Options{File: "a.txt"})
		g := newGame(context.Background(), &l, model.NewTree(r), newNotation(r))
		far(g)
		return g.read()
	}
	for _, x := range []struct {
		name, text string
		far        func(*game)
		want       string
	}{
		{"moves", "a1 b1 c1", func(g *game) { g.most = 4 }, ""},
		{"too many moves", "a1 b1\nc1 a2", func(g *game) { g.most = 4 }, "a.txt:2: the record has more than 4 moves"},
		{"words", "zz", func(g *game) { g.said = codec.MaxNotes - 1 }, ""},
		{"too many words", "zz", func(g *game) { g.said = codec.MaxNotes }, "a.txt:1: the record has more than 1250000 notes"},
		{"comments", "a1 {x}", func(g *game) { g.said = codec.MaxNotes - 1 }, ""},
		{"too many comments", "a1\n{x}", func(g *game) { g.said = codec.MaxNotes }, "a.txt:2: the record has more than 1250000 notes"},
		{"judgements", "a1!", func(g *game) { g.said = codec.MaxNotes - 1 }, ""},
		{"too many signs", "a1!", func(g *game) { g.said = codec.MaxNotes }, "a.txt:1: the record has more than 1250000 notes"},
		{"too many judgements", "a1 $1", func(g *game) { g.said = codec.MaxNotes }, "a.txt:1: the record has more than 1250000 notes"},
		{"variations", "a1 (b1)", func(g *game) { g.varied = codec.MaxVariations - 1 }, ""},
		{"too many variations", "a1\n(b1)", func(g *game) { g.varied = codec.MaxVariations }, "a.txt:2: the record has more than 6000000 variations"},
		{"depth", "a1 (b1)", func(g *game) { g.around = make([]branch, codec.MaxDepth-1) }, ""},
		{"too deep", "a1\n(b1)", func(g *game) { g.around = make([]branch, codec.MaxDepth) }, "a.txt:2: variations are nested more than 200000 deep"},
		{"tokens", "a1 b1", func(g *game) { g.l.count = maxTokens - 3 }, ""},
		{"too many tokens", "a1\nb1", func(g *game) { g.l.count = maxTokens - 1 }, "a.txt:1: the record has more than 48000000 words, comments and brackets"},
	} {
		fails(t, x.name, limited(x.text, x.far), x.want)
	}
}

// TestNotesStay checks that annotations stay with their moves, also in variations and in
// unterminated variations.
func TestNotesStay(t *testing.T) {
	for text, want := range map[string]string{
		"h8 {a} (i9 {b} (j10 {c}":                      "h8:a i9:b j10:c",
		"h8 {a} ({b} i9! {c} i8 {d}":                   "h8:a i9:b\nc! i8:d",
		"h8 {a} (i9 {b}) {c} i8 {d}":                   "h8:a\nc i8:d i9:b",
		"h8! (i9?) $3 i8":                              "h8:!!! i8: i9:?",
		"h8 ($1 i9) i8":                                "h8: i8: i9:",
		"h8 $1 $2 $3 $4 $5 $6 i8":                      "h8:!?!!?? i8:",
		"h8!!!!!!!!! i8":                               "'h8!':!! i8:",
		"h8 {} i8 { }":                                 "h8: i8:",
		"{a} h8":                                       ":a h8:",
		"h8 {a} ; b\n{c} i8":                           "h8:a\nb\nc i8:",
		"h8 i8 (j8 (k8 {a} l8) m8 {b}) n8 {c} (a1) a2": "h8: i8: n8:c a2: a1: j8: m8:b k8:a l8:",
	} {
		t.Run(text, func(t *testing.T) {
			d := must(t, text, gomoku15)
			var got []string
			for n := range d.Tree.All() {
				s := ""
				if m, ok := n.Move(); ok {
					s = d.Tree.Rules().FormatMove(m)
				} else if n.Raw() != "" {
					s = "'" + n.Raw() + "'"
				}
				said := n.Comment()
				for _, g := range n.Glyphs() {
					said += string(g)
				}
				if s != "" || said != "" {
					got = append(got, s+":"+said)
				}
			}
			if s := strings.Join(got, " "); s != want {
				t.Errorf("%q, want %q", s, want)
			}
		})
	}
}

// TestTagsApply checks the meaning of tags. Unknown tags are stored under their names.
func TestTagsApply(t *testing.T) {
	none := model.Player{Kind: model.Human}
	for _, x := range []struct {
		text string
		info string // sorted
		a, b model.Player
	}{
		{"[Event \"?\"] [Round \"-\"] [Result \"*\"] [Site \"\"]", "", none, none},
		{"[Event \"e\"] [ROUND \"1\"] [site \"s\"]", "event=e place=s round=1", none, none},
		{"[Date \"07/21/2010\"]", "date=07/21/2010", none, none},
		{"[Black \"x\"] [WHITE \"y\"]", "", model.Player{Name: "x", Kind: model.Human}, model.Player{Name: "y", Kind: model.Human}},
		{"[South \"x\"] [North \"y\"]", "", model.Player{Name: "x", Kind: model.Human}, model.Player{Name: "y", Kind: model.Human}},
		{"[Player 0 Name \"x\"] [Player 3 Name \"y\"] [Player 2 Name \"z\"]", "Player 0 Name=x Player 3 Name=y", none, model.Player{Name: "z", Kind: model.Human}},
		{"[Player 1 Kind \"alphabeta\"] [Player 2 Level \"2\"]", "", model.Player{Kind: "alphabeta"}, model.Player{Kind: model.Human, Level: 2}},
		{"[Player 1 Type \"HUMAN\"] [Player 2 Type \"Computer\"]", "Player 2 Type=Computer", none, none},
		{"[Player 1 Kind \"alphabeta\"] [Player 1 Type \"human\"]", "", none, none},
		{"[Param. \"x\"] [Weather \"fine\"]", "Weather=fine", none, none},
		{"1-0", "result=1-0", none, none},
		{"*", "", none, none},
		{"[Result \"0-1\"] a1 1-0", "result=0-1", none, none},
		{"[Result \"?\"] a1 1-0", "result=1-0", none, none},
		{"a1 (b1 1-0) b2 1/2-1/2", "result=1/2-1/2", none, none},
	} {
		t.Run(x.text, func(t *testing.T) {
			d := must(t, "[Variant \"line\"]\n"+x.text, nil)
			noWarnings(t, d)
			var info []string
			for k, v := range d.Info {
				info = append(info, k+"="+v)
			}
			slices.Sort(info)
			if s := strings.Join(info, " "); s != x.info || d.Players[0] != x.a || d.Players[1] != x.b {
				t.Errorf("%s, %+v; want %s", s, d.Players, x.info)
			}
		})
	}
}

// TestPenteTags checks records of Pente.org and similar ones. Their columns skip I, and their dates
// begin with the month.
func TestPenteTags(t *testing.T) {
	for _, x := range []struct{ name, text, want string }{
		{"tags of players", "[Game \"Pente\"]\n[Player 1 Name \"x\"]\n[Date \"07/21/2010\"]\nK10", "j10 2010-07-21"},
		{"site in capitals", "[Game \"Pente\"]\n[Site \"www.PENTE.org\"]\n[Date \"07/21/2010\"]\nK10", "j10 2010-07-21"},
		{"another site", "[Game \"Pente\"]\n[Site \"home\"]\n[Date \"07/21/2010\"]\nK10", "k10 07/21/2010"},
		{"no site", "[Game \"Pente\"]\n[Date \"2010-07-21\"]\nJ10", "j10 2010-07-21"},
		{"Variant", "[Variant \"Pente\"]\n[Site \"Pente.org\"]\n[Date \"07/21/2010\"]\nK10", "k10 07/21/2010"},
		{"Variant and Game", "[Game \"x\"]\n[Variant \"Pente\"]\n[Player 1 Name \"x\"]\nK10", "k10 "},
		{"other dates", "[Game \"Pente\"]\n[Player 1 Name \"x\"]\n[Date \"21.07.2010\"]\n[Round \"07/21/2010\"]\nA1", "a19 21.07.2010"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := must(t, x.text, nil)
			if got := mainLine(d) + " " + d.Info[model.InfoDate]; got != x.want {
				t.Errorf("%q: %s, want %s", x.text, got, x.want)
			}
		})
	}
	r, err := games.Games.Build("line", rules.Params{"rows": "26", "cols": "26", "k": "5"})
	if err != nil {
		t.Fatal(err)
	}
	n := newGoBoard(r)
	for text, want := range map[string]string{
		"A1": "a26", "h26": "h1", "j1": "i26", "K10": "j17", "z26": "y1", // the letters end at Z
		"i1": "", "aa1": "", "z27": "", "a0": "",
	} {
		m, ok := n.move([]byte(text))
		if got := r.FormatMove(m); ok != (want != "") || ok && got != want {
			t.Errorf("%s: %s, %v, want %s", text, got, ok, want)
		}
	}
}

// TestNamedGames checks that a game can be named by the name or title of its family or a preset, in
// any spelling.
func TestNamedGames(t *testing.T) {
	for name, want := range map[string]string{
		"connect4": "line drop", "Connect Four": "line drop", "CONNECT-FOUR": "line drop", "line": "line", "Othello on 6×6": "othello", "othello": "othello",
		"Tic Tac Toe": "line", "awale": "awale", "chess": "", "": "", "connect": "", "four": "",
	} {
		t.Run(name, func(t *testing.T) {
			g, preset := find(games.Games, name)
			got := ""
			if g != nil {
				r, err := g.Build(preset, nil)
				if err != nil {
					t.Fatal(err)
				}
				if got = r.Spec().Game; r.Board().Drops() {
					got += " drop"
				}
			}
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
			for _, g := range games.Games {
				if found, preset := find(games.Games, string(g.Title)); found == nil || preset == "" && found != g {
					t.Errorf("the family %s is not found by its title", g.Title)
				}
			}
		})
	}
}

// TestWords checks the classification of words.
func TestWords(t *testing.T) {
	for text, want := range map[string]bool{
		"1-0": true, "0-1": true, "20-44": true, "*": true, "1/2": true, "1/2-1/2": true, "½": true, "½-½": true,
		"": false, "-": false, "1-": false, "-0": false, "a-0": false, "1-b": false, "1-0-0": false, "10": false, "--": false, "½-1": false,
	} {
		if isResult([]byte(text)) != want {
			t.Errorf("%q: the end of a game %v", text, !want)
		}
	}
	for text, want := range map[string]string{
		"1.a1": "a1", "12...a1!?": "a1 !?", "a1": "a1", "1a1": "1a1", "12": "12", "12.": "", ".a1": ".a1", "!": "!", "a1!!": "a1 !!",
		"a1!!!": "a1 ! !!", "a1???!": "a1 ?? ?!", "!!": "! !", "5.": "", "a1!?!?!?!?!?": "a1!? !? !? !? !?",
	} {
		w, gs := trim([]byte(text))
		got := string(w)
		for _, g := range gs {
			got += " " + string(g)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestUnreadableWritten checks that unreadable moves are written as words that are read as
// unreadable moves again.
func TestUnreadableWritten(t *testing.T) {
	for raw, want := range map[string]string{
		"zz": "zz", "a1": "_a1", "a1b2": "_a1b2", "12": "_12", "1.": "_1.", "$1": "_$1", "$99": "$99", "1-0": "_1-0", "*": "_*", "...": "_...",
		"two words": "two_words", "(x)": "_x_", "x!": "x_", "{;}": "___", "[A": "_A", " x ": "x", "x\ny": "x_y", "pass": "_pass", "h9": "h9",
		"1.zz": "_1.zz", strings.Repeat("z", codec.MaxRaw): strings.Repeat("z", codec.MaxRaw),
		strings.Repeat("z", codec.MaxRaw+1): "", "1" + strings.Repeat("1", codec.MaxRaw-1): "",
	} {
		t.Run(codec.Cut(raw), func(t *testing.T) {
			r, err := games.Games.Build("line", nil)
			if err != nil {
				t.Fatal(err)
			}
			d := model.NewDocument(r)
			d.Tree.AddRaw(d.Tree.Root(), raw)
			var b bytes.Buffer
			if err := Encode(context.Background(), &b, d, nil); err != nil || want == "" {
				if want != "" || err == nil || !strings.Contains(err.Error(), "too long to be read again") {
					t.Errorf("%.60q: %v", raw, err)
				}
				return
			}
			_, moves, _ := strings.Cut(b.String(), "\n\n")
			if moves != "1. "+want+"\n" && moves != "1.\n"+want+"\n" {
				t.Errorf("%.60q is written as %.60q, want %.60q", raw, moves, want)
			}
			if back := must(t, b.String(), nil); mainLine(back) != "'"+want+"'" {
				t.Errorf("%.60q is read again as %.60s, want %.60s", raw, mainLine(back), want)
			}
		})
	}
}

// TestWrittenLines checks that lines are filled, and broken before they exceed 80 characters.
func TestWrittenLines(t *testing.T) {
	r, err := games.Games.Build("gomoku", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	n := d.Tree.Root()
	for c := range rules.Cell(225) {
		n = d.Tree.Add(n, rules.Place(c))
		switch {
		case c%40 == 17:
			d.Tree.Annotate(n, model.Annotation{Comment: "a comment\nof two lines"})
		case c%7 == 3:
			d.Tree.Annotate(n, model.Annotation{Glyphs: []model.Glyph{model.GlyphGood, model.GlyphEven}})
		}
	}
	var b bytes.Buffer
	if err := Encode(context.Background(), &b, d, nil); err != nil {
		t.Fatal(err)
	}
	_, moves, _ := strings.Cut(b.String(), "\n\n")
	lines := strings.Split(strings.TrimSuffix(moves, "\n"), "\n")
	for i, l := range lines {
		if len(l) > 80 || strings.HasSuffix(l, " ") || strings.HasPrefix(l, " ") {
			t.Errorf("line %d: %q", i, l)
		}
		if i == len(lines)-1 || strings.HasSuffix(l, "{a comment") {
			continue
		}
		next := lines[i+1]
		first, _, _ := strings.Cut(next, " ")
		if strings.HasPrefix(next, "{a comment") {
			first = "{a comment of two lines}" // a comment is one word
		}
		if len(l)+1+len(first) <= 80 {
			t.Errorf("line %d of %d characters has room for %q", i, len(l), first)
		}
	}
	if len(lines) < 12 {
		t.Errorf("only %d lines", len(lines))
	}
	// Tags with another meaning are not written twice, and invalid tags are dropped.
	d.Info = map[string]string{"Black": "x", "player 1 name": "x", "Param.rows": "3", "EVENT": "x", "date": "2020-01-02", "start": "x", "GAME": "x", "Free": "f", "free tag": "g", "9": "x", "a  b": "x"}
	b.Reset()
	if err := Encode(context.Background(), &b, d, nil); err != nil {
		t.Fatal(err)
	}
	tags, _, _ := strings.Cut(b.String(), "\n\n")
	i := strings.Index(tags, "[Date")
	if got, want := tags[max(i, 0):], "[Date \"2020-01-02\"]\n[Free \"f\"]\n[free tag \"g\"]"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestProgressAndEnd checks that reading and writing report their progress and end with their
// context.
func TestProgressAndEnd(t *testing.T) {
	text := "[Variant \"gomoku\"]\n" + strings.Repeat("a1 {x} (b1) ", 3000)
	var told []int64
	d, err := Decode(context.Background(), []byte(text), codec.Options{Games: games.Games, Progress: func(done, of int64) {
		told = append(told, done*1000/of)
	}})
	if err != nil || len(told) < 3 || !slices.IsSorted(told) || told[0] >= 500 || told[len(told)-1] > 1000 {
		t.Errorf("reading told %v, %v", told, err)
	}
	told = nil
	if err := Encode(context.Background(), io.Discard, d, func(done, of int64) { told = append(told, done*1000/of) }); err != nil ||
		len(told) < 2 || !slices.IsSorted(told) || told[len(told)-1] > 1000 {
		t.Errorf("writing told %v, %v", told, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err = Decode(ctx, []byte(text), codec.Options{Games: games.Games, Progress: func(int64, int64) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("reading: %v", err)
	}
	if err := Encode(ctx, io.Discard, d, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("writing: %v", err)
	}
}

// TestCountedGames checks that games are counted up to the first unreadable one, and up to a
// thousand.
func TestCountedGames(t *testing.T) {
	line, othello := &rules.Spec{Game: "line", Params: rules.Params{}}, &rules.Spec{Game: "othello", Params: rules.Params{}}
	tagged := "[Variant \"line\"]\na1\n"
	for _, x := range []struct {
		name, text string
		spec       *rules.Spec
		want       string // "" for one game
	}{
		{"one", "a1 b2 1-0", line, ""},
		{"one with something said at the end", tagged + "1-0 {x}\n; y", nil, ""},
		{"two by their tags", tagged + tagged, nil, "2 games"},
		{"tags alone", tagged + "[Event \"x\"]\n[Round \"2\"]\n", nil, "2 games"},
		{"tags that cannot be read", tagged + "[Event x]\n", nil, "2 games"},
		{"results and tags", tagged + "1-0\n" + tagged + "0-1 b1", nil, "3 games"},
		{"up to what cannot be read", tagged + tagged + tagged + "{", nil, "3 games"},
		{"a thousand by results", strings.Repeat("a1 *\n", 1000), line, "1000 games"},
		{"a thousand by tags", strings.Repeat(tagged, 1000), nil, "1000 games"},
		{"one more", strings.Repeat("a1 *\n", 1001), line, "more than 1000 games"},
		{"one more by tags", strings.Repeat(tagged, 1001), nil, "more than 1000 games"},
		{"transcripts", known + "\n" + known, nil, "2 games"},
		{"a transcript goes on in its line", known + " " + known[:8], othello, ""},
		{"a variation of one goes on", known + " (f8\nf5)", othello, ""},
		{"transcripts up to what cannot be read", known + "\n" + known + "\n" + known + "\n)", nil, "3 games"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d, err := read(t, x.text, x.spec)
			if err != nil {
				t.Error(err)
				return
			}
			var got []string
			for _, w := range d.Warnings {
				if s := w.Error(); strings.Contains(s, "the file contains") {
					got = append(got, s)
				}
			}
			if len(got) != min(len(x.want), 1) || x.want != "" && !strings.Contains(got[0], "contains "+x.want+":") {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	// A short transcript is also recognised as Othello.
	if d := must(t, "f5", nil); mainLine(d) != "f5" {
		t.Errorf("%s", mainLine(d))
	}
	_, err := Decode(context.Background(), []byte("f5"), codec.Options{})
	fails(t, "no game is known", err, "does not name its game")
}
