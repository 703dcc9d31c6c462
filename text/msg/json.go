package msg

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
)

// JSON converts an error of encoding/json to a message that uses the terms of JSON instead of Go
// types. It returns nil for nil.
func JSON(err error) error {
	if err == nil {
		return nil
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		is, want := jsonKind(kind.Value), wanted(kind.Type)
		if kind.Field != "" {
			return Errorf("%q: expected %v, found %v", kind.Field, want, is)
		}
		return Errorf("expected %v, found %v", want, is)
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return Errorf("this is not JSON: %s", strings.TrimPrefix(syntax.Error(), "json: "))
	}
	var number *strconv.NumError
	if errors.As(err, &number) {
		return Errorf("%q is not a number", number.Num[:min(len(number.Num), 60)])
	}
	var base base64.CorruptInputError
	if errors.As(err, &base) {
		return Errorf("the base64 is damaged at byte %d", int64(base))
	}
	if text := err.Error(); strings.HasPrefix(text, "json: ") {
		return errors.New(strings.TrimPrefix(text, "json: "))
	}
	return err
}

// jsonKind returns the kind of a value as described by encoding/json.
func jsonKind(value string) error {
	switch kind, _, _ := strings.Cut(value, " "); kind {
	case "string":
		return Errorf("a string")
	case "number":
		return Errorf("a number")
	case "object":
		return Errorf("an object")
	case "array":
		return Errorf("a list")
	case "bool":
		return Errorf("true or false")
	}
	return Errorf("another value")
}

// wanted returns the kind of JSON value expected for a Go type.
func wanted(t reflect.Type) error {
	if t == nil {
		return Errorf("another value")
	}
	switch t.Kind() {
	case reflect.String:
		return Errorf("a string")
	case reflect.Bool:
		return Errorf("true or false")
	case reflect.Slice, reflect.Array:
		return Errorf("a list")
	case reflect.Struct, reflect.Map:
		return Errorf("an object")
	case reflect.Pointer:
		return wanted(t.Elem())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return Errorf("a whole number")
	case reflect.Float32, reflect.Float64:
		return Errorf("a number")
	}
	return Errorf("another value")
}
