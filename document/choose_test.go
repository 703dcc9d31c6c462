package document

import (
	"testing"

	"boardstudio/io/codec"
	"boardstudio/rules"
)

func TestReadableAndWritable(t *testing.T) {
	for write, list := range map[bool][]*codec.Format{false: library.Readable(), true: library.Writable(nil)} {
		if len(list) < 2 || list[0].Name != "xml" {
			t.Errorf("%d formats", len(list))
		}
		for _, f := range list {
			if write && f.Encode == nil || !write && f.Decode == nil {
				t.Errorf("%s is offered, write %v", f.Name, write)
			}
		}
	}
	if !library.Known("a.studio") || library.Known("a.png") || library.ForName("a.xml") != library.Formats[0] || library.ForName("a.png") != nil {
		t.Error("names of files")
	}
}

// TestChooseForText checks that a text without a file name is a list of moves only if the game is
// known.
func TestChooseForText(t *testing.T) {
	moves := []byte("hello")
	if f, err := library.Choose("", moves, codec.Options{Spec: &rules.Spec{Game: "line"}}); err != nil || f.Name != "record" {
		t.Errorf("%v, %v", f, err)
	}
	if _, err := library.Choose("", moves, codec.Options{}); err == nil || err.Error() != "this format cannot be read" {
		t.Error(err)
	}
	if _, err := library.Choose("a.png", nil, codec.Options{Spec: &rules.Spec{Game: "line"}}); err == nil || err.Error() != "the file is empty" {
		t.Error(err)
	}
}
