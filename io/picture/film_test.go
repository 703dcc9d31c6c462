package picture_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"boardstudio/draw/diagram"
	"boardstudio/io/picture"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

var second = picture.Film{Scale: 1, Delay: time.Second, Pause: 3 * time.Second}

// line returns the pictures of a line of legal moves, always the same.
func line(t testing.TB, game string, over rules.Params, moves int) []*diagram.Diagram {
	t.Helper()
	r, err := all.Games.Build(game, over)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	d.Players[0].Name = "Ann"
	n := d.Tree.Root()
	var list []*diagram.Diagram
	for i := range moves {
		x, err := diagram.AtNode(d, n)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
		var legal []rules.Move
		for m := range x.Position.Moves() {
			legal = append(legal, m)
		}
		if len(legal) == 0 {
			break
		}
		n = d.Tree.Add(n, legal[(7*i*i+i)%len(legal)])
	}
	return list
}

func film(t testing.TB, f picture.Film, list []*diagram.Diagram) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(context.Background(), &b, len(list), func(i int) (*diagram.Diagram, error) { return list[i], nil }); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestFilm checks in several games that each picture of a film matches the PNG of its position,
// except for a few shades. If the environment variable PICTURES names a folder, the films are saved
// there.
func TestFilm(t *testing.T) {
	for name, x := range map[string]struct {
		game string
		over rules.Params
	}{
		"othello": {"othello", nil}, "awale": {"awale", nil}, "hex": {"hex", nil}, "gomoku": {"gomoku", nil}, "connect4": {"connect4", nil},
		"torus":   {"morpion", rules.Params{"rows": "6", "cols": "7", "k": "5", "topology": "torus"}},
		"players": {"morpion", rules.Params{"rows": "8", "cols": "8", "k": "4", "players": "26"}},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "awale" && name != "torus" {
				return
			}
			list := line(t, x.game, x.over, 19)
			for _, theme := range []diagram.Theme{diagram.Light, diagram.Print} {
				for _, d := range list {
					d.Theme = theme
				}
				data := film(t, second, list)
				if theme == diagram.Light && !bytes.Equal(data, film(t, second, list)) {
					t.Error("the film is another one the second time")
				}
				if dir := os.Getenv("PICTURES"); dir != "" {
					_ = os.WriteFile(filepath.Join(dir, name+string(rune('0'+theme))+".gif"), data, 0o644)
				}
				g, err := gif.DecodeAll(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				if len(g.Image) != len(list) || g.LoopCount != 0 {
					t.Fatalf("%d pictures of %d, loops %d", len(g.Image), len(list), g.LoopCount)
				}
				now := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
				for i, part := range g.Image {
					draw.Draw(now, part.Rect, part, part.Rect.Min, draw.Over)
					if want := []int{100, 300}[i/(len(list)-1)]; g.Delay[i] != want {
						t.Errorf("picture %d stands %d hundredths", i, g.Delay[i])
					}
					if i%6 != 0 {
						continue
					}
					var b bytes.Buffer
					if err := picture.Write(context.Background(), &b, picture.PNG, list[i], 1); err != nil {
						t.Fatal(err)
					}
					img, err := png.Decode(&b)
					if err != nil {
						t.Fatal(err)
					}
					want := image.NewRGBA(now.Rect)
					draw.Draw(want, want.Rect, image.White, image.Point{}, draw.Src)
					draw.Draw(want, want.Rect, img, image.Point{}, draw.Over)
					off, exact := 0, 0
					for k := 0; k < len(want.Pix); k += 4 {
						far := 0
						for c := range 3 {
							d := int(want.Pix[k+c]) - int(now.Pix[k+c])
							far = max(far, d, -d)
						}
						if far > 40 {
							off++
						}
						if far == 0 {
							exact++
						}
					}
					if n := len(want.Pix) / 4; off > n/500 || exact < n*3/4 {
						t.Errorf("theme %d, picture %d: %.2f %% of the pixels are off, %.1f %% exact", theme, i, 100*float64(off)/float64(n), 100*float64(exact)/float64(n))
					}
				}
			}
		})
	}
}

// TestEndlessFilm checks that all pictures of an endless board show the same part.
func TestEndlessFilm(t *testing.T) {
	list := line(t, "infinite", nil, 12)
	g, err := gif.DecodeAll(bytes.NewReader(film(t, second, list)))
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range g.Image[1:] {
		if part.Rect.Dx() > g.Config.Width/2 && part.Rect.Dy() > g.Config.Height*9/10 {
			t.Errorf("picture %d has all of the board: %v", i+1, part.Rect)
		}
	}
	if list[0].Show != nil {
		t.Error("the film changes the pictures")
	}
}

// TestStill checks that unchanged pictures are merged.
func TestStill(t *testing.T) {
	d := line(t, "gomoku", nil, 3)
	g, err := gif.DecodeAll(bytes.NewReader(film(t, second, []*diagram.Diagram{d[1], d[1], d[2], d[2]})))
	if err != nil || len(g.Image) != 2 || g.Delay[0] != 200 || g.Delay[1] != 400 {
		t.Errorf("%d pictures, %v: %v", len(g.Image), g.Delay, err)
	}
}

// TestColors checks that a picture uses the whole palette, and that flat areas keep their colour.
func TestColors(t *testing.T) {
	d := line(t, "othello", nil, 4)
	f := second
	f.Scale = 2
	g, err := gif.DecodeAll(bytes.NewReader(film(t, f, d)))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(g.Image[0].Palette); n != 256 {
		t.Errorf("the first picture has %d colours", n)
	}
	ground := color.RGBA{0x2f, 0x8f, 0x66, 255} // background of the cells
	if !slices.Contains(g.Image[0].Palette, color.Color(ground)) {
		t.Error("the first picture has not the green of the board")
	}
}

// TestFilmErrors checks that invalid films are rejected, that errors of frame are returned, and
// that Write stops when its context ends.
func TestFilmErrors(t *testing.T) {
	d := line(t, "gomoku", nil, 3)
	write := func(ctx context.Context, f picture.Film, n int, frame func(i int) (*diagram.Diagram, error)) error {
		var b bytes.Buffer
		err := f.Write(ctx, &b, n, frame)
		if err != nil && b.Len() > 0 {
			t.Error("a film that failed has bytes")
		}
		return err
	}
	ok := func(i int) (*diagram.Diagram, error) { return d[i%len(d)], nil }
	for _, f := range []picture.Film{{1, 0, time.Second}, {1, time.Second, time.Hour}, {1, time.Millisecond, time.Second}, {0, time.Second, time.Second}} {
		if write(context.Background(), f, 2, ok) == nil {
			t.Errorf("%v is taken", f)
		}
	}
	if write(context.Background(), second, 0, ok) == nil || write(context.Background(), second, 2000, ok) == nil {
		t.Error("no picture, or too many, are taken")
	}
	broken := errors.New("broken")
	if err := write(context.Background(), second, 3, func(i int) (*diagram.Diagram, error) {
		if i == 2 {
			return nil, broken
		}
		return d[i], nil
	}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	seen := 0
	if err := write(ctx, second, 100, func(i int) (*diagram.Diagram, error) {
		if seen = i; i == 5 {
			cancel()
		}
		return d[i%3], nil
	}); !errors.Is(err, context.Canceled) || seen > 6 {
		t.Errorf("error %v after %d pictures", err, seen)
	}
}

func BenchmarkFilm(b *testing.B) {
	list := line(b, "othello", nil, 60)
	for b.Loop() {
		b.ReportMetric(float64(len(film(b, second, list)))/1e3, "kB")
	}
}
