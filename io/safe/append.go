package safe

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// Append adds a line to the file at path, which is made when there is none. It is added with one write behind all that is
// there, so that programs which add to the same file do not mix their lines; a line that was
// cut short by a crash is ended first. The line is not forced to the disk. The error is for people.
func Append(path string, line []byte) error { return told(path, appendLine(path, line, false)) }

// AppendSync is Append for a line that is on the disk when it returns, which takes some milliseconds.
func AppendSync(path string, line []byte) error { return told(path, appendLine(path, line, true)) }

func appendLine(path string, line []byte, sync bool) (err error) {
	if err := regular(os.Stat(path)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	text := append([]byte(nil), line...)
	text = append(text, '\n')
	if end > 0 {
		var last [1]byte
		if _, err := f.ReadAt(last[:], end-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			text = append([]byte{'\n'}, text...)
		}
	}
	if _, err = f.Write(text); err != nil || !sync {
		return err
	}
	if err = f.Sync(); err == nil && end == 0 {
		err = SyncDir(filepath.Dir(path)) // the file may be new
	}
	return err
}
