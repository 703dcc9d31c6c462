package pdf

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/draw/font"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Paper is a paper size, by its name on the command line.
type Paper string

// The paper sizes.
const (
	A4     Paper = "a4"
	A5     Paper = "a5"
	Letter Paper = "letter"
)

// Papers lists the paper sizes for dialogs and help.
var Papers = []rules.Option{{Name: string(A4), Title: "A4"}, {Name: string(A5), Title: "A5"}, {Name: string(Letter), Title: "Letter"}}

// points are the sizes in portrait orientation, in points.
var points = map[Paper]draw.Point{
	A4:     {X: 595.28, Y: 841.89},
	A5:     {X: 419.53, Y: 595.28},
	Letter: {X: 612, Y: 792},
}

// Size returns the size of the paper in portrait orientation, in points. The default for "" is A4.
func (p Paper) Size() draw.Point { return points[cmp.Or(p, A4)] }

// Orientation is the orientation of the paper, by its name on the command line.
type Orientation string

// The orientations. Auto chooses the one with larger boards, or portrait if the difference is
// small.
const (
	Auto      Orientation = "auto"
	Portrait  Orientation = "portrait"
	Landscape Orientation = "landscape"
)

// Orientations lists the orientations for dialogs and help.
var Orientations = []rules.Option{
	{Name: string(Auto), Title: "Whichever fits better"}, {Name: string(Portrait), Title: "Portrait"}, {Name: string(Landscape), Title: "Landscape"},
}

// GridOptions are the options for printing empty boards.
type GridOptions struct {
	Rules       rules.Rules
	Paper       Paper       // "" for A4
	Orientation Orientation // "" for Auto
	PerPage     int         // boards per page; 0 for 1
	Pages       int         // 0 for 1
	Coordinates bool
	Squares     bool   // draw squares to write in, even if pieces are placed on crossings
	Start       bool   // draw the pieces of the starting position
	Title       string // printed at the top of each page
	Date        time.Time
}

// Limits that catch mistakes in the options.
const (
	MaxPerPage = 100
	MaxPages   = 1000
)

// minCell is the minimum side of a cell for writing by hand, in millimetres.
const minCell = 1.5

// perMM is a millimetre in points.
const perMM = 72 / 25.4

// minText is the minimum text size on paper, in points.
const minText = 5.5

// Grid writes a PDF file of empty boards, laid out by Pages. It returns an error if the options are
// invalid or writing fails, or ctx.Err() if ctx ends.
func Grid(ctx context.Context, w io.Writer, o GridOptions) error {
	pages, err := Pages(o)
	if err != nil {
		return err
	}
	return Write(ctx, w, pages, Info{Title: o.Title, Date: o.Date})
}

// Pages lays out empty boards, as large as possible and evenly spaced. It returns an *msg.Error if
// the options are invalid.
func Pages(o GridOptions) ([]Page, error) {
	o, err := o.check()
	if err != nil {
		return nil, err
	}
	paper := points[o.Paper]
	var best *sheet
	for _, turned := range []bool{false, true} {
		size := paper
		if turned {
			size = draw.Point{X: paper.Y, Y: paper.X}
		}
		if turned && o.Orientation == Portrait || !turned && o.Orientation == Landscape {
			continue
		}
		s, err := o.arrange(size)
		if err != nil {
			return nil, err
		}
		if best == nil || s.unit > best.unit*1.05 {
			best = s
		}
	}
	if best.unit < minCell*perMM {
		i := slices.IndexFunc(Papers, func(p rules.Option) bool { return p.Name == string(o.Paper) })
		return nil, msg.Errorf("with %d boards on a page of %s the cells would be smaller than %s mm", o.PerPage, Papers[i].Title, fmt.Sprint(minCell))
	}
	pages := make([]Page, o.Pages)
	for i := range pages {
		pages[i] = Page{Size: best.size, Draw: best.draw}
	}
	return pages, nil
}

// check returns o with its defaults filled in, or an error if an option is invalid.
func (o GridOptions) check() (GridOptions, error) {
	o.Paper, o.Orientation = cmp.Or(o.Paper, A4), cmp.Or(o.Orientation, Auto)
	o.PerPage, o.Pages = cmp.Or(o.PerPage, 1), cmp.Or(o.Pages, 1)
	switch _, known := points[o.Paper]; {
	case o.Rules == nil:
		return o, msg.Errorf("no game is selected")
	case !known:
		return o, msg.Errorf("unknown paper %q", string(o.Paper))
	case o.Orientation != Auto && o.Orientation != Portrait && o.Orientation != Landscape:
		return o, msg.Errorf("unknown orientation %q", string(o.Orientation))
	case o.PerPage < 1 || o.PerPage > MaxPerPage:
		return o, msg.Errorf("a page can have from 1 to %d boards, not %d", MaxPerPage, o.PerPage)
	case o.Pages < 1 || o.Pages > MaxPages:
		return o, msg.Errorf("the number of pages must be from 1 to %d, not %d", MaxPages, o.Pages)
	}
	return o, nil
}

// sheet is the layout of a page.
type sheet struct {
	o       GridOptions
	size    draw.Point
	margin  float64
	heading draw.TextStyle
	area    draw.Rect // area below the title
	unit    float64   // side of a cell
	boxes   []draw.Rect
}

// arrange lays out the boards on paper of the given size, in the rows and columns that give the
// largest boards.
func (o GridOptions) arrange(size draw.Point) (*sheet, error) {
	s := &sheet{o: o, size: size, margin: 0.06 * min(size.X, size.Y)}
	s.area = draw.Rect{W: size.X, H: size.Y}
	if o.Title != "" {
		if err := s.setHeading(); err != nil {
			return nil, err
		}
	}
	d := o.diagram()
	gap := 0.6 * s.margin
	rows, cols := 1, o.PerPage
	var plate draw.Rect
	for r := 1; r <= o.PerPage; r++ {
		c := (o.PerPage + r - 1) / r
		if (r-1)*c >= o.PerPage {
			continue // the last row would be empty
		}
		l := d.Layout(draw.Rect{
			W: (s.area.W - 2*s.margin - float64(c-1)*gap) / float64(c),
			H: (s.area.H - 2*s.margin - float64(r-1)*gap) / float64(r),
		})
		if l.Unit() > s.unit*1.001 {
			s.unit, rows, cols, plate = l.Unit(), r, c, l.Plate()
		}
	}
	left, across := spread(s.area.W, plate.W, cols, s.margin)
	top, down := spread(s.area.H, plate.H, rows, s.margin)
	if rows > 1 && cols > 1 { // very different gaps would look uneven
		most := 1.4 * min(across, down)
		across, down = min(across, most), min(down, most)
		left, top = middle(s.area.W, plate.W, cols, across), middle(s.area.H, plate.H, rows, down)
	}
	for i := range o.PerPage {
		r, c := i/cols, i%cols
		x := s.area.X + left + float64(c)*(plate.W+across)
		if n := min(cols, o.PerPage-r*cols); n < cols { // centre the last row
			x += float64(cols-n) * (plate.W + across) / 2
		}
		s.boxes = append(s.boxes, draw.Rect{X: x, Y: s.area.Y + top + float64(r)*(plate.H+down), W: plate.W, H: plate.H})
	}
	return s, nil
}

// spread places n things of equal size along a length. It returns the position of the first and the
// gap between them. The space at the ends equals the gap, but is at least the margin if n > 1.
func spread(length, size float64, n int, margin float64) (first, gap float64) {
	even := (length - float64(n)*size) / float64(n+1)
	if even >= margin || n == 1 {
		return even, even
	}
	return margin, (length - 2*margin - float64(n)*size) / float64(n-1)
}

// middle returns the start of the first of n things with gaps between them, such that all are
// centred in a length.
func middle(length, size float64, n int, gap float64) float64 {
	return (length - float64(n)*size - float64(n-1)*gap) / 2
}

// setHeading chooses the size of the title and reserves space for it. It returns an error if the
// title is too long.
func (s *sheet) setHeading() error {
	most := 0.026 * math.Hypot(s.size.X, s.size.Y) / math.Sqrt2
	s.heading = draw.TextStyle{Size: most, Color: draw.RGB(0x2a2b30)}
	width := font.Width(font.Plain(s.o.Title), s.heading)
	if room := s.size.X - 2*s.margin; width > room {
		s.heading.Size *= room / width
	}
	if s.heading.Size < 7 {
		return msg.Errorf("the title is too long for paper of this size")
	}
	used := s.margin + 0.6*most
	s.area.Y, s.area.H = used, s.area.H-used
	return nil
}

// diagram returns the drawing for each box.
func (o GridOptions) diagram() *diagram.Diagram {
	var p rules.Position
	if o.Start {
		p = o.Rules.Start()
	}
	d := diagram.New(o.Rules, p)
	d.Theme, d.Coordinates, d.MinText, d.Squares = diagram.Print, o.Coordinates, minText, o.Squares
	return d
}

// draw draws the page.
func (s *sheet) draw(c draw.Canvas) {
	if s.o.Title != "" {
		c.Text(draw.Point{X: s.size.X / 2, Y: s.area.Y - 0.1*s.heading.Size}, s.o.Title, s.heading)
	}
	d := s.o.diagram()
	for _, box := range s.boxes {
		d.Draw(c, box)
	}
}
