package ctl

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/document"
	"boardstudio/draw/term"

	"boardstudio/store/safe"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// ReplaceFlag defines the flag --replace.
func ReplaceFlag(cmd *cobra.Command, replace *bool) {
	cmd.Flags().BoolVar(replace, "replace", false, locale.T("replace an existing file, even if its hard links or other properties are lost"))
}

// MayWrite returns an error if the file exists, unless replace is true or the user agrees on a terminal. Long-running
// commands call it first. It accepts irregular files, since WriteFile refuses them.
func (t *Tool) MayWrite(path string, replace bool) error {
	if path == Stdin || replace || t.agreed[path] {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() { // the later write reports the error
		return nil
	}
	if !t.Asks {
		return exists(path)
	}
	fmt.Fprintf(t.Err, "studioctl: %s ", term.Clean(locale.T("%s already exists. Replace it? [y/N]", path)))
	line, _ := bufio.NewReader(t.In).ReadString('\n')
	answer := strings.ToLower(strings.TrimSpace(line))
	if answer != "y" && answer != "yes" && answer != locale.T("y") && answer != locale.T("yes") {
		return msg.Errorf("%s was not replaced", path)
	}
	if t.agreed == nil {
		t.agreed = map[string]bool{}
	}
	t.agreed[path] = true
	return nil
}

// WriteFile writes data to a file. If replace is false, it returns an error for an existing file unless the user
// agrees, and if replacing would lose something, such as hard links.
func (t *Tool) WriteFile(path string, data []byte, replace bool) error {
	if err := t.MayWrite(path, replace); err != nil {
		return err
	}
	if replace || t.agreed[path] {
		return write(path, data, replace)
	}
	err := safe.Create(path, safe.Data(data))
	if errors.Is(err, fs.ErrExist) { // another program created it in the meantime
		return exists(path)
	}
	return err
}

// exists returns the error for a file that may not be replaced.
func exists(path string) error {
	return msg.Errorf("%s already exists: use --%s to replace it", path, "replace")
}

func write(path string, data []byte, replace bool) error {
	if replace {
		return document.Replace(path, data)
	}
	return replaceHint(document.Write(path, data))
}

// TryFile returns the error that WriteFile would return, without changing the file.
func (t *Tool) TryFile(path string, data []byte, replace bool) error {
	if err := t.MayWrite(path, replace); err != nil {
		return err
	}
	err := document.Try(path, data)
	if replace && errors.As(err, new(*safe.Loss)) {
		return nil
	}
	return replaceHint(err)
}

// replaceHint adds a hint about --replace to the error for a file that may not be replaced.
func replaceHint(err error) error {
	if errors.As(err, new(*safe.Loss)) {
		return msg.Errorf("%v (use --%s to replace it anyway)", err, "replace")
	}
	return err
}

// Folder is a folder to which a command writes files. Nothing is written outside it, even through symbolic links.
type Folder struct {
	path string
	root *os.Root
}

// NamesFolder reports whether path is a folder, or ends with a slash as only the path of a folder does.
func NamesFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir() || path != "" && os.IsPathSeparator(path[len(path)-1])
}

// OpenFolder opens a folder, and creates it if it does not exist.
func OpenFolder(path string) (*Folder, error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &Folder{path, root}, nil
}

// Close releases the open folder. Its files remain.
func (f *Folder) Close() error { return f.root.Close() }

// Path returns the path of a file in the folder.
func (f *Folder) Path(name string) string { return filepath.Join(f.path, name) }

// NameError returns an error if name cannot be a file name.
func NameError(name string) error {
	if strings.ContainsRune(name, 0) {
		return msg.Errorf("not written: the name contains a NUL character")
	}
	return nil
}

// Exists reports whether the file exists. It returns an error if that cannot be determined.
func (f *Folder) Exists(name string) (bool, error) {
	_, err := f.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, f.pathError(err)
}

// Read returns the content of a file in the folder.
func (f *Folder) Read(ctx context.Context, name string) ([]byte, error) {
	if _, err := f.root.Stat(name); err != nil {
		return nil, f.pathError(err)
	}
	return document.Read(ctx, f.Path(name))
}

// Write writes data to a file in the folder, and creates missing folders. It replaces an existing file. If that would
// lose something, such as hard links, it returns an error unless replace is true.
func (f *Folder) Write(name string, data []byte, replace bool) error {
	if err := f.prepare(name); err != nil {
		return err
	}
	return write(f.Path(name), data, replace)
}

// Create is like Write, but returns an error if the file exists, even if it did not a moment ago.
func (f *Folder) Create(name string, data []byte) error {
	if err := f.prepare(name); err != nil {
		return err
	}
	err := safe.Create(f.Path(name), safe.Data(data))
	if errors.Is(err, fs.ErrExist) {
		return exists(f.Path(name))
	}
	return err
}

// prepare checks the name of a file to write, and creates missing folders.
func (f *Folder) prepare(name string) error {
	if err := NameError(name); err != nil {
		return err
	}
	if err := f.same(); err != nil {
		return err
	}
	if err := f.root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return f.pathError(err)
	}
	return f.Within(name)
}

// same returns an error if the path of the folder leads to another folder by now.
func (f *Folder) same() error {
	was, err := f.root.Stat(".")
	if err != nil {
		return f.pathError(err)
	}
	if now, err := os.Stat(f.path); err != nil || !os.SameFile(was, now) {
		return msg.Errorf("not written: the folder %s was moved or replaced", f.path)
	}
	return nil
}

// Within returns an error if a symbolic link at name leads out of the folder.
func (f *Folder) Within(name string) error { return safe.Within(f.path, name) }

// pathError removes the path from an error of os.Root, and explains links that leave the folder.
func (f *Folder) pathError(err error) error {
	if err == nil {
		return nil
	}
	if strings.HasSuffix(err.Error(), "path escapes from parent") { // os has no error value for this
		return f.linkError()
	}
	return msg.Errorf("it cannot be written: %v", safe.Cause(err))
}

func (f *Folder) linkError() error {
	return msg.Errorf("not written: a symbolic link leads out of the folder %s", f.path)
}
