package model

import (
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/awale"
	lines "boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// A sketch is a tree in one line of text. Moves follow one another; a variation is in brackets
// before the continuation; [text] is a set-up, ?text an unreadable move, {text} a comment.

func game(t testing.TB, g *rules.Game, preset string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := g.Build(preset, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func gomoku(t testing.TB) rules.Rules { return game(t, &lines.Game, "gomoku", nil) }

func threePlayers(t testing.TB) rules.Rules {
	return game(t, &lines.Game, "gomoku", rules.Params{"players": "3", "rows": "9", "cols": "9"})
}

func reversi(t testing.TB) rules.Rules { return game(t, &othello.Game, "othello6", nil) }
func sowing(t testing.TB) rules.Rules  { return game(t, &awale.Game, "awale", nil) }

// sketched returns a document with the tree of a sketch. at finds nodes by their path, such as "d4
// e5"; the first node in the tree with the path is returned.
func sketched(t testing.TB, r rules.Rules, text string) (*Document, func(path string) *Node) {
	t.Helper()
	d := NewDocument(r)
	tree := d.Tree
	at := tree.Root()
	var open []*Node
	text = strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text)
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		switch text[0] {
		case '{', '[':
			end := strings.IndexAny(text, "}]")
			if text[0] == '{' {
				tree.Annotate(at, Annotation{Comment: text[1:end]})
			} else {
				at = tree.AddSetup(at, text[1:end])
			}
			text = text[end+1:]
			continue
		}
		word, rest, _ := strings.Cut(text, " ")
		text = rest
		switch {
		case word == "(":
			open = append(open, at)
		case word == ")":
			at, open = open[len(open)-1], open[:len(open)-1]
		case word[0] == '?':
			at = tree.AddRaw(at, word)
		default:
			m, err := r.ParseMove(word)
			if err != nil {
				t.Fatal(err)
			}
			at = tree.Add(at, m)
		}
	}
	return d, func(path string) *Node {
		t.Helper()
		words := strings.Fields(path)
		for n := range tree.All() {
			m := n
			for i := len(words) - 1; i >= 0 && m != nil; i-- {
				if m.word(tree) != words[i] {
					m = nil
					break
				}
				m = m.Parent()
			}
			if m != nil {
				return n
			}
		}
		t.Fatalf("there is no %s in %s", path, sketch(tree))
		return nil
	}
}

// word returns the text of n in a sketch.
func (n *Node) word(t *Tree) string {
	switch {
	case n.kind() == isSetup:
		return "[" + n.Setup() + "]"
	case n == t.root:
		return "start"
	}
	return t.moveText(n)
}

// sketch is the inverse of sketched. Set-ups at the root come first.
func sketch(t *Tree) string {
	var b strings.Builder
	if s := t.root.Setup(); s != "" {
		b.WriteString("start[" + s + "]")
	}
	for n := range t.All() {
		if n != t.root {
			if n.Next() != nil {
				b.WriteString("(")
			}
			b.WriteString(n.word(t))
		}
		if n.Comment() != "" {
			b.WriteString("{" + n.Comment() + "}")
		}
		if n.First() == nil { // close the bracket that n ends, and those around it
			m := n
			for m != t.root && m.Next() == nil {
				m = m.Parent()
			}
			if m != t.root {
				b.WriteString(")")
			}
		}
		b.WriteString(" ")
	}
	return strings.TrimSpace(strings.ReplaceAll(b.String(), " )", ")"))
}

// do applies the edits of an operation. Undo and redo must be exact, the tree must be sound, and a
// watcher must be able to follow the changes.
func do(t testing.TB, d *Document, edits []Edit, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	before := rebuild(d)
	if err := d.Tree.Do("operation", edits...); err != nil {
		t.Fatal(err)
	}
	after := rebuild(d)
	if err := d.Tree.Check(); err != nil {
		t.Fatal(err)
	}
	if len(edits) == 0 || d.Tree.At() == 0 {
		return
	}
	d.Tree.Undo()
	if err := Equal(before, d); err != nil {
		t.Fatalf("undone: %v", err)
	}
	d.Tree.Redo()
	if err := Equal(after, d); err != nil {
		t.Fatalf("redone: %v", err)
	}
	if err := d.Tree.Check(); err != nil {
		t.Fatal(err)
	}
}

func shows(t testing.TB, d *Document, want string) {
	t.Helper()
	if got := sketch(d.Tree); got != want {
		t.Errorf("the tree is  %s\nand should be %s", got, want)
	}
}
