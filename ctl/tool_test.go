package ctl

import (
	"testing"
)

// TestLanguage checks the choice of the language.
func TestLanguage(t *testing.T) {
	for _, x := range []struct {
		name string
		args []string
		env  map[string]string
		want string
	}{
		{"no variable", nil, nil, "en"},
		{"LANG", nil, map[string]string{"LANG": "fr_FR.UTF-8"}, "fr_FR.UTF-8"},
		{"LC_ALL before LANG", nil, map[string]string{"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"},
		{"LANGUAGE before LANG", nil, map[string]string{"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:en"}, "fr:en"},
		{"no LANGUAGE with a C locale", nil, map[string]string{"LC_ALL": "C.UTF-8", "LANGUAGE": "fr"}, "en"},
		{"option before variables", []string{"games", "--lang", "fr"}, map[string]string{"LANG": "en"}, "fr"},
		{"option with =", []string{"--lang=fr", "games"}, nil, "fr"},
		{"argument after --", []string{"games", "--", "--lang=fr"}, nil, "en"},
		{"option without a language", []string{"games", "--lang"}, nil, "en"},
	} {
		t.Run(x.name, func(t *testing.T) {
			tl := &Tool{Getenv: func(name string) string { return x.env[name] }}
			if got := tl.language(x.args); got != x.want {
				t.Errorf("%v with %v: %q, want %q", x.args, x.env, got, x.want)
			}
		})
	}
}
