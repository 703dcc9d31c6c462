package all

import (
	"context"
	"slices"
	"testing"

	"boardstudio/ai/player"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

func build(t testing.TB, name string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := games.Games.Build(name, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestParse(t *testing.T) {
	for _, x := range []struct {
		spec, name string
		params     rules.Params
	}{
		{"random", "random", rules.Params{}},
		{"alphabeta", "alphabeta", rules.Params{}},
		{"lua:scripts/a b=c:d,1.lua", "lua", rules.Params{"file": "scripts/a b=c:d,1.lua"}},
		{"computer:3", "computer", rules.Params{"level": "3"}},
		{"computer:level=2", "computer", rules.Params{"level": "2"}},
		{"alphabeta:3", "computer", rules.Params{"level": "3"}},
		{"alphabeta:level=2", "computer", rules.Params{"level": "2"}},
		{"awale-personal:depth=6, takes=07", "awale-personal", rules.Params{"depth": "6", "takes": "7"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			k, p, err := Engines.Parse(x.spec)
			if err != nil || k.Name != x.name || !p.Equal(x.params) {
				t.Errorf("%s: %v, %v, %v", x.spec, k, p, err)
				return
			}
			if player.NeedsName(k) {
				return
			}
			if _, again, err := Engines.Parse(player.Spec(x.name, p)); err != nil || !again.Equal(p) {
				t.Errorf("%s is said %s", x.spec, player.Spec(x.name, p))
			}
		})
	}
	for spec, want := range map[string]string{
		"":                       `unknown engine ""; available engines: `,
		"deepblue":               `unknown engine "deepblue"; available engines: `,
		"computer:9":             `"computer:9" does not describe an engine: "9" is not of the form name=value`,
		"computer:level=9":       `engine computer: parameter level: "9" is not one of 1, 2, 3, 4, 5`,
		"alphabeta:9":            `"alphabeta:9" does not describe an engine: "9" is not of the form name=value`,
		"alphabeta:depth=3":      `engine alphabeta: unknown parameter "depth"`,
		"alphabeta:":             `"alphabeta:" does not describe an engine: "" is not of the form name=value`,
		"random:3":               `"random:3" does not describe an engine: "3" is not of the form name=value`,
		"random:level=3":         `engine random: unknown parameter "level"`,
		"awale-personal:depth=0": `engine awale-personal: parameter depth: "0" is not a whole number from 1 to 12`,
	} {
		_, _, err := Engines.Parse(spec)
		if err == nil || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
}

func TestFor(t *testing.T) {
	lists := map[string][]string{
		"gomoku":  {"computer", "random", "minimax", "ktuple", "alphabeta"},
		"othello": {"computer", "random", "minimax", "alphabeta"},
		"awale":   {"computer", "random", "minimax", "awale-offensive", "awale-defensive", "awale-personal", "alphabeta"},
	}
	all := map[string]bool{}
	for _, names := range lists {
		for _, name := range names {
			all[name] = true
		}
	}
	for game, want := range lists {
		var got []string
		for _, k := range Engines.For(build(t, game, nil)) {
			if all[k.Name] { // engines of other kinds are tested in their own packages
				got = append(got, k.Name)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s is played by %v, want %v", game, got, want)
		}
	}
}

func TestNew(t *testing.T) {
	r := build(t, "othello", nil)
	if _, err := Engines.New("ktuple", r); err == nil || err.Error() != "the engine ktuple does not play othello: it plays alignment games only" {
		t.Error(err)
	}
	if _, err := Engines.New("nobody", r); err == nil {
		t.Error("makes an engine that there is not")
	}
	g := build(t, "gomoku", nil)
	if e, err := Engines.New("ktuple:own=1/8/64,block=0 4.5", g); e == nil || err != nil {
		t.Errorf("%v, %v", e, err)
	}
	if _, err := Engines.New("ktuple:block=1/eight", g); err == nil || err.Error() != `parameter block: "eight" is negative or not a number; weights look like 1/8/64` {
		t.Error(err)
	}
	if e, err := Engines.New("othello-greedy", r); e == nil || err != nil {
		t.Errorf("%v, %v", e, err)
	}
}

// TestLevels checks that parameters in the specification take precedence over the level of the
// engine.
func TestLevels(t *testing.T) {
	for _, x := range []struct {
		kind  string
		level int
		want  rules.Params
	}{
		{"computer", 2, rules.Params{"level": "2"}},
		{"computer", 0, rules.Params{}},
		{"computer", 99, rules.Params{}},
		{"computer:4", 2, rules.Params{"level": "4"}},
		{"computer:level=4", 0, rules.Params{"level": "4"}},
		{"alphabeta", 2, rules.Params{"level": "2"}},
		{"alphabeta", 0, rules.Params{}},
		{"alphabeta:4", 2, rules.Params{"level": "4"}},
		{"lua:a.lua", 2, rules.Params{"file": "a.lua"}},
		{"random", 2, rules.Params{}},
		{"nobody", 2, nil},
		{"alphabeta:nonsense", 2, nil},
	} {
		k, got, err := Engines.ParseAt(x.kind, x.level)
		if !got.Equal(x.want) || (err != nil) != (x.want == nil) {
			t.Errorf("%s of level %d: %v, %v, want %v", x.kind, x.level, got, err, x.want)
		}
		if got["level"] != "" && k != Engines.Computer {
			t.Errorf("%s of level %d is %s", x.kind, x.level, k.Name)
		}
	}
}

// TestKinds checks that all data for menus and dialogs is present.
func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Engines.Kinds() {
		if k.Name == "" || k.Title == "" || seen[k.Name] || k.Plays == nil || k.New == nil {
			t.Errorf("%+v", k)
		}
		seen[k.Name] = true
		full, err := rules.Resolve(k.Params, nil)
		if err != nil {
			t.Errorf("%s: %v", k.Name, err)
		}
		for _, d := range k.Params {
			if v, err := d.Check(full[d.Name]); err != nil || v != full[d.Name] || d.Title == "" {
				t.Errorf("%s: default of %s is %q, %v", k.Name, d.Name, full[d.Name], err)
			}
		}
	}
}

// TestScript checks that a script plays when it is specified by its file.
func TestScript(t *testing.T) {
	r := build(t, "othello", nil)
	var es []ai.Engine
	for _, spec := range []string{"lua:../../scripts/random.lua", "random"} {
		e, err := Engines.New(spec, r)
		if err != nil {
			t.Fatal(err)
		}
		es = append(es, e)
	}
	rec, err := match.Play(context.Background(), match.Config{Rules: r, Engines: es, Seed: 2})
	if err != nil || rec.Failure != nil || !rec.Result.Over {
		t.Errorf("%v, %v, %+v", err, rec.Failure, rec.Result)
	}
	if _, err := Engines.New("lua:no such file.lua", r); err == nil {
		t.Error("plays a script that is not there")
	}
}
