package uitest

import (
	"fmt"
	"image"
	"image/color"
	"os/exec"
	"strconv"
	"strings"
)

// Icons returns the icons of the program's window.
func (s *Session) Icons() []image.Image {
	s.t.Helper()
	list, err := s.icons()
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

func (s *Session) icons() ([]image.Image, error) {
	cmd := exec.Command("xdotool", "search", "--all", "--onlyvisible", "--pid", strconv.Itoa(s.app.cmd.Process.Pid), "--name", ".")
	cmd.Env = s.env
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("xdotool: %w", err)
	}
	id, _, _ := strings.Cut(string(out), "\n")
	// The property is a sequence of icons, each with width, height and pixels. By default, xprop
	// prints at most 500,000 bytes of numbers.
	cmd = exec.Command("xprop", "-id", id, "-len", "10000000", "-notype", "-f", "_NET_WM_ICON", "32c", " $0+\n", "_NET_WM_ICON")
	cmd.Env = s.env
	if out, err = cmd.Output(); err != nil {
		return nil, fmt.Errorf("xprop: %w", err)
	}
	_, text, _ := strings.Cut(string(out), " ")
	var values []uint32
	for _, f := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' }) {
		v, err := strconv.ParseUint(f, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("xprop: %.200s", out)
		}
		values = append(values, uint32(v))
	}
	var list []image.Image
	for len(values) >= 2 {
		w, h := int(values[0]), int(values[1])
		values = values[2:]
		if w <= 0 || h <= 0 || w > 1024 || h > 1024 || w*h > len(values) {
			return nil, fmt.Errorf("an icon of %d by %d has %d pixels", w, h, len(values))
		}
		img := image.NewNRGBA(image.Rect(0, 0, w, h))
		for i, v := range values[:w*h] {
			img.SetNRGBA(i%w, i/w, color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), uint8(v >> 24)})
		}
		list, values = append(list, img), values[w*h:]
	}
	return list, nil
}
