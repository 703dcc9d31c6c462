package lua

import (
	"net/url"
	"strings"

	"boardstudio/rules"
)

// mark separates the path of a script from the values of its options.
const mark = ".lua?"

// Split splits the part after "lua:" in the specification of a player into the path of the script
// and the values of its options. For example, "a.lua?depth=3&style=bold" has two values. Without
// options, values is nil.
func Split(spec string) (path string, values map[string]string) {
	i := strings.LastIndex(spec, mark)
	if i < 0 {
		return spec, nil
	}
	query, err := url.ParseQuery(spec[i+len(mark):])
	if err != nil {
		return spec, nil
	}
	values = map[string]string{}
	for name := range query {
		values[name] = query.Get(name)
	}
	return spec[:i+len(mark)-1], values
}

// Join is the inverse of Split. Without values, or if the path does not have the extension of
// scripts, it returns only the path.
func Join(path string, values map[string]string) string {
	if len(values) == 0 || !strings.HasSuffix(path, ".lua") {
		return path
	}
	query := url.Values{}
	for _, name := range rules.Params(values).Names() {
		query.Set(name, values[name])
	}
	return path + "?" + query.Encode()
}
