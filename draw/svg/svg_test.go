package svg_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/draw/svg"
	"boardstudio/rules/othello"
)

// elements parses a file and returns its elements in order, and its text.
func elements(t *testing.T, data []byte) (all []xml.StartElement, text string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return all, text
		}
		if err != nil {
			t.Fatalf("%v in %s", err, data)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			all = append(all, tok.Copy())
		case xml.CharData:
			text += string(tok)
		}
	}
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func TestCanvas(t *testing.T) {
	var c svg.Canvas
	red, blue := draw.RGB(0xff0000), draw.RGB(0x0000ff).Alpha(0.25)
	c.Path(draw.Circle(draw.Point{X: 1.008, Y: -0.001}, 3), draw.Style{Fill: red})
	c.Path(draw.Segment(draw.Point{X: 1.0 / 3}, draw.Point{X: 2e6, Y: 1e-9}), draw.Style{Stroke: blue, Width: 2, Dash: []float64{1, 2.5}, RoundCaps: true})
	c.Path(draw.Box(draw.Rect{W: 5, H: 5}), draw.Style{}) // an invisible path
	c.Text(draw.Point{X: 10, Y: 20}, "<&\"'>\x01\xff é", draw.TextStyle{Size: 10, Color: red, Align: draw.Right, Bold: true})
	var out bytes.Buffer
	if err := c.Encode(&out, 30, 40); err != nil {
		t.Fatal(err)
	}
	es, text := elements(t, out.Bytes())
	if len(es) != 4 {
		t.Fatalf("%d elements in %s", len(es), out.String())
	}
	for i, want := range []map[string]string{
		{"viewBox": "0 0 30 40", "width": "30", "height": "40"},
		{"cx": "1.01", "cy": "0", "r": "3", "fill": "#ff0000", "fill-opacity": "", "stroke": ""},
		{"d": "M0.33 0L2000000 0", "fill": "none", "stroke": "#0000ff", "stroke-opacity": "0.25", "stroke-width": "2", "stroke-dasharray": "1 2.5", "stroke-linecap": "round"},
		{"x": "10", "y": "23.65", "text-anchor": "end", "font-weight": "bold", "font-size": "10"},
	} {
		for name, v := range want {
			if got := attr(es[i], name); got != v {
				t.Errorf("element %d: %s is %q, want %q", i, name, got, v)
			}
		}
	}
	if want := "<&\"'>\uFFFD\uFFFD é"; strings.TrimSpace(text) != want {
		t.Errorf("text is %q, want %q", text, want)
	}
}

func TestWrite(t *testing.T) {
	r, err := othello.Game.Build("", nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, theme := range map[string]diagram.Theme{"light": diagram.Light, "dark": diagram.Dark, "print": diagram.Print} {
		t.Run(name, func(t *testing.T) {
			d := diagram.New(r, r.Start())
			d.Theme = theme
			var a, b bytes.Buffer
			if err := svg.Write(&a, d, 200); err != nil {
				t.Fatal(err)
			}
			if err := svg.Write(&b, d, 200); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("the same drawing gives other bytes, or %v", err)
			}
			es, _ := elements(t, a.Bytes())
			if w, h := attr(es[0], "width"), attr(es[0], "height"); w != "200" || h != "200" {
				t.Errorf("the picture is %s by %s", w, h)
			}
			paper := attr(es[1], "fill") == "#ffffff"
			if paper != (theme == diagram.Print) {
				t.Errorf("theme %d: white paper: %v", theme, paper)
			}
		})
	}
}

type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	r, err := othello.Game.Build("", nil)
	if err != nil {
		t.Fatal(err)
	}
	var whole bytes.Buffer
	if err := svg.Write(&whole, diagram.New(r, nil), 100); err != nil {
		t.Fatal(err)
	}
	for _, room := range []int{0, 200, whole.Len() - 1} {
		if svg.Write(&full{room}, diagram.New(r, nil), 100) == nil {
			t.Errorf("no error although only %d bytes fit", room)
		}
	}
}
