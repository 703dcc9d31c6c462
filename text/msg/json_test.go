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
		`{"Text":1}`:             `"Text" is a number, but a string is expected`,
		`{"Number":"x"}`:         `"Number" is a string, but a number is expected`,
		`{"Whole":1.5}`:          `"Whole" is a number, but a whole number is expected`,
		`{"Flag":[]}`:            `"Flag" is a list, but true or false is expected`,
		`{"List":{}}`:            `"List" is an object, but a list is expected`,
		`{"Object":true}`:        `"Object" is true or false, but an object is expected`,
		`{"Inner":{"Deep":"x"}}`: `"Inner.Deep" is a string, but a whole number is expected`,
		`[]`:                     `there is a list, but an object is expected`,
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
