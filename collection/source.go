package collection

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"boardstudio/document"
	"boardstudio/find"
	"boardstudio/io/codec"
	"boardstudio/store/safe"
	"boardstudio/text/locale"
)

// File is a file that may contain games. It may be in an archive.
type File struct {
	// Path is the path for messages. In an archive, it is the path of the archive, a slash, and the
	// name of the entry.
	Path string
	// Name is a safe path relative to the folder or archive given by the user. It contains NUL if
	// the name in the archive does: no file can be written under such a name.
	Name string
	// guess reports that the name does not show whether the file contains games.
	guess bool
	// top is the index of the path that led to this file.
	top int
	// disk is the path of the file on disk, or "" in an archive.
	disk string
	// typed is the path used to detect the format by its extension.
	typed string
	// size is the maximum size of the content in bytes.
	size int64
	in   *archive // nil outside archives
	load func(ctx context.Context) ([]byte, error)
	// beside reads a file in the same folder of the archive. It is nil outside archives.
	beside func(ctx context.Context, name string) ([]byte, error)
}

// options returns the codec options for the file.
func (f *File) options(ctx context.Context, asked Options) codec.Options {
	o := codec.Options{Spec: asked.Spec, Charset: asked.Charset, Salvage: asked.Salvage, Engine: asked.Engine}
	if f.beside != nil {
		o.Companion = func(name string) ([]byte, error) { return f.beside(ctx, name) }
	}
	if f.typed == "" {
		o.File = locale.T("standard input")
	}
	return o
}

// Read returns the content, at most codec.MaxFile bytes. It returns an error that names the file if
// the file is unreadable.
func (f *File) Read(ctx context.Context) ([]byte, error) {
	if f.in != nil {
		f.in.retain()
		defer f.in.release()
	}
	return f.load(ctx)
}

func (f *File) games(ctx context.Context, asked Options, data []byte) (*codec.Games, *codec.Format, error) {
	g, format, err := asked.Documents.Games(ctx, f.typed, data, f.options(ctx, asked))
	return g, format, f.named(err)
}

// named adjusts the file name in an error: it adds the extension of the compression.
func (f *File) named(err error) error {
	var e *codec.Error
	if f.typed != "" && f.typed != f.Path && errors.As(err, &e) && e.File == filepath.Base(f.typed) {
		named := *e
		named.File = filepath.Base(f.Path)
		return &named
	}
	return err
}

// Known reports whether path names an archive or a file that may contain games in one of the
// formats of docs.
func Known(docs *document.Library, path string) bool { return docs.Known(path) || archived(path) != "" }

// Archive reports whether path has the name of an archive.
func Archive(path string) bool { return archived(path) != "" }

// archived returns the extension of an archive, or "" for other files.
func archived(path string) string {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".zip", ".gz":
		return ext
	}
	return ""
}

// Files lists the files in paths, searching folders and archives recursively. It opens each archive
// once. It calls o.Failed for unreadable paths and o.Skipped for other files in folders and
// archives. It returns an error only if ctx is done.
func Files(ctx context.Context, paths []string, o Options) ([]*File, error) {
	return files(ctx, paths, o.complete(), map[int]bool{})
}

// files is Files. It adds the indices of paths with a reported problem to reported.
func files(ctx context.Context, paths []string, o Options, reported map[int]bool) ([]*File, error) {
	l := &lister{ctx: ctx}
	failed := o.Failed
	o.Failed = func(path string, err error) { reported[l.top] = true; failed(path, err) }
	skip := func(path string) {
		if !o.Documents.Companion(path) {
			o.Skipped(path)
		}
	}
	folder := find.Folder{Known: func(path string) bool { return Known(o.Documents, path) }, Failed: o.Failed, Skipped: skip}
	l.o, l.skip = o, skip
	for l.top = range paths {
		top := paths[l.top]
		if top == Stdin && o.Stdin != nil {
			l.list = append(l.list, &File{Path: Stdin, Name: "stdin", top: l.top, size: codec.MaxFile, load: func(ctx context.Context) ([]byte, error) { return readStdin(ctx, o.Stdin) }})
			continue
		}
		found, err := folder.Files(ctx, []string{top})
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			name, err := filepath.Rel(top, p)
			if err != nil || name == "." {
				name = filepath.Base(p)
			}
			l.file(p, name)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
	}
	return l.list, nil
}

// Stdin is the path of Options.Stdin.
const Stdin = "-"

// readStdin reads the standard input.
func readStdin(ctx context.Context, r io.Reader) ([]byte, error) {
	data, err := safe.ReadAll(ctx, r, codec.MaxFile)
	return data, document.ReadError(ctx, codec.Options{File: locale.T("standard input")}, err)
}

// lister lists files.
type lister struct {
	ctx  context.Context
	o    Options
	skip func(path string)
	top  int
	list []*File
}

// file adds the file at p, or its members if it is an archive.
func (l *lister) file(p, name string) {
	switch archived(p) {
	case ".zip":
		l.zip(&archive{path: p, disk: p, count: l.o.count, most: l.o.most}, withoutExt(name), new(int))
	case ".gz":
		l.list = append(l.list, &File{
			Path: p, Name: withoutExt(name), typed: withoutExt(p), top: l.top, size: unpackedSize(sizeOf(p)),
			load: func(ctx context.Context) ([]byte, error) { return gunzip(ctx, p) },
		})
	default:
		l.list = append(l.list, &File{
			Path: p, Name: name, disk: p, typed: p, top: l.top, size: sizeOf(p),
			load: func(ctx context.Context) ([]byte, error) { return document.Read(ctx, p) },
		})
	}
}

func withoutExt(p string) string { return strings.TrimSuffix(p, filepath.Ext(p)) }

// sizeOf returns the size of a file in bytes, at most codec.MaxFile.
func sizeOf(p string) int64 {
	info, err := os.Stat(p)
	if err != nil {
		return 0
	}
	return min(info.Size(), codec.MaxFile)
}

// zip adds the files of an archive. name is the folder for them. count is the number of files found so far in the
// outermost archive.
func (l *lister) zip(a *archive, name string, count *int) {
	a.retain()
	defer a.release()
	err := a.open(l.ctx)
	if err == nil {
		err = a.directory(l.ctx)
	}
	if err == nil {
		if *count += len(a.zip.File); *count > a.most.files {
			err = codec.Options{File: filepath.Base(a.path)}.Errorf(0, "the archive has more than %d files", a.most.files)
		}
	}
	if err != nil {
		if l.ctx.Err() == nil {
			l.o.Failed(a.path, err)
		}
		return
	}
	for _, f := range a.zip.File {
		if l.ctx.Err() != nil {
			return
		}
		l.member(a, f, name, count)
	}
}

// member adds a file of an archive, or the files of a nested archive.
func (l *lister) member(a *archive, f *zip.File, name string, count *int) {
	p := a.path + "/" + f.Name
	x := &File{
		Path: p, Name: filepath.FromSlash(path.Join(filepath.ToSlash(name), cleanName(f.Name))), typed: p, top: l.top,
		size: min(int64(min(f.UncompressedSize64, codec.MaxFile)), unpackedSize(int64(f.CompressedSize64))), in: a,
		load: func(ctx context.Context) ([]byte, error) { return a.read(ctx, f, p) },
		beside: func(ctx context.Context, name string) ([]byte, error) {
			a.retain()
			defer a.release()
			return a.readCompanion(ctx, f, name)
		},
	}
	switch kind := archived(f.Name); {
	case f.FileInfo().IsDir():
		return
	case !f.FileInfo().Mode().IsRegular():
		l.skip(p)
		return
	case kind == ".zip" && a.up == nil && f.Flags&encrypted == 0:
		l.zip(&archive{path: p, up: a, inner: f, count: l.o.count, most: l.o.most}, withoutExt(x.Name), count)
		return
	case kind == ".zip" && a.up == nil, l.o.Documents.Known(f.Name): // reading an encrypted archive reports an error
	case kind == ".gz":
		x.Name, x.typed, x.size = withoutExt(x.Name), withoutExt(p), unpackedSize(x.size)
		x.load = func(ctx context.Context) ([]byte, error) {
			data, err := a.read(ctx, f, p)
			if err != nil {
				return nil, err
			}
			if data, err = ungzip(ctx, p, bytes.NewReader(data), int64(len(data))); err == nil {
				err = a.spend(p, len(data))
			}
			return data, err
		}
	case path.Ext(f.Name) == "":
		x.guess = true
	default:
		l.skip(p)
		return
	}
	l.list = append(l.list, x)
}

// ungzip returns the decompressed content of r. packed is the compressed size in bytes.
func ungzip(ctx context.Context, p string, r io.Reader, packed int64) ([]byte, error) {
	z, err := gzip.NewReader(bufio.NewReader(r))
	switch {
	case errors.Is(err, io.EOF):
		return nil, codec.Options{File: filepath.Base(p)}.Errorf(0, "the file is empty")
	case err != nil:
		return nil, unpacked(p, err)
	}
	return inflate(ctx, p, z, packed)
}
