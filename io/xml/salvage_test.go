package xml

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"boardstudio/internal/effort"
	"boardstudio/io/codec"
	"boardstudio/model"
)

// salvaged reads a damaged file with Salvage.
func salvaged(text string) (*model.Document, error) {
	o := opts("a.studio")
	o.Salvage = true
	return Decode(context.Background(), []byte(text), o)
}

// part checks that every node of d is at the same place in the whole document, and has no
// annotations other than the node there.
func part(t *testing.T, d, whole *model.Document) {
	t.Helper()
	at := map[*model.Node]*model.Node{d.Tree.Root(): whole.Tree.Root()}
	for n := range d.Tree.All() {
		if p := n.Parent(); p != nil {
			c := at[p].First()
			for range n.Index() {
				c = c.Next()
			}
			m, ok := n.Move()
			if w, okW := c.Move(); ok != okW || m != w || n.Raw() != c.Raw() || n.Setup() != c.Setup() {
				t.Fatalf("a node that the whole document lacks, at ply %d", n.Ply())
			}
			at[n] = c
		}
		w := at[n]
		for _, said := range [][2]string{
			{n.Comment(), w.Comment()},
			{n.Name(), w.Name()},
			{n.Color(), w.Color()},
			{fmt.Sprint(n.Used()), fmt.Sprint(w.Used())},
			{strings.Trim(fmt.Sprint(n.Glyphs()), "[]"), strings.Trim(fmt.Sprint(w.Glyphs()), "[]")},
			{strings.Trim(fmt.Sprint(n.Marks()), "[]"), strings.Trim(fmt.Sprint(w.Marks()), "[]")},
		} {
			if said[0] != "0s" && !strings.HasPrefix(said[1], said[0]) {
				t.Fatalf("%q is said at ply %d where the whole document says %q", said[0], n.Ply(), said[1])
			}
		}
	}
}

// elsewhere fails if d contains a move at a place without such a move in the whole document. Moves
// after an unreadable move are exempt, because they visibly follow a damage.
func elsewhere(t *testing.T, d, whole *model.Document, what string) {
	t.Helper()
	alike := map[*model.Node][]*model.Node{d.Tree.Root(): {whole.Tree.Root()}}
	for n := range d.Tree.All() {
		if n == d.Tree.Root() || alike[n.Parent()] == nil {
			continue
		}
		m, ok := n.Move()
		for _, p := range alike[n.Parent()] {
			for c := range p.Children() {
				if w, okW := c.Move(); ok == okW && m == w && n.Raw() == c.Raw() && n.Setup() == c.Setup() {
					alike[n] = append(alike[n], c)
				}
			}
		}
		if alike[n] == nil && ok {
			t.Fatalf("a move stands elsewhere, at ply %d: %s", n.Ply(), what)
		}
	}
}

// TestSalvageCutFiles checks that a truncated file is read up to the cut, and that the missing rest
// is reported.
func TestSalvageCutFiles(t *testing.T) {
	texts := []string{page("b2 a1 <comment>One &amp; two.</comment>\n<var>c1 <glyph value=\"!\"/> zz\n<var>c2 <mark kind=\"label\" cell=\"a1\" text=\"x\"/> a3</var> b1 <raw>q q</raw></var> c3 <setup>A../.B./... A</setup> b3")}
	for seed := range uint64(effort.Amount(2, 1)) {
		if testing.Short() {
			break
		}
		texts = append(texts, string(save(t, randomDocument(t, newRand(seed), 8))))
	}
	for _, text := range texts {
		whole, err := salvaged(text)
		if err != nil || whole.ReadOnly {
			t.Fatalf("the whole file: %v, %v", err, whole)
		}
		same(t, whole)
		most := 0
		for i := range len(text) - 1 {
			d, err := salvaged(text[:i])
			if err != nil {
				if d != nil || strings.Contains(text[:i], "</game>") {
					t.Fatalf("cut at byte %d: %v", i, err)
				}
				continue
			}
			if !d.ReadOnly || !strings.Contains(d.Warnings[0].Error(), "the rest was left out") || d.Warnings[0].(*codec.Error).Line == 0 {
				t.Fatalf("cut at byte %d: %v", i, d.Warnings)
			}
			if d.Tree.Len() < most {
				t.Fatalf("cut at byte %d: %d nodes after %d", i, d.Tree.Len(), most)
			}
			most = d.Tree.Len()
			part(t, d, whole)
			if i%31 == 0 {
				same(t, d)
			}
		}
		if most < whole.Tree.Len()-1 {
			t.Errorf("%d of %d nodes are read before the end", most, whole.Tree.Len())
		}
	}
}

// TestSalvageOneByte checks that a changed byte affects only its surroundings, or that everything
// after it is omitted.
func TestSalvageOneByte(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	all, read := 0, 0
	for seed := range uint64(300) {
		whole := randomDocument(t, newRand(seed), 40)
		text := save(t, whole)
		at := strings.Index(string(text), "<tree>") + r.IntN(len(text)-strings.Index(string(text), "<tree>"))
		was := text[at]
		text[at] = []byte{0, 0xff, '<', '>', '&', '"', ' ', 'x'}[r.IntN(8)]
		d, err := salvaged(string(text))
		if err != nil {
			t.Fatalf("seed %d, %q instead of %q at byte %d: %v", seed, text[at], was, at, err)
		}
		if err := d.Tree.Check(); err != nil {
			t.Fatal(err)
		}
		same(t, d)
		// Without an error, the change is a valid document and cannot be detected.
		if _, err := Decode(context.Background(), text, opts("a.studio")); err != nil {
			elsewhere(t, d, whole, fmt.Sprintf("seed %d: %q instead of %q: %.200q, %v", seed, text[at], was, text[max(0, at-60):min(len(text), at+80)], d.Warnings[0]))
		}
		all++
		if !d.ReadOnly || !strings.Contains(d.Warnings[0].Error()+d.Warnings[len(d.Warnings)-1].Error(), "the rest") {
			read++
		}
	}
	t.Logf("of %d files %d were read to the end", all, read)
	if read < all/2 {
		t.Errorf("of %d files %d were read to the end", all, read)
	}
}

// TestSalvage checks the result for each kind of damage.
func TestSalvage(t *testing.T) {
	for _, tt := range []struct{ tree, moves, warns string }{
		{"b2 a1 c3", "b2 a1 c3", ""},
		// Moves.
		{"b2 a\xff1 c3", "b2 ?a\xff1 c3", "a.studio:4: damaged: this is not well-formed XML: invalid UTF-8: it was kept as an unreadable move"},
		{"b2\na\x001 &c; c3", "b2 ?a\x001 ?&c; c3", "a.studio:5: damaged: this is not well-formed XML: invalid character entity &c;: it was kept as an unreadable move\n" +
			"a.studio:5: damaged: this is not well-formed XML: invalid character entity &c;: it was kept as an unreadable move"},
		{"b2 a1 \x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00 c3", "b2 a1", "a.studio:4: damaged: this is not well-formed XML: illegal character code U+0000: the rest was left out: 34 bytes with 0 elements"},
		{"b2 a1 \x00var>c1</var> c3", "b2 a1", "a.studio:4: damaged: this is not well-formed XML: illegal character code U+0000: the rest was left out: 34 bytes with 0 elements"},
		{"b2 a\xff1 c3 <var>b1</var> a2", "b2 ?a\xff1 c3 ( b1 ) a2", "a.studio:4: damaged: this is not well-formed XML: invalid UTF-8: it was kept as an unreadable move"},
		{"b2\x00a1 <var>c1</var> c3", "?b2\x00a1", "a.studio:4: damaged: this is not well-formed XML: illegal character code U+0000: it was kept as an unreadable move\n" +
			"a.studio:4: damaged: a variation follows a damaged move: the rest was left out: 34 bytes with 1 elements"},
		// Notes.
		{"b2 <comment>\xff</comment> a1", "b2 a1", "a.studio:4: damaged: this is not well-formed XML: invalid UTF-8: 20 bytes were left out"},
		{"b2 <comment>x</commenT> a1 <comment>y</comment>", "b2 a1!", "a.studio:4: damaged: <comment> is closed by </commenT>: 20 bytes were left out"},
		{"b2 <commenT>x</comment> a1", "b2 a1", "a.studio:4: damaged: <commenT> is closed by </comment>: 20 bytes were left out"},
		{"b2 <glyph value='!/> a1<comment>x</comment> c3", "b2 a1! c3", "a.studio:4: damaged: this is not well-formed XML: unescaped < inside quoted string: 17 bytes were left out"},
		{"b2 <glyph value='!' value='?'/> a1", "b2 a1", "a.studio:4: damaged: the attribute value occurs twice: 28 bytes were left out"},
		{"b2 <x:y/> a1", "b2 a1", "a.studio:4: damaged: the prefix \"x\" is not declared: 6 bytes were left out"},
		{"b2 <raw>\xff</raw> a1", "b2 ?\xff a1", "a.studio:4: damaged: this is not well-formed XML: invalid UTF-8: it was kept as an unreadable move"},
		{"b2 <comment>x<y/></comment\x00> a1", "b2", "a.studio:4: damaged: this is not well-formed XML: invalid characters between </comment and >: the rest was left out: 46 bytes with 2 elements"},
		// Variations.
		{"b2 a1<var>c1 c2<var>c3</vaR> b1</var> c3", "b2 a1 ( c1 c2 ( c3 )", "a.studio:4: damaged: <var> is closed by </vaR>: the rest was left out: 36 bytes with 0 elements"},
		{"b2 a1<vaR>c1</var> c3", "b2 a1", "a.studio:4: damaged: <vaR> is closed by </var>: the rest was left out: 34 bytes with 1 elements"},
		{"b2 a1</var> c3", "b2 a1", "a.studio:4: damaged: <tree> is closed by </var>: the rest was left out: 27 bytes with 0 elements"},
		{"b2 a1<var>c1", "b2 a1 ( c1 )", "a.studio:4: damaged: <var> is closed by </tree>: the rest was left out: 18 bytes with 0 elements"},
		{"b2 a1<var></var> c3", "b2 a1 ( )", "a.studio:4: damaged: a variation has no move: the rest was left out: 27 bytes with 0 elements"},
		{"b2 a1</tree><tree>", "b2 a1", "a.studio:4: damaged: the element <tree> occurs twice: the rest was left out: 24 bytes with 1 elements"},
		{"b2 a1</tree></studio>zz<!--", "b2 a1", "a.studio:4: damaged: text outside the root element: the rest was left out: 24 bytes with 0 elements"},
	} {
		t.Run(tt.tree, func(t *testing.T) {
			d, err := salvaged(page(tt.tree))
			if err != nil {
				t.Error(err)
				return
			}
			var warns []string
			for _, w := range d.Warnings {
				if strings.Contains(w.Error(), "damaged") {
					warns = append(warns, w.Error())
				}
			}
			if got := strings.Join(warns, "\n"); got != tt.warns {
				t.Errorf("%q\n told %s\n want %s", tt.tree, got, tt.warns)
			}
			if got := written(d.Tree); got != tt.moves && got != strings.ReplaceAll(tt.moves, " ( )", "") {
				t.Errorf("%q is read as %q, want %q", tt.tree, got, tt.moves)
			}
			if d.ReadOnly != (tt.warns != "") {
				t.Errorf("read only %v", d.ReadOnly)
			}
			same(t, d)
		})
	}
}

// written returns the moves of a tree, with "?" before unreadable ones, "!" after moves with
// comments, and variations in brackets.
func written(t *model.Tree) string {
	var words []string
	n := t.Root()
	for n != nil {
		if m, ok := n.Move(); ok {
			words = append(words, t.Rules().FormatMove(m))
		} else if n != t.Root() {
			words = append(words, "?"+n.Raw())
		}
		if n.Comment() != "" {
			words[len(words)-1] += "!"
		}
		switch {
		case n.Prev() == nil && n.Next() != nil:
			n = n.Next()
			words = append(words, "(")
		case n.First() != nil:
			n = n.First()
		default:
			for n != nil && n.Prev() == nil {
				n = n.Parent()
			}
			if n != nil {
				words = append(words, ")")
				if next := n.Next(); next != nil {
					words, n = append(words, "("), next
				} else {
					n = n.Parent().First().First()
				}
			}
		}
	}
	return strings.Join(words, " ")
}

// TestSalvageHead checks that damage in the head affects only its surroundings, but that a missing
// game is an error.
func TestSalvageHead(t *testing.T) {
	head := func(info string) string {
		return strings.Replace(page("b2 a1"), "<tree>", info+"<tree>", 1)
	}
	d, err := salvaged(head("<info>\n<item key='event'>a\xff</item></info>"))
	if err != nil || d.Tree.Len() != 3 || len(d.Info) != 0 || fmt.Sprint(d.Warnings) != "[a.studio:5: damaged: this is not well-formed XML: invalid UTF-8: 41 bytes were left out]" {
		t.Errorf("%v, %v", err, d)
	}
	d, err = salvaged(head("<players><player seat='1' name='Ada'/></players><info><x"))
	if err != nil || d.Tree.Len() != 3 || d.Players[0].Name != "Ada" {
		t.Errorf("%v, %v", err, d)
	}
	for _, text := range []string{"", "<", "x", "<studio/>", "<studio xmlns='" + Namespace + "' version='2.0'><gamE name='line'/><tree>b2</tree></studio>", strings.Replace(page("b2"), "line", "lime", 1), strings.Replace(page("b2"), "2.0", "9.0", 1)} {
		if d, err := salvaged(text); err == nil || d != nil {
			t.Errorf("%q is read", text)
		}
	}
}

// TestSalvageMany checks that the number of reported damages is limited, and that the time is
// proportional to the number of damages.
func TestSalvageMany(t *testing.T) {
	d, err := salvaged(page("b2 " + strings.Repeat("\xff <comment>\xff</comment>", 100_000)))
	if err != nil || d.Tree.Len() != 100_002 {
		t.Fatal(err)
	}
	told := 0
	for _, w := range d.Warnings {
		if strings.Contains(w.Error(), "damage") {
			told++
		}
	}
	if told != codec.MaxWarnings+1 || !strings.HasSuffix(d.Warnings[told-1].Error(), "further damage: 199950") {
		t.Errorf("%d are told: %v", told, d.Warnings[told-1])
	}
}
