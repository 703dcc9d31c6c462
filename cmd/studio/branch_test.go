package main

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"boardstudio"
	"boardstudio/document"
	"boardstudio/internal/uitest"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// annotated returns a real game, enlarged to at least the given number of nodes: other real games
// are merged into it, and variations with comments are added. At every ply of forks, at least two
// variations branch off, each at least six moves long.
func annotated(t *testing.T, file string, nodes int, forks []int, others ...string) *model.Document {
	t.Helper()
	d := load(t, file)
	for _, o := range others {
		edits, _, err := model.MergeTree(d.Tree, d.Tree.Root(), load(t, o).Tree, nil)
		if err != nil || d.Tree.Do("merge", edits...) != nil {
			t.Fatal(err)
		}
	}
	chance := rand.New(rand.NewPCG(1, uint64(nodes)))
	line := slices.Collect(d.Tree.Main())
	vary := func(ply, length int) {
		n := line[ply-1]
		for i := range length {
			pos, err := d.Tree.Position(n)
			if err != nil {
				t.Fatal(err)
			}
			moves := slices.DeleteFunc(slices.Collect(pos.Moves()), func(m rules.Move) bool { return d.Tree.Find(n, m) != nil })
			if len(moves) == 0 {
				return
			}
			n = d.Tree.Add(n, moves[chance.IntN(len(moves))])
			switch i {
			case 0:
				d.Tree.Annotate(n, model.Annotation{Comment: "Another try.", Glyphs: []model.Glyph{model.GlyphInteresting}})
			case length - 1:
				d.Tree.Annotate(n, model.Annotation{Comment: "It leads nowhere."})
			}
		}
	}
	for _, ply := range forks {
		vary(ply, 8)
		vary(ply, 7)
	}
	for ply := 3; d.Tree.Len() < nodes; ply += 2 {
		vary(2+ply%(len(line)-6), 10)
	}
	return d
}

// fixture is a window with a document, and a copy of the document in the test.
type fixture struct {
	*window
	name  string
	path  string
	want  *model.Document
	heard *uitest.Heard
}

func newFixture(t *testing.T, name, path string) *fixture {
	w := open(t, path)
	return &fixture{w, name, path, load(t, path), w.Listen()}
}

// at goes to a node with the keyboard.
func (b *fixture) at(n *model.Node) {
	b.t.Helper()
	b.heard.Forget()
	var keys []string
	for m := n; m.Parent() != nil; m = m.Parent() {
		for range m.Index() {
			keys = append(keys, "Down")
		}
		keys = append(keys, "Right")
	}
	slices.Reverse(keys)
	b.Key(append([]string{"Home"}, keys...)...)
	slider := b.Find("slider", "Move")
	b.Wait("the move", func() bool { return int(slider.Value()) == depth(n) })
}

func depth(n *model.Node) int {
	d := 0
	for ; n.Parent() != nil; n = n.Parent() {
		d++
	}
	return d
}

// saved saves the document and waits until the file equals the expected document.
func (b *fixture) saved(what string) {
	b.t.Helper()
	b.Key("ctrl+s")
	var last error
	defer func() {
		if last != nil {
			b.t.Logf("%s: %v", what, last)
		}
	}()
	b.Wait(what+" in the file", func() bool {
		d, _, err := boardstudio.Documents.Open(b.t.Context(), b.path, codec.Options{})
		if err == nil {
			err = model.Equal(b.want, d)
		}
		last = err
		return err == nil
	})
}

// step performs an operation in the window and in the test. It checks that the documents are equal
// and that the undo step has a name, takes a screenshot and undoes the operation.
func (b *fixture) step(name string, do func(), edits []model.Edit, err error) {
	b.t.Helper()
	if err == nil && len(edits) > 0 {
		err = b.want.Tree.Do(msg.Key(name), edits...)
	}
	if err != nil || len(edits) == 0 {
		b.t.Fatalf("%s: %d edits, %v", name, len(edits), err)
	}
	do()
	b.saved(name)
	b.shot(b.name + "-" + name)
	b.want.Tree.Undo()
	b.Key("ctrl+z")
	b.saved(name + " taken back")
}

// keys returns a function that presses keys.
func (b *fixture) keys(keys ...string) func() { return func() { b.t.Helper(); b.Key(keys...) } }

func (b *fixture) menu(path ...string) func() { return func() { b.t.Helper(); b.Menu(path...) } }

// says waits for a message with the given words since the last call of at. It uses the screen
// reader, because messages disappear after some time.
func (b *fixture) says(words string) { b.t.Helper(); b.heard.WaitPart(words) }

// TestKeysBeforeTheWork checks that keys arriving faster than Studio can process them have their
// effect in order: a large branch is cut and pasted, both are undone and redone, and the document
// is saved.
func TestKeysBeforeTheWork(t *testing.T) {
	t.Parallel()
	chance := rand.New(rand.NewPCG(1, 1))
	d := model.NewDocument(load(t, "testdata/penloup-juhem.txt").Tree.Rules())
	tree := d.Tree
	first := slices.Collect(tree.Rules().Start().Moves())
	for i, size := range []int{30_000, 300} { // the branch, and a variation next to it
		top := tree.Add(tree.Root(), first[i])
		for end := tree.Len() + size; tree.Len() < end; {
			n := top
			for {
				pos, err := tree.Position(n)
				if err != nil {
					t.Fatal(err)
				}
				moves := slices.Collect(pos.Moves())
				if len(moves) == 0 {
					break
				}
				m := moves[chance.IntN(len(moves))]
				next := tree.Find(n, m)
				if next == nil {
					next = tree.Add(n, m)
				}
				n = next
			}
		}
	}
	path := filepath.Join(t.TempDir(), "large.studio")
	if err := document.Save(path, boardstudio.Documents.ForName(path), d); err != nil {
		t.Fatal(err)
	}
	b := newFixture(t, "large", path)
	b.shows(path)
	tree = b.want.Tree
	side := tree.Root().First()
	b.at(side)
	if err := tree.Do("move", model.Reorder{Node: side, Index: -1}); err != nil {
		t.Fatal(err)
	}
	b.burst("ctrl+x", "ctrl+v")
	b.says("moves were added")
	b.burst("ctrl+z", "ctrl+z", "ctrl+shift+z", "ctrl+shift+z", "ctrl+s")
	b.saved("the branch behind the other")
	b.Quit()
}

// unplayed returns a legal move that could replace n and that no sibling plays. If all is set, it
// is the last such move after which all following moves are legal. Otherwise it is the one with the
// fewest legal moves after it.
func unplayed(t *testing.T, tree *model.Tree, n *model.Node, all bool) rules.Move {
	t.Helper()
	pos, err := tree.Position(n.Parent())
	if err != nil {
		t.Fatal(err)
	}
	best, score := rules.Move{}, -1
	for m := range pos.Moves() {
		if tree.Find(n.Parent(), m) != nil {
			continue
		}
		next, err := pos.Play(m)
		plays := 0
		for c := n.First(); c != nil && err == nil; c = c.First() {
			move, _ := c.Move()
			if next, err = next.Play(move); err == nil {
				plays++
			}
		}
		if !all {
			plays = 1_000_000 - plays
		}
		if plays > score {
			best, score = m, plays
		}
	}
	if score < 0 {
		t.Fatal("every legal move is there already")
	}
	return best
}

// TestBranches checks every command on branches, by key or menu, on real games of Othello and pente
// with more than 200 nodes each.
func TestBranches(t *testing.T) {
	t.Parallel()
	pente := "../../io/record/testdata/pente/"
	for _, g := range []struct {
		name   string
		file   string
		forks  []int
		others []string
	}{
		{"othello", "testdata/penloup-juhem.txt", []int{8, 14, 20}, nil},
		{"pente", "testdata/pente-50000000058070.txt", []int{8, 14, 20}, []string{pente + "44-25972.txt", pente + "45-35945.txt", pente + "49-54876.txt"}},
	} {
		t.Run(g.name, func(t *testing.T) {
			d := annotated(t, g.file, 220, g.forks, g.others...)
			path := filepath.Join(t.TempDir(), g.name+".studio")
			if err := document.Save(path, boardstudio.Documents.ForName(path), d); err != nil {
				t.Fatal(err)
			}
			b := newFixture(t, g.name, path)
			b.shows(path)
			b.shot(g.name + "-before")
			b.order(g.forks)
			b.deleting(g.forks)
			b.clipboard(g.forks)
			b.correcting(g.forks)
			b.joining(g.forks)
			if err := model.Equal(d, b.want); err != nil {
				t.Errorf("at the end: %v", err)
			}
			b.Quit()
		})
	}
}

func (b *fixture) order(forks []int) {
	main := node(b.t, b.want, forks[0])
	side := main.Next()
	b.at(side.First().First())
	b.step("promote", b.keys("ctrl+shift+Up"), model.Promote(side), nil)
	b.at(side.First())
	b.step("demote", b.keys("ctrl+shift+Down"), model.Demote(side), nil)
	b.at(side.First())
	b.step("main", b.keys("ctrl+m"), model.MakeMain(side.First()), nil)
	b.at(side)
	b.step("up", b.keys("shift+alt+Up"), []model.Edit{model.Reorder{Node: side}}, nil)
	b.at(side)
	b.step("down", b.keys("shift+alt+Down"), []model.Edit{model.Reorder{Node: side, Index: side.Index() + 1}}, nil)
	b.at(main)
	b.step("last", b.menu("Tree", "Order of Variations", "Move to End"), []model.Edit{model.Reorder{Node: main, Index: -1}}, nil)
}

func (b *fixture) deleting(forks []int) {
	tree := b.want.Tree
	n := node(b.t, b.want, forks[1])
	b.at(n)
	edits, err := model.DeleteOthers(tree, n)
	b.step("delete-others", func() {
		b.Key("ctrl+shift+Delete")
		b.says("moves deleted")
	}, edits, err)
	b.at(n)
	b.step("delete-after", b.keys("alt+Delete"), model.DeleteAfter(n), nil)
	b.at(n)
	edits, err = model.DeleteBefore(tree, n)
	b.step("delete-before", func() {
		b.Menu("Tree", "Delete Everything Before")
		b.says("The game now starts at this position")
	}, edits, err)
	b.at(n.Next().First())
	edits, err = model.Flatten(tree, n.Next().First())
	b.step("flatten", b.menu("Tree", "Flatten to This Line"), edits, err)
	b.at(n.Next())
	b.step("delete", b.keys("Delete"), []model.Edit{model.Remove{Node: n.Next()}}, nil)
}

func (b *fixture) clipboard(forks []int) {
	tree := b.want.Tree
	n := node(b.t, b.want, forks[2])
	b.at(n.Next())
	b.step("cut", b.keys("ctrl+x"), []model.Edit{model.Remove{Node: n.Next()}}, nil)
	b.at(n.Next())
	b.Key("ctrl+c")
	b.says("are in the clipboard")
	b.Key("ctrl+v") // onto itself: its first move is illegal there
	b.Find("", "Paste")
	b.shot(b.name + "-paste-refused")
	b.Key("Escape")
	b.WaitGone("", "Paste")
	// At its former place, it becomes the last variation.
	side := n.Next()
	b.at(side)
	if err := tree.Do("cut", model.Remove{Node: side}); err != nil {
		b.t.Fatal(err)
	}
	b.Key("ctrl+x")
	edits, err := model.Paste(tree, n.Parent(), nil, side)
	b.step("paste", func() {
		b.Key("ctrl+v")
		b.says("moves were added")
	}, edits, err)
	tree.Undo()
	b.Key("ctrl+z")
	b.saved("the branch that was cut")

	b.at(side)
	edits, err = model.Duplicate(tree, side, nil)
	b.step("duplicate", func() {
		b.Key("ctrl+shift+d")
		b.says("This is the copy")
	}, edits, err)
	b.Key("ctrl+shift+c")
	b.says("The position is in the clipboard")
	b.Key("ctrl+alt+c")
	b.says("The moves are in the clipboard")
}

func (b *fixture) correcting(forks []int) {
	tree := b.want.Tree
	r := tree.Rules()
	n := node(b.t, b.want, forks[1]-2)
	m := unplayed(b.t, tree, n, false)
	edits, err := model.ReplaceMove(tree, n, m)
	b.at(n)
	b.Key("ctrl+r")
	b.status("replaces " + r.FormatMove(mustMove(n)))
	b.shot(b.name + "-correcting")
	b.Key("Escape")
	slider := b.Find("slider", "Move")
	b.Wait("the move again", func() bool { return int(slider.Value()) == depth(n) })
	b.step("correct", func() {
		b.Key("ctrl+r")
		b.Type(r.FormatMove(m))
		b.Key("Return")
		b.says("The move was corrected to " + r.FormatMove(m))
	}, edits, err)
	// Correct the move again, then find the illegal moves, repair them and cut them off.
	if err := tree.Do("correct", edits...); err != nil {
		b.t.Fatal(err)
	}
	bad := tree.NextIllegal(n, nil)
	if bad == nil {
		b.t.Fatal("everything plays after the correction")
	}
	b.at(n)
	b.Key("ctrl+r")
	b.Type(r.FormatMove(m))
	b.Key("Return")
	b.says("The move was corrected to " + r.FormatMove(m))
	b.Key("F8")
	b.Wait("the move that does not play", func() bool { return int(slider.Value()) == depth(bad) })
	b.shot(b.name + "-bad")
	ways, err := model.Repairs(tree, bad, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	edits, err = ways[0].Edits(tree, bad)
	b.step("repair", func() {
		b.Key("F7")
		b.Find("frame", "Repair")
		b.shot(b.name + "-repair-list")
		b.Key("Return")
		b.says("Repaired")
	}, edits, err)
	edits, err = model.DeleteIllegal(tree, nil)
	b.step("cut-bad", b.menu("Tree", "Illegal Moves", "Cut Off All Illegal Moves"), edits, err)
	tree.Undo()
	b.Key("ctrl+z")
	b.saved("the move as it was")

	b.at(n)
	m = unplayed(b.t, tree, n, true)
	edits, err = model.InsertMove(tree, n, m)
	b.step("insert", func() {
		b.Key("ctrl+shift+r")
		b.status("before " + r.FormatMove(mustMove(n)))
		b.Type(r.FormatMove(m))
		b.Key("Return")
		b.says("was inserted before")
	}, edits, err)
	b.at(n)
	edits, err = model.DeleteMove(tree, n)
	b.step("take-out", b.keys("ctrl+BackSpace"), edits, err)

	pos, err := tree.Position(n)
	if err != nil {
		b.t.Fatal(err)
	}
	b.at(n)
	edits, err = model.Setup(tree, n, pos.String())
	b.step("edit-here", func() {
		b.Key("ctrl+e")
		b.Find("push button", "Add After This Position")
		b.shot(b.name + "-set-up")
		b.Find("push button", "Replace This Position").Do()
		b.WaitGone("push button", "Replace This Position")
	}, edits, err)
}

func mustMove(n *model.Node) rules.Move {
	m, _ := n.Move()
	return m
}

func (b *fixture) joining(forks []int) {
	tree := b.want.Tree
	n := node(b.t, b.want, forks[0])
	// A file that starts at n, with two more moves at the end of the branch.
	x := model.Extract(b.want, n, nil)
	end := x.Tree.Root()
	for end.First() != nil && depth(end) < 6 {
		end = end.First()
	}
	pos, err := x.Tree.Position(end)
	if err != nil {
		b.t.Fatal(err)
	}
	for m := range pos.Moves() {
		if x.Tree.Find(end, m) == nil {
			x.Tree.Annotate(x.Tree.Add(end, m), model.Annotation{Comment: "From the other file."})
			break
		}
	}
	file := filepath.Join(b.t.TempDir(), "other.studio")
	if err := document.Save(file, boardstudio.Documents.ForName(file), x); err != nil {
		b.t.Fatal(err)
	}
	b.Key("Home")
	edits, into, err := model.MergeTree(tree, tree.Root(), x.Tree, nil)
	if into.Setup {
		b.t.Fatal("the other file starts nowhere")
	}
	b.step("merge-file", func() {
		b.Key("ctrl+shift+o")
		b.Find("file chooser", "Merge a File")
		b.Type(file)
		b.Key("Return")
		b.WaitGone("file chooser", "Merge a File")
		b.says("1 move was added")
	}, edits, err)

	side := n.Next()
	edits, err = model.Duplicate(tree, side, nil)
	if err != nil || tree.Do("duplicate", edits...) != nil {
		b.t.Fatal(err)
	}
	b.at(side)
	b.Key("ctrl+shift+d")
	b.saved("the copy") // otherwise the file would not change when the merge is saved
	edits, err = model.MergeDuplicates(tree, tree.Root(), nil)
	b.step("merge-duplicates", func() {
		b.Menu("Tree", "Merge Duplicate Variations")
		b.says("duplicate moves were merged")
	}, edits, err)
	tree.Undo()
	b.Key("ctrl+z")

	b.extract(n)
}

// extract opens a branch in a new tab and pastes from there.
func (b *fixture) extract(n *model.Node) {
	tree := b.want.Tree
	side := n.Next()
	b.at(side)
	b.Key("ctrl+shift+x")
	b.Find("", "• Untitled – Studio")
	b.shot(b.name + "-extract")
	path := filepath.Join(b.t.TempDir(), "extracted.studio")
	b.saveAs(path)
	if err := model.Equal(model.Extract(b.want, side, nil), load(b.t, path)); err != nil {
		b.t.Errorf("extracted: %v", err)
	}
	// Paste the branch from one tab into the other.
	b.Key("Home", "ctrl+c")
	b.says("are in the clipboard")
	b.Key("ctrl+Tab")
	b.Find("", "• "+filepath.Base(b.path)+" – Studio")
	at := n.Parent()
	b.at(side)
	if err := tree.Do("delete", model.Remove{Node: side}); err != nil {
		b.t.Fatal(err)
	}
	b.Key("Delete") // goes to its parent
	edits, err := model.Paste(tree, at, nil, side)
	b.step("paste-from-another-tab", func() {
		b.Key("ctrl+v")
		b.says("moves were added")
	}, edits, err)
	tree.Undo()
	b.Key("ctrl+z")
	b.saved("what was there before")
	b.Key("ctrl+Tab")
	b.shows(path)
	b.Key("ctrl+w")
	b.shows(b.path)
}
