package help

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"boardstudio/io/svg"
)

// htmlWidth is how wide pictures are in files, in pixels.
const htmlWidth = 240

// style is the look of the files, on light and dark screens.
const style = `body{font:16px/1.5 sans-serif;max-width:46em;margin:1em auto;padding:0 1em;color:#222;background:#fff}
nav ul{columns:2}code,pre{font-family:monospace;background:#8882;padding:0 .2em}figure{display:inline-block;margin:.5em 1em .5em 0;vertical-align:top;width:240px}
figcaption{font-size:90%}@media(prefers-color-scheme:dark){body{color:#ddd;background:#222}a{color:#8bf}}`

// HTML returns the pages in a language as files for a browser, by name; index.html lists them. Pictures are in them.
func HTML(lang, title string) (map[string][]byte, error) {
	files := map[string][]byte{}
	pages := Pages(lang)
	var list strings.Builder
	for _, p := range pages {
		fmt.Fprintf(&list, "<li><a href=\"%s.html\">%s</a></li>\n", p.Name, html.EscapeString(p.Title))
		body, err := bodyOf(p.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		files[p.Name+".html"] = document(lang, p.Title, "<p><a href=\"index.html\">"+html.EscapeString(title)+"</a></p>\n"+body)
	}
	files["index.html"] = document(lang, title, "<h1>"+html.EscapeString(title)+"</h1>\n<nav><ul>\n"+list.String()+"</ul></nav>\n")
	return files, nil
}

func document(lang, title, body string) []byte {
	return fmt.Appendf(nil, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n%s</body>\n</html>\n",
		lang, html.EscapeString(title), style, body)
}

// bodyOf returns a page's text as HTML.
func bodyOf(text string) (string, error) {
	var b strings.Builder
	open := ""    // the element that the text stands in
	list := false // within a list
	end := func() {
		if open != "" {
			fmt.Fprintf(&b, "</%s>\n", open)
			open = ""
		}
	}
	for _, p := range Parts(text) {
		if open == "" && p.Kind != Block && strings.HasPrefix(p.Text, bullet) != list {
			if list = !list; list {
				b.WriteString("<ul>\n")
			} else {
				b.WriteString("</ul>\n")
			}
		}
		s := html.EscapeString(strings.TrimSuffix(p.Text, "\n"))
		switch p.Kind {
		case Heading:
			fmt.Fprintf(&b, "<h1>%s</h1>\n", s)
		case Section:
			fmt.Fprintf(&b, "<h2>%s</h2>\n", s)
		case Block:
			fmt.Fprintf(&b, "<pre>%s</pre>\n", s)
		case Picture:
			d, err := Diagram(p.Source)
			if err != nil {
				return "", err
			}
			var drawn bytes.Buffer
			if err := svg.Write(&drawn, d, htmlWidth); err != nil {
				return "", err
			}
			_, image, _ := strings.Cut(drawn.String(), "?>\n") // within HTML it has no head of its own
			if image == "" {
				image = drawn.String()
			}
			fmt.Fprintf(&b, "<figure>%s<figcaption>%s</figcaption></figure>\n", image, s)
		default:
			if open == "" && s != "" {
				open = "p"
				if list {
					open, s = "li", strings.TrimPrefix(s, bullet)
				}
				b.WriteString("<" + open + ">")
			}
			switch p.Kind {
			case Bold:
				s = "<strong>" + s + "</strong>"
			case Code:
				s = "<code>" + s + "</code>"
			}
			b.WriteString(s)
			if strings.HasSuffix(p.Text, "\n") {
				end()
			}
		}
	}
	if list {
		b.WriteString("</ul>\n")
	}
	return b.String(), nil
}
