package externs

import (
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	aiall "boardstudio/ai/all"
	"boardstudio/ai/extern"
	"boardstudio/ai/extern/externtest"
	"boardstudio/internal/looptest"
	rulesall "boardstudio/rules/all"
)

func TestMain(m *testing.M) {
	if code, ok := externtest.Guard(); ok {
		os.Exit(code)
	}
	goleak.VerifyTestMain(m)
}

// discs returns a GTP engine that plays the first move of Othello. It runs the shell command before
// at its start.
func discs(t *testing.T, name, before string) extern.Entry {
	t.Helper()
	g, preset, _ := rulesall.Games.Find("othello")
	r, err := g.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec := r.Spec()
	script := before + `; while read a; do case $a in
name) printf '= Foo\n\n';; version) printf '= 1\n\n';; list_commands) printf '= play\ngenmove\n\n';; genmove*) printf '= d6\n\n';; *) printf '=\n\n';; esac; done`
	return extern.Entry{Name: name, Protocol: "gtp", Command: []string{"/bin/sh", "-c", script}, Game: &spec}
}

func newManager(t *testing.T) (*Manager, *looptest.Loop) {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	loop := looptest.New(100)
	d, err := New(rulesall.Games, aiall.Engines.Protocols, &extern.Logs{}, loop)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d, loop
}

// tested waits for the end of a test and returns the only item.
func tested(t *testing.T, d *Manager, loop *looptest.Loop) Item {
	t.Helper()
	loop.Until(t, "the verdict", func() bool { name, _, _ := d.Testing(); return name == "" })
	all := d.Items()
	if len(all) != 1 {
		t.Fatalf("%+v", all)
	}
	return all[0]
}

func TestAdd(t *testing.T) {
	d, loop := newManager(t)
	added := 0
	d.Added = func() { added++ }
	if err := d.Add(discs(t, "a b", ":"), ""); err == nil {
		t.Error("it has a name with a space")
	}
	if err := d.Add(discs(t, "bad", "exit 3"), ""); err != nil {
		t.Fatal(err)
	}
	if err := d.Add(discs(t, "other", ":"), ""); err == nil {
		t.Error("two are tested at a time")
	}
	it := tested(t, d, loop)
	if text := strings.Join(d.Verdict(it), "\n"); it.Added || d.Failure(it) == nil || !strings.Contains(text, "it ended with exit code 3") || !strings.Contains(text, "not added") {
		t.Errorf("%+v, %s", it, text)
	}
	if l, err := extern.Load(extern.File()); err != nil || len(l.Engines) != 0 {
		t.Errorf("%+v, %v", l, err)
	}

	// The engine is repaired.
	if err := d.Add(discs(t, "good", ":"), "bad"); err != nil {
		t.Fatal(err)
	}
	it = tested(t, d, loop)
	if text := strings.Join(d.Verdict(it), "\n"); !it.Added || d.Failure(it) != nil || !strings.Contains(text, "Plays Othello.\nTested on") || it.Tested.Name != "Foo 1" {
		t.Errorf("%+v, %s", it, text)
	}
	if err := d.Add(discs(t, "good", ":"), ""); err == nil {
		t.Error("there are two of that name")
	}

	// A changed command fails. The previous entry stays until the draft is discarded.
	if err := d.Add(discs(t, "new", "exit 4"), "good"); err != nil {
		t.Fatal(err)
	}
	it = tested(t, d, loop)
	if l, _ := extern.Load(extern.File()); it.Name != "new" || it.Added || len(l.Engines) != 1 || l.Engines[0].Name != "good" {
		t.Errorf("%+v, %+v", it, l)
	}
	if err := d.Remove("new"); err != nil {
		t.Fatal(err)
	}
	if it = tested(t, d, loop); it.Name != "good" || !it.Added {
		t.Errorf("%+v", it)
	}
	if err := d.Add(discs(t, "new", "exit 4"), "good"); err != nil {
		t.Fatal(err)
	}
	tested(t, d, loop)
	if err := d.AddUntested(); err != nil {
		t.Fatal(err)
	}
	if it = tested(t, d, loop); it.Name != "new" || !it.Added {
		t.Errorf("%+v", it)
	}
	if err := d.Remove("new"); err != nil || len(d.Items()) != 0 || added < 4 {
		t.Errorf("%v, %+v, %d", err, d.Items(), added)
	}
}

func TestOptions(t *testing.T) {
	d, loop := newManager(t)
	if err := d.Add(discs(t, "good", ":"), ""); err != nil {
		t.Fatal(err)
	}
	tested(t, d, loop)
	values := map[string]string{"row1": "top", memoryOption: "100", othersOption: `level=3 'who=a b'`}
	if err := d.SetOptions("good", values); err != nil {
		t.Fatal(err)
	}
	again, err := New(rulesall.Games, aiall.Engines.Protocols, &extern.Logs{}, loop)
	if err != nil {
		t.Fatal(err)
	}
	it := again.Items()[0]
	if it.Memory != 100 || len(it.Entry.Options) != 3 || it.Entry.Options["who"] != "a b" || it.Tested == nil {
		t.Errorf("%+v", it)
	}
	if _, now := again.Options("good"); now["row1"] != "top" || now[memoryOption] != "100" || now[othersOption] != "level=3 'who=a b'" {
		t.Errorf("%q", now)
	}
	for _, others := range []string{"level", "=3", "'a=b", "row1=left"} {
		if err := d.SetOptions("good", map[string]string{othersOption: others}); err == nil {
			t.Errorf("%s is taken", others)
		}
	}
}

// TestCancel checks that a cancelled test stops the engine and adds no entry.
func TestCancel(t *testing.T) {
	d, loop := newManager(t)
	if err := d.Add(discs(t, "slow", "sleep 60"), ""); err != nil {
		t.Fatal(err)
	}
	d.Cancel()
	it := tested(t, d, loop)
	if text := d.Short(it); it.Added || text != "test cancelled" {
		t.Errorf("%+v, %s", it, text)
	}
	if err := d.Test("slow"); err != nil {
		t.Fatal(err)
	}
	d.Close()
}
