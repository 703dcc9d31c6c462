package codec_test

import (
	"slices"
	"testing"

	"boardstudio/io/codec"
)

func TestForeign(t *testing.T) {
	for _, values := range [][]string{nil, {""}, {"a"}, {"a", "", "<&>\"'\r\n\t"}, {"\x00\xff", "é", "\ufffe"}} {
		f := codec.NewForeign("x", `n"<&`, values...)
		name, got, ok := codec.ParseForeign(f, "x")
		if !ok || name != `n"<&` || !slices.Equal(got, values) {
			t.Errorf("%q became %q: %q %q %v", values, f.XML, name, got, ok)
		}
		if _, _, ok := codec.ParseForeign(f, "y"); ok {
			t.Error("kept for another format")
		}
	}
}
