package scriptwin

import (
	"bytes"
	"context"
	"embed"
	"io"
	"os"
	"path/filepath"

	"boardstudio/io/safe"
)

// looks are the language and the colours of the text, as files of GtkSourceView.
//
//go:embed look
var looks embed.FS

// writeLooks writes the looks into a folder, where GtkSourceView can read them, as far as they are
// not there.
func writeLooks(dir string) error {
	files, err := looks.ReadDir("look")
	if err != nil {
		return err
	}
	for _, f := range files {
		data, err := looks.ReadFile("look/" + f.Name())
		if err != nil {
			return err
		}
		path := filepath.Join(dir, f.Name())
		if old, err := safe.ReadFile(context.Background(), path, 1<<20); err == nil && bytes.Equal(old, data) {
			continue
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := safe.Replace(path, func(w io.Writer) error { _, err := w.Write(data); return err }); err != nil {
			return err
		}
	}
	return nil
}
