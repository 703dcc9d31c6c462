// Command godoc writes the documentation of the module's packages as web pages: an index and a page for each package.
// They need neither a server nor the network.
//
//	go run ./tools/godoc -out FOLDER
package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const module = "boardstudio"

func main() {
	out := flag.String("out", filepath.Join("bin", "doc"), "folder for the pages")
	flag.Parse()
	n, err := write(".", *out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "godoc:", err)
		os.Exit(1)
	}
	fmt.Printf("%d packages are documented in %s\n", n, filepath.Join(*out, "index.html"))
}

// A page documents a package.
type page struct {
	*doc.Package
	fset *token.FileSet
	all  map[string]bool // the import paths of all packages
}

// write writes the pages of the packages below root and returns their number.
func write(root, out string) (int, error) {
	var pages []*page
	all := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir():
			return err
		case name != root && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") || d.Name() == "bin"):
			return filepath.SkipDir
		}
		p, err := read(root, name)
		if p != nil {
			p.all = all
			all[p.ImportPath] = true
			pages = append(pages, p)
		}
		return err
	})
	if err != nil {
		return 0, err
	}
	slices.SortFunc(pages, func(a, b *page) int { return cmp.Compare(a.ImportPath, b.ImportPath) })
	if err := save(filepath.Join(out, "index.html"), index, pages); err != nil {
		return 0, err
	}
	for _, p := range pages {
		if err := save(filepath.Join(out, filepath.FromSlash(p.file())), single, p); err != nil {
			return 0, err
		}
	}
	return len(pages), nil
}

// read returns the package in a folder, or nil if the folder has no Go files. It does not compile
// anything, so it needs no C libraries.
func read(root, dir string) (*page, error) {
	found, err := build.Default.ImportDir(dir, 0)
	if err != nil {
		if _, none := err.(*build.NoGoError); none {
			return nil, nil
		}
		return nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range slices.Concat(found.GoFiles, found.CgoFiles, found.TestGoFiles, found.XTestGoFiles) { // tests have the examples
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	rel, err := filepath.Rel(root, dir)
	if err != nil {
		return nil, err
	}
	p, err := doc.NewFromFiles(fset, files, path.Join(module, filepath.ToSlash(rel)))
	if err != nil {
		return nil, err
	}
	return &page{Package: p, fset: fset}, nil
}

// save executes t with data, and writes the result to the file name, creating its folder if
// necessary.
func save(name string, t *template.Template, data any) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := t.Execute(f, data); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// file returns the path of the page relative to the index.
func (p *page) file() string { return p.ImportPath + "/index.html" }

// Up returns the path from the page to the index.
func (p *page) Up() string { return strings.Repeat("../", strings.Count(p.file(), "/")) }

// Text converts a doc comment to HTML. Links to packages of the module lead to their pages, and other links to
// pkg.go.dev.
func (p *page) Text(text string) template.HTML {
	pr := p.Printer()
	pr.HeadingLevel = 3
	pr.DocLinkURL = func(l *comment.DocLink) string {
		name := cmp.Or(l.ImportPath, p.ImportPath)
		at := l.Name
		if l.Recv != "" {
			at = l.Recv + "." + at
		}
		if at != "" {
			at = "#" + at
		}
		if p.all[name] {
			return p.Up() + name + "/index.html" + at
		}
		return "https://pkg.go.dev/" + name + at
	}
	return template.HTML(pr.HTML(p.Parser().Parse(text)))
}

// Code returns a declaration or an example as text.
func (p *page) Code(n ast.Node) (string, error) {
	if f, ok := n.(*ast.FuncDecl); ok {
		short := *f
		short.Body, short.Doc = nil, nil
		n = &short
	}
	if g, ok := n.(*ast.GenDecl); ok {
		short := *g
		short.Doc = nil
		n = &short
	}
	var b strings.Builder
	err := format.Node(&b, p.fset, n)
	return b.String(), err
}

// First returns the first sentence of the documentation.
func (p *page) First() string { return p.Synopsis(p.Doc) }

// Link returns the path of the page relative to the index.
func (p *page) Link() string { return p.file() }

const style = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>
body { font: 16px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff }
pre { background: #f3f3f3; padding: .7em; overflow-x: auto; line-height: 1.35 } a { color: #0645ad }
h2 { margin-top: 2em; border-bottom: 1px solid #ccc } td { vertical-align: top; padding: .15em 1em .15em 0 }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1c1c1c } pre { background: #2a2a2a } a { color: #8ab4f8 } }
</style>`

var index = template.Must(template.New("index").Parse(`<!DOCTYPE html><html lang="en"><head><title>Studio: packages</title>` + style + `</head><body>
<h1>Packages of Studio</h1>
<table>{{range .}}<tr><td><a href="{{.Link}}">{{.ImportPath}}</a></td><td>{{.First}}</td></tr>
{{end}}</table></body></html>
`))

var single = template.Must(template.New("page").Parse(`<!DOCTYPE html><html lang="en"><head><title>{{.ImportPath}}</title>` + style + `</head><body>
{{$p := .}}<p><a href="{{.Up}}index.html">Packages</a></p>
<h1>{{if eq .Name "main"}}command{{else}}package{{end}} {{.ImportPath}}</h1>
{{.Text .Doc}}
{{range .Examples}}<h3>Example {{.Suffix}}</h3>{{$p.Text .Doc}}<pre>{{$p.Code .Code}}</pre>{{end}}
{{if .Consts}}<h2>Constants</h2>{{range .Consts}}<pre>{{$p.Code .Decl}}</pre>{{$p.Text .Doc}}{{end}}{{end}}
{{if .Vars}}<h2>Variables</h2>{{range .Vars}}<pre>{{$p.Code .Decl}}</pre>{{$p.Text .Doc}}{{end}}{{end}}
{{if .Funcs}}<h2>Functions</h2>{{range .Funcs}}<h3 id="{{.Name}}">func {{.Name}}</h3><pre>{{$p.Code .Decl}}</pre>{{$p.Text .Doc}}{{range .Examples}}<pre>{{$p.Code .Code}}</pre>{{end}}{{end}}{{end}}
{{if .Types}}<h2>Types</h2>{{range .Types}}<h3 id="{{.Name}}">type {{.Name}}</h3><pre>{{$p.Code .Decl}}</pre>{{$p.Text .Doc}}{{range .Examples}}<pre>{{$p.Code .Code}}</pre>{{end}}
{{range .Consts}}<pre>{{$p.Code .Decl}}</pre>{{$p.Text .Doc}}{{end}}{{range .Vars}}<pre>{{$p.Code .Decl}}</pre>{{$p.Text .Doc}}{{end}}
{{range .Funcs}}<h4 id="{{.Name}}">func {{.Name}}</h4><pre>{{$p.Code .Decl}}</pre>{{$p.Text .Doc}}{{end}}
{{$t := .Name}}{{range .Methods}}<h4 id="{{$t}}.{{.Name}}">func ({{.Recv}}) {{.Name}}</h4><pre>{{$p.Code .Decl}}</pre>{{$p.Text .Doc}}{{end}}{{end}}{{end}}
</body></html>
`))
