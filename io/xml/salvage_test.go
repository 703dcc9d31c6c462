package xml

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/model"
)

// salvaged reads what can be read of a damaged file.
func salvaged(text string) (*model.Document, error) {
	o := opts("a.studio")
	o.Salvage = true
	return Decode(context.Background(), []byte(text), o)
}

// part fails unless every node of d stands in the whole document at the same place, and says nothing that the node there does not say.
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

// elsewhere fails if a move of d stands where the whole document has none like it, and nothing shows that: behind a damage moves follow one
// that cannot be read.
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

// Of a file that is cut anywhere what stands before the cut is read, and told that the rest is missing.
func TestSalvageCutFiles(t *testing.T) {
	texts := []string{page("b2 a1 <comment>One &amp; two.</comment>\n<var>c1 <glyph value=\"!\"/> zz\n<var>c2 <mark kind=\"label\" cell=\"a1\" text=\"x\"/> a3</var> b1 <raw>q q</raw></var> c3 <setup>A../.B./... A</setup> b3")}
	for seed := range uint64(2) {
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
			if !d.ReadOnly || !strings.Contains(d.Warnings[0].Error(), "what follows was left out") || d.Warnings[0].(*codec.Error).Line == 0 {
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

// A byte that is another one loses no more than what stands around it, or all behind.
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
		if _, err := Decode(context.Background(), text, opts("a.studio")); err != nil { // else it may say something else, which nobody can tell
			elsewhere(t, d, whole, fmt.Sprintf("seed %d: %q instead of %q: %.200q, %v", seed, text[at], was, text[max(0, at-60):min(len(text), at+80)], d.Warnings[0]))
		}
		all++
		if !d.ReadOnly || !strings.Contains(d.Warnings[0].Error()+d.Warnings[len(d.Warnings)-1].Error(), "what follows") {
			read++
		}
	}
	t.Logf("of %d files %d were read to the end", all, read)
	if read < all/2 {
		t.Errorf("of %d files %d were read to the end", all, read)
	}
}

// TestSalvage tells what becomes of each kind of damage.
func TestSalvage(t *testing.T) {
	for _, tt := range []struct{ tree, moves, warns string }{
		{"b2 a1 c3", "b2 a1 c3", ""},
		// Moves.
		{"b2 a\xff1 c3", "b2 ?a\xff1 c3", "a.studio:4: damaged: this is not well-formed XML: invalid UTF-8: it was kept as a move that cannot be read"},
		{"b2\na\x001 &c; c3", "b2 ?a\x001 ?&c; c3", "a.studio:5: damaged: this is not well-formed XML: invalid character entity &c;: it was kept as a move that cannot be read\n" +
			"a.studio:5: damaged: this is not well-formed XML: invalid character entity &c;: it was kept as a move that cannot be read"},
		{"b2 a1 \x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00 c3", "b2 a1", "a.studio:4: damaged: this is not well-formed XML: illegal character code U+0000: what follows was left out, 34 bytes with 0 elements"},
		{"b2 a1 \x00var>c1</var> c3", "b2 a1", "a.studio:4: damaged: this is not well-formed XML: illegal character code U+0000: what follows was left out, 34 bytes with 0 elements"},
		{"b2 a\xff1 c3 <var>b1</var> a2", "b2 ?a\xff1 c3 ( b1 ) a2", "a.studio:4: damaged: this is not well-formed XML: invalid UTF-8: it was kept as a move that cannot be read"},
		{"b2\x00a1 <var>c1</var> c3", "?b2\x00a1", "a.studio:4: damaged: this is not well-formed XML: illegal character code U+0000: it was kept as a move that cannot be read\n" +
			"a.studio:4: damaged: a variation stands behind a damaged move: what follows was left out, 34 bytes with 1 elements"},
		// Notes.
		{"b2 <comment>\xff</comment> a1", "b2 a1", "a.studio:4: damaged: this is not well-formed XML: invalid UTF-8: 20 bytes were left out"},
		{"b2 <comment>x</commenT> a1 <comment>y</comment>", "b2 a1!", "a.studio:4: damaged: <comment> is ended by </commenT>: 20 bytes were left out"},
		{"b2 <commenT>x</comment> a1", "b2 a1", "a.studio:4: damaged: <commenT> is ended by </comment>: 20 bytes were left out"},
		{"b2 <glyph value='!/> a1<comment>x</comment> c3", "b2 a1! c3", "a.studio:4: damaged: this is not well-formed XML: unescaped < inside quoted string: 17 bytes were left out"},
		{"b2 <glyph value='!' value='?'/> a1", "b2 a1", "a.studio:4: damaged: the attribute value occurs twice: 28 bytes were left out"},
		{"b2 <x:y/> a1", "b2 a1", "a.studio:4: damaged: the prefix \"x\" is not declared: 6 bytes were left out"},
		{"b2 <raw>\xff</raw> a1", "b2 ?\xff a1", "a.studio:4: damaged: this is not well-formed XML: invalid UTF-8: it was kept as a move that cannot be read"},
		{"b2 <comment>x<y/></comment\x00> a1", "b2", "a.studio:4: damaged: this is not well-formed XML: invalid characters between </comment and >: what follows was left out, 46 bytes with 2 elements"},
		// Variations.
		{"b2 a1<var>c1 c2<var>c3</vaR> b1</var> c3", "b2 a1 ( c1 c2 ( c3 )", "a.studio:4: damaged: <var> is ended by </vaR>: what follows was left out, 36 bytes with 0 elements"},
		{"b2 a1<vaR>c1</var> c3", "b2 a1", "a.studio:4: damaged: <vaR> is ended by </var>: what follows was left out, 34 bytes with 1 elements"},
		{"b2 a1</var> c3", "b2 a1", "a.studio:4: damaged: <tree> is ended by </var>: what follows was left out, 27 bytes with 0 elements"},
		{"b2 a1<var>c1", "b2 a1 ( c1 )", "a.studio:4: damaged: <var> is ended by </tree>: what follows was left out, 18 bytes with 0 elements"},
		{"b2 a1<var></var> c3", "b2 a1 ( )", "a.studio:4: damaged: a variation has no move: what follows was left out, 27 bytes with 0 elements"},
		{"b2 a1</tree><tree>", "b2 a1", "a.studio:4: damaged: the element <tree> occurs twice: what follows was left out, 24 bytes with 1 elements"},
		{"b2 a1</tree></studio>zz<!--", "b2 a1", "a.studio:4: damaged: text outside the root element: what follows was left out, 24 bytes with 0 elements"},
	} {
		d, err := salvaged(page(tt.tree))
		if err != nil {
			t.Errorf("%q: %v", tt.tree, err)
			continue
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
			t.Errorf("%q: read only %v", tt.tree, d.ReadOnly)
		}
		same(t, d)
	}
}

// written returns the moves of a tree, "?" before one that cannot be read, "!" behind one with a comment, variations in brackets.
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

// Damage in the head costs what stands there, but not the game; without the game nothing can be read.
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

// Many damages are told up to a number, and cost no more than their own time.
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
	if told != codec.MaxWarnings+1 || !strings.HasSuffix(d.Warnings[told-1].Error(), "further damages: 199950") {
		t.Errorf("%d are told: %v", told, d.Warnings[told-1])
	}
}
