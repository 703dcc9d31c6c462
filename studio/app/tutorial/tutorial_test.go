package tutorial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"boardstudio"
	"boardstudio/ai/lua/luatest"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/app/settings"
	"boardstudio/text/locale"
)

func TestMain(m *testing.M) {
	os.Exit(luatest.Main(m.Run, func() error { return goleak.Find() }))
}

// pupil does a lesson in a real session, whose loop the test runs step by step.
type pupil struct {
	*app.Session
	t    *testing.T
	loop *looptest.Loop
	run  *Run
}

// begin starts a lesson, with empty folders for settings and data.
func begin(t *testing.T, name string) *pupil {
	t.Helper()
	for _, v := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		t.Setenv(v, t.TempDir())
	}
	st, err := settings.Load(filepath.Join(t.TempDir(), "settings.json"))
	if err != nil {
		t.Fatal(err)
	}
	st.MinThink = 1
	p := &pupil{t: t, loop: looptest.New(1024)}
	p.Session = app.New(boardstudio.All, p.loop, st).NewSession()
	t.Cleanup(p.Close)
	for _, l := range Lessons {
		if l.Name != name {
			continue
		}
		d, at, err := l.Document(boardstudio.Games)
		if err != nil {
			t.Fatal(err)
		}
		p.Show(d)
		p.Go(at)
		p.run = Begin(l, p.Session, p.File)
	}
	if p.run == nil {
		t.Fatalf("there is no lesson %s", name)
	}
	p.OnChange(func(app.Topic) { p.run.Look() })
	return p
}

// happened handles an event like the window does.
func (p *pupil) happened(h Happening) {
	p.run.Happened(h)
	p.run.Look()
}

// idle waits for background jobs.
func (p *pupil) idle() {
	p.t.Helper()
	p.loop.Until(p.t, "the end of the work", func() bool { return p.Jobs.Job() == nil && !p.Jobs.Changing() })
}

// legal makes the i-th legal move. Negative numbers count from the end.
func (p *pupil) legal(i int) {
	p.t.Helper()
	pos, err := p.View.Position()
	if err != nil {
		p.t.Fatal(err)
	}
	var list []rules.Move
	for m := range pos.Moves() {
		list = append(list, m)
	}
	p.Play(list[(i+len(list))%len(list)])
	p.idle()
}

// other makes a move that is not among the children of the current node.
func (p *pupil) other() {
	p.t.Helper()
	pos, err := p.View.Position()
	if err != nil {
		p.t.Fatal(err)
	}
	for m := range pos.Moves() {
		if p.View.Tree().Find(p.View.Node(), m) == nil {
			p.Play(m)
			return
		}
	}
	p.t.Fatal("every move was made here")
}

func (p *pupil) take() { p.TakeBack(); p.idle() }
func (p *pupil) undo() { p.Undo(); p.idle() }

// newGame starts the game of the lessons with players of the given kinds.
func (p *pupil) newGame(kinds ...string) {
	p.t.Helper()
	g, preset := Game(boardstudio.Games)
	c := settings.Choice{Game: g.Name, Preset: preset.Name}
	for _, k := range kinds {
		c.Players = append(c.Players, settings.Player{Kind: k, Level: 1})
	}
	if err := p.NewGame(c); err != nil {
		p.t.Fatal(err)
	}
}

// finish plays until the game is over.
func (p *pupil) finish() {
	p.t.Helper()
	for !p.Session.View.Over() {
		pos, err := p.View.Position()
		if err != nil {
			p.t.Fatal(err)
		}
		if pl := p.View.Document().Players[pos.Turn()]; pl.Kind == app.Human {
			p.legal(0)
			continue
		}
		n := p.View.Node()
		p.loop.Until(p.t, "the computer's move", func() bool { return p.View.Node() != n })
	}
}

func (p *pupil) save() {
	p.t.Helper()
	done := false
	p.File.Save(filepath.Join(p.t.TempDir(), "lesson.studio"), func(err error) {
		done = true
		if err != nil {
			p.t.Fatal(err)
		}
	})
	p.loop.Until(p.t, "saving", func() bool { return done })
}

// own creates a script of the user and returns its path.
func (p *pupil) own() string {
	p.t.Helper()
	path, err := p.Scripts().Create("First", `return { choose = function(pos, moves) return moves[1] end }`)
	if err != nil {
		p.t.Fatal(err)
	}
	p.run.Look()
	return path
}

// against starts a game with the script as the second player.
func (p *pupil) against() {
	p.t.Helper()
	for _, s := range p.Scripts().List() {
		if !s.Shipped {
			p.RunScript(scripts.Kind(s.Path, nil), scripts.TestGame{Rules: p.View.Rules(), Seat: 1, Against: model.Player{Kind: app.Human}})
			return
		}
	}
	p.t.Fatal("there is no script")
}

func (p *pupil) mark(c rules.Cell) {
	p.Pick(app.ToolCircle)
	p.Click(c)
	p.Escape()
}

// act is an action of the user, and the step shown afterwards.
type act struct {
	what string
	do   func(p *pupil)
	want int
}

// walks are ways through the lessons. Only the requested action leads to the next step.
var walks = []struct {
	name, lesson string
	acts         []act
}{
	{"a game of persons", "game", []act{
		{"goes nowhere", func(p *pupil) { p.Home(); p.Escape() }, 0},
		{"places a piece on the board that lies there", func(p *pupil) { p.legal(0) }, 0},
		{"begins a game", func(p *pupil) { p.newGame() }, 1},
		{"cannot do more than look around", func(p *pupil) { p.Home(); p.Cursor.Show() }, 1},
		{"plays", func(p *pupil) { p.legal(4) }, 2},
		{"plays on", func(p *pupil) { p.legal(0) }, 2},
		{"goes back instead of taking back", func(p *pupil) { p.Back() }, 2},
		{"goes on", func(p *pupil) { p.Pause() }, 2},
		{"takes back", func(p *pupil) { p.take() }, 3},
		{"plays to the end", func(p *pupil) { p.finish() }, 4},
		{"goes back", func(p *pupil) { p.Back() }, 5},
		{"goes on", func(p *pupil) { p.Back(); p.End() }, 5},
	}},
	{"a game against a computer", "game", []act{
		{"begins a game that the computer opens", func(p *pupil) {
			p.newGame("computer", app.Human)
			p.loop.Until(p.t, "the computer's move", func() bool { return p.View.Tree().Len() == 2 })
		}, 1},
		{"plays", func(p *pupil) {
			p.legal(0)
			p.loop.Until(p.t, "the answer", func() bool { return p.View.Tree().Len() == 4 })
		}, 2},
		{"undoes it", func(p *pupil) { p.undo() }, 3},
		{"plays to the end", func(p *pupil) { p.finish() }, 4},
		{"goes far back", func(p *pupil) { p.Home() }, 5},
	}},
	{"branches", "branch", []act{
		{"plays on", func(p *pupil) { p.legal(0) }, 0},
		{"takes that back", func(p *pupil) { p.undo() }, 0},
		{"goes back", func(p *pupil) { p.Back(); p.Back() }, 1},
		{"plays what was played", func(p *pupil) { p.Forward(); p.Back() }, 1},
		{"plays something else", func(p *pupil) { p.other() }, 2},
		{"goes back and forward", func(p *pupil) { p.Back(); p.Forward() }, 2},
		{"goes to the sibling", func(p *pupil) { p.NextSibling() }, 3},
		{"cannot promote the main line", func(p *pupil) { p.PrevSibling(); p.MakeMain() }, 3},
		{"makes its line the main line", func(p *pupil) { p.NextSibling(); p.MakeMain(); p.idle() }, 4},
	}},
	{"branches, done before they are asked for", "branch", []act{
		{"goes back and plays something else at once", func(p *pupil) { p.Back(); p.other() }, 2},
		{"promotes before stepping", func(p *pupil) { p.MakeMain(); p.idle() }, 2},
		{"steps", func(p *pupil) { p.NextSibling() }, 4},
	}},
	{"a branch that is undone", "branch", []act{
		{"branches", func(p *pupil) { p.Back(); p.other() }, 2},
		{"undoes it", func(p *pupil) { p.undo() }, 2},
		{"branches once more", func(p *pupil) { p.other() }, 2},
		{"deletes the old move, which makes no variation the main line", func(p *pupil) { p.PrevSibling(); p.DeleteBranch(); p.idle() }, 3},
		{"branches and promotes", func(p *pupil) { p.Home(); p.other(); p.MakeMain(); p.idle() }, 4},
	}},
	{"comments", "comment", []act{
		{"names the position", func(p *pupil) { p.SetName(p.View.Node(), "here") }, 0},
		{"comments", func(p *pupil) { p.Comment(p.View.Node(), "why?") }, 1},
		{"comments more", func(p *pupil) { p.Comment(p.View.Node(), "why not?") }, 1},
		{"takes a tool", func(p *pupil) { p.Pick(app.ToolCircle); p.Escape() }, 1},
		{"marks", func(p *pupil) { p.mark(0) }, 2},
		{"judges", func(p *pupil) { p.ToggleGlyph("!") }, 3},
		{"saves", func(p *pupil) { p.save() }, 4},
	}},
	{"comments, done before they are asked for", "comment", []act{
		{"saves", func(p *pupil) { p.save() }, 0},
		{"marks and judges", func(p *pupil) { p.mark(1); p.mark(2); p.ToggleGlyph("!") }, 0},
		{"takes the sign back", func(p *pupil) { p.undo() }, 0},
		{"comments", func(p *pupil) { p.Comment(p.View.Node(), "why?") }, 2},
		{"judges", func(p *pupil) { p.ToggleGlyph("?") }, 3},
		{"saves", func(p *pupil) { p.save() }, 4},
	}},
	{"printing", "print", []act{
		{"exports a picture before", func(p *pupil) { p.happened(PictureWritten) }, 0},
		{"prints a grid", func(p *pupil) { p.happened(GridPrinted) }, 2},
		{"copies", func(p *pupil) { p.happened(PictureCopied) }, 3},
	}},
	{"scripts", "script", []act{
		{"makes a move", func(p *pupil) { p.legal(0) }, 0},
		{"opens the window", func(p *pupil) { p.happened(ScriptsShown) }, 1},
		{"opens it again", func(p *pupil) { p.happened(ScriptsShown) }, 1},
		{"makes a script", func(p *pupil) { p.own() }, 2},
		{"begins a game without it", func(p *pupil) { p.newGame() }, 2},
		{"tries it", func(p *pupil) { p.against() }, 3},
		{"begins another game with it", func(p *pupil) { p.against() }, 3},
		{"makes a move", func(p *pupil) { p.legal(0) }, 4},
	}},
}

func TestLessons(t *testing.T) {
	walked := map[string]bool{}
	for _, w := range walks {
		t.Run(w.name, func(t *testing.T) {
			p := begin(t, w.lesson)
			for _, a := range w.acts {
				a.do(p)
				if got := p.run.At(); got != a.want {
					t.Fatalf("%s: step %d is shown, want %d", a.what, got, a.want)
				}
				for i := range p.run.Lesson.Steps {
					if p.run.Done(i) != (i < a.want) {
						t.Errorf("%s: step %d is done: %v", a.what, i, p.run.Done(i))
					}
				}
			}
			if !p.run.Over() || p.run.Step() != nil {
				t.Error("the lesson goes on")
			}
		})
		walked[w.lesson] = true
	}
	for _, l := range Lessons {
		if !walked[l.Name] {
			t.Errorf("no test does the lesson %s", l.Name)
		}
	}
}

// TestSkipAndBack checks that skipped steps do not count as done. Finished steps can be done again,
// and the lesson then returns to the step left before.
func TestSkipAndBack(t *testing.T) {
	p := begin(t, "comment")
	p.run.Back()
	if p.run.At() != 0 {
		t.Error("there is a step before the first")
	}
	p.run.Skip()
	p.mark(0)
	if p.run.At() != 2 || p.run.Done(0) || !p.run.Done(1) {
		t.Fatalf("step %d after one was skipped and one done", p.run.At())
	}
	p.run.Back()
	p.run.Look()
	if p.run.At() != 1 || !p.run.Done(1) {
		t.Fatal("nobody can stay at a step that was done")
	}
	p.mark(1)
	if p.run.At() != 2 {
		t.Fatalf("step %d after the mark was made again", p.run.At())
	}
	p.run.Back()
	p.run.Back()
	p.Comment(p.View.Node(), "now")
	if p.run.At() != 2 || !p.run.Done(0) {
		t.Fatalf("step %d after what was skipped was done", p.run.At())
	}
	p.run.Skip()
	p.run.Skip()
	p.run.Skip()
	if !p.run.Over() || p.run.Done(3) || p.run.Skipped() != 2 {
		t.Error("skipping does not lead to the end")
	}
	p.run.Back()
	p.save()
	if !p.run.Over() || !p.run.Done(3) || p.run.Skipped() != 1 {
		t.Error("the last step cannot be done from behind")
	}
	p.run.Back()
	p.run.Back()
	p.ToggleGlyph("!")
	if !p.run.Over() || p.run.Skipped() != 0 {
		t.Errorf("step %d after all was done, %d skipped", p.run.At(), p.run.Skipped())
	}
}

// TestFollow checks that a lesson continues with the document of a game started in another tab.
func TestFollow(t *testing.T) {
	p := begin(t, "game")
	p.legal(0)
	other := p.App.NewSession()
	t.Cleanup(other.Close)
	d, _, err := p.run.Lesson.Document(boardstudio.Games)
	if err != nil {
		t.Fatal(err)
	}
	other.Show(d)
	p.run.Follow(other, other.File)
	p.Session = other
	other.OnChange(func(app.Topic) { p.run.Look() })
	p.newGame()
	if p.run.At() != 1 {
		t.Errorf("step %d", p.run.At())
	}
	p.legal(0)
	if p.run.At() != 2 {
		t.Errorf("step %d", p.run.At())
	}
}

func TestNext(t *testing.T) {
	finished := map[string]bool{"later": true} // a lesson of another version
	for i, l := range Lessons {
		if got := Next(finished); got != l {
			t.Fatalf("%v is next, want %s", got, l.Name)
		}
		if i > 0 && Lessons[i-1].After() != l {
			t.Errorf("%s does not follow", l.Name)
		}
		finished[l.Name] = true
	}
	if Next(finished) != nil || Lessons[len(Lessons)-1].After() != nil {
		t.Error("there is one lesson more")
	}
}

// TestSay checks that steps name commands like the menus do, with their current keys.
func TestSay(t *testing.T) {
	st := settings.Defaults()
	key, err := settings.ParseKey("<Primary><Alt>g")
	if err != nil {
		t.Fatal(err)
	}
	st.SetKeys(command.Grid, key)
	st.SetKeys(command.ExportPicture)
	say := func(lesson, step int) string {
		return Lessons[lesson].Steps[step].Say(boardstudio.Games, st.KeysOf, func(acc string) string { return "<" + acc + ">" })
	}
	for _, x := range []struct {
		lesson, step int
		want         string
	}{
		{0, 0, "“Game, New Game…” (<<Primary>n>)"},
		{2, 2, "“Annotate, Rate Move, Good Move”"},
		{3, 0, "“Game, Print Blank Grid…” (<<Primary><Alt>g>)"},
		{3, 1, "“Game, Export Picture…”, "},
		{4, 1, "“Script, New Script…” (<<Primary>n>)"},
	} {
		if got := say(x.lesson, x.step); !strings.Contains(got, x.want) {
			t.Errorf("%q has no %s", got, x.want)
		}
	}
	_, p := Game(boardstudio.Games)
	if got := say(0, 0); !strings.Contains(got, locale.T(p.Title)) {
		t.Errorf("%q does not name the game", got)
	}
	for _, lang := range []string{"en", "fr"} {
		if _, err := locale.Use(lang); err != nil {
			t.Fatal(err)
		}
		for i, l := range Lessons {
			for j := range l.Steps {
				text := say(i, j)
				if strings.Contains(text, "%") {
					t.Errorf("%s, step %d of %s: %q", lang, j, l.Name, text)
				}
			}
		}
	}
	if _, err := locale.Use("en"); err != nil {
		t.Fatal(err)
	}
}
