package diagram_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"boardstudio/draw/svg"
)

var update = flag.Bool("update", false, "write the pictures in testdata anew")

func TestGolden(t *testing.T) {
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			var got bytes.Buffer
			if err := svg.Write(&got, s.Diagram, 320); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", s.name+".svg")
			if *update {
				if err := os.WriteFile(file, got.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s is drawn otherwise; look at the picture, then run go test -update", file)
			}
		})
	}
}
