package json

import (
	"encoding/base64"
	stdjson "encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// text is a string that is written in base64 if it is not valid UTF-8.
type text string

func (s text) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(s)) {
		return stdjson.Marshal(string(s))
	}
	return stdjson.Marshal(map[string]string{"base64": base64.StdEncoding.EncodeToString([]byte(s))})
}

func (s *text) UnmarshalJSON(data []byte) error {
	if plain(data) {
		*s = text(data[1 : len(data)-1])
		return nil
	}
	if data[0] != '{' {
		return stdjson.Unmarshal(data, (*string)(s))
	}
	var e struct {
		Base64 []byte `json:"base64"`
	}
	err := stdjson.Unmarshal(data, &e)
	*s = text(e.Base64)
	return err
}

// float is a number. Infinities and NaN are written as strings.
type float float64

func (f float) MarshalJSON() ([]byte, error) {
	s := strconv.FormatFloat(float64(f), 'g', -1, 64)
	if math.IsInf(float64(f), 0) || math.IsNaN(float64(f)) {
		s = `"` + s + `"`
	}
	return []byte(s), nil
}

func (f *float) UnmarshalJSON(data []byte) error {
	v, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	*f = float(v)
	return err
}

// seconds is a duration, written exactly as a number of seconds.
type seconds time.Duration

func (s seconds) MarshalJSON() ([]byte, error) {
	t := strconv.FormatInt(int64(s)/1e9, 10)
	if frac := int64(s) % 1e9; frac != 0 {
		t += "." + strings.TrimRight(strconv.FormatInt(1e9+frac, 10)[1:], "0")
	}
	return []byte(t), nil
}

var decimal = regexp.MustCompile(`^[0-9]{1,10}(\.[0-9]{1,9})?$`)

func (s *seconds) UnmarshalJSON(data []byte) error {
	if !decimal.Match(data) {
		return msg.Errorf("%q is not a time in seconds", string(data))
	}
	d, err := time.ParseDuration(string(data) + "s")
	*s = seconds(d)
	return err
}

type game struct {
	Name   string       `json:"name"`
	Params rules.Params `json:"params,omitempty"`
}

type player struct {
	Name   text   `json:"name,omitempty"`
	Kind   text   `json:"kind,omitempty"`
	Level  int    `json:"level,omitempty"`
	Symbol text   `json:"symbol,omitempty"`
	Color  string `json:"color,omitempty"`
	Score  int    `json:"score,omitempty"`
}

type item struct {
	Key   text `json:"key"`
	Value text `json:"value"`
}

type mark struct {
	Cell string         `json:"cell"`
	Kind model.MarkKind `json:"kind"`
	Text text           `json:"text,omitempty"`
}

type line struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Arrow bool   `json:"arrow,omitempty"`
}

type advice struct {
	By   text   `json:"by"`
	Move string `json:"move"`
}

type eval struct {
	Engine  text     `json:"engine,omitempty"`
	Version text     `json:"version,omitempty"`
	Score   float    `json:"score"`
	Proved  bool     `json:"proved,omitempty"`
	Plies   int      `json:"plies,omitempty"`
	AtMost  bool     `json:"atMost,omitempty"`
	Margin  int      `json:"margin,omitempty"`
	Depth   int      `json:"depth,omitempty"`
	Nodes   uint64   `json:"nodes,omitempty"`
	Shares  []float  `json:"shares,omitempty"`
	PV      []string `json:"pv,omitempty"`
}

// notes are the annotations of a node.
type notes struct {
	Name     text          `json:"name,omitempty"`
	Comment  text          `json:"comment,omitempty"`
	Glyphs   []model.Glyph `json:"glyphs,omitempty"`
	Marks    []mark        `json:"marks,omitempty"`
	Lines    []line        `json:"lines,omitempty"`
	Color    string        `json:"color,omitempty"`
	Number   int32         `json:"number,omitempty"`
	Bookmark bool          `json:"bookmark,omitempty"`
	Time     seconds       `json:"time,omitempty"`
	Advice   *advice       `json:"advice,omitempty"`
	Evals    []eval        `json:"evals,omitempty"`
	Kept     []text        `json:"kept,omitempty"`
}

var noteKeys = []string{"name", "comment", "glyphs", "marks", "lines", "color", "number", "bookmark", "time", "advice", "evals", "kept"}

// empty reports whether n contains no annotations.
func (n *notes) empty() bool {
	return n.Name == "" && n.Comment == "" && n.Glyphs == nil && n.Marks == nil && n.Lines == nil && n.Color == "" && n.Number == 0 &&
		!n.Bookmark && n.Time == 0 && n.Advice == nil && n.Evals == nil && n.Kept == nil
}
