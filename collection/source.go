package collection

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"boardstudio/find"
	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/safe"
	"boardstudio/locale"
	"boardstudio/msg"
)

// File is a file that may hold games, perhaps within an archive.
type File struct {
	// Path names it for a person; a file in an archive comes behind the archive's own path and a slash.
	Path string
	// Name is the path within the folder or archive that was asked for.
	Name string
	// guess says that the name does not tell whether it holds games.
	guess bool
	// disk is its path where it is a file of its own, "" in an archive.
	disk string
	load func(ctx context.Context) ([]byte, error)
	// beside reads another file of the same folder in an archive; nil for what lies in no archive.
	beside func(ctx context.Context, name string) ([]byte, error)
}

// options returns how the file is read.
func (f *File) options(ctx context.Context, asked Options) codec.Options {
	o := codec.Options{Spec: asked.Spec, Salvage: asked.Salvage}
	if f.beside != nil {
		o.Beside = func(name string) ([]byte, error) { return f.beside(ctx, name) }
	}
	return o
}

// Read returns the content, at most codec.MaxFile bytes. The error names the file.
func (f *File) Read(ctx context.Context) ([]byte, error) { return f.load(ctx) }

// Known reports whether the name is one of a file that may hold games, or of an archive.
func Known(path string) bool { return ioall.Known(path) || archive(path) != "" }

// Archive reports whether the name is one of an archive.
func Archive(path string) bool { return archive(path) != "" }

// archive returns the extension of an archive, "" for other names.
func archive(path string) string {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".zip", ".gz":
		return ext
	}
	return ""
}

// expansion bounds how often larger than an archive the files in it may be: real records shrink to a tenth or less, rarely to a fiftieth.
const expansion = 100

// maxFiles is how many files an archive may have.
const maxFiles = 100_000

// Files returns the files that paths name: files, and those in folders and archives with all below them. failed is told of what
// cannot be read.
func Files(ctx context.Context, paths []string, failed func(path string, err error)) ([]*File, error) {
	folder := find.Folder{Known: Known, Failed: failed}
	var list []*File
	for _, top := range paths {
		found, err := folder.Files(ctx, []string{top})
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			name, err := filepath.Rel(top, p)
			if err != nil || name == "." {
				name = filepath.Base(p)
			}
			switch archive(p) {
			case ".zip":
				members, err := unzip(ctx, p, name)
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if err != nil {
					failed(p, err)
				}
				list = append(list, members...)
			case ".gz":
				list = append(list, &File{Path: p, Name: strings.TrimSuffix(name, filepath.Ext(name)), load: func(ctx context.Context) ([]byte, error) { return gunzip(ctx, p) }})
			default:
				list = append(list, &File{Path: p, Name: name, disk: p, load: func(ctx context.Context) ([]byte, error) { return ioall.Read(ctx, p) }})
			}
		}
	}
	return list, nil
}

// gunzip returns the content of a compressed file.
func gunzip(ctx context.Context, p string) ([]byte, error) {
	data, err := ioall.Read(ctx, p)
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, unpacked(p, err)
	}
	return inflate(ctx, p, r, len(data))
}

// unzip returns the files in an archive.
func unzip(ctx context.Context, p, name string) (list []*File, err error) {
	data, err := ioall.Read(ctx, p)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, unpacked(p, err)
	}
	if len(z.File) > maxFiles {
		return nil, codec.Options{File: filepath.Base(p)}.Errorf(0, "the archive has more than %d files", maxFiles)
	}
	for i, f := range z.File {
		if !f.FileInfo().Mode().IsRegular() || !ioall.Known(f.Name) && path.Ext(f.Name) != "" {
			continue
		}
		list = append(list, &File{
			guess: !ioall.Known(f.Name),
			Path:  p + "/" + f.Name,
			Name:  path.Join(filepath.ToSlash(strings.TrimSuffix(name, filepath.Ext(name))), path.Clean("/"+f.Name)),
			load:  func(ctx context.Context) ([]byte, error) { return member(ctx, p, i, f.Name) },
			beside: func(ctx context.Context, name string) ([]byte, error) {
				for k, other := range z.File {
					if path.Dir(other.Name) == path.Dir(f.Name) && strings.EqualFold(path.Base(other.Name), name) {
						return member(ctx, p, k, other.Name)
					}
				}
				return nil, fs.ErrNotExist
			},
		})
	}
	return list, nil
}

// member reads a file in an archive, which may have changed since it was listed.
func member(ctx context.Context, p string, i int, name string) ([]byte, error) {
	data, err := ioall.Read(ctx, p)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err == nil && (i >= len(z.File) || z.File[i].Name != name) {
		err = msg.Errorf("the archive was changed")
	}
	if err != nil {
		return nil, unpacked(p, err)
	}
	f := z.File[i]
	r, err := f.Open()
	if err != nil {
		return nil, unpacked(p+"/"+name, err)
	}
	defer r.Close()
	return inflate(ctx, p+"/"+name, r, int(min(f.CompressedSize64, codec.MaxFile)))
}

// inflate reads what is packed into so many bytes.
func inflate(ctx context.Context, p string, r io.Reader, packed int) ([]byte, error) {
	limit := min(int64(packed)*expansion+1<<20, codec.MaxFile)
	data, err := safe.ReadAll(ctx, r, limit)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, safe.ErrTooLarge):
		return nil, codec.Options{File: filepath.Base(p)}.Errorf(0, "the file is larger than %d MB when it is unpacked, or than %d times what it is packed into", codec.MaxFile>>20, expansion)
	case err != nil:
		return nil, unpacked(p, err)
	}
	return data, nil
}

// unpacked returns the error for an archive that cannot be unpacked.
func unpacked(p string, err error) error {
	return codec.Options{File: filepath.Base(p)}.Errorf(0, "it cannot be unpacked: %v", locale.Err(err))
}
