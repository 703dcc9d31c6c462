package all

import (
	"testing"

	"boardstudio/io/codec"
	"boardstudio/rules"
)

func TestReadableAndWritable(t *testing.T) {
	for write, list := range map[bool][]*codec.Format{false: Readable(), true: Writable(nil)} {
		if len(list) < 2 || list[0].Name != "xml" {
			t.Errorf("%d formats", len(list))
		}
		for _, f := range list {
			if write && f.Encode == nil || !write && f.Decode == nil {
				t.Errorf("%s is offered, write %v", f.Name, write)
			}
		}
	}
	if !Known("a.studio") || Known("a.png") || ForName("a.xml") != Formats[0] || ForName("a.png") != nil {
		t.Error("names of files")
	}
}

// A text without a name is a list of moves only where the game is known.
func TestChooseForText(t *testing.T) {
	moves := []byte("hello")
	if f, err := Choose("", moves, codec.Options{Spec: &rules.Spec{Game: "line"}}); err != nil || f.Name != "record" {
		t.Errorf("%v, %v", f, err)
	}
	if _, err := Choose("", moves, codec.Options{}); err == nil || err.Error() != "this format cannot be read" {
		t.Error(err)
	}
	if _, err := Choose("a.png", nil, codec.Options{Spec: &rules.Spec{Game: "line"}}); err == nil || err.Error() != "the file is empty" {
		t.Error(err)
	}
}
