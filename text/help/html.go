package help

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"boardstudio/rules"

	"boardstudio/draw/svg"
)

// htmlWidth is the width of pictures in HTML files, in pixels.
const htmlWidth = 240

// style is the style sheet of the HTML files, for light and dark screens.
const style = `body{font:16px/1.5 sans-serif;max-width:46em;margin:1em auto;padding:0 1em;color:#222;background:#fff}
nav ul{columns:2}code,kbd,pre{font-family:monospace;background:#8882;padding:0 .2em}figure{display:inline-block;margin:.5em 1em .5em 0;vertical-align:top;width:240px}
figcaption{font-size:90%}@media(prefers-color-scheme:dark){body{color:#ddd;background:#222}a{color:#8bf}}`

// HTML returns the pages in a language as HTML files, by file name. The file index.html lists them.
// Pictures are embedded. It returns an error if a picture cannot be drawn.
func HTML(games rules.Catalog, lang, title string) (map[string][]byte, error) {
	files := map[string][]byte{}
	pages := Pages(games, lang)
	var list strings.Builder
	for _, p := range pages {
		fmt.Fprintf(&list, "<li><a href=\"%s.html\">%s</a></li>\n", p.Name, html.EscapeString(p.Title))
		body, err := bodyOf(games, p.Text)
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
func bodyOf(games rules.Catalog, text string) (string, error) {
	var b strings.Builder
	open := ""    // the open element
	list := false // in a list
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
			d, err := Diagram(games, p.Source)
			if err != nil {
				return "", err
			}
			var drawn bytes.Buffer
			if err := svg.Write(&drawn, d, htmlWidth); err != nil {
				return "", err
			}
			_, image, _ := strings.Cut(drawn.String(), "?>\n") // SVG within HTML has no XML declaration
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
			case Key:
				s = "<kbd>" + s + "</kbd>"
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
