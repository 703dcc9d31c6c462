package picture

import (
	"bytes"
	"cmp"
	"context"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"time"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Film is the scale and timing of an animated GIF.
type Film struct {
	Scale float64       // as for a PNG
	Delay time.Duration // duration of each picture
	Pause time.Duration // duration of the last picture, before the film restarts
}

// Limits of films: the duration of a picture, and the total number of pixels of all pictures.
const (
	MinDelay  = 20 * time.Millisecond // the minimum that browsers support
	MaxDelay  = 10 * time.Minute
	MaxPixels = 1 << 28
)

// Write writes n pictures as an animated GIF. frame returns the pictures, which must show the same
// board in the same orientation. All pictures of an endless board show the same part. Each picture
// after the first contains only the changed area and has its own palette, so few colours are lost.
// Equal pictures give equal bytes. Write returns an error if f or n is out of range, the film is
// too large, or frame fails, and ctx.Err() if ctx ends.
func (f Film) Write(ctx context.Context, w io.Writer, n int, frame func(i int) (*diagram.Diagram, error)) error {
	if f.Delay < MinDelay || f.Delay > MaxDelay || f.Pause < MinDelay || f.Pause > MaxDelay {
		return msg.Errorf("a picture of an animation can be shown for %v to %v", MinDelay, MaxDelay)
	}
	if n < 1 {
		return msg.Errorf("the animation has no pictures")
	}
	d, err := frame(0)
	if err != nil {
		return err
	}
	wide, high, err := pixels(d, f.Scale)
	if err != nil {
		return err
	}
	if wide*high > MaxPixels/n {
		return msg.Errorf("%d pictures of %d × %d pixels are too large for an animated GIF: choose fewer moves or a smaller scale", n, wide, high)
	}
	show, err := used(ctx, n, frame)
	if err != nil {
		return err
	}
	box := draw.Rect{W: float64(wide), H: float64(high)}
	ready := func(d *diagram.Diagram) *diagram.Diagram {
		d = forPixels(d, f.Scale)
		d.Show = show
		return d
	}
	first := ready(d)
	l := first.Layout(box)
	board := newCanvas(wide, high)
	board.Path(draw.Box(box), draw.Style{Fill: draw.RGB(0xffffff)}) // films have no transparent corners
	first.DrawBoard(board, l)
	now := newCanvas(wide, high)
	before := image.NewRGBA(now.img.Rect)
	film := gif.GIF{Config: image.Config{Width: wide, Height: high}}
	held := 0
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		if i > 0 {
			if d, err = frame(i); err != nil {
				return err
			}
		}
		copy(now.img.Pix, board.img.Pix)
		ready(d).DrawContents(now, l)
		delay := f.Delay
		if i == n-1 {
			delay = f.Pause
		}
		part := now.img.Rect
		if i > 0 {
			part = changed(before, now.img)
		}
		copyTo := len(film.Image)
		if part.Empty() { // an unchanged picture: extend the previous one
			film.Delay[copyTo-1] += hundredths(delay)
			continue
		}
		var last *image.RGBA
		if i > 0 {
			last = before
		}
		film.Image = append(film.Image, paletted(now.img, last, part))
		film.Delay = append(film.Delay, hundredths(delay))
		film.Disposal = append(film.Disposal, gif.DisposalNone)
		if held += part.Dx() * part.Dy(); held > MaxPixels {
			return msg.Errorf("the animation is too large")
		}
		copy(before.Pix, now.img.Pix)
	}
	for i, v := range film.Delay {
		film.Delay[i] = min(v, 1<<16-1) // the maximum of the format
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&contextWriter{ctx, &b}, &film); err != nil {
		return cmp.Or(ctx.Err(), err)
	}
	_, err = b.WriteTo(w)
	return err
}

// contextWriter is a writer that fails after ctx ends.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (s *contextWriter) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.w.Write(p)
}

// used returns the cells of an endless board that any of the pictures must show. It returns nil for
// other boards.
func used(ctx context.Context, n int, frame func(i int) (*diagram.Diagram, error)) ([]rules.Cell, error) {
	d, err := frame(0)
	if err != nil || !d.Rules.Board().Grows {
		return nil, err
	}
	in := map[rules.Cell]bool{}
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if d, err = frame(i); err != nil {
			return nil, err
		}
		for c := range d.Rules.Board().Cells {
			if d.Position != nil && d.Position.At(rules.Cell(c)) != rules.Empty {
				in[rules.Cell(c)] = true
			}
		}
		for _, m := range d.Marks {
			in[m.Cell] = true
		}
		for _, l := range d.Lines {
			in[l.From], in[l.To] = true, true
		}
	}
	cells := make([]rules.Cell, 0, len(in))
	for c := range in {
		cells = append(cells, c)
	}
	slices.Sort(cells)
	return cells, nil
}

func hundredths(d time.Duration) int { return int((d + 5*time.Millisecond) / (10 * time.Millisecond)) }

// changed returns the smallest rectangle that contains all differing pixels of two pictures.
func changed(a, b *image.RGBA) (r image.Rectangle) {
	wide := 4 * a.Rect.Dx()
	for y := range a.Rect.Dy() {
		p, q := a.Pix[y*a.Stride:y*a.Stride+wide], b.Pix[y*b.Stride:y*b.Stride+wide]
		if bytes.Equal(p, q) {
			continue
		}
		from, to := 0, wide
		for p[from] == q[from] {
			from++
		}
		for p[to-1] == q[to-1] {
			to--
		}
		r = r.Union(image.Rect(from/4, y, (to+3)/4, y+1))
	}
	return r
}

// paletted converts a part of a picture to at most 256 colours, without loss if it has no more.
// Pixels that are equal in the picture before, if any, are transparent.
func paletted(img, before *image.RGBA, part image.Rectangle) *image.Paletted {
	most := 256
	var colors color.Palette
	if before != nil {
		colors = color.Palette{color.RGBA{}}
		most--
	}
	same := func(at int) bool {
		return before != nil && bytes.Equal(img.Pix[at:at+4], before.Pix[at:at+4])
	}
	counts := map[uint32]int{}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if at := img.PixOffset(x, y); !same(at) {
				counts[rgbOf(img.Pix[at:])]++
			}
		}
	}
	index := map[uint32]uint8{}
	for _, box := range cut(counts, most) {
		// The most frequent colour, so flat areas keep theirs.
		main := slices.MaxFunc(box, func(a, b shade) int { return cmp.Or(cmp.Compare(a.n, b.n), cmp.Compare(b.rgb, a.rgb)) })
		for _, s := range box {
			index[s.rgb] = uint8(len(colors))
		}
		colors = append(colors, color.RGBA{uint8(main.rgb >> 16), uint8(main.rgb >> 8), uint8(main.rgb), 255})
	}
	out := image.NewPaletted(part, colors)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if at := img.PixOffset(x, y); !same(at) {
				out.Pix[out.PixOffset(x, y)] = index[rgbOf(img.Pix[at:])]
			}
		}
	}
	return out
}

func rgbOf(p []uint8) uint32 { return uint32(p[0])<<16 | uint32(p[1])<<8 | uint32(p[2]) }

// shade is a colour with its number of pixels.
type shade struct {
	rgb uint32
	n   int
}

// cut divides colours into at most limit groups of similar ones, by median cut. It repeatedly splits
// the group with the largest product of pixels and extent, at the median of its pixels.
func cut(counts map[uint32]int, limit int) [][]shade {
	all := make([]shade, 0, len(counts))
	for rgb, n := range counts {
		all = append(all, shade{rgb, n})
	}
	slices.SortFunc(all, func(a, b shade) int { return cmp.Compare(a.rgb, b.rgb) })
	type box struct {
		shades []shade
		shift  int // bit offset of the channel with the largest extent
		weight int
	}
	measure := func(list []shade) box {
		b := box{shades: list}
		n, extent := 0, 0
		for _, s := range list {
			n += s.n
		}
		for _, shift := range []int{16, 8, 0} {
			lo, hi := 255, 0
			for _, s := range list {
				v := int(s.rgb >> shift & 255)
				lo, hi = min(lo, v), max(hi, v)
			}
			if hi-lo > extent {
				extent, b.shift = hi-lo, shift
			}
		}
		b.weight = n * extent
		return b
	}
	boxes := []box{measure(all)}
	for len(boxes) < limit {
		at := 0
		for i, b := range boxes {
			if b.weight > boxes[at].weight {
				at = i
			}
		}
		b := boxes[at]
		if b.weight == 0 { // every group has one colour
			break
		}
		slices.SortStableFunc(b.shades, func(x, y shade) int { return cmp.Compare(x.rgb>>b.shift&255, y.rgb>>b.shift&255) })
		total, half := 0, 0
		for _, s := range b.shades {
			total += s.n
		}
		k := 0
		for half += b.shades[k].n; 2*half < total && k < len(b.shades)-2; half += b.shades[k].n {
			k++
		}
		boxes[at] = measure(b.shades[:k+1])
		boxes = append(boxes, measure(b.shades[k+1:]))
	}
	out := make([][]shade, 0, len(boxes))
	for _, b := range boxes {
		if len(b.shades) > 0 {
			out = append(out, b.shades)
		}
	}
	return out
}
