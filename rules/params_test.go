package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// descs has a parameter of each kind.
var descs = []rules.Param{
	{Name: "size", Kind: rules.Int, Min: -2, Max: 16, Default: "8"},
	{Name: "wrap", Kind: rules.Switch, Default: "off"},
	{Name: "goal", Kind: rules.Choice, Default: "most", Options: []rules.Option{{Name: "most"}, {Name: "fewest"}}},
	{Name: "file", Kind: rules.Text},
}

func TestCheck(t *testing.T) {
	for _, x := range []struct {
		param       int
		value, want string
		ok          bool
	}{
		{0, "8", "8", true},
		{0, " 08 ", "8", true},
		{0, "-2", "-2", true},
		{0, "16", "16", true},
		{0, "17", "", false},
		{0, "-3", "", false},
		{0, "", "", false},
		{0, "8.5", "", false},
		{0, "eight", "", false},
		{0, "99999999999999999999", "", false},
		{1, "on", "on", true},
		{1, "TRUE", "on", true},
		{1, "yes", "on", true},
		{1, "1", "on", true},
		{1, "off", "off", true},
		{1, "False", "off", true},
		{1, "no", "off", true},
		{1, "0", "off", true},
		{1, "", "", false},
		{1, "2", "", false},
		{2, "fewest", "fewest", true},
		{2, "Fewest", "", false},
		{2, "", "", false},
		{3, "any thing", "any thing", true},
		{3, "", "", true},
	} {
		got, err := descs[x.param].Check(x.value)
		if got != x.want || (err == nil) != x.ok {
			t.Errorf("%s: Check(%q) = %q, %v; want %q", descs[x.param].Name, x.value, got, err, x.want)
		}
		if e := (*msg.Error)(nil); err != nil && (!errors.As(err, &e) || !strings.Contains(err.Error(), descs[x.param].Name)) {
			t.Errorf("Check(%q): %v does not name the parameter", x.value, err)
		}
	}
}

func TestResolve(t *testing.T) {
	given := rules.Params{"size": "06", "wrap": "yes"}
	got, err := rules.Resolve(descs, given)
	want := rules.Params{"size": "6", "wrap": "on", "goal": "most", "file": ""}
	if err != nil || !got.Equal(want) {
		t.Errorf("Resolve = %v, %v; want %v", got, err, want)
	}
	if given["size"] != "06" {
		t.Error("Resolve changed what it was given")
	}
	if got, err = rules.Resolve(descs, nil); err != nil || got["size"] != "8" || len(got) != len(descs) {
		t.Errorf("Resolve(nil) = %v, %v", got, err)
	}
	for _, bad := range []rules.Params{{"size": "40"}, {"sise": "4"}, {"size": "4", "": ""}} {
		if got, err := rules.Resolve(descs, bad); err == nil {
			t.Errorf("Resolve(%v) = %v", bad, got)
		}
	}
}

func TestParams(t *testing.T) {
	p := rules.Params{"b": "2", "a": "on", "c": "x"}
	if p.Int("b") != 2 || p.Int("c") != 0 || p.Int("d") != 0 {
		t.Errorf("Int: %d, %d, %d", p.Int("b"), p.Int("c"), p.Int("d"))
	}
	if !p.On("a") || p.On("b") || p.On("d") {
		t.Error("On")
	}
	if got := p.Names(); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("Names: %v", got)
	}
	if !p.Equal(rules.Params{"a": "on", "c": "x", "b": "2"}) || p.Equal(rules.Params{"a": "on"}) || p.Equal(nil) || !rules.Params(nil).Equal(rules.Params{}) {
		t.Error("Equal")
	}
}

// built records the parameters passed to family.New.
type built struct {
	rules.Rules
	params rules.Params
}

var family = rules.Game{
	Name: "family", Params: descs,
	Presets: []rules.Preset{
		{Name: "plain"},
		{Name: "small", Params: rules.Params{"size": "4", "wrap": "on"}},
		{Name: "same", Params: rules.Params{"size": "4", "wrap": "yes"}},
	},
	New: func(p rules.Params) (rules.Rules, error) {
		if p.Int("size")%2 != 0 {
			return nil, msg.Errorf("the size is odd")
		}
		return built{params: p}, nil
	},
}

func TestBuild(t *testing.T) {
	for _, x := range []struct {
		preset string
		over   rules.Params
		want   rules.Params
	}{
		{"", nil, rules.Params{"size": "8", "wrap": "off", "goal": "most", "file": ""}},
		{"small", nil, rules.Params{"size": "4", "wrap": "on", "goal": "most", "file": ""}},
		{"small", rules.Params{"wrap": "off", "goal": "fewest"}, rules.Params{"size": "4", "wrap": "off", "goal": "fewest", "file": ""}},
		{"big", nil, nil},
		{"small", rules.Params{"size": "5"}, nil},
		{"small", rules.Params{"size": "big"}, nil},
		{"small", rules.Params{"colour": "red"}, nil},
	} {
		r, err := family.Build(x.preset, x.over)
		if x.want == nil {
			if e := (*msg.Error)(nil); !errors.As(err, &e) {
				t.Errorf("Build(%q, %v) = %v, %v", x.preset, x.over, r, err)
			}
			continue
		}
		if err != nil || !r.(built).params.Equal(x.want) {
			t.Errorf("Build(%q, %v) = %v, %v; want %v", x.preset, x.over, r, err, x.want)
		}
	}
	if len(family.Presets[1].Params) != 2 {
		t.Error("Build changed the preset")
	}
}

func TestPresets(t *testing.T) {
	if p, ok := family.Preset("small"); !ok || p.Name != "small" {
		t.Errorf("Preset(small) = %v, %v", p, ok)
	}
	if p, ok := family.Preset(""); ok || p.Name != "" {
		t.Errorf("Preset() = %v, %v", p, ok)
	}
	full, err := rules.Resolve(descs, family.Presets[2].Params)
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := family.PresetOf(full); !ok || p.Name != "small" {
		t.Errorf("PresetOf(%v) = %v, %v; want the first that fits", full, p, ok)
	}
	full["goal"] = "fewest"
	if p, ok := family.PresetOf(full); ok {
		t.Errorf("PresetOf(%v) = %v", full, p)
	}
}
