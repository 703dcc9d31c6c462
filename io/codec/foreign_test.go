package codec_test

import (
	"slices"
	"testing"

	"boardstudio/io/codec"
)

func TestForeign(t *testing.T) {
	for name, values := range map[string][]string{
		"no value": nil, "empty value": {""}, "one value": {"a"}, "special characters": {"a", "", "<&>\"'\r\n\t"}, "no characters of XML": {"\x00\xff", "é", "\ufffe"},
	} {
		t.Run(name, func(t *testing.T) {
			f := codec.NewForeign("x", `n"<&`, values...)
			name, got, ok := codec.ParseForeign(f, "x")
			if !ok || name != `n"<&` || !slices.Equal(got, values) {
				t.Errorf("%q became %q: %q %q %v", values, f.XML, name, got, ok)
			}
			if _, _, ok := codec.ParseForeign(f, "y"); ok {
				t.Error("kept for another format")
			}
		})
	}
}
