package msg_test

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"boardstudio/text/msg"
)

// TestJSON checks the messages for JSON errors.
func TestJSON(t *testing.T) {
	var to struct {
		Text   string
		Number float64
		Whole  int
		Flag   bool
		List   []int
		Object map[string]int
		Inner  struct{ Deep *uint8 }
	}
	for text, want := range map[string]string{
		`{"Text":1}`:             `"Text": expected a string, found a number`,
		`{"Number":"x"}`:         `"Number": expected a number, found a string`,
		`{"Whole":1.5}`:          `"Whole": expected a whole number, found a number`,
		`{"Flag":[]}`:            `"Flag": expected true or false, found a list`,
		`{"List":{}}`:            `"List": expected a list, found an object`,
		`{"Object":true}`:        `"Object": expected an object, found true or false`,
		`{"Inner":{"Deep":"x"}}`: `"Inner.Deep": expected a whole number, found a string`,
		`[]`:                     `expected an object, found a list`,
		`{"Text":x}`:             `this is not JSON: invalid character 'x' looking for beginning of value`,
		`{`:                      `this is not JSON: unexpected end of JSON input`,
	} {
		if err := msg.JSON(json.Unmarshal([]byte(text), &to)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	_, err := strconv.ParseFloat("x", 64)
	if got := msg.JSON(err).Error(); got != `"x" is not a number` {
		t.Error(got)
	}
	_, err = base64.StdEncoding.DecodeString("!")
	if got := msg.JSON(err).Error(); strings.Contains(got, "input") {
		t.Error(got)
	}
}
