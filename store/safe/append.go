package safe

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// Append appends a line to the file at path, which is created if necessary. It makes a single write
// at the end of the file, so lines of concurrent programs are not mixed. If the last line was
// truncated by a crash, a newline is written first. The line is not synced to disk. Errors are of
// type *msg.Error.
func Append(path string, line []byte) error { return std.append(path, line, false) }

// AppendSync is like Append, but syncs the line to disk, which takes some milliseconds.
func AppendSync(path string, line []byte) error { return std.append(path, line, true) }

func (s *saver) append(path string, line []byte, sync bool) error {
	return saveError(path, s.appendLine(path, line, sync))
}

// appendLine is append with system errors.
func (s *saver) appendLine(path string, line []byte, sync bool) (err error) {
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
	if err = s.fsync(f); err == nil && end == 0 {
		err = s.syncDir(filepath.Dir(path)) // the file may be new
	}
	return err
}
