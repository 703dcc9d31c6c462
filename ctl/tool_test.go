package ctl

import (
	"testing"
)

// TestLanguage checks the choice of the language.
func TestLanguage(t *testing.T) {
	for _, x := range []struct {
		args []string
		env  map[string]string
		want string
	}{
		{nil, nil, "en"},
		{nil, map[string]string{"LANG": "fr_FR.UTF-8"}, "fr_FR.UTF-8"},
		{nil, map[string]string{"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"},
		{nil, map[string]string{"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:en"}, "fr:en"},
		{nil, map[string]string{"LC_ALL": "C.UTF-8", "LANGUAGE": "fr"}, "en"},
		{[]string{"games", "--lang", "fr"}, map[string]string{"LANG": "en"}, "fr"},
		{[]string{"--lang=fr", "games"}, nil, "fr"},
		{[]string{"games", "--", "--lang=fr"}, nil, "en"},
		{[]string{"games", "--lang"}, nil, "en"},
	} {
		tl := &Tool{Getenv: func(name string) string { return x.env[name] }}
		if got := tl.language(x.args); got != x.want {
			t.Errorf("%v with %v: %q, want %q", x.args, x.env, got, x.want)
		}
	}
}
