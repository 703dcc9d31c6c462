package codec_test

import (
	"slices"
	"testing"

	"boardstudio/io/codec"
)

func TestKeep(t *testing.T) {
	for _, values := range [][]string{nil, {""}, {"a"}, {"a", "", "<&>\"'\r\n\t"}, {"\x00\xff", "é", "\ufffe"}} {
		f := codec.Keep("x", `n"<&`, values...)
		name, got, ok := codec.Kept(f, "x")
		if !ok || name != `n"<&` || !slices.Equal(got, values) {
			t.Errorf("%q became %q: %q %q %v", values, f.XML, name, got, ok)
		}
		if _, _, ok := codec.Kept(f, "y"); ok {
			t.Error("kept for another format")
		}
	}
}
